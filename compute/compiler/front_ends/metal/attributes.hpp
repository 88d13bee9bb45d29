// The attributes of Metal in Clang's syntax tree.
//
// The token pass (tokens.hpp) writes each attribute of Metal as one attribute of GNU's form, `ingot_metal_mark("buffer", (0))`,
// and Clang turns it into an annotation, `metal.buffer` with the argument 0, on the function, the parameter, the variable or the
// member. So templates and explicit instantiations have their attributes without a change to Clang.
#pragma once

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <optional>
#include <string>
#include <vector>

namespace ingot::compiler::metal {

/// The name of the attribute that the token pass writes.
inline constexpr const char* mark_attribute = "ingot_metal_mark";

/// The section of a threadgroup variable in LLVM IR, by which module_passes.hpp finds it.
inline constexpr llvm::StringLiteral threadgroup_section = "ingot.threadgroup";

/// The section of a threadgroup variable that has an initial value.
inline constexpr llvm::StringLiteral initialised_threadgroup_section = "ingot.threadgroup.initialised";

/// Makes Clang accept the attribute, in all parses of this process from now on. It has no effect in C++ kernel files, because
/// nobody writes its name.
void register_attributes();

/// An attribute of a declaration.
struct mark {
    llvm::StringRef name;  ///< "buffer"
    const clang::AnnotateAttr* attribute = nullptr;

    /// Returns the argument if it is an integer that is known at compile time.
    std::optional<uint64_t> number(const clang::ASTContext& context) const;
    /// Returns the argument if it is a text.
    std::optional<std::string> text() const;
};

/// Returns all attributes of a declaration, in the order of the source.
std::vector<mark> marks_of(const clang::Decl& declaration);

/// Returns the attribute with this name, or nothing.
std::optional<mark> find_mark(const clang::Decl& declaration, llvm::StringRef name);

/// Does the source give the variable a value? `T x;` with a class T calls its default constructor, which gives no value.
bool has_initial_value(const clang::VarDecl& variable);

/// Gives a threadgroup variable with an initial value the section for such variables.
void mark_initialised(clang::VarDecl& variable);

/// Removes the annotations from a declaration, so that Clang generates no code for them.
void remove_marks(clang::Decl& declaration);

}  // namespace ingot::compiler::metal
