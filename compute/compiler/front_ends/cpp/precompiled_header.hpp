// Precompiles <ingot/kernel.hpp>, which takes most of the time of parsing a small kernel file, and keeps the result in
// the user's cache: $XDG_CACHE_HOME/ingot/headers.
//
// A precompiled header is a pair of files, KEY.pch and KEY.json. The key is a digest of the compiler's version and of all
// options except the include folders of the command line. The JSON file lists the digest of KEY.pch and what the header
// was made from: the digest of each file, and the names in #include directives. The pair is used only if
//   - KEY.pch and all files that were read have the digests in the list, and
//   - no include folder of the command line contains a file that one of the #include directives would find instead.
// Otherwise it is made again, or the kernel file is parsed without it.
#pragma once

#include <filesystem>
#include <string_view>

#include "../../front_end.hpp"
#include "invocation.hpp"

namespace ingot::compiler {

/// Returns whether the first declaration or directive of a source file is `#include <ingot/kernel.hpp>`; comments and
/// `#pragma once` may precede it. Only then a precompiled header can stand in front of the file: nothing before the
/// directive can affect the header, and the file sees the header's declarations from the beginning anyway.
bool begins_with_kernel_header(std::string_view source);

/// Returns the path of the precompiled header for these options. Makes it if it is missing, damaged or out of date.
/// Returns an empty path if the kernel file cannot use one, if the cache cannot be written, if the header has errors,
/// or if another process is making a precompiled header.
std::filesystem::path find_precompiled_header(const source_options& options, const device_macros& macros);

}  // namespace ingot::compiler
