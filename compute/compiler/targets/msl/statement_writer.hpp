// Writes the statements of one function in Metal's language, along its region tree.
#pragma once

#include <llvm/IR/Instructions.h>

#include <string>

#include "../../middle_end/region_tree.hpp"
#include "expression_writer.hpp"
#include "module_text.hpp"
#include "statement_lists.hpp"
#include "value_names.hpp"

namespace ingot::compiler::msl {

/// Returns the spaces before a statement.
std::string indented(unsigned depth);

/// The statements of one function. A value becomes a variable, unless it is part of an expression. A phi becomes a variable
/// that each edge sets. statements.cpp, control_flow.cpp and atomic_statements.cpp define the members.
class statement_writer {
public:
    statement_writer(module_text& shared, llvm::Function& function, const region_list& tree, value_names& names,
                     expression_writer& values)
        : shared_(shared), function_(function), layout_(function.getDataLayout()), names_(names), values_(values), lists_(tree) {}

    /// Returns the text of a list of the tree.
    std::string write_list(const region_list& list, unsigned depth);
    /// Returns the declarations of variables that are used in several lists. It is complete when all lists have been written.
    const std::string& declarations() const { return declarations_; }

private:
    // Control flow.
    void declare_phi(const llvm::PHINode& phi, size_t list, unsigned depth, std::string& text);
    void write_region(const region_list& list, size_t place, unsigned depth, std::string& text);
    void write_condition(const region& each, unsigned depth, std::string& text);
    void write_choice(const region& each, unsigned depth, std::string& text);
    void write_chain(const region& each, unsigned depth, std::string& text);
    // Sets the phis of a block. If one of them is set before another one reads its old value, all values are computed first.
    void write_copies(llvm::BasicBlock& from, llvm::BasicBlock& to, unsigned depth, std::string& text);

    // Statements.
    // Adds a comment if the statement belongs to another line of the source than the statement before.
    void note_line(std::string& text, unsigned depth, const llvm::Instruction& instruction);
    void define(const llvm::Instruction& each, const std::string& value, unsigned depth, std::string& text,
                const llvm::Type* type = nullptr);
    void write_statement(llvm::Instruction& each, unsigned depth, std::string& text);
    void declare(const llvm::AllocaInst& variable);
    void write_store(const llvm::StoreInst& store, unsigned depth, std::string& text);

    // Atomic instructions.
    std::string atomic_object(const llvm::Value& pointer, const char* type);
    void write_atomic(const llvm::Instruction& each, unsigned depth, std::string& text);
    std::string atomic_operand(const llvm::Value& value);
    void write_update(const llvm::AtomicRMWInst& update, unsigned depth, std::string& text);

    module_text& shared_;
    llvm::Function& function_;
    const llvm::DataLayout& layout_;
    value_names& names_;
    expression_writer& values_;
    statement_lists lists_;
    std::string declarations_;
    std::string last_place_;
};

/// Adds a statement to a text.
void line(std::string& text, unsigned depth, const std::string& statement);

/// Returns the type of a variable that does not change. `const device uchar*` would be a pointer to constant bytes.
std::string constant_type(const llvm::Type& type);

}  // namespace ingot::compiler::msl
