// Finds the macros that the author of a kernel file has defined.
#pragma once

#include <clang/Lex/Preprocessor.h>

#include <string>
#include <vector>

#include "../../front_end.hpp"

namespace ingot::compiler {

/// The macros of a kernel file.
struct author_macros {
    /// The names of the macros that the kernel file, the author's headers and the options define, sorted. The code that
    /// ingotc appends to the file begins with #undef for each: the appended code and the headers that it includes must
    /// not be subject to them. The names include macros of blocks that this parse skipped, because the file is compiled
    /// for other targets and for the host too. They do not include reserved names, NDEBUG, names with the prefix INGOT_,
    /// and names that a library's header defines.
    std::vector<std::string> names;
    /// Do the kernel file or the author's headers name a macro that describes the target (INGOT_TARGET_…) or the device
    /// profile (INGOT_PROFILE_…)?
    bool uses_target_macros = false;
};

author_macros find_author_macros(clang::Preprocessor& preprocessor, const source_options& options);

}  // namespace ingot::compiler
