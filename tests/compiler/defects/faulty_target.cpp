// A target that fails on purpose, as a real target, the middle end or LLVM can fail. The name of the kernel selects the
// failure: break_module and emit() look for kernels with certain names. For any other kernel the target writes empty code.
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <signal.h>

#include <array>
#include <compiler/code_generation/emit_in_child_process.hpp>
#include <compiler/device_module.hpp>
#include <memory>
#include <stdexcept>

namespace ingot::compiler::faulty {

namespace {

constexpr std::array<archive::device_profile, 1> profiles {
    {{"faulty", false, archive::profile_vendor::unknown, 1, false, false}}};

// Removes the terminator of the first block of the kernel `invalid_module`. A module with such a block is not valid.
class break_module : public llvm::PassInfoMixin<break_module> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        if (llvm::Function* const kernel = module.getFunction("invalid_module"))
            kernel->getEntryBlock().getTerminator()->eraseFromParent();
        return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

// Calls `fail` in the child process that emits code.
void fail_in_child_process(llvm::Module& module, void (*fail)(llvm::Module&)) {
    code_generator generator;
    generator.triple = "faulty";
    emit_in_child_process(module, generator, fail);
}

class faulty_target final : public target {
public:
    faulty_target() : target({.name = "faulty", .title = "the faulty machine", .text_suffix = ".faulty", .profiles = profiles}) {}

    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext&, const archive::parameter&) const override { return {}; }
    void lower_device_functions(llvm::ModulePassManager&) const override {}
    void lower_instructions(llvm::ModulePassManager& passes) const override { passes.addPass(break_module()); }

    archive::code emit(device_module& unit, const target_options&) const override {
        llvm::Module& module = *unit.module;
        const auto has = [&](llvm::StringRef kernel) { return module.getFunction(kernel) != nullptr; };
        if (has("reads_beyond_the_end")) static_cast<void>(std::string().at(7));
        if (has("rejected_by_the_back_end")) throw std::logic_error("the back end rejects the module");
        if (has("crash")) ::raise(SIGSEGV);
        if (has("fatal_error")) llvm::report_fatal_error("cannot select: G_FAULT", false);
        if (has("error_reported_to_the_llvm_context"))
            module.getContext().diagnose(llvm::DiagnosticInfoGenericWithLoc("no such instruction", *module.begin(), {}));
        if (has("crash_in_child")) fail_in_child_process(module, [](llvm::Module&) { ::raise(SIGSEGV); });
        if (has("fatal_error_in_child"))
            fail_in_child_process(module, [](llvm::Module&) { llvm::report_fatal_error("cannot select: G_FAULT", false); });
        if (has("error_reported_to_the_llvm_context_in_child"))
            fail_in_child_process(module, [](llvm::Module& copy) {
                copy.getContext().diagnose(llvm::DiagnosticInfoGenericWithLoc("no such instruction", *copy.begin(), {}));
            });
        if (has("missing_file")) throw std::runtime_error("cannot read /nowhere/library.bc");
        return {"faulty", "", {}};
    }

    std::string disassemble(std::span<const std::byte>) const override { return {}; }
};

}  // namespace

}  // namespace ingot::compiler::faulty

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_faulty();
std::unique_ptr<const target> create_faulty() { return std::make_unique<faulty::faulty_target>(); }

}  // namespace ingot::compiler::targets
