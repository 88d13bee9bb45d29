// Text in generated C++ source.
#pragma once

#include <string>
#include <string_view>

namespace ingot::compiler {

/// Returns the text for the inside of a C++ string literal: quotation marks and backslashes get a backslash.
inline std::string literal(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

}  // namespace ingot::compiler
