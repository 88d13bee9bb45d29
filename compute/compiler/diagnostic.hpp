// What the middle end says about a kernel's source; the front end prints it with the line and a caret, as Clang prints its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ingot::compiler {

struct source_location {
    std::string file;     ///< as Clang names it in debug locations; empty where it is not known
    uint32_t line = 0;    ///< from 1; 0 where it is not known
    uint32_t column = 0;  ///< from 1; 0 where it is not known
};

struct diagnostic {
    source_location where;  ///< a line of the user's, not of a header of the language or the standard library
    std::string message;    ///< what is wrong: "a kernel cannot allocate memory at run time"
    std::string advice;     ///< what to do instead, printed as a note; may be empty
};

}  // namespace ingot::compiler
