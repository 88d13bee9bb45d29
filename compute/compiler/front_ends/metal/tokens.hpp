// Rewrites Metal's tokens into tokens of the C++ that Clang parses, before Clang's parser sees them. The places of the tokens
// stay, so that messages show the author's lines.
//
//     kernel void f(device float* p [[buffer(0)]], threadgroup float t[64]) { p[0] = 0.5h; }
//
// becomes
//
//     __attribute__((ingot_metal_mark("kernel"))) void f(__attribute__((opencl_global)) float* p
//         __attribute__((ingot_metal_mark("buffer", (0)))), … float* t) { p[0] = 0.5f16; }
#pragma once

#include <clang/Lex/Preprocessor.h>

#include <set>
#include <string>
#include <vector>

#include "conditionals.hpp"

namespace ingot::compiler::metal {

/// What the token pass has found and what the syntax tree does not show.
struct token_facts {
    /// The places of the word `thread`, which has no counterpart in C++.
    std::set<clang::SourceLocation> thread_words;
    /// The places of functions with the name `main`, and of their calls.
    std::vector<clang::SourceLocation> main_functions;
    /// The names of the graphics functions that were left out.
    std::vector<std::string> graphics_functions;
};

/// Is this a place in the author's files, and not in a header of the library or of the system?
bool is_authors(const clang::SourceManager& sources, clang::SourceLocation location);

/// Rewrites the tokens of a whole file. The last token marks the end of the file. Conditional expressions at the given places
/// get operands of one type (conditionals.hpp).
void rewrite_tokens(clang::Preprocessor& preprocessor, std::vector<clang::Token>& tokens, token_facts& facts,
                    const conditional_places& conditionals = {});

}  // namespace ingot::compiler::metal
