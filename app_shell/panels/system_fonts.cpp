#include "panels/system_fonts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <exception>
#include <ingot/files/read_file.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "process/child.hpp"
#include "process/temporary_file.hpp"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_truetype.h>
#pragma GCC diagnostic pop

namespace ingot::shell {

namespace {

constexpr std::chrono::seconds longest_search {20};  // fontconfig may have to read all fonts first
// The fonts with most of the characters come first. The bound keeps the search for a character that no font has short.
constexpr size_t most_candidates = 16;

/// The fonts that have most of the characters, and suit the user's language, come first: lines with the index and the file.
std::string ask_fontconfig(const std::set<ImWchar>& characters) {
    std::string pattern = "sans-serif:charset=";
    for (const ImWchar each : characters) pattern += fmt::format("{:x} ", static_cast<unsigned>(each));
    const process::temporary_file output("ingot-fonts-");
    const process::temporary_file errors("ingot-fonts-");
    process::run_child("fc-match", {"--sort", "--all", "--format", "%{index} %{file}\n", pattern}, {output.path(), errors.path()},
                       longest_search, [] { return false; });
    return output.text();
}

std::optional<stbtt_fontinfo> open_font(const void* file, int index) {
    const auto* const bytes = static_cast<const unsigned char*>(file);
    const int offset = stbtt_GetFontOffsetForIndex(bytes, index);
    stbtt_fontinfo font;
    if (offset < 0 || stbtt_InitFont(&font, bytes, offset) == 0) return std::nullopt;
    return font;
}

}  // namespace

bool has_character(const void* file, int index, ImWchar character) {
    const auto font = open_font(file, index);
    return font && stbtt_FindGlyphIndex(&*font, character) != 0;
}

float share_of_em(const void* file, int index) {
    const auto font = open_font(file, index);
    return font ? stbtt_ScaleForPixelHeight(&*font, 1.0f) / stbtt_ScaleForMappingEmToPixels(&*font, 1.0f) : 1.0f;
}

std::vector<font_face> find_system_fonts(std::set<ImWchar> characters) {
    std::vector<font_face> result;
    try {
        std::istringstream candidates(ask_fontconfig(characters));
        unsigned index = 0;
        std::string name;
        for (size_t i = 0; i < most_candidates && !characters.empty() && candidates >> index; ++i) {
            std::getline(candidates >> std::ws, name);
            // The upper half of fontconfig's index is the number of a variable font's instance.
            const font_face face {std::make_shared<const std::vector<std::byte>>(files::read_whole_file(name)),
                                  static_cast<int>(index & 0xffffU)};
            const size_t missing = characters.size();
            std::erase_if(characters, [&](ImWchar each) { return has_character(face.file->data(), face.index, each); });
            if (characters.size() < missing) result.push_back(face);
        }
    } catch (const std::exception&) {
        // Without fontconfig, or with a font that cannot be read, the characters stay boxes.
    }
    return result;
}

}  // namespace ingot::shell
