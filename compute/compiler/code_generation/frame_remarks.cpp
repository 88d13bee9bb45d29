#include "frame_remarks.hpp"

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Function.h>

#include <memory>
#include <utility>

namespace ingot::compiler {

namespace {

constexpr llvm::StringLiteral frame_pass = "prologepilog";
constexpr llvm::StringLiteral register_pass = "regalloc";

// Returns the number that a remark has under a name, or 0.
uint64_t number_of(const llvm::DiagnosticInfoOptimizationBase& remark, llvm::StringRef name) {
    uint64_t number = 0;
    for (const auto& each : remark.getArgs())
        if (each.Key == name && !llvm::StringRef(each.Val).getAsInteger(10, number)) return number;
    return 0;
}

// Passes all messages but the remarks about frames to the handler that was there before.
class remark_handler final : public llvm::DiagnosticHandler {
public:
    remark_handler(llvm::DiagnosticHandler* previous, std::map<std::string, kernel_resources>& functions)
        : previous_(previous), functions_(functions) {}

    bool handleDiagnostics(const llvm::DiagnosticInfo& diagnostic) override {
        const llvm::DiagnosticKind kind = static_cast<llvm::DiagnosticKind>(diagnostic.getKind());
        const bool is_remark =
            kind == llvm::DK_MachineOptimizationRemarkAnalysis || kind == llvm::DK_MachineOptimizationRemarkMissed;
        if (!is_remark) return previous_ && previous_->handleDiagnostics(diagnostic);
        const auto& remark = static_cast<const llvm::DiagnosticInfoOptimizationBase&>(diagnostic);
        const std::string name = remark.getFunction().getName().str();
        if (remark.getRemarkName() == "StackSize") {
            entry(name).stack_bytes = number_of(remark, "NumStackBytes");
        } else if (remark.getRemarkName() == "SpillReloadCopies") {
            // Instructions that access a spilled value as an operand in memory are counted, too.
            entry(name).spills = {number_of(remark, "NumSpills") + number_of(remark, "NumFoldedSpills"),
                                  number_of(remark, "NumReloads") + number_of(remark, "NumFoldedReloads")};
        }
        return true;
    }

    bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override { return pass == frame_pass || pass == register_pass; }
    bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override { return pass == register_pass; }
    bool isPassedOptRemarkEnabled(llvm::StringRef) const override { return false; }
    bool isAnyRemarkEnabled() const override { return true; }

private:
    kernel_resources& entry(const std::string& name) {
        kernel_resources& each = functions_[name];
        each.symbol = name;
        if (!each.spills) each.spills.emplace();
        return each;
    }

    llvm::DiagnosticHandler* previous_;
    std::map<std::string, kernel_resources>& functions_;
};

}  // namespace

frame_remarks::frame_remarks(llvm::LLVMContext& context) : context_(context), previous_(context.getDiagnosticHandler()) {
    context.setDiagnosticHandler(std::make_unique<remark_handler>(previous_.get(), functions_));
}

frame_remarks::~frame_remarks() { context_.setDiagnosticHandler(std::move(previous_)); }

std::optional<kernel_resources> frame_remarks::of(const std::string& function) const {
    const auto found = functions_.find(function);
    return found == functions_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace ingot::compiler
