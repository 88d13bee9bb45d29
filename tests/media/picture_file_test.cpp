// Tests files of pictures: written pictures are read back, and errors name the broken file.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <ingot/files/read_file.hpp>
#include <ingot/media/picture_file.hpp>
#include <limits>

#include "environment_value.hpp"
#include "temporary_folder.hpp"

namespace ingot::media {
namespace {

using tests::temporary_folder;

/// Returns a picture of values that 8-bit sRGB can store. If it is 256 pixels wide, red and green have all 256 values. Red is
/// then multiplied by `brightest`, for formats that store light above 1.
picture gradient(int width, int height, float brightest = 1.0f) {
    picture picture(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.at(x, y) = {decode_srgb8(static_cast<uint8_t>(x)) * brightest, decode_srgb8(static_cast<uint8_t>(255 - x)),
                                decode_srgb8(static_cast<uint8_t>(7 * y)), 1.0f};
    return picture;
}

// Returns the message of the error that reading a file throws.
std::string error_of(const std::filesystem::path& file) {
    try {
        read_picture(file);
        return "no error was thrown";
    } catch (const picture_error& problem) {
        return problem.what();
    }
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string text_of(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

TEST(picture_file, png_gives_8_bits_back) {
    const temporary_folder folder;
    const picture picture = gradient(256, 31);
    write_picture(folder / "a.png", picture);
    EXPECT_EQ(read_picture(folder / "a.png"), picture);
}

TEST(picture_file, png_keeps_alpha) {
    const temporary_folder folder;
    picture picture = gradient(5, 3);
    picture.at(1, 2).alpha = 51.0f / 255.0f;
    write_picture(folder / "a.PNG", picture);
    EXPECT_EQ(read_picture(folder / "a.PNG"), picture);
}

TEST(picture_file, png_clamps_values_and_stores_nan_as_0) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const picture bright(2, 1, {{5.0f, -1.0f, nan, 1.0f}, {0.5f, 0.5f, 0.5f, 1.0f}});
    const picture read = decode_picture(encode_picture(bright, picture_format::png), "a");
    EXPECT_EQ(read.at(0, 0), (pixel {1.0f, 0.0f, 0.0f, 1.0f}));
}

TEST(picture_file, jpeg_gives_smooth_colours_back_within_two_steps_of_8_bits) {
    constexpr int width = 37;  // no multiple of the format's blocks
    constexpr int height = 21;
    std::vector<uint8_t> rgb;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int value : {20 + 5 * x, 40 + 8 * y, 128}) rgb.push_back(static_cast<uint8_t>(value));
    tests::temporary_folder folder;
    const auto file = folder / "smooth.jpg";
    const std::vector<std::byte> bytes = encode_jpeg(width, height, rgb, 98);
    std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
    const std::vector<uint8_t> found = to_srgb8(read_picture(file));
    ASSERT_EQ(found.size(), rgb.size());
    for (size_t i = 0; i < rgb.size(); ++i) EXPECT_NEAR(found[i], rgb[i], 2) << i;
    EXPECT_THROW(encode_jpeg(width, height + 1, rgb, 98), picture_error);
    EXPECT_THROW(encode_jpeg(width, height, rgb, 0), picture_error);
    EXPECT_THROW(encode_jpeg(70'000, 1, std::vector<uint8_t>(210'000), 98), picture_error);
}

TEST(picture_file, exr_gives_every_float_back) {
    const temporary_folder folder;
    picture picture = gradient(37, 5, 12345.678f);
    picture.at(0, 0).red = -0.25f;
    picture.at(1, 0).green = 1e30f;
    write_picture(folder / "a.exr", picture);
    EXPECT_EQ(read_picture(folder / "a.exr"), picture);
    picture.at(2, 0).alpha = 0.5f;
    picture.at(3, 0).alpha = 0.25f;
    write_picture(folder / "a.exr", picture);
    EXPECT_EQ(read_picture(folder / "a.exr"), picture);  // the file stores colour times alpha; this is exact for 1/2 and 1/4
}

TEST(picture_file, hdr_gives_light_back_within_its_eight_bits) {
    const temporary_folder folder;
    const picture source = gradient(256, 9, 700.0f);
    write_picture(folder / "a.hdr", source);
    const picture read = read_picture(folder / "a.hdr");
    ASSERT_EQ(read.width, 256);
    ASSERT_EQ(read.height, 9);
    for (size_t i = 0; i < source.pixels.size(); ++i) {
        // The components share the exponent of the largest one, whose 8-bit mantissa is at least 128.
        const float largest = std::max({source.pixels[i].red, source.pixels[i].green, source.pixels[i].blue});
        EXPECT_NEAR(read.pixels[i].red, source.pixels[i].red, largest / 128.0f);
        EXPECT_NEAR(read.pixels[i].blue, source.pixels[i].blue, largest / 128.0f);
    }
}

TEST(picture_file, hdr_is_read_with_the_older_kind_of_runs) {
    // A row of 4 pixels. The first 3 have one colour: one pixel and a run of 2 copies. A row of this width cannot have the
    // newer kind of runs.
    const std::string text = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 4\n\x40\x80\xc0\x81\1\1\1\2\x80\x80\x80\x80";
    const picture read = decode_picture(std::as_bytes(std::span(text)), "a");
    EXPECT_EQ(read.at(0, 0), (pixel {0.5f, 1.0f, 1.5f, 1.0f}));
    EXPECT_EQ(read.at(2, 0), read.at(0, 0));
    EXPECT_EQ(read.at(3, 0), (pixel {0.5f, 0.5f, 0.5f, 1.0f}));
}

TEST(picture_file, every_format_can_store_extreme_sizes) {
    for (const auto format : {picture_format::png, picture_format::hdr, picture_format::exr})
        for (const auto& [width, height] : {std::pair {1, 1}, {1, 7}, {100'000, 1}, {1, 20'000}, {16'384, 3}}) {
            picture source(width, height);
            source.pixels.back() = {1.0f, 0.5f, 0.25f, 1.0f};
            const picture read = decode_picture(encode_picture(source, format), "a");
            EXPECT_EQ(read.width, width);
            EXPECT_EQ(read.height, height);
            EXPECT_EQ(read.pixels.back().red, 1.0f);
        }
}

TEST(picture_file, the_contents_determine_the_format) {
    const temporary_folder folder;
    write_picture(folder / "a.exr", gradient(4, 4));
    std::filesystem::rename(folder / "a.exr", folder / "a.png");
    EXPECT_EQ(read_picture(folder / "a.png"), gradient(4, 4));
}

// Returns a PNG whose header states another size, 8 bytes, with the header's checksum (PNG specification, annex D).
std::string with_size(const std::string& png, const std::string& size) {
    std::string changed = png.substr(0, 16) + size + png.substr(24);
    uint32_t checksum = ~0u;
    for (size_t i = 12; i < 29; ++i) {
        checksum ^= static_cast<uint8_t>(changed[i]);
        for (int bit = 0; bit < 8; ++bit) checksum = (checksum & 1u) != 0 ? checksum >> 1u ^ 0xedb88320u : checksum >> 1u;
    }
    for (int i = 0; i < 4; ++i) changed[32 - static_cast<size_t>(i)] = static_cast<char>(~checksum >> (8 * i) & 0xffu);
    return changed;
}

TEST(picture_file, errors_name_the_file_and_what_is_wrong) {
    const temporary_folder folder;
    const auto png = text_of(encode_picture(gradient(64, 64), picture_format::png));
    const auto exr = text_of(encode_picture(gradient(64, 64), picture_format::exr));
    const auto hdr = text_of(encode_picture(gradient(64, 64), picture_format::hdr));
    ASSERT_EQ(with_size(png, png.substr(16, 8)), png);
    const std::string huge = with_size(png, std::string("\0\1\0\0\0\1\0\0", 8));
    const std::tuple<const char*, std::string, const char*> cases[] = {
        {"empty.png", "", "the file is empty"},
        {"half.png", png.substr(0, png.size() / 2), "half.png: the PNG is damaged or truncated; export or copy it again"},
        {"start.png", png.substr(0, 20), "start.png: the PNG is damaged or truncated; export or copy it again"},
        {"bad.png", png.substr(0, 8) + "xxxx" + png.substr(12), "bad.png: the PNG is damaged or truncated; export"},
        {"half.exr", exr.substr(0, exr.size() / 2), "half.exr: "},
        {"start.exr", exr.substr(0, 6), "start.exr: "},
        {"half.hdr", hdr.substr(0, hdr.size() / 2), "half.hdr: "},
        {"start.hdr", hdr.substr(0, 20), "the file is truncated"},
        {"xyz.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n1234", "its pixels are '32-bit_rle_xyze'"},
        {"turned.hdr", "#?RADIANCE\n\n+X 1 +Y 1\n1234", "its rows are in the order '+X 1 +Y 1'"},
        {"run.hdr", std::string("#?RADIANCE\n\n-Y 1 +X 8\n\2\2\0\10\0\0\0", 29), "a run is longer than its row"},
        {"start.jpg", "\xff\xd8\xff\xe0", "start.jpg: the JPEG is damaged or truncated; export or copy it again"},
        {"text.png", "Not a picture at all.", "unknown format; pictures can be read from PNG, JPEG"},
        {"pixelless.hdr", "#?RADIANCE\n\n-Y 0 +X 4\n", "the picture has no pixel"},
        {"pixelless.png", with_size(png, std::string(8, '\0')), "the PNG is damaged"},
        {"huge.png", huge, "65536 x 65536 pixels are too many; at most 268435456 pixels can be read"},
    };
    for (const auto& [name, contents, expected] : cases) {
        const auto message = error_of(folder.write(name, contents));
        EXPECT_NE(message.find(expected), std::string::npos) << name << ": " << message;
        EXPECT_NE(message.find((folder / name).string()), std::string::npos) << message;
    }
    EXPECT_NE(error_of(folder / "missing.png").find("missing.png: cannot be read: No such file"), std::string::npos);
    EXPECT_NE(error_of(folder.path()).find("it is a folder"), std::string::npos);
}

TEST(picture_file, every_truncated_file_is_read_or_rejected_with_picture_error) {
    for (const auto format : {picture_format::png, picture_format::hdr, picture_format::exr}) {
        const auto whole = encode_picture(gradient(23, 11), format);
        for (size_t size = 0; size < whole.size(); ++size) {
            try {
                const picture read = decode_picture(std::span(whole).first(size), "a");
                EXPECT_EQ(read.pixels.size(), 23u * 11u);
            } catch (const picture_error&) {
            }
        }
    }
}

// A small file can state a very large size, or hold a large picture of one colour.
TEST(picture_file, too_many_pixels_for_the_size_of_a_file_are_rejected) {
    const temporary_folder folder;
    const auto large = folder.write("large.hdr", "#?RADIANCE\n\n-Y 16384 +X 16384\n");
    EXPECT_TRUE(contains(error_of(large), "16384 x 16384 pixels are too many for a file of 30 bytes")) << error_of(large);
    EXPECT_TRUE(contains(error_of(large), "INGOT_READ_LIMITS=off"));
    {
        const tests::environment_value off("INGOT_READ_LIMITS", "off");
        const auto small = folder.write("small.hdr", "#?RADIANCE\n\n-Y 1500 +X 1500\n");
        EXPECT_TRUE(contains(error_of(small), "truncated")) << error_of(small);
    }
    // A picture of one colour is read: its file is large enough.
    const picture one_colour(1600, 1000);
    write_picture(folder / "one.png", one_colour);
    EXPECT_EQ(read_picture(folder / "one.png").pixels.size(), one_colour.pixels.size());
}

TEST(picture_file, a_jpeg_with_a_damaged_huffman_table_is_rejected) {
    const temporary_folder folder;
    // A table with 257 codes of 16 bits, one more than there are bytes. A version of stb wrote it past the end of an array.
    std::string table("\xff\xc4\x01\x14\x00", 5);
    table += std::string(14, '\0') + std::string("\x02\xff", 2) + std::string(257, 'x');
    const auto file = folder.write("table.jpg", "\xff\xd8" + table + "\xff\xd9");
    EXPECT_TRUE(contains(error_of(file), "the JPEG is damaged")) << error_of(file);
}

std::vector<std::byte> seed(const char* name) {
    return files::read_whole_file(std::filesystem::path(INGOT_PICTURE_SEEDS) / name);
}

TEST(picture_file, every_truncated_png_and_jpeg_is_rejected) {
    for (const char* name : {"16_bits.png", "alpha_interlaced.png", "palette.png", "baseline.jpg", "grey.jpg", "cmyk.jpg"}) {
        const std::vector<std::byte> whole = seed(name);
        EXPECT_NO_THROW(decode_picture(whole, name)) << name;
        for (size_t size = 1; size < whole.size(); ++size)
            EXPECT_THROW(decode_picture(std::span(whole).first(size), name), picture_error) << name << ", " << size << " bytes";
    }
}

// Programs of Adobe store the inverse of each ink, so 255 means no ink. The file is of one colour: no cyan, half of magenta, all
// yellow and a fifth of black.
TEST(picture_file, a_jpeg_of_four_inks_gives_the_light_that_paper_reflects) {
    const picture read = decode_picture(seed("cmyk.jpg"), "cmyk.jpg");
    EXPECT_EQ(read.width, 8);
    const pixel& first = read.pixels.front();
    EXPECT_NEAR(encode_srgb8(first.red), 204, 2);
    EXPECT_NEAR(encode_srgb8(first.green), 102, 2);
    EXPECT_NEAR(encode_srgb8(first.blue), 0, 2);
    EXPECT_EQ(first.alpha, 1.0f);
}

TEST(picture_file, only_regular_files_are_read) {
    const temporary_folder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
    EXPECT_TRUE(contains(error_of(folder / "pipe.png"), "it is a pipe, not a regular file")) << error_of(folder / "pipe.png");
}

TEST(picture_file, what_cannot_be_written_is_reported) {
    const temporary_folder folder;
    const auto error_of_writing = [&](const std::filesystem::path& file, const picture& source) -> std::string {
        try {
            write_picture(file, source);
            return "written";
        } catch (const picture_error& problem) {
            return problem.what();
        }
    };
    EXPECT_NE(error_of_writing(folder / "a.jpg", gradient(2, 2)).find(".png, .hdr or .exr"), std::string::npos);
    EXPECT_EQ(error_of_writing("/nowhere/a.png", gradient(2, 2)),
              "/nowhere/a.png: cannot be written: there is no folder '/nowhere'");
    EXPECT_NE(error_of_writing(folder / "a.png", picture()).find("without a pixel"), std::string::npos);
    EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace ingot::media
