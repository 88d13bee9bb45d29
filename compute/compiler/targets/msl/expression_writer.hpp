// Writes the values of one function as expressions in Metal's language.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inlined_values.hpp"
#include "kernel_inputs.hpp"
#include "memory_shapes.hpp"
#include "module_text.hpp"
#include "value_names.hpp"

namespace ingot::compiler::msl {

/// An expression. An operator expression needs parentheses as an operand; a name, a literal or a call does not.
struct expression {
    std::string text;
    bool is_operand = true;
};

/// Throws std::logic_error: the value is one that metal_support.hpp should have rejected.
[[noreturn]] void refuse(const llvm::Value& value);

/// Returns words with commas between them.
std::string joined(std::span<const std::string> words);

/// The expressions of one function. Addresses are always part of expressions, and so are the values of
/// find_inlined_values(); all other values are variables. expressions.cpp, addresses.cpp, calls.cpp and image_texts.cpp define
/// the members.
class expression_writer {
public:
    expression_writer(module_text& shared, llvm::Function& function, const kernel_entry* kernel, value_names& names)
        : shared_(shared),
          layout_(function.getDataLayout()),
          kernel_(kernel),
          names_(names),
          inlined_(find_inlined_values(function, names, kernel)) {}

    /// Names an argument of the function. This must be done before the first expression.
    void name_argument(const llvm::Argument& argument, const std::string& name) { argument_names_[&argument] = name; }
    /// Sets the shape of the memory of an argument or of a variable. The memory of a parameter that is `const` is only read.
    void set_shape(const llvm::Value& base, const memory_shape& shape, bool is_read_only = false) {
        shapes_[&base] = shape;
        read_only_[&base] = is_read_only;
    }

    bool is_inlined(const llvm::Instruction& instruction) const { return inlined_.contains(&instruction); }

    expression evaluate(const llvm::Value& value);
    // Returns the text of a value as an operand.
    std::string operand(const llvm::Value& value);
    std::string whole(const llvm::Value& value) { return evaluate(value).text; }
    // Returns an integer operand of the signed type.
    std::string signed_operand(const llvm::Value& value);
    // Returns the zero of a type.
    expression zero(const llvm::Type& type);
    // Returns the expression for an instruction, also if it is a variable.
    expression compute(const llvm::Instruction& each);
    expression call_text(const llvm::CallInst& call);

    // Returns the name of an array.
    std::string base_name(const llvm::Value& base);
    // Returns the words of the address space of an array.
    std::string space_of(const llvm::Value& base);
    // Returns the shape of the array, or null if `base` is a pointer to bytes.
    const memory_shape* shape_of_base(const llvm::Value& base);
    // Returns the memory at an address as an expression of a type with the size of `type`, and that type.
    std::pair<std::string, llvm::Type*> memory(const llvm::Value& pointer, llvm::Type* type);
    // Returns the name of a type for accesses to memory that is accessed as other types too. C++ does not define the result of
    // reading a number as another type than the one that was written.
    std::string aliased(const llvm::Type& type);
    // Returns the element of an array that begins at an address and has a number of bytes, or "" if that is not one element.
    std::string element(const llvm::Value& pointer, const llvm::Value& length);
    // Returns the element type of the array in which an address is.
    std::string element_type(const llvm::Value& pointer);

private:
    // Returns an integer operand that C++ does not promote to int: 8 and 16 bits become uint.
    std::string wide_operand(const llvm::Value& value);
    expression extract(const llvm::ExtractValueInst& part);
    expression binary(const llvm::BinaryOperator& operation);
    expression compare(const llvm::CmpInst& comparison);
    expression convert(const llvm::CastInst& conversion);
    expression read(const llvm::LoadInst& load);

    // Returns the sum of the terms and the constant, each divided by `unit`, or "" for 0.
    std::string index(const address_sum& sum, int64_t unit);
    // Returns an index as a number of 64 bits, or of its own width if nothing is computed with it.
    std::string index_term(const llvm::Value& value, bool is_alone);
    bool is_not_negative(const llvm::Value& value) const;
    // Returns an address as a pointer to bytes.
    expression address(const llvm::Value& value);
    // Returns a pointer to bytes for a cast. A pointer to constant bytes stays one if `keeps_const`.
    std::string pointer_operand(const llvm::Value& pointer, bool keeps_const = false);

    // Returns the name of a function of mathematics in the form that is as exact as the language promises.
    std::string precise(std::string_view name, const llvm::Type& type) const;
    std::vector<std::string> arguments(const llvm::CallInst& call);
    expression input_text(const llvm::CallInst& call, const kernel_input& input);
    // Returns a component of an input, as a uint.
    std::string input_number(const llvm::CallInst& call, const kernel_input& input);
    expression intrinsic(const llvm::IntrinsicInst& call);
    expression image_text(const llvm::CallInst& call);
    expression image_query_text(const llvm::CallInst& call);
    expression image_write_text(const llvm::CallInst& call);
    expression image_read_text(const llvm::CallInst& call, bool samples);
    // Returns the name of a sampler of the text. `sampler` is an address mode and the bit linear_filter.
    std::string sampler_name(uint32_t sampler, bool has_levels);
    // A shift of two numbers side by side; with twice the same number it is a rotation.
    expression funnel(const llvm::IntrinsicInst& call);
    // A conversion to an integer whose result is the nearest one that exists; 0 for NaN.
    expression saturated(const llvm::IntrinsicInst& call);

    module_text& shared_;
    const llvm::DataLayout& layout_;
    const kernel_entry* kernel_;
    value_names& names_;
    llvm::DenseSet<const llvm::Instruction*> inlined_;
    llvm::DenseMap<const llvm::Argument*, std::string> argument_names_;
    llvm::DenseMap<const llvm::Value*, memory_shape> shapes_;
    llvm::DenseMap<const llvm::Value*, bool> read_only_;
};

/// Returns a conversion to a type.
inline expression cast(const std::string& type, const std::string& text) { return {type + "(" + text + ")"}; }

/// Returns a value of one type as a value of another type of the same size.
std::string converted(std::string text, const llvm::Type& from, const llvm::Type& to);

}  // namespace ingot::compiler::msl
