// Errors that the middle end reports. The front end prints each one like Clang's own errors, with the source line and a
// caret.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ingot::compiler {

/// A place in a source file, taken from debug locations.
struct source_location {
    std::string file;     ///< as Clang names it in debug locations; empty if unknown
    uint32_t line = 0;    ///< from 1; 0 if unknown
    uint32_t column = 0;  ///< from 1; 0 if unknown
};

/// One error with its place and advice.
struct diagnostic {
    source_location location;   ///< a line of the user's code, not of a header of the language or the standard library
    std::string message;        ///< the error: "a kernel cannot allocate memory at run time"
    std::string advice;         ///< how to correct the error, printed as a note; may be empty
    source_location caller {};  ///< the line that calls the function with the error, printed as a note; may be unknown
};

/// Returns the place and the message in one line: "blur.kernels.cpp:13: Metal has no double".
inline std::string text_of(const diagnostic& entry) {
    const std::string place =
        entry.location.file + (entry.location.line == 0 ? std::string() : ":" + std::to_string(entry.location.line));
    return place.empty() ? entry.message : place + ": " + entry.message;
}

}  // namespace ingot::compiler
