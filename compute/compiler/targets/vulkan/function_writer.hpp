// Writes one function as SPIR-V. The parts of the class are in files of one job each: control_flow.cpp, instructions.cpp,
// memory.cpp, atomics.cpp, calls.cpp and images.cpp.
//
// The control flow follows the function's region tree. A phi is a variable: each edge to its block stores a value, and the
// block begins with a load. Drivers make these variables values again.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <optional>

#include "../../middle_end/region_tree.hpp"
#include "kernel_state.hpp"
#include "loop_values.hpp"

namespace ingot::compiler::vulkan {

class function_writer {
public:
    function_writer(kernel_state& state, llvm::Function& function, bool is_kernel)
        : state_(state), module_(state.module), layout_(state.layout), function_(function), is_kernel_(is_kernel) {}

    void write();

private:
    // control_flow.cpp
    void write_list(const region_list& list);
    void write_region(const region& each);
    void write_block(llvm::BasicBlock& block);
    void write_copies(llvm::BasicBlock& from, llvm::BasicBlock& to);
    void write_condition(const region& each);
    void write_loop(const region& each);
    void keep_values_after(const region& loop);
    void write_once(const region& each);
    void write_choice(const region& each);
    void write_chain(const region& each);
    void write_end(const llvm::BasicBlock& block);
    void open(spirv_id label);
    void branch(spirv_id label);
    void open_merge(spirv_id label, bool is_reached);
    words switch_literal(const llvm::ConstantInt& value) const;

    // instructions.cpp
    void write_instruction(llvm::Instruction& instruction);
    spirv_id compute(llvm::Instruction& instruction);
    spirv_id binary(const llvm::BinaryOperator& operation);
    spirv_id real_arithmetic(const llvm::BinaryOperator& operation, spv::Op code);
    spirv_id integer_comparison(const llvm::ICmpInst& comparison);
    spirv_id real_comparison(const llvm::FCmpInst& comparison);
    spirv_id convert(const llvm::CastInst& conversion);
    spirv_id convert_integer(const llvm::CastInst& conversion);
    spirv_id bitcast(const llvm::CastInst& conversion);
    spirv_id bits_of_changed_sign(const llvm::CastInst& conversion);
    spirv_id extract_element(const llvm::ExtractElementInst& extraction);
    spirv_id insert_element(const llvm::InsertElementInst& insertion);
    spirv_id shuffle(const llvm::ShuffleVectorInst& shuffled);
    spirv_id select(spirv_id condition, spirv_id first, spirv_id second, const llvm::Type& type);

    // memory.cpp
    spirv_id load(const llvm::LoadInst& instruction);
    void store(const llvm::StoreInst& instruction);
    spirv_id address(const llvm::GEPOperator& element);
    void take_apart(llvm::Type& whole, spirv_id made, std::vector<spirv_id>& scalars);
    struct vector_place {
        spirv_id pointer;
        spirv_id type;       // of the vector that the memory holds
        uint64_t alignment;  // that the access states; 0 if it states none
    };
    std::optional<vector_place> place_of_vector(const llvm::Instruction& instruction, const llvm::Value& pointer,
                                                llvm::Type& type, llvm::Align alignment);
    spirv_id put_together(llvm::Type& whole, const std::vector<spirv_id>& scalars, size_t& next);
    spirv_id load_scalar(const llvm::Instruction& instruction, const llvm::Value& pointer, const scalar_access& access,
                         uint32_t bits);
    void store_scalar(const llvm::Instruction& instruction, const llvm::Value& pointer, const scalar_access& access,
                      spirv_id stored, uint32_t bits);
    spirv_id load_global(spirv_id address, const scalar_access& access, uint32_t bits);
    void store_global(spirv_id address, const scalar_access& access, spirv_id stored, uint32_t bits);
    spirv_id load_from(spirv_id pointer, spirv_id result, uint32_t bits, uint64_t alignment);
    void store_to(spirv_id pointer, spirv_id stored, uint32_t bits, uint64_t alignment);
    words memory_operands(uint32_t bits, uint64_t alignment) const;
    spirv_id global_pointer(spirv_id address, uint64_t offset, const llvm::Type& pointee);
    std::optional<size_t> block_of(const llvm::Instruction& instruction, const llvm::Value& pointer);
    spirv_id element_pointer(size_t index, spirv_id element_index);
    spirv_id element_index(size_t index, spirv_id offset, uint64_t more_bytes);
    spirv_id shift_in_element(spirv_id offset, uint64_t more_bytes, uint64_t element_bytes);
    spirv_id join(const words& parts, unsigned part_bits, const llvm::Type& number);
    words split(spirv_id number, const llvm::Type& of, unsigned part_bits);
    void load_arguments();
    spirv_id load_argument(const scalar_access& access);

    // atomics.cpp
    spirv_id atomic_load(const llvm::LoadInst& instruction);
    void atomic_store(const llvm::StoreInst& instruction);
    spirv_id atomic_update(const llvm::AtomicRMWInst& instruction);
    spirv_id atomic_exchange(const llvm::AtomicCmpXchgInst& instruction);
    spirv_id atomic_pointer(const llvm::Instruction& instruction, const llvm::Value& pointer, unsigned bits);
    spirv_id atomic_scope(const llvm::Value& pointer);
    spirv_id scope_id(spv::Scope reach);
    spirv_id as_bits(spirv_id number, const llvm::Type& of);
    spirv_id from_bits(spirv_id bits, const llvm::Type& to);
    spirv_id atomic_operand(const llvm::Value& operand);
    void fence(const llvm::FenceInst& instruction);
    void join_order(llvm::AtomicOrdering ordering);
    void memory_barrier(spv::Scope reach, llvm::AtomicOrdering ordering);
    void control_barrier(spv::Scope reach, uint32_t memories);

    // calls.cpp
    spirv_id call(const llvm::CallInst& instruction);
    spirv_id intrinsic(const llvm::IntrinsicInst& instruction);
    spirv_id device_function(const llvm::CallInst& instruction, llvm::StringRef name);
    spirv_id position(const llvm::CallInst& instruction, llvm::StringRef name);
    spirv_id sub_group_function(const llvm::CallInst& instruction, llvm::StringRef name);
    spirv_id items_of_group();
    spirv_id number_of_sub_groups();
    spirv_id sub_group_size();
    spirv_id known_of_driver(archive::vulkan_constant what);
    spirv_id hidden_address(uint64_t offset);
    spirv_id launch_word(unsigned index);
    spirv_id argument_word(unsigned index);
    spirv_id is_lavapipe();
    spirv_id hidden_zero(const llvm::Type& type);
    spirv_id unknown_number(spirv_id number, unsigned bits);
    spirv_id hidden_word(spirv_id number, const llvm::Type& type);
    spirv_id hidden_number(spirv_id number, unsigned bits);
    spirv_id real_operand(const llvm::Value& operand);
    spirv_id unknown_false();
    spirv_id input_of(spv::BuiltIn what, unsigned dimension);
    spirv_id input_of(spv::BuiltIn what);
    spirv_id extended(GLSLstd450 instruction, const llvm::Type& result, const words& operands);

    // images.cpp
    spirv_id sampler(uint32_t number);
    spirv_id image_function(const llvm::CallInst& instruction, llvm::StringRef name);

    // Values.
    spirv_id value(const llvm::Value& each);
    void define(const llvm::Instruction& instruction, spirv_id result);
    spirv_id kept_variable(const llvm::Instruction& instruction);
    std::optional<llvm::APInt> offset_number(const llvm::Constant& constant) const;
    spirv_id constant(const llvm::Constant& constant);
    spirv_id emit(spv::Op code, spirv_id type, const words& operands);
    void emit_plain(spv::Op code, const words& operands) { append(body_, code, operands); }
    spirv_id local_variable(spirv_id type);
    spirv_id type(const llvm::Type& type) { return module_.type(type); }
    spirv_id word(uint64_t number) { return module_.word(number); }
    spirv_id int_type(unsigned bits) { return module_.int_type(bits); }
    [[noreturn]] static void refuse(const llvm::Instruction& instruction, std::string message, std::string advice = {});
    [[noreturn]] static void refuse_unknown(const llvm::Instruction& instruction);

    kernel_state& state_;
    module_words& module_;
    const llvm::DataLayout& layout_;
    llvm::Function& function_;
    bool is_kernel_;
    words variables_;  // of the function; they are at the beginning of its first block
    words body_;
    llvm::DenseMap<const llvm::Value*, spirv_id> values_;
    llvm::DenseMap<const llvm::PHINode*, spirv_id> phis_;
    loop_values loop_values_;
    llvm::DenseMap<const llvm::Value*, spirv_id> kept_;  // variables of the results that are used after a loop
    llvm::SmallVector<const region*> open_loops_;        // from the outermost to the innermost one
    llvm::DenseMap<size_t, spirv_id> own_blocks_;        // variables of blocks in the function's memory
    bool is_open_ = false;                               // is there a block to which instructions can be added?
    spirv_id leave_ = 0;                                 // the label that a `leave` goes to
    spirv_id next_ = 0;
    bool is_left_ = false;  // has a `leave` gone to the label?
};

}  // namespace ingot::compiler::vulkan
