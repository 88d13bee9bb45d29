#include "sub_groups.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace ingot::compiler::ptx {

namespace {

constexpr uint32_t warp_size = 32;

// Builds one function's body.
class body_of {
public:
    explicit body_of(llvm::Function& made) : function(made), builder(llvm::BasicBlock::Create(made.getContext(), "", &made)) {}

    void give(llvm::Value* value) {
        builder.CreateRet(value);
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        function.addFnAttr(llvm::Attribute::AlwaysInline);
    }

    llvm::Value* group_size() { return builder.CreateMul(builder.CreateMul(threads(0), threads(1)), threads(2)); }
    llvm::Value* item() {
        llvm::Value* const row = builder.CreateAdd(builder.CreateMul(thread(2), threads(1)), thread(1));
        return builder.CreateAdd(builder.CreateMul(row, threads(0)), thread(0));
    }
    llvm::Value* warp() { return builder.CreateUDiv(item(), builder.getInt32(warp_size)); }
    llvm::Value* lane() { return read(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid); }
    llvm::Value* size() {
        llvm::Value* const left = builder.CreateSub(group_size(), builder.CreateMul(warp(), builder.getInt32(warp_size)));
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, builder.getInt32(warp_size));
    }
    // The lanes that there are: of a last warp not all.
    llvm::Value* mask() {
        llvm::Value* const absent = builder.CreateSub(builder.getInt32(warp_size), size());
        return builder.CreateLShr(builder.getInt32(0xffffffff), absent);
    }

    // shfl.sync: the clamp is the last lane of the segment, or the first one for `up`.
    void shuffle(llvm::Intrinsic::ID how, uint32_t clamp) {
        give(builder.CreateIntrinsic(how, {mask(), function.getArg(0), function.getArg(1), builder.getInt32(clamp)}));
    }
    void ballot() {
        llvm::Value* const predicate = builder.CreateICmpNE(function.getArg(0), builder.getInt32(0));
        llvm::Value* const bits = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_vote_ballot_sync, {mask(), predicate});
        llvm::Value* const is_first = builder.CreateICmpEQ(function.getArg(1), builder.getInt32(0));
        give(builder.CreateSelect(is_first, bits, builder.getInt32(0)));
    }
    void barrier() {
        builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {mask()});
        give(nullptr);
    }

    llvm::Function& function;
    llvm::IRBuilder<> builder;

private:
    llvm::Value* read(llvm::Intrinsic::ID which) { return builder.CreateIntrinsic(which, {}); }
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

template <typename Define>
void define(llvm::Module& module, llvm::StringRef name, Define body) {
    llvm::Function* const function = module.getFunction(name);
    if (!function || !function->isDeclaration()) return;
    body_of made(*function);
    body(made);
}

}  // namespace

void define_sub_group_functions(llvm::Module& module) {
    define(module, "ingot_device_sub_group_size", [](body_of& made) { made.give(made.size()); });
    define(module, "ingot_device_sub_group_id", [](body_of& made) { made.give(made.warp()); });
    define(module, "ingot_device_sub_group_local_id", [](body_of& made) { made.give(made.lane()); });
    define(module, "ingot_device_number_of_sub_groups", [](body_of& made) {
        llvm::Value* const rounded = made.builder.CreateAdd(made.group_size(), made.builder.getInt32(warp_size - 1));
        made.give(made.builder.CreateUDiv(rounded, made.builder.getInt32(warp_size)));
    });
    define(module, "ingot_device_sub_group_shuffle",
           [](body_of& made) { made.shuffle(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, warp_size - 1); });
    define(module, "ingot_device_sub_group_shuffle_xor",
           [](body_of& made) { made.shuffle(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, warp_size - 1); });
    define(module, "ingot_device_sub_group_shuffle_up",
           [](body_of& made) { made.shuffle(llvm::Intrinsic::nvvm_shfl_sync_up_i32, 0); });
    define(module, "ingot_device_sub_group_shuffle_down",
           [](body_of& made) { made.shuffle(llvm::Intrinsic::nvvm_shfl_sync_down_i32, warp_size - 1); });
    define(module, "ingot_device_sub_group_ballot", [](body_of& made) { made.ballot(); });
    define(module, "ingot_device_sub_group_barrier", [](body_of& made) { made.barrier(); });
}

}  // namespace ingot::compiler::ptx
