// Defines the device functions of sub-groups for PTX, where a sub-group is a warp of 32 threads:
//   declare i32 @ingot_device_sub_group_shuffle_xor(i32, i32)
// becomes
//   define internal i32 @ingot_device_sub_group_shuffle_xor(i32 %0, i32 %1) alwaysinline {
//     %2 = …                                                    ; the mask of the warp's threads
//     %3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %2, i32 %0, i32 %1, i32 31)
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

constexpr uint32_t warp_size = 32;

// Creates the body of one function. Each member function that returns a value creates the instructions that compute the
// value.
class function_body {
public:
    explicit function_body(llvm::Function& declaration)
        : function(declaration), builder(llvm::BasicBlock::Create(declaration.getContext(), "", &declaration)) {}

    // Ends the body: the function returns the value, or nothing for null.
    void return_value(llvm::Value* value) {
        builder.CreateRet(value);
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        function.addFnAttr(llvm::Attribute::AlwaysInline);
    }

    // The number of work-items in the group.
    llvm::Value* local_size() { return builder.CreateMul(builder.CreateMul(threads(0), threads(1)), threads(2)); }
    // The index of the work-item in its group, in the order of CUDA's threads.
    llvm::Value* item() {
        llvm::Value* const row = builder.CreateAdd(builder.CreateMul(thread(2), threads(1)), thread(1));
        return builder.CreateAdd(builder.CreateMul(row, threads(0)), thread(0));
    }
    // The index of the warp in the group.
    llvm::Value* warp() { return builder.CreateUDiv(item(), builder.getInt32(warp_size)); }
    // The index of the work-item in its warp.
    llvm::Value* lane() { return read(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid); }
    // The number of work-items in the warp: 32, or fewer in the last warp of the group.
    llvm::Value* size() {
        llvm::Value* const remaining = builder.CreateSub(local_size(), builder.CreateMul(warp(), builder.getInt32(warp_size)));
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, remaining, builder.getInt32(warp_size));
    }
    // The mask of the lanes that exist. The last warp of a group may have fewer than 32.
    llvm::Value* mask() {
        llvm::Value* const absent = builder.CreateSub(builder.getInt32(warp_size), size());
        return builder.CreateLShr(builder.getInt32(0xffffffff), absent);
    }

    // Creates a shuffle by shfl.sync. The clamp is the last lane of the segment, or the first lane for `up`.
    void shuffle(llvm::Intrinsic::ID instruction, uint32_t clamp) {
        return_value(
            builder.CreateIntrinsic(instruction, {mask(), function.getArg(0), function.getArg(1), builder.getInt32(clamp)}));
    }
    // Creates a ballot. The function's second argument selects a word of the result: word 0 has a bit for each of the warp's
    // 32 lanes, and all other words are 0.
    void ballot() {
        llvm::Value* const predicate = builder.CreateICmpNE(function.getArg(0), builder.getInt32(0));
        llvm::Value* const bits = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_vote_ballot_sync, {mask(), predicate});
        llvm::Value* const is_first = builder.CreateICmpEQ(function.getArg(1), builder.getInt32(0));
        return_value(builder.CreateSelect(is_first, bits, builder.getInt32(0)));
    }
    void barrier() {
        builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {mask()});
        return_value(nullptr);
    }

    llvm::Function& function;
    llvm::IRBuilder<> builder;

private:
    llvm::Value* read(llvm::Intrinsic::ID intrinsic) { return builder.CreateIntrinsic(intrinsic, {}); }
    llvm::Value* thread(unsigned dimension) {
        constexpr llvm::Intrinsic::ID registers[] {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                                   llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                                   llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z};
        return read(registers[dimension]);
    }
    llvm::Value* threads(unsigned dimension) {
        constexpr llvm::Intrinsic::ID registers[] {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                                                   llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                                   llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z};
        return read(registers[dimension]);
    }
};

// Defines a function with the body that `create` creates, if the module declares the function.
template <typename Create>
void define(llvm::Module& module, llvm::StringRef name, Create create) {
    llvm::Function* const function = module.getFunction(name);
    if (!function || !function->isDeclaration()) return;
    function_body body(*function);
    create(body);
}

}  // namespace

void define_sub_group_functions(llvm::Module& module) {
    define(module, "ingot_device_sub_group_size", [](function_body& body) { body.return_value(body.size()); });
    define(module, "ingot_device_sub_group_id", [](function_body& body) { body.return_value(body.warp()); });
    define(module, "ingot_device_sub_group_local_id", [](function_body& body) { body.return_value(body.lane()); });
    define(module, "ingot_device_number_of_sub_groups", [](function_body& body) {
        llvm::Value* const rounded = body.builder.CreateAdd(body.local_size(), body.builder.getInt32(warp_size - 1));
        body.return_value(body.builder.CreateUDiv(rounded, body.builder.getInt32(warp_size)));
    });
    define(module, "ingot_device_sub_group_shuffle",
           [](function_body& body) { body.shuffle(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, warp_size - 1); });
    define(module, "ingot_device_sub_group_shuffle_xor",
           [](function_body& body) { body.shuffle(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, warp_size - 1); });
    define(module, "ingot_device_sub_group_shuffle_up",
           [](function_body& body) { body.shuffle(llvm::Intrinsic::nvvm_shfl_sync_up_i32, 0); });
    define(module, "ingot_device_sub_group_shuffle_down",
           [](function_body& body) { body.shuffle(llvm::Intrinsic::nvvm_shfl_sync_down_i32, warp_size - 1); });
    define(module, "ingot_device_sub_group_ballot", [](function_body& body) { body.ballot(); });
    define(module, "ingot_device_sub_group_barrier", [](function_body& body) { body.barrier(); });
}

}  // namespace ingot::compiler::ptx
