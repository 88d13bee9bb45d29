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
    /// ingotc appends to the file begins with an #undef for each of these macros: they must not change the appended code
    /// and the headers that it includes. Macros in #if blocks that this parse skipped are included, because the file is
    /// also compiled for other targets and for the host. Reserved names, NDEBUG, names with the prefix INGOT_, and names
    /// that a library's header defines are left out.
    std::vector<std::string> names;
    /// Do the kernel file or the author's headers name a macro that describes the target (INGOT_TARGET_…) or the device
    /// profile (INGOT_PROFILE_…)?
    bool uses_target_macros = false;
};

author_macros find_author_macros(clang::Preprocessor& preprocessor, const source_options& options);

}  // namespace ingot::compiler
