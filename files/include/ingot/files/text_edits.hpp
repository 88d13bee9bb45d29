// Replacements of text at places that a program has named, such as the fixes of a compiler.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ingot::files {

/// A replacement of text within one line.
struct text_edit {
    uint32_t line = 0;    ///< from 1
    uint32_t column = 0;  ///< from 1, in bytes
    uint32_t length = 0;  ///< of the replaced text, in bytes; 0 inserts
    std::string text;     ///< may contain line ends
};

/// Returns the text after the edits, which refer to the text as it is before all of them. Throws std::invalid_argument if a place
/// is not in the text, or if two edits overlap. Two insertions at one place keep their order.
std::string edited(const std::string& text, std::span<const text_edit> edits);

}  // namespace ingot::files
