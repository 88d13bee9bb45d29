// Videos: Y4M and raw files, ffmpeg, and the clip.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ingot/media/video_stream.hpp>
#include <set>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace ingot::media {
namespace {

class video : public testing::Test {
protected:
    std::filesystem::path written(const std::string& name, const std::string& contents) const {
        return folder_.write(name, contents);
    }
    // The message of the video_error that opening the file and reading all of it throws; "" if it throws none.
    template <typename Open>
    static std::string problem_of(const Open& open) {
        try {
            video_stream stream = open();
            std::vector<std::byte> luma;
            while (stream.read(luma)) {
            }
        } catch (const video_error& problem) {
            return problem.what();
        }
        return {};
    }
    std::string problem_of_y4m(const std::string& contents) const {
        const std::filesystem::path file = written("wrong.y4m", contents);
        const std::string problem = problem_of([&] { return open_y4m(file); });
        EXPECT_NE(problem.find(file.string()), std::string::npos) << "the file is not named: " << problem;
        return problem;
    }

    ingot::tests::temporary_folder folder_;
};

void expect_part(const std::string& text, const std::string& part) { EXPECT_NE(text.find(part), std::string::npos) << text; }

TEST_F(video, reads_the_luma_of_every_layout_of_y4m) {
    struct layout {
        std::string name;
        uint32_t bits;
        size_t frame_bytes;  // of 5 x 3 pixels
    };
    const std::vector<layout> layouts {
        {"", 8, 27},          {" Cmono", 8, 15},    {" C420jpeg", 8, 27}, {" C420mpeg2", 8, 27}, {" C420paldv", 8, 27},
        {" C422", 8, 33},     {" C444", 8, 45},     {" C411", 8, 27},     {" C444alpha", 8, 60}, {" Cmono9", 9, 30},
        {" C420p10", 10, 54}, {" C422p12", 12, 66}, {" C444p14", 14, 90}, {" C420p16", 16, 54},  {" Cmono16", 16, 30},
    };
    for (const layout& each : layouts) {
        SCOPED_TRACE(each.name);
        std::string contents = "YUV4MPEG2 W5 H3 F30000:1001 Ip A1:1" + each.name + " XCOLORRANGE=LIMITED\n";
        for (size_t frame = 0; frame < 3; ++frame) {
            contents += frame == 1 ? "FRAME Ip\n" : "FRAME\n";
            for (size_t i = 0; i < each.frame_bytes; ++i) contents += static_cast<char>(100 * frame + i);
        }
        video_stream stream = open_y4m(written("layout.y4m", contents));
        EXPECT_EQ(stream.format(), (video_format {5, 3, each.bits, 30'000, 1'001}));
        std::vector<std::byte> luma;
        const auto expect_frame = [&](uint64_t number) {
            EXPECT_EQ(stream.next_frame(), number);
            ASSERT_TRUE(stream.read(luma));
            ASSERT_EQ(luma.size(), each.bits > 8 ? 30u : 15u);
            for (size_t i = 0; i < luma.size(); ++i)
                ASSERT_EQ(luma[i], static_cast<std::byte>(static_cast<char>(100 * number + i))) << i;
        };
        for (uint64_t frame = 0; frame < 3; ++frame) expect_frame(frame);
        EXPECT_FALSE(stream.read(luma));
        stream.seek(2);
        expect_frame(2);
        stream.seek(1);
        expect_frame(1);
        stream.seek(9);
        EXPECT_FALSE(stream.read(luma));
    }
}

TEST_F(video, names_what_is_wrong_with_a_y4m_file) {
    expect_part(problem_of_y4m(""), "the file is empty");
    expect_part(problem_of_y4m("RIFF"), "does not end within 1024 bytes");
    expect_part(problem_of_y4m("RIFF\n"), "does not begin with 'YUV4MPEG2'");
    expect_part(problem_of_y4m("YUV4MPEG2 W0 H3\n"), "0 x 3 pixels");
    expect_part(problem_of_y4m("YUV4MPEG2 W4\n"), "4 x 0 pixels");
    expect_part(problem_of_y4m("YUV4MPEG2 W4 H99999\n"), "must be 1 to 16384");
    expect_part(problem_of_y4m("YUV4MPEG2 W4x H4\n"), "the width '4x' is not a whole number");
    expect_part(problem_of_y4m("YUV4MPEG2 W4 H4 F25\n"), "the rate has no colon");
    expect_part(problem_of_y4m("YUV4MPEG2 W4 H4 F0:1\n"), "0/1 pictures per second");
    expect_part(problem_of_y4m("YUV4MPEG2 W4 H4 C440\n"), "'C440' is unknown");
    expect_part(problem_of_y4m("YUV4MPEG2 W4 H4 C420p7\n"), "7 bits");
    expect_part(problem_of_y4m("YUV4MPEG2 W2 H1 Cmono\nFRAME\nabFRAME\na"),
                "the file ends within frame 1, which has 1 of 2 bytes");
    expect_part(problem_of_y4m("YUV4MPEG2 W2 H1 Cmono\nFRAME\nabFRA"), "the file ends in the line before frame 1");
    expect_part(problem_of_y4m("YUV4MPEG2 W2 H1 Cmono\nFRAME\nab" + std::string(2'000, 'x')), "no line 'FRAME' before frame 1");
    expect_part(problem_of_y4m("YUV4MPEG2 W16384 H16384 Cmono\nFRAME\n"), "which has 0 of 268435456 bytes");
}

TEST_F(video, reads_only_regular_files) {
    expect_part(problem_of([&] { return open_y4m(folder_ / "absent.y4m"); }), "No such file");
    std::filesystem::create_directory(folder_ / "folder.y4m");
    expect_part(problem_of([&] { return open_y4m(folder_ / "folder.y4m"); }), "it is a folder");
    expect_part(problem_of([] { return open_y4m("/dev/zero"); }), "it is not a regular file");
}

TEST_F(video, reads_raw_files_of_a_stated_layout) {
    const std::filesystem::path file = written("raw.yuv", "abcdef....ghijkl....mn");
    const raw_layout layout {.format = {.width = 3, .height = 2}, .chroma = chroma_layout::yuv_420};
    video_stream stream = open_video(file, layout);
    EXPECT_EQ(stream.frames(), 3u);
    std::vector<std::byte> luma;
    stream.seek(1);
    ASSERT_TRUE(stream.read(luma));
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(luma.data()), luma.size()), "ghijkl");
    expect_part(problem_of([&] { return open_raw(file, layout); }), "the file ends within frame 2, which has 2 of 10 bytes");
    expect_part(problem_of([&] { return open_raw(file, {.format = {.width = 3, .height = 2, .bits = 17}}); }), "17 bits");
}

// ffmpeg 5.1 writes such files.
TEST_F(video, reads_y4m_files_with_rows_of_chroma_that_lack_a_byte) {
    for (const size_t chroma : {size_t {2 * 2 * 5}, size_t {2 * 2 * 6}}) {
        std::string contents = "YUV4MPEG2 W5 H3 F25:1 C420p10\n";
        for (char frame = 0; frame < 2; ++frame) {
            contents += "FRAME\n" + std::string(30, frame) + std::string(chroma, 'c');
        }
        video_stream stream = open_y4m(written("short.y4m", contents));
        EXPECT_EQ(stream.frames(), 2u);
        std::vector<std::byte> luma;
        for (char frame = 0; frame < 2; ++frame) {
            ASSERT_TRUE(stream.read(luma));
            EXPECT_EQ(luma, std::vector<std::byte>(30, static_cast<std::byte>(frame)));
        }
        EXPECT_FALSE(stream.read(luma));
    }
}

TEST_F(video, of_an_odd_width_and_more_than_8_bits_is_decoded_by_ffmpeg) {
    if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no ffmpeg";
    std::string contents = "YUV4MPEG2 W15 H7 F25:1 Ip A1:1 C420p10\n";
    for (char frame = 0; frame < 3; ++frame) {
        contents += "FRAME\n";
        for (int i = 0; i < 15 * 7 + 2 * 8 * 4; ++i) contents += {static_cast<char>(64 + i % 100 + frame), '\1'};
    }
    const std::filesystem::path y4m = written("odd.y4m", contents);
    const std::filesystem::path decoded_file = folder_ / "odd.mkv";
    // A copy without losses: ffmpeg reads Y4M with whole rows.
    const std::string command = "ffmpeg -v error -i " + y4m.string() + " -c:v ffv1 " + decoded_file.string();
    ASSERT_EQ(std::system(command.c_str()), 0);
    video_stream expected = open_y4m(y4m);
    video_stream decoded = open_video(decoded_file, {});
    EXPECT_EQ(decoded.format(), expected.format());
    std::vector<std::byte> a;
    std::vector<std::byte> b;
    for (int frame = 0; frame < 3; ++frame) {
        ASSERT_TRUE(expected.read(a) && decoded.read(b));
        EXPECT_EQ(a, b);
    }
    EXPECT_FALSE(decoded.read(b));
}

TEST_F(video, is_decoded_by_ffmpeg_with_the_same_luma) {
    if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no ffmpeg";
    std::string contents = "YUV4MPEG2 W16 H8 F25:1 Ip A1:1 C420p10\n";
    for (size_t frame = 0; frame < 3; ++frame) {
        contents += "FRAME\n";
        for (size_t i = 0; i < 192; ++i) {
            contents += static_cast<char>(64 + i + frame);
            contents += '\1';
        }
    }
    const std::filesystem::path y4m = written("a.y4m", contents);
    // ffmpeg reads Y4M files also under another name.
    const std::filesystem::path other = written("a.video", contents);
    video_stream expected = open_y4m(y4m);
    video_stream decoded = open_video(other, {});
    EXPECT_EQ(decoded.format(), expected.format());
    std::vector<std::byte> a;
    std::vector<std::byte> b;
    while (expected.read(a)) {
        ASSERT_TRUE(decoded.read(b));
        EXPECT_EQ(a, b);
    }
    EXPECT_FALSE(decoded.read(b));
    decoded.seek(1);
    expected.seek(1);
    ASSERT_TRUE(decoded.read(b) && expected.read(a));
    EXPECT_EQ(a, b);
    const std::filesystem::path text = written("text.mp4", "no video");
    const std::string problem = problem_of([&] { return open_video(text, {}); });
    expect_part(problem, text.string());
    expect_part(problem, "ffmpeg finds no video in it: ");
}

TEST_F(video, clip_is_the_same_in_all_depths_and_after_seeking) {
    video_stream eight = bundled_clip(40, 23, 8);
    video_stream twelve = bundled_clip(40, 23, 12);
    EXPECT_EQ(eight.frames(), 240u);
    std::vector<std::byte> a;
    std::vector<std::byte> b;
    std::set<std::vector<std::byte>> different;
    while (eight.read(a)) {
        ASSERT_TRUE(twelve.read(b));
        for (size_t i = 0; i < a.size(); ++i) {
            const int fine = std::to_integer<int>(b[2 * i]) + 256 * std::to_integer<int>(b[2 * i + 1]);
            ASSERT_LE(std::abs(fine - 16 * std::to_integer<int>(a[i])), 8);
        }
        different.insert(a);
    }
    EXPECT_GT(different.size(), 230u) << "the clip moves";
    eight.seek(100);
    ASSERT_TRUE(eight.read(a));
    EXPECT_TRUE(different.contains(a));
    EXPECT_THROW(bundled_clip(0, 1, 8), std::invalid_argument);
}

}  // namespace
}  // namespace ingot::media
