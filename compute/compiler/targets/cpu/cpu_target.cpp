// The target cpu: machine code for x86-64 and AArch64 processors, as a relocatable ELF object (archive/cpu_code.hpp).
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <array>
#include <ingot/archive/cpu_code.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "../../code_generation/emit_file.hpp"
#include "../../code_generation/frame_remarks.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/source_lines.hpp"
#include "../../middle_end/verify_module.hpp"
#include "../../pass_managers.hpp"
#include "../../phase_times.hpp"
#include "lane_counts.hpp"
#include "lowering.hpp"
#include "narrow_integers.hpp"
#include "struct_fields.hpp"

namespace ingot::compiler::cpu {

namespace {

void initialise_generators() {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
}

llvm::OptimizationLevel pipeline_for(unsigned level) {
    return level >= 3 ? llvm::OptimizationLevel::O3 : level == 2 ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O1;
}

// The same code runs on every processor of the architecture, so kernels assume what all of them have.
constexpr std::array<archive::device_profile, 1> profiles {
    {{"cpu", false, archive::profile_vendor::unknown, archive::least_cpu_simd_width, false, true}}};

// Returns whether the function calls a mathematical function whose result differs between devices.
bool calls_mathematics(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
        return callee && !callee->isIntrinsic() && is_built_in(*callee) && !original_device_function(*callee) &&
               callee->getReturnType()->isFloatingPointTy();
    });
}

// Splits a * b + c into a multiplication and an addition, as the CPU debug device computes it. Without --fast-math, a kernel
// without transcendental functions then gives exactly the same results there. In other kernels the results may differ anyway, and
// the code generator may fuse the two.
void separate_products(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (!call || call->getIntrinsicID() != llvm::Intrinsic::fmuladd) continue;
        llvm::IRBuilder<> builder(call);
        llvm::Value* const product = builder.CreateFMulFMF(call->getArgOperand(0), call->getArgOperand(1), call);
        call->replaceAllUsesWith(builder.CreateFAddFMF(product, call->getArgOperand(2), call));
        call->eraseFromParent();
    }
}

// Simplifies the item functions, before they are split. All later steps are faster with less code. Loops are unrolled later,
// when the group functions are made.
void simplify(llvm::Module& module, unsigned level) {
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    pass_managers managers(tuning);
    llvm::ModulePassManager passes =
        managers.builder.buildModuleSimplificationPipeline(pipeline_for(level), llvm::ThinOrFullLTOPhase::None);
    passes.run(module, managers.module_analyses);
}

// Runs passes with LLVM's knowledge of the machine.
void run_pipeline(llvm::Module& module, llvm::TargetMachine* machine, const std::string& pipeline) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager call_graph;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graph, modules);
    llvm::ModulePassManager passes;
    if (llvm::Error problem = builder.parsePassPipeline(passes, pipeline))
        throw std::logic_error(llvm::toString(std::move(problem)));
    passes.run(module, modules);
}

// Simplifies regions, so that few of their branches and accesses are left when they become wide.
constexpr const char* region_pipeline =
    "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,loop-mssa(licm),"
    "instcombine<no-verify-fixpoint>,simplifycfg)";

// Inlines the regions into the group functions and simplifies these. Most passes have run before the regions were made, so this
// is much less than a whole pipeline.
constexpr const char* group_pipeline =
    "always-inline,globaldce,function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,dse,adce,simplifycfg,"
    "loop-simplify,lcssa,loop-vectorize,loop-load-elim,instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop-unroll<O2>,sroa,instcombine<no-verify-fixpoint>,loop-mssa(licm),simplifycfg,early-cse,slp-vectorizer,"
    "vector-combine,instcombine<no-verify-fixpoint>,simplifycfg),globaldce,constmerge";

void set_tuning(llvm::Function& function, const archive::cpu::architecture& architecture) {
    if (function.isDeclaration()) return;
    function.addFnAttr("tune-cpu", architecture.tuning);
    function.addFnAttr("prefer-vector-width", std::to_string(architecture.floats * 32));
}

void verify(llvm::Module& module, const char* step) { verify_module(module, (std::string("after ") + step).c_str()); }

// What the text of --arch says: the architecture, and the number of work-items that run together in the lanes of vectors.
// `x86-64-v3` has as many lanes as a vector has floats; `x86-64-v3:4` has four. `x86-64-v3:4:always` uses them wherever they are
// possible, also where they are likely to be slower: for tests of the lanes. With the ending `:count` the code counts how many
// lanes are at work.
struct machine_choice {
    const archive::cpu::architecture* architecture;
    lane_choice lanes;
};

// Returns nothing if the text is no such architecture.
std::optional<machine_choice> parse_architecture(llvm::StringRef text) {
    const bool counts = text.consume_back(":count");
    const bool always = text.consume_back(":always");
    const auto [name, lanes] = text.split(':');
    const std::span<const archive::cpu::architecture> found = archive::cpu::code_for(name);
    if (found.empty()) return std::nullopt;
    const unsigned widest = found.front().floats;
    unsigned count = widest;
    if (text.contains(':') && (lanes.getAsInteger(10, count) || !llvm::is_contained({1u, 4u, 8u, 16u}, count)))
        return std::nullopt;
    return machine_choice {&found.front(), {count, widest, always, counts}};
}

class cpu_target final : public target {
public:
    cpu_target()
        : target({
              .name = "cpu",
              .title = "CPU",
              .text_suffix = ".s",
              .explanation = "machine code for x86-64 and AArch64",
              // The programs that the compiler compiles for run where it runs.
              .is_default = archive::cpu::runs_here,
              .writes_lines = true,
              .macros = {"INGOT_TARGET_CPU=1"},
              .profiles = profiles,
              .default_architecture = archive::cpu::default_architecture,
              .architecture_kind = "processor architecture",
              .architecture_pattern = "x86-64-vN|aarch64[:LANES][:always][:count]",
              .reports_resources = true,
              .optimises = true,
              .computes_packs = true,
              .has_wide_integers = true,
              .passes_structs_by_pointer = true,
              // In a kernel in which a work-item can fail, the group function knows for each work-item where it goes on.
              .barriers_ignore_ended_items = true,
          }) {}

    // An image is one argument: the address of the backend's image object.
    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter&) const override {
        return {llvm::PointerType::get(context, 1)};
    }

    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        passes.addPass(call_host_mathematics());
        passes.addPass(keep_functions_of_emit());
        passes.addPass(call_printf(cpu_printf));
        passes.addPass(call_image_functions(&call_image_function));
    }

    // The simplifications replace some mathematical functions by others, such as pow by cbrt.
    void lower_instructions(llvm::ModulePassManager& passes) const override { passes.addPass(call_host_mathematics()); }

    bool is_architecture(const std::string& name) const override { return parse_architecture(name).has_value(); }

    archive::code emit(device_module& unit, const target_options& options) const override {
        const machine_choice chosen = parse_architecture(options.architecture).value();
        const code_generator generator {.initialise = &initialise_generators,
                                        .triple = std::string(chosen.architecture->triple),
                                        .processor = std::string(chosen.architecture->processor),
                                        .features = "",
                                        .relocation = llvm::Reloc::PIC_};
        llvm::Module& module = *unit.module;
        retarget(module, generator);
        if (!options.fast_math)
            for (llvm::Function& function : module)
                if (!calls_mathematics(function)) separate_products(function);
        const std::unique_ptr<llvm::TargetMachine> machine = create_machine(generator);
        std::vector<item_kernel> kernels = add_item_parameters(unit);
        for (const item_kernel& kernel : kernels) kernel.function->setLinkage(llvm::GlobalValue::ExternalLinkage);
        measure(options.times, "simplification", [&] { simplify(module, options.optimisation); });
        lane_choice lanes = chosen.lanes;
        if (options.optimisation < 2) lanes.lanes = 1;
        measure(options.times, "work-groups", [&] { create_groups(module, kernels, *machine, lanes); });
        for (llvm::Function& function : module) set_tuning(function, *chosen.architecture);
        measure(options.times, "optimisation", [&] { run_pipeline(module, machine.get(), group_pipeline); });
        describe_lines(module);
        std::optional<frame_remarks> remarks;
        if (options.resources) remarks.emplace(module.getContext());
        archive::code code {"cpu", std::string(chosen.architecture->name),
                            measure(options.times, "code generation", [&] { return emit_file(module, generator); })};
        if (remarks) *options.resources = resources_of(unit, options.architecture, *remarks);
        return code;
    }

    std::string disassemble(std::span<const std::byte> code) const override { return disassemble_object(code); }

private:
    // Returns what the code generator has said about the group functions.
    static resource_report resources_of(const device_module& unit, const std::string& architecture,
                                        const frame_remarks& remarks) {
        resource_report report {.target = "cpu", .architecture = architecture, .unknown_because = {}};
        for (const kernel_entry& kernel : unit.kernels) {
            std::optional<kernel_resources> found =
                remarks.of(kernel.reflection.symbol + std::string(archive::cpu::group_ending));
            if (!found) continue;
            found->symbol = kernel.reflection.symbol;
            report.kernels.push_back(*std::move(found));
        }
        return report;
    }

    // Creates the group functions of all kernels.
    static void create_groups(llvm::Module& module, std::vector<item_kernel>& kernels, llvm::TargetMachine& machine,
                              const lane_choice& chosen) {
        std::vector<split_kernel> splits;
        for (item_kernel& kernel : kernels) splits.push_back(split_at_stops(kernel, place_stops(kernel)));
        if (chosen.lanes > 1) {
            for (const split_kernel& split : splits)
                for (llvm::Function* const region : split.regions) {
                    split_packed_stores(*region);
                    split_struct_copies(*region);
                    narrow_integers(*region);
                }
            run_pipeline(module, &machine, region_pipeline);
            for (size_t i = 0; i < splits.size(); ++i) {
                llvm::GlobalVariable* const counts =
                    chosen.counts ? &add_lane_counts(module, kernels[i].entry->reflection.symbol) : nullptr;
                widen_regions(splits[i], chosen, counts);
            }
        }
        for (size_t i = 0; i < kernels.size(); ++i) create_group_function(kernels[i], splits[i]);
        verify(module, "the creation of work-groups");
    }
};

}  // namespace

}  // namespace ingot::compiler::cpu

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_cpu();
std::unique_ptr<const target> create_cpu() { return std::make_unique<cpu::cpu_target>(); }

}  // namespace ingot::compiler::targets
