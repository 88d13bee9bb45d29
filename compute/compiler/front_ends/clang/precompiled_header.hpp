// Precompiles a header of the kernel language, such as <ingot/kernel.hpp> or <metal_stdlib>, which takes most of the time of
// parsing a small kernel file, and keeps the result in the user's cache: $XDG_CACHE_HOME/ingot/headers.
//
// A precompiled header is a pair of files, KEY.pch and KEY.json. The key is a digest of the compiler's version, of the text
// that is precompiled, and of Clang's options, without the name of the kernel file and the include folders of the command line.
// The JSON file lists the digest of KEY.pch and what the header was made from: the digest of each file, the names in
// #include directives and in __has_include, and the folders in which Clang searched.
//   - If KEY.pch or a file from which it was made does not have the digest in the list, the header is made again.
//   - If an include folder of the command line contains a file that one of the #include directives would find instead, the
//     kernel file is parsed without a precompiled header.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/Preprocessor.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../../front_end.hpp"

namespace ingot::compiler {

/// Changes the tokens of a file (staged_parse::parse_file).
using token_rewriter = std::function<void(clang::Preprocessor&, std::vector<clang::Token>&)>;

/// What is precompiled, and how.
struct precompiled_source {
    std::string text;  ///< "#include <ingot/kernel.hpp>\n"
    /// Returns the invocation of Clang without the name of the kernel file and the include folders of the command line, so that
    /// kernel files that differ only in these share a header. Its messages are off. Null if Clang rejects the options.
    std::function<std::shared_ptr<clang::CompilerInvocation>()> invocation;
    token_rewriter rewrite {};  ///< may be empty; if not, the key also contains the size and the time of this program
};

/// Returns the name in the first directive of a source file if it is `#include <name>`; comments and `#pragma once` may precede
/// it. Otherwise returns an empty text. Only a file that begins with a header can be parsed with that header's precompiled form
/// in front of it: nothing before the directive can affect the header, and the file sees the header's declarations from the
/// beginning anyway.
std::string_view first_include(std::string_view source);

/// Returns the path of the precompiled header. Makes it if it is missing, damaged or out of date. `options` are those of the
/// kernel file. Returns an empty path if the kernel file cannot use a precompiled header, if Clang rejects the options, if there
/// is no folder for the cache, or if the header must be made and that fails: the header has errors, the cache cannot be written,
/// or another process is making a precompiled header.
std::filesystem::path find_precompiled_header(const precompiled_source& source, const source_options& options);

}  // namespace ingot::compiler
