// Names and literals of Metal's language.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Type.h>

#include <string>
#include <string_view>

namespace ingot::compiler::msl {

/// The LLVM address space of Metal's `constant` memory.
inline constexpr unsigned constant_space = 2;

/// Returns the words of an address space: "device", "constant", "threadgroup" or "thread".
std::string_view space_name(unsigned space);

/// Returns the type of a number, a condition or a pointer: "uint", "half", "bool", "device uchar*". Integers are unsigned.
/// Throws std::logic_error for any other type, which metal_support.hpp rejects before.
std::string type_name(const llvm::Type& type);
/// Returns the signed type of an integer's width: "int".
std::string signed_type_name(const llvm::Type& type);

/// Returns a number as text: "3u", "0.5f", "true".
std::string literal(const llvm::ConstantInt& number);
std::string literal(const llvm::ConstantFP& number);
/// Returns an integer as a literal of the signed type: "-3".
std::string signed_literal(const llvm::ConstantInt& number);

/// Is the word a keyword, or a name of Metal's library or of the written text?
bool is_reserved(std::string_view word);
/// Does the word begin like one of the names that the written text itself has, such as "sampler_clamp_linear"? Such words are
/// reserved too.
bool begins_reserved(std::string_view word);
/// Returns an identifier made from a text: other characters than letters and digits become underscores.
std::string identifier(std::string_view text);

}  // namespace ingot::compiler::msl
