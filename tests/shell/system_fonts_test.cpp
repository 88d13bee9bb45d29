// Tests that characters of texts from outside, which Ingot's fonts lack, come from fonts of the system. The "system" has the
// fonts that a test gives it, and finds them by fontconfig.
#include "panels/system_fonts.hpp"

#include <gtest/gtest.h>
#include <imgui.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "environment_value.hpp"
#include "panels/user_interface.hpp"

namespace ingot::shell {
namespace {

const std::filesystem::path inter = "/usr/share/fonts/opentype/inter/Inter-Regular.otf";  // its outlines are CFF
const std::filesystem::path sans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
const std::filesystem::path mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";
constexpr ImWchar georgian = 0x10d0;  // only DejaVu's fonts have it
const std::string georgian_text = "\u10d0";
constexpr ImWchar vietnamese = 0x1ea1;  // all of Ingot's fonts have it
const std::string vietnamese_text = "\u1ea1";
constexpr ImWchar only_in_inter = 0x1dd2;
constexpr ImWchar chinese = 0x6f22;  // none of these fonts has it
const std::string chinese_text = "\u6f22";

uint32_t number_at(const std::string& bytes, size_t place) {
    uint32_t result = 0;
    for (size_t i = 0; i < 4; ++i) result = result << 8U | static_cast<unsigned char>(bytes[place + i]);
    return result;
}

void put_number(std::string& bytes, size_t place, uint32_t number) {
    for (size_t i = 0; i < 4; ++i) bytes[place + i] = static_cast<char>(number >> (24U - 8U * i) & 0xffU);
}

/// Returns the fonts of several files as a collection (.ttc).
std::string collection_of(const std::vector<std::filesystem::path>& files) {
    std::string result(12 + 4 * files.size(), '\0');
    result.replace(0, 4, "ttcf");
    put_number(result, 4, 0x10000);
    put_number(result, 8, static_cast<uint32_t>(files.size()));
    for (size_t i = 0; i < files.size(); ++i) {
        std::ifstream stream(files[i], std::ios::binary);
        std::string font {std::istreambuf_iterator<char>(stream), {}};
        const size_t tables = number_at(font, 4) >> 16U;
        for (size_t table = 0; table < tables; ++table) {
            const size_t offset = 12 + 16 * table + 8;
            put_number(font, offset, number_at(font, offset) + static_cast<uint32_t>(result.size()));
        }
        put_number(result, 12 + 4 * i, static_cast<uint32_t>(result.size()));
        result += font;
        result.resize((result.size() + 3) / 4 * 4);
    }
    return result;
}

/// A system without fonts, to which a test adds some.
class fonts_of_the_system : public testing::Test {
protected:
    fonts_of_the_system() {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_ / "fonts");
        std::ofstream(folder_ / "fonts.conf") << "<?xml version=\"1.0\"?><fontconfig><dir>" << (folder_ / "fonts").string()
                                              << "</dir><cachedir>" << (folder_ / "cache").string() << "</cachedir></fontconfig>";
    }
    ~fonts_of_the_system() override { std::filesystem::remove_all(folder_); }

    void SetUp() override {
        if (std::system("fc-match --version 2>/dev/null") != 0) GTEST_SKIP() << "needs fontconfig";
        for (const auto& each : {inter, sans, mono})
            if (!std::filesystem::exists(each)) GTEST_SKIP() << "needs " << each;
    }
    void install(const std::filesystem::path& file) const {
        std::filesystem::copy_file(file, folder_ / "fonts" / file.filename());
    }

    // Tests run at the same time: each has a folder of its own.
    std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("fonts_of_the_system.") + testing::UnitTest::GetInstance()->current_test_info()->name() + "." +
         std::to_string(::getpid()));
    tests::environment_value configuration_ {"FONTCONFIG_FILE", (folder_ / "fonts.conf").string()};
};

TEST_F(fonts_of_the_system, are_found_by_a_character) {
    install(inter);
    install(sans);
    const auto found = find_system_fonts({georgian});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(has_character(found[0].file->data(), found[0].index, georgian));
    EXPECT_FALSE(has_character(found[0].file->data(), found[0].index, chinese));
    EXPECT_EQ(find_system_fonts({georgian, only_in_inter, chinese}).size(), 2u) << "no single font has both";
    EXPECT_TRUE(find_system_fonts({chinese}).empty());
}

TEST_F(fonts_of_the_system, can_be_in_a_collection_and_have_outlines_of_cff) {
    std::ofstream(folder_ / "fonts" / "both.ttc", std::ios::binary) << collection_of({mono, inter});
    const auto found = find_system_fonts({only_in_inter});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].index, 1);
    EXPECT_TRUE(has_character(found[0].file->data(), 1, only_in_inter));
    EXPECT_FALSE(has_character(found[0].file->data(), 0, only_in_inter)) << "this is the other font";
    EXPECT_FALSE(has_character(found[0].file->data(), 2, only_in_inter)) << "there is no third font";
    EXPECT_NEAR(share_of_em(found[0].file->data(), 1), 1.0f / 1.21f, 0.01f) << "Inter's lines are 1.21 em high";
}

TEST_F(fonts_of_the_system, are_none_if_there_is_no_fontconfig) {
    install(sans);
    const tests::environment_value path("PATH", folder_.string());
    EXPECT_TRUE(find_system_fonts({georgian}).empty());
}

TEST_F(fonts_of_the_system, are_left_out_if_they_cannot_be_drawn) {
    std::ofstream(folder_ / "fonts" / "broken.ttf") << "not a font";
    install(sans);
    EXPECT_EQ(find_system_fonts({georgian}).size(), 1u);
    EXPECT_FALSE(has_character("not a font", 0, georgian));
}

class texts_from_outside : public fonts_of_the_system {
protected:
    /// Draws frames that show the text, until the fonts have the character. Returns false if they have not got it after `limit`.
    bool get_a_glyph(const std::string& text, ImWchar character, std::chrono::milliseconds limit) {
        const auto end = std::chrono::steady_clock::now() + limit;
        while (std::chrono::steady_clock::now() < end) {
            frame(text);
            if (has_glyph(character)) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return false;
    }
    void frame(const std::string& text) {
        interface_.begin_frame();
        note_characters(text);
        interface_.end_frame();
    }
    static bool has_glyph(ImWchar character) {
        for (const ImFont* each : ImGui::GetIO().Fonts->Fonts)
            if (each->FindGlyphNoFallback(character) == nullptr) return false;
        return true;
    }

    window hidden_ {window::kind::offscreen, "test", {640, 480}};
    user_interface interface_ {hidden_, 1.0f};
};

constexpr std::chrono::seconds long_enough {20};

TEST_F(texts_from_outside, get_the_characters_that_ingots_fonts_lack) {
    install(sans);
    EXPECT_FALSE(has_glyph(georgian));
    EXPECT_TRUE(get_a_glyph(georgian_text, georgian, long_enough));
    for (const ImFont* each : ImGui::GetIO().Fonts->Fonts) {
        EXPECT_TRUE(each->FindGlyph('a')->Visible);
        EXPECT_TRUE(each->FindGlyph(georgian)->Visible);
    }
    // The letters of both fonts have the same em, so they have the same share of it at each size. Widths are whole pixels.
    const fonts& loaded = interface_.loaded_fonts();
    EXPECT_NEAR(loaded.display->FindGlyph(georgian)->AdvanceX / loaded.regular->FindGlyph(georgian)->AdvanceX,
                loaded.display->FontSize / loaded.regular->FontSize, 0.25f);
    interface_.change_scale(8);
    frame("");
    EXPECT_TRUE(has_glyph(georgian)) << "also in another size";
}

TEST_F(texts_from_outside, are_shown_without_a_search_if_ingots_fonts_have_their_characters) {
    const tests::environment_value path("PATH", folder_.string());  // without fontconfig
    EXPECT_FALSE(has_glyph(vietnamese));
    frame(vietnamese_text);
    frame(vietnamese_text);
    EXPECT_TRUE(has_glyph(vietnamese));
}

TEST_F(texts_from_outside, do_not_load_the_fonts_again_for_characters_that_no_font_has) {
    install(sans);
    ASSERT_TRUE(get_a_glyph(chinese_text + georgian_text, georgian, long_enough));
    EXPECT_FALSE(has_glyph(chinese));
    const fonts before = interface_.loaded_fonts();
    EXPECT_FALSE(get_a_glyph(chinese_text, chinese, std::chrono::milliseconds(300)));
    EXPECT_EQ(before.regular->ContainerAtlas->Fonts[0], before.regular);
    EXPECT_EQ(before.regular, interface_.loaded_fonts().regular);
}

TEST_F(texts_from_outside, with_damaged_bytes_are_ignored) {
    frame("\xff\xfe \xe6\xbc \xc2\x85 \xf0\x9f\x98\x80 \xef\xbf\xbd");
    outside_characters noted;
    noted.note("\xff\xfe \xe6\xbc \xc2\x85 \xf0\x9f\x98\x80 \xef\xbf\xbd");
    EXPECT_FALSE(noted.update());
    EXPECT_TRUE(noted.characters().empty());
}

}  // namespace
}  // namespace ingot::shell
