// Tests of `ingot gallery`: the text of the pages, and the program that renders them.
#include "gallery/gallery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <ingot/media/picture_file.hpp>
#include <regex>
#include <set>

#include "capture/video_target.hpp"
#include "program_fixture.hpp"

namespace ingot::shell {
namespace {

using tests::program;

gallery::contents contents_of_one_sample() {
    return {.device = "CUDA: a <GPU>",
            .version = "1.2.3",
            .date = "2026-11-27",
            .size = {640, 360},
            .samples = {{.name = "dots",
                         .title = "Dots & lines",
                         .summary = "Says \"hello\"",
                         .presets = {{.name = "many",
                                      .title = "Many <b>dots</b>",
                                      .summary = "{{body}} & more",
                                      .command = "ingot run dots --preset many",
                                      .picture = "pictures/dots-many.jpg",
                                      .frames = 3,
                                      .frame_milliseconds = 4.0}},
                         .kernels = {{"dots.kernels.cpp", "// a < b\nkernel void dots(buffer<float> x) {\n}\n"}}}}};
}

std::string text_of(const std::vector<gallery::page>& pages, const std::string& file) {
    const auto found = std::ranges::find(pages, file, &gallery::page::file);
    return found == pages.end() ? std::string() : found->text;
}

TEST(gallery_pages, escape_every_text) {
    const std::string page = text_of(gallery::pages(contents_of_one_sample()), "dots.html");
    EXPECT_NE(page.find("<h1>Dots &amp; lines</h1>"), std::string::npos) << page;
    EXPECT_NE(page.find("Many &lt;b&gt;dots&lt;/b&gt;"), std::string::npos) << page;
    EXPECT_NE(page.find("Says &quot;hello&quot;"), std::string::npos) << page;
    EXPECT_NE(page.find("CUDA: a &lt;GPU&gt;"), std::string::npos) << page;
    EXPECT_NE(page.find("{{body}} &amp; more"), std::string::npos) << "a text that looks like a mark was replaced:\n" << page;
    EXPECT_EQ(page.find("<b>"), std::string::npos);
}

TEST(gallery_pages, show_the_rate_the_command_and_coloured_kernels) {
    const std::string page = text_of(gallery::pages(contents_of_one_sample()), "dots.html");
    EXPECT_NE(page.find("4.00 ms a frame, 250 frames a second"), std::string::npos) << page;
    EXPECT_NE(
        page.find("<code><span>ingot</span> <span>run</span> <span>dots</span> <span>--preset</span> <span>many</span></code>"),
        std::string::npos)
        << page;
    EXPECT_NE(page.find("<span class=\"comment\">// a &lt; b</span>\n"), std::string::npos) << page;
    EXPECT_NE(page.find("<span class=\"keyword\">"), std::string::npos) << page;
    EXPECT_NE(page.find("3 lines"), std::string::npos) << page;
}

TEST(gallery_pages, need_no_network) {
    for (const gallery::page& each : gallery::pages(contents_of_one_sample())) {
        EXPECT_EQ(each.text.find("http:"), std::string::npos) << each.file;
        EXPECT_EQ(each.text.find("https:"), std::string::npos) << each.file;
    }
}

TEST_F(program, renders_a_gallery_of_every_preset) {
    ASSERT_EQ(run("gallery site counters --backend cpu-debug --frames 2 --size 64x32"), 0) << standard_error();
    EXPECT_NE(standard_output().find("gallery: site/index.html"), std::string::npos) << standard_output();
    const std::string index = folder_.read("site/index.html");
    EXPECT_NE(index.find("href=\"counters.html\""), std::string::npos) << index;
    const std::string page = folder_.read("site/counters.html");
    EXPECT_NE(page.find("Quick counters"), std::string::npos) << page;
    EXPECT_NE(page.find("<span>--preset</span> <span>quick</span> <span>--backend</span> <span>cpu-debug</span>"),
              std::string::npos)
        << page;
    for (const char* const preset : {"quick", "bright"}) {
        const media::picture picture = media::read_picture(folder_ / ("site/pictures/counters-" + std::string(preset) + ".jpg"));
        EXPECT_EQ(picture.width, 64);
        EXPECT_EQ(picture.height, 32);
    }
    // Every file that the pages refer to is there.
    const std::regex reference("(?:href|src)=\"([^\"#:]+)\"");
    std::set<std::string> files;
    for (const std::string& text : {index, page})
        for (std::sregex_iterator found(text.begin(), text.end(), reference), end; found != end; ++found)
            files.insert((*found)[1]);
    EXPECT_GE(files.size(), 6u);
    for (const std::string& each : files) EXPECT_TRUE(std::filesystem::exists(folder_ / ("site/" + each))) << each;
    // A second run replaces the first one.
    EXPECT_EQ(run("gallery site counters --backend cpu-debug --seconds 0 --size 64x32"), 0) << standard_error();
}

TEST_F(program, a_gallery_replaces_no_page_of_others) {
    std::filesystem::create_directories(folder_ / "mine");
    std::ofstream(folder_ / "mine/index.html") << "<title>My page</title>";
    EXPECT_EQ(run("gallery mine counters --frames 1 --size 32x32"), 1);
    EXPECT_NE(standard_error().find("'mine/index.html' is not a page of a gallery"), std::string::npos) << standard_error();
    EXPECT_EQ(folder_.read("mine/index.html"), "<title>My page</title>");
}

TEST_F(program, a_gallery_names_what_is_wrong) {
    EXPECT_EQ(run("gallery"), 2);
    EXPECT_NE(standard_error().find("no folder given: ingot gallery DIR"), std::string::npos) << standard_error();
    EXPECT_EQ(run("gallery counters"), 2);
    EXPECT_NE(standard_error().find("'counters' is a sample; name the folder"), std::string::npos) << standard_error();
    EXPECT_EQ(run("gallery site other"), 2);
    EXPECT_NE(standard_error().find("there is no sample 'other'"), std::string::npos) << standard_error();
    EXPECT_EQ(run("gallery site --seconds -1"), 2);
    EXPECT_EQ(run("gallery /dev/null/site counters"), 1);
    EXPECT_NE(standard_error().find("cannot create the folder"), std::string::npos) << standard_error();
    // Without ffmpeg: a PATH that has nothing but the program by which this test runs the program.
    std::filesystem::create_directories(folder_ / "bin");
    std::filesystem::create_symlink("/usr/bin/timeout", folder_ / "bin/timeout");
    EXPECT_EQ(run("gallery site --video 1", "PATH='" + (folder_ / "bin").string() + "'"), 3);
    EXPECT_NE(standard_error().find("ffmpeg"), std::string::npos) << standard_error();
}

TEST_F(program, a_gallery_has_videos_of_what_moves) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    ASSERT_EQ(run("gallery site counters --backend cpu-debug --frames 2 --size 64x32 --video 0.2"), 0) << standard_error();
    EXPECT_NE(folder_.read("site/counters.html").find("src=\"videos/counters-quick.mp4\""), std::string::npos);
    EXPECT_GT(std::filesystem::file_size(folder_ / "site/videos/counters-quick.mp4"), 100u);
    // The other preset finishes a picture.
    EXPECT_FALSE(std::filesystem::exists(folder_ / "site/videos/counters-bright.mp4"));
}

}  // namespace
}  // namespace ingot::shell
