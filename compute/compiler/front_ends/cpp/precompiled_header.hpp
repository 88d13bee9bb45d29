// Precompiles <ingot/kernel.hpp>, which takes most of the time of parsing a small kernel file, and keeps the result in
// the user's cache: $XDG_CACHE_HOME/ingot/headers.
//
// A precompiled header is a pair of files, KEY.pch and KEY.json. The key is a digest of the compiler's version and of
// Clang's options, without the name of the kernel file, the target's macros and the include folders of the command line.
// The JSON file lists the digest of KEY.pch and what the header was made from: the digest of each file, the names in
// #include directives and in __has_include, and the folders in which Clang searched.
//   - If KEY.pch or a file from which it was made does not have the digest in the list, the header is made again.
//   - If an include folder of the command line contains a file that one of the #include directives would find instead, the
//     kernel file is parsed without a precompiled header.
#pragma once

#include <filesystem>
#include <string_view>

#include "../../front_end.hpp"
#include "invocation.hpp"

namespace ingot::compiler {

/// Returns whether the first declaration or directive of a source file is `#include <ingot/kernel.hpp>`; comments and
/// `#pragma once` may precede it. Only such a file can be parsed with a precompiled header in front of it: nothing before
/// the directive can affect the header, and the file sees the header's declarations from the beginning anyway.
bool begins_with_kernel_header(std::string_view source);

/// Returns the path of the precompiled header for these options. Makes it if it is missing, damaged or out of date.
/// Returns an empty path if the kernel file cannot use a precompiled header, if Clang rejects the options, if there is no
/// folder for the cache, or if the header must be made and that fails: the header has errors, the cache cannot be written,
/// or another process is making a precompiled header.
std::filesystem::path find_precompiled_header(const source_options& options, const device_macros& macros);

}  // namespace ingot::compiler
