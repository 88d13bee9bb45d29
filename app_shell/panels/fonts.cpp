#include "panels/fonts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <ingot/installation/installation.hpp>
#include <initializer_list>
#include <set>
#include <string>

namespace ingot::shell {

namespace {

constexpr const char* other_characters = "—–·°×²³⁻→←↑↓…µ±≈≤≥“”‘’−";

/// The characters to load: Latin with accents, Greek and Cyrillic, which names of devices and files can contain,
/// other_characters, and those that texts from outside have shown.
ImVector<ImWchar> ranges_with(const std::set<ImWchar>& more) {
    ImFontGlyphRangesBuilder builder;
    constexpr std::array<ImWchar, 7> letters {0x0020, 0x024f, 0x0370, 0x03ff, 0x0400, 0x04ff, 0};
    builder.AddRanges(letters.data());
    builder.AddText(other_characters);
    for (const ImWchar each : more) builder.AddChar(each);
    ImVector<ImWchar> result;
    builder.BuildRanges(&result);
    return result;
}

std::string first_that_exists(std::initializer_list<std::filesystem::path> files) {
    for (const std::filesystem::path& file : files)
        if (std::error_code ignored; std::filesystem::exists(file, ignored)) return file.string();
    return {};
}

// The folders of the fonts: those bundled with a release archive, or those of Debian's packages.
std::filesystem::path inter() { return installation::bundled_folder("fonts", "/usr/share/fonts/opentype/inter"); }
std::filesystem::path jetbrains_mono() {
    return installation::bundled_folder("fonts", "/usr/share/fonts/truetype/jetbrains-mono");
}

std::string regular_file() {
    return first_that_exists({inter() / "Inter-Regular.otf", "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
                              "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"});
}

std::string strong_file() {
    return first_that_exists({inter() / "Inter-SemiBold.otf", "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                              "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"});
}

std::string code_file() {
    return first_that_exists(
        {jetbrains_mono() / "JetBrainsMono-Regular.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"});
}

ImFont* load(const std::string& file, float pixels, const ImVector<ImWchar>& ranges) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig settings;
    settings.SizePixels = std::round(pixels);
    settings.OversampleH = 2;
    settings.OversampleV = 1;
    if (!file.empty())
        if (ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), settings.SizePixels, &settings, ranges.Data)) return font;
    return atlas.AddFontDefault(&settings);
}

/// Adds the characters that the font that was loaded last lacks, from a font of the system, in the same size.
void merge(const font_face& face, float em, const ImVector<ImWchar>& ranges) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig settings;
    settings.MergeMode = true;
    settings.FontData = const_cast<std::byte*>(face.file->data());  // Dear ImGui only reads it
    settings.FontDataSize = static_cast<int>(face.file->size());
    settings.FontNo = face.index;
    settings.GlyphRanges = ranges.Data;
    settings.SizePixels = em;
    settings.OversampleH = 2;
    settings.OversampleV = 1;
    atlas.AddFont(&settings);
    // AddFont() would copy a file that it does not own. Below 0 is the size of the em, but AddFont() wants a size above 0.
    atlas.ConfigData.back().FontDataOwnedByAtlas = false;
    atlas.ConfigData.back().SizePixels = -em;
}

/// Gives all digits the width of the widest digit.
void make_digits_equally_wide(ImFont& font) {
    float widest = 0.0f;
    for (const ImFontGlyph& glyph : font.Glyphs)
        if (glyph.Codepoint >= '0' && glyph.Codepoint <= '9') widest = std::max(widest, glyph.AdvanceX);
    for (ImFontGlyph& glyph : font.Glyphs) {
        if (glyph.Codepoint < '0' || glyph.Codepoint > '9') continue;
        const float shift = std::round(0.5f * (widest - glyph.AdvanceX));
        glyph.X0 += shift;
        glyph.X1 += shift;
        glyph.AdvanceX = widest;
    }
    font.BuildLookupTable();
}

}  // namespace

fonts load_fonts(float pixels_per_unit, const outside_characters& outside) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    const std::string regular = regular_file();
    const std::string strong = strong_file();
    const ImVector<ImWchar> ranges = ranges_with(outside.characters());
    const auto load_with_others = [&](const std::string& file, float size) {
        ImFont* const font = load(file, size * pixels_per_unit, ranges);
        const ImFontConfig loaded = atlas.ConfigData.back();
        const float em = loaded.SizePixels * share_of_em(loaded.FontData, loaded.FontNo);
        for (const font_face& each : outside.system_fonts()) merge(each, em, ranges);
        return font;
    };
    const fonts result {load_with_others(regular, 14.0f), load_with_others(strong, 14.0f), load_with_others(regular, 12.0f),
                        load_with_others(strong, 20.0f),  load_with_others(strong, 38.0f), load_with_others(code_file(), 13.0f)};
    atlas.Build();
    for (ImFont* each : atlas.Fonts) make_digits_equally_wide(*each);
    return result;
}

}  // namespace ingot::shell
