// Defines the device functions of matrices in local memory by the instructions of tensor cores that 128 work-items execute
// together, for compute capability 9.0 (sm_90a):
//   call void @ingot_device_start_product(ptr %sums, ptr %left, ptr %right, i32 256, i32 64, i32 2, i32 16384, i32 8192)
//   call void @ingot_device_wait_for_products(ptr %sums, i32 128, i32 1)
//   call void @ingot_device_show_local_writes()
// becomes in PTX
//   wgmma.fence.sync.aligned;
//   wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {…}, %left, %right, 1, 1, 1, 0, 1;     for each 16 of the depth
//   wgmma.commit_group.sync.aligned;
// and
//   wgmma.wait_group.sync.aligned 1;
//   fence.proxy.async.shared::cta;
// ("PTX ISA", asynchronous warpgroup-level matrix instructions). LLVM has no intrinsics for the first two, so they are inline
// assembly. The sums are operands of the assembly, loaded from the work-item's array before and stored to it afterwards. The
// optimiser then replaces the array by registers. The registers change until the wait, whose assembly has them as operands,
// too: so no code that uses the sums can move in front of it.
#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

#include <string>

#include "../../middle_end/address_spaces.hpp"
#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

// Lines of 128 bytes are stored in groups of 8, and 16-byte pieces are exchanged within a group (128-byte swizzle).
constexpr unsigned line_bytes = 128;
constexpr unsigned group_bytes = 8 * line_bytes;
// Each instruction multiplies 16 columns of the left operand, halves of 2 bytes, with 16 rows of the right one.
constexpr unsigned step_depth = 16;
constexpr unsigned step_bytes = step_depth * 2;
constexpr unsigned steps_of_line = line_bytes / step_bytes;

// Creates a call of inline assembly whose operands are `count` numbers, which it reads and writes, followed by `inputs`. The
// numbers are in the array `sums`.
void create_assembly(llvm::IRBuilder<>& builder, const std::string& text, llvm::Value* sums, unsigned count,
                     llvm::ArrayRef<llvm::Value*> inputs) {
    llvm::Type* const number = builder.getFloatTy();
    const auto element = [&](unsigned i) { return builder.CreateConstInBoundsGEP1_32(number, sums, i); };
    llvm::SmallVector<llvm::Value*> arguments(inputs.begin(), inputs.end());
    llvm::SmallVector<llvm::Type*> types;
    std::string constraints;
    for (unsigned i = 0; i < count; ++i) constraints += i == 0 ? "=f" : ",=f";
    for (llvm::Value* const input : inputs) {
        constraints += ",l";
        types.push_back(input->getType());
    }
    for (unsigned i = 0; i < count; ++i) {
        constraints += fmt::format(",{}", i);  // the same register as the output
        types.push_back(number);
        arguments.push_back(builder.CreateLoad(number, element(i)));
    }
    llvm::Type* const results = llvm::StructType::get(builder.getContext(), llvm::SmallVector<llvm::Type*>(count, number));
    auto* const assembly = llvm::InlineAsm::get(llvm::FunctionType::get(results, types, false), text, constraints, true);
    llvm::CallInst* const call = builder.CreateCall(assembly, arguments);
    call->setConvergent();
    for (unsigned i = 0; i < count; ++i) builder.CreateStore(builder.CreateExtractValue(call, i), element(i));
}

// Where an operand of a product is in local memory.
struct operand_layout {
    bool is_transposed;  // do the lines run along the rows or columns of the product, not along the depth?
    unsigned panel;      // bytes from a line to the next part of the same line

    // The distance in bytes from the first elements to those of a step.
    unsigned offset_of_step(unsigned step) const {
        if (is_transposed) return step * step_depth * line_bytes;
        return step / steps_of_line * panel + step % steps_of_line * step_bytes;
    }
};

// Returns the descriptor of an operand ("PTX ISA", matrix descriptor format): the address, the distance between panels, which
// counts only if the lines run along the product, and the distance between groups of lines, all in units of 16 bytes; 1 in the
// two highest bits is the 128-byte swizzle.
llvm::Value* descriptor(llvm::IRBuilder<>& builder, llvm::Value* first, const operand_layout& layout) {
    const auto field = [](uint64_t bytes, unsigned bit) { return (bytes >> 4 & 0x3fff) << bit; };
    llvm::Value* const in_local_memory = builder.CreateAddrSpaceCast(first, builder.getPtrTy(local_space));
    llvm::Value* const address = builder.CreatePtrToInt(in_local_memory, builder.getInt64Ty());
    llvm::Value* const position = builder.CreateAnd(builder.CreateLShr(address, 4), 0x3fff);
    return builder.CreateOr(position, field(layout.is_transposed ? layout.panel : 16, 16) | field(group_bytes, 32) | 1ull << 62);
}

void start_product(llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
    const auto number = [&](unsigned operand) { return static_cast<unsigned>(constant_operand(call, operand)); };
    const unsigned columns = number(3);
    const unsigned count = columns / 2;
    const operand_layout left {(number(5) & 1) != 0, number(6)};
    const operand_layout right {(number(5) & 2) != 0, number(7)};
    std::string sums;
    for (unsigned i = 0; i < count; ++i) sums += fmt::format("{}${}", i == 0 ? "" : ", ", i);
    std::string text = "{\n\t.reg .b64 left, right;\n\twgmma.fence.sync.aligned;\n";
    for (unsigned step = 0; step < number(4) / step_depth; ++step)
        text += fmt::format(
            "\tadd.s64 left, ${}, {};\n\tadd.s64 right, ${}, {};\n"
            "\twgmma.mma_async.sync.aligned.m64n{}k16.f32.f16.f16 {{{}}}, left, right, 1, 1, 1, {}, {};\n",
            count, left.offset_of_step(step) / 16, count + 1, right.offset_of_step(step) / 16, columns, sums,
            left.is_transposed ? 1 : 0, right.is_transposed ? 1 : 0);
    text += "\twgmma.commit_group.sync.aligned;\n\t}";
    llvm::Value* const operands[] {descriptor(builder, call.getArgOperand(1), left),
                                   descriptor(builder, call.getArgOperand(2), right)};
    create_assembly(builder, text, call.getArgOperand(0), count, operands);
}

}  // namespace

void define_local_matrix_functions(llvm::Module& module) {
    replace_calls(module, "ingot_device_start_product", &start_product);
    replace_calls(module, "ingot_device_wait_for_products", [](llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
        create_assembly(builder, fmt::format("wgmma.wait_group.sync.aligned {};", constant_operand(call, 2)),
                        call.getArgOperand(0), static_cast<unsigned>(constant_operand(call, 1)), {});
    });
    replace_calls(module, "ingot_device_show_local_writes", [](llvm::IRBuilder<>& builder, const llvm::CallInst&) {
        auto* const type = llvm::FunctionType::get(builder.getVoidTy(), false);
        builder.CreateCall(llvm::InlineAsm::get(type, "fence.proxy.async.shared::cta;", "~{memory}", true), {});
    });
}

}  // namespace ingot::compiler::ptx
