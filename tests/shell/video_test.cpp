// Tests of videos: decodes the files that were written.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "capture/video_target.hpp"
#include "capture/video_writer.hpp"
#include "process/quote_for_shell.hpp"
#include "temporary_folder.hpp"

namespace ingot::shell {
namespace {

using tests::temporary_folder;

struct decoded_video {
    std::vector<std::string> fields;             ///< the words of the header
    std::vector<std::vector<uint8_t>> pictures;  ///< RGB
};

/// Decodes a Y4M file. Uses no code of the writer, but the formulas of ITU-R BT.709-6 in floating point.
decoded_video decode(const std::string& bytes) {
    decoded_video found;
    size_t position = bytes.find('\n');
    std::istringstream header(bytes.substr(0, position++));
    for (std::string field; header >> field;) found.fields.push_back(field);
    EXPECT_EQ(found.fields.at(0), "YUV4MPEG2");
    const size_t pixels = std::stoul(found.fields.at(1).substr(1)) * std::stoul(found.fields.at(2).substr(1));
    while (position < bytes.size()) {
        EXPECT_EQ(bytes.substr(position, 6), "FRAME\n");
        position += 6;
        auto& rgb = found.pictures.emplace_back(3 * pixels);
        for (size_t i = 0; i < pixels; ++i) {
            const auto plane = [&](size_t index) {
                return static_cast<double>(static_cast<uint8_t>(bytes.at(position + index * pixels + i)));
            };
            const double y = (plane(0) - 16.0) / 219.0;
            const double red = y + 2.0 * (1.0 - 0.2126) * (plane(2) - 128.0) / 224.0;
            const double blue = y + 2.0 * (1.0 - 0.0722) * (plane(1) - 128.0) / 224.0;
            const double green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152;
            const std::array all {red, green, blue};
            for (size_t c = 0; c < 3; ++c)
                rgb[3 * i + c] = static_cast<uint8_t>(std::lround(std::clamp(255.0 * all[c], 0.0, 255.0)));
        }
        position += 3 * pixels;
    }
    return found;
}

/// Returns pixels with all corners of the colour cube, and colours between them.
std::vector<uint8_t> colours(extent size, int shift) {
    std::vector<uint8_t> rgb;
    for (int i = 0; i < size.width * size.height; ++i) {
        const auto part = [&](int factor) {
            return static_cast<uint8_t>(i < 8 ? ((i & factor) != 0 ? 255 : 0) : (i * factor * 7 + shift) % 256);
        };
        rgb.insert(rgb.end(), {part(1), part(2), part(4)});
    }
    return rgb;
}

TEST(video, decodes_to_the_pictures_that_went_in) {
    const temporary_folder folder;
    const extent size {9, 5};
    video_writer writer(parse_video_target((folder / "a.y4m").string()), size, {30'000, 1001});
    for (const int shift : {0, 50, 100}) writer.add(colours(size, shift));
    writer.finish();
    const auto found = decode(folder.read("a.y4m"));
    const std::vector<std::string> header {"YUV4MPEG2", "W9", "H5", "F30000:1001", "Ip", "A1:1", "C444", "XCOLORRANGE=LIMITED"};
    EXPECT_EQ(found.fields, header);
    ASSERT_EQ(found.pictures.size(), 3u);
    for (size_t k = 0; k < 3; ++k) {
        const auto expected = colours(size, static_cast<int>(50 * k));
        for (size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(found.pictures[k][i], expected[i], 2) << k << " " << i;
    }
}

TEST(video, black_white_and_primaries_have_the_levels_of_the_recommendation) {
    const std::vector<uint8_t> rgb {0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255};  // black, white, red, blue
    const auto frame = y4m_frame({4, 1}, rgb);
    const std::vector<uint8_t> planes(frame.begin() + 6, frame.end());  // Y, Cb and Cr, after "FRAME\n"
    EXPECT_EQ(planes, (std::vector<uint8_t> {16, 235, 63, 32, 128, 128, 102, 240, 128, 128, 240, 118}));
}

TEST(video, goes_into_a_program_whose_failure_is_reported) {
    const temporary_folder folder;
    const extent size {4, 4};
    const auto rgb = colours(size, 0);
    video_writer writer(parse_video_target("|cat > '" + (folder / "out").string() + "'"), size, {});
    writer.add(rgb);
    writer.finish();
    EXPECT_EQ(decode(folder.read("out")).pictures.size(), 1u);

    const auto error_of = [&](const std::string& command) {
        try {
            video_writer broken(parse_video_target(command), {640, 480}, {});
            const auto large = colours({640, 480}, 0);
            for (int i = 0; i < 20; ++i) broken.add(large);
            broken.finish();
            return std::string("there was no error");
        } catch (const std::runtime_error& problem) {
            return std::string(problem.what());
        }
    };
    EXPECT_NE(error_of("|cat > /dev/null; exit 3").find("ended with status 3"), std::string::npos)
        << error_of("|cat > /dev/null; exit 3");
    EXPECT_NE(error_of("|exit 0").find("ended before all frames were written"), std::string::npos) << error_of("|exit 0");
}

TEST(video, is_written_as_numbered_pictures_for_a_pattern) {
    const temporary_folder folder;
    video_writer writer(parse_video_target((folder / "p%03d.png").string()), {4, 4}, {});
    writer.add(colours({4, 4}, 0));
    writer.add(colours({4, 4}, 1));
    writer.finish();
    EXPECT_TRUE(std::filesystem::exists(folder / "p000.png"));
    EXPECT_TRUE(std::filesystem::exists(folder / "p001.png"));
    EXPECT_EQ(numbered_file("a%d.png", 12), "a12.png");
    EXPECT_EQ(numbered_file("a%05d.png", 12), "a00012.png");
}

/// Encodes pictures, each of which has one colour. The decoded colours differ if the encoder uses the wrong colour matrix or
/// range.
TEST(video, is_encoded_by_ffmpeg_with_its_colours_and_its_rate) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    const temporary_folder folder;
    constexpr extent size {65, 33};  // odd, so that the encoder must drop the last column and row
    constexpr std::array<std::array<uint8_t, 3>, 4> colours {{{200, 30, 40}, {20, 180, 60}, {40, 50, 220}, {128, 128, 128}}};
    for (const std::string name : {"a video.mp4", "it's.webm", "c.mkv"}) {
        const std::string file = (folder / name).string();
        video_writer writer(parse_video_target(file), size, {30, 1});
        for (const auto& colour : colours) {
            std::vector<uint8_t> rgb;
            for (int i = 0; i < size.width * size.height; ++i) rgb.insert(rgb.end(), colour.begin(), colour.end());
            writer.add(rgb);
        }
        writer.finish();
        const std::string decoded = (folder / "decoded").string();
        ASSERT_EQ(std::system(fmt::format("ffmpeg -y -loglevel error -i {} -f rawvideo -pix_fmt rgb24 {}",
                                          process::quote_for_shell(file), process::quote_for_shell(decoded))
                                  .c_str()),
                  0);
        const std::string bytes = folder.read("decoded");
        constexpr size_t picture_bytes = 3 * 64 * 32;
        ASSERT_EQ(bytes.size(), colours.size() * picture_bytes) << name;
        for (size_t i = 0; i < colours.size(); ++i)
            for (size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(static_cast<uint8_t>(bytes[i * picture_bytes + picture_bytes / 2 + c]), colours[i][c], 6)
                    << name << ", picture " << i;
    }
}

// A video that is not finished leaves an older file of its name as it was, and nothing else.
TEST(video, replaces_an_older_file_only_when_it_is_complete) {
    const temporary_folder folder;
    const extent size {16, 16};
    for (const std::string name : {"a.y4m", "a.mp4"}) {
        if (name == "a.mp4" && !has_ffmpeg()) continue;
        const std::string file = folder.write(name, "older").string();
        {
            video_writer dropped(parse_video_target(file), size, {30, 1});
            dropped.add(colours(size, 0));
            EXPECT_EQ(folder.read(name), "older");
            EXPECT_EQ(dropped.kept_part(), "");
        }
        EXPECT_EQ(folder.read(name), "older");
        video_writer finished(parse_video_target(file), size, {30, 1});
        finished.add(colours(size, 0));
        finished.finish();
        EXPECT_NE(folder.read(name), "older");
        std::filesystem::remove(file);
        EXPECT_TRUE(folder.empty());
    }
    video_writer pictures(parse_video_target((folder / "%d.png").string()), size, {30, 1});
    pictures.add(colours(size, 0));
    EXPECT_EQ(pictures.kept_part(), "1 picture of the video");
}

// A write fails here when the file has grown to a limit, as on a full disk.
TEST(video, that_cannot_be_written_completely_leaves_an_older_file) {
    const temporary_folder folder;
    const extent size {64, 64};
    const std::string file = folder.write("a.y4m", "older").string();
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit limit {20'000, 20'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, SIG_IGN);
        int failures = 0;
        video_writer writer(parse_video_target(file), size, {30, 1});
        try {
            for (int i = 0; i < 10; ++i) writer.add(colours(size, 0));
        } catch (const std::runtime_error&) {
            ++failures;
        }
        try {
            writer.finish();
        } catch (const std::runtime_error&) {
            ++failures;
        }
        ::_exit(failures);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 2);
    EXPECT_EQ(folder.read("a.y4m"), "older");
}

// ffmpeg takes `pipe:1.mp4` for a protocol, and `-n.mp4` for an option.
TEST(video, is_encoded_into_a_file_of_any_name) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    const temporary_folder folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    for (const std::string name : {"pipe:1.mp4", "-n.mp4", "it's %d.mkv"}) {
        video_writer writer(parse_video_target(name), {16, 16}, {30, 1});
        writer.add(colours({16, 16}, 0));
        EXPECT_NO_THROW(writer.finish()) << name;
        EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
    }
    std::filesystem::current_path(before);
}

TEST(video, an_invalid_target_is_reported) {
    const temporary_folder folder;
    for (const std::string text : {"a.avi", "a%s.png", "a%d%d.png", "a.png", "|", "", "/nowhere/a.y4m", "/nowhere/%d.png"})
        EXPECT_THROW(parse_video_target(text), std::runtime_error) << text;
    EXPECT_EQ(parse_video_target("-").kind, video_kind::standard_output);
    const std::string path = std::getenv("PATH");
    setenv("PATH", folder.path().c_str(), 1);
    EXPECT_FALSE(has_ffmpeg());
    EXPECT_THROW(parse_video_target((folder / "a.mp4").string()), missing_encoder);
    std::filesystem::permissions(folder.write("ffmpeg", "#!/bin/sh\n"), std::filesystem::perms::owner_all);
    EXPECT_EQ(parse_video_target((folder / "a.mp4").string()).kind, video_kind::encoder);
    setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace ingot::shell
