#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <vector>

#include "device_functions.hpp"
#include "image_calls.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

std::optional<image_operation> take_operation(llvm::StringRef& name) {
    constexpr std::pair<llvm::StringLiteral, image_operation> operations[] = {{"fetch_", image_operation::fetch},
                                                                              {"sample_", image_operation::sample},
                                                                              {"write_", image_operation::write},
                                                                              {"store", image_operation::store},
                                                                              {"query", image_operation::query}};
    for (const auto& [begin, operation] : operations)
        if (name.consume_front(begin)) return operation;
    return std::nullopt;
}

sample_kind kind_of(llvm::StringRef name) {
    if (name == "int") return sample_kind::signed_integer;
    return name == "uint" ? sample_kind::unsigned_integer : sample_kind::floating;
}

std::optional<image_call> read(llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return std::nullopt;
    llvm::StringRef name = callee->getName();
    const device_function* const function = find_device_function(name);
    if (!function || !name.consume_front("ingot_device_image_")) return std::nullopt;
    const auto operation = take_operation(name);
    if (!operation) return std::nullopt;
    const auto image = find_image(*call.getArgOperand(0), *call.getFunction());
    if (!image || !has_constant_operands(call, *function)) return std::nullopt;
    return image_call {*operation, kind_of(name), *image, &call};
}

// Which level a call reads: the operand of fetch and sample.
void note_levels(const image_call& what) {
    if (what.operation != image_operation::fetch && what.operation != image_operation::sample) return;
    const auto* level = llvm::dyn_cast<llvm::ConstantInt>(what.operand(6));
    if (!level || !level->isZero())
        what.image.readable->addAttr(llvm::Attribute::get(what.call->getContext(), reads_levels_attribute));
}

}  // namespace

uint32_t image_call::constant() const { return static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(operand(1))->getZExtValue()); }

void store_texel(const image_call& what, llvm::IRBuilder<>& builder, const std::array<llvm::Value*, 4>& channels) {
    llvm::Value* const to = what.call->getArgOperand(what.call->arg_size() - 1);
    for (unsigned i = 0; i < channels.size(); ++i)
        builder.CreateAlignedStore(channels[i], builder.CreateConstInBoundsGEP1_32(channels[i]->getType(), to, i),
                                   llvm::Align(4));
}

llvm::PreservedAnalyses call_image_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<image_call> calls;
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : block)
                if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    if (const auto found = read(*call)) calls.push_back(*found);
    for (const image_call& what : calls) {
        note_levels(what);
        llvm::IRBuilder<> builder(what.call);
        if (llvm::Value* const result = lower(what, builder)) what.call->replaceAllUsesWith(result);
        what.call->eraseFromParent();
    }
    return calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
