#include "emit_spirv.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ingot/archive/needs.hpp>
#include <spirv-tools/libspirv.hpp>
#include <stdexcept>

#include "../../code_generation/emit_apart.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../opencl_functions/opencl_functions.hpp"
#include "spirv_words.hpp"

namespace ingot::compiler::spirv {

namespace {

constexpr uint32_t generic_storage_class = 8;  // SPIR-V specification, 3.7
constexpr uint32_t op_capability = 17;
constexpr uint32_t op_type_pointer = 32;
constexpr uint32_t capability_image_basic = 13;

// SPIR-V 1.2 is what OpenCL 2.1 drivers read; sub-group functions beyond reductions are in 1.3.
constexpr const char* spirv_1_2 = "spirv64v1.2-unknown-unknown";
constexpr const char* spirv_1_3 = "spirv64v1.3-unknown-unknown";

// What an optional capability (SPIR-V specification, 3.31) asks of a device.
struct optional_capability {
    uint32_t number;
    std::string_view need;
    bool is_extension;  // by an extension of OpenCL, of which SPIRV-Tools' rules for OpenCL know nothing
};
constexpr std::array<optional_capability, 6> optional_capabilities {{
    {10, archive::needs::double_precision, false},   // Float64
    {12, archive::needs::wide_atomics, true},        // Int64Atomics
    {18, archive::needs::sub_groups, false},         // Groups
    {64, archive::needs::sub_group_ballots, true},   // GroupNonUniformBallot
    {65, archive::needs::sub_group_shuffles, true},  // GroupNonUniformShuffle
    {66, archive::needs::sub_group_shuffles, true},  // GroupNonUniformShuffleRelative
}};

std::vector<const optional_capability*> find_capabilities(std::span<const uint32_t> words) {
    std::vector<const optional_capability*> found;
    for (const spirv_instruction& instruction : spirv_instructions(words))
        for (const optional_capability& one : optional_capabilities)
            if (instruction.opcode == op_capability && instruction.words[1] == one.number) found.push_back(&one);
    return found;
}

// OpenCL's rules where they fit.
spv_target_env environment_of(std::span<const uint32_t> words) {
    constexpr uint32_t version_1_2 = 0x00010200;
    if (words[1] > version_1_2) return SPV_ENV_UNIVERSAL_1_3;
    return std::ranges::any_of(find_capabilities(words), &optional_capability::is_extension) ? SPV_ENV_UNIVERSAL_1_2
                                                                                             : SPV_ENV_OPENCL_2_2;
}

void validate(std::span<const uint32_t> words) {
    spvtools::SpirvTools tools(environment_of(words));
    std::string messages;
    tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& position, const char* text) {
        messages += (messages.empty() ? "" : "; ") + std::string("word ") + std::to_string(position.index) + ": " + text;
    });
    if (!tools.Validate(words.data(), words.size()))
        throw std::runtime_error("LLVM's SPIR-V is not valid (" + messages + "); this is a defect of ingotc");
}

void refuse_generic_pointers(std::span<const uint32_t> words) {
    for (const spirv_instruction& instruction : spirv_instructions(words))
        if (instruction.opcode == op_type_pointer && instruction.words[2] == generic_storage_class)
            throw std::runtime_error("the SPIR-V holds a generic pointer; this is a defect of ingotc");
}

constexpr std::string_view printf_extension = "SPV_EXT_relaxed_printf_string_address_space";
constexpr uint32_t op_extension = 10;

// LLVM looks up the type of printf's format by the registers of the module's last function, whichever function calls it
// (SPIRVModuleAnalysis, LLVM 22), and then demands this extension or not, by chance. So the extension is allowed, and taken
// out again: call_printf puts every format into constant memory, and the validation afterwards holds it to that.
void allow_printf_extension() {
    static const bool done = [] {
        auto& options = llvm::cl::getRegisteredOptions();
        const auto found = options.find("spirv-ext");
        if (found == options.end()) throw std::runtime_error("this LLVM's SPIR-V back end has no option spirv-ext");
        found->second->addOccurrence(1, "spirv-ext", "+" + std::string(printf_extension));
        return true;
    }();
    static_cast<void>(done);
}

std::vector<uint32_t> without_printf_extension(std::span<const uint32_t> words) {
    std::vector<uint32_t> made(words.begin(), words.begin() + 5);
    for (const spirv_instruction& instruction : spirv_instructions(words)) {
        const auto name = std::as_bytes(instruction.words.subspan(1));
        if (instruction.opcode == op_extension && name.size() > printf_extension.size() &&
            std::memcmp(name.data(), printf_extension.data(), printf_extension.size()) == 0)
            continue;
        made.insert(made.end(), instruction.words.begin(), instruction.words.end());
    }
    return made;
}

// The validator reads capabilities in their order, and allows those of some kinds of images only behind ImageBasic, which all
// that have images declare.
std::vector<uint32_t> with_images_first(std::vector<uint32_t> words) {
    for (const spirv_instruction& instruction : spirv_instructions(words)) {
        if (instruction.opcode != op_capability) break;
        if (instruction.words[1] != capability_image_basic) continue;
        // Each capability is two words.
        const auto first = words.begin() + 5;
        const auto found = words.begin() + static_cast<std::ptrdiff_t>(instruction.first);
        std::rotate(first, found, found + 2);
        break;
    }
    return words;
}

void make_kernels(llvm::Module& module, std::span<const kernel_entry> kernels) {
    for (llvm::Function& function : module)
        if (!function.isIntrinsic()) function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
    for (const kernel_entry& kernel : kernels)
        if (llvm::Function* function = module.getFunction(kernel.function))
            function->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    // A call has its callee's convention.
    for (llvm::Function& function : module)
        for (llvm::User* user : function.users())
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->setCallingConv(function.getCallingConv());
}

// A switch's number is an integer in SPIR-V; LLVM also chooses by a bool, as where C++ compares with <=>.
void widen_switches(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function) {
            auto* const choice = llvm::dyn_cast_or_null<llvm::SwitchInst>(block.getTerminator());
            if (!choice || choice->getCondition()->getType()->getIntegerBitWidth() >= 8) continue;
            llvm::IRBuilder<> builder(choice);
            choice->setCondition(builder.CreateZExt(choice->getCondition(), builder.getInt32Ty()));
            for (auto each : choice->cases())
                each.setValue(builder.getInt32(static_cast<uint32_t>(each.getCaseValue()->getZExtValue())));
        }
}

bool uses_sub_groups(const llvm::Module& module) {
    return llvm::is_contained(required_features(module), archive::needs::sub_groups);
}

void initialise_spirv() {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
}

// In LLVM IR a phi has one value for each edge into its block, in SPIR-V one for each block before it: where several cases of
// a switch lead to one block, llvm-spirv-15 does not give the phi its missing values back. So each such edge gets a block.
void split_edges_of_switches(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : llvm::make_early_inc_range(function))
            if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator()))
                for (unsigned i = 0; i < choice->getNumSuccessors(); ++i)
                    if (!choice->getSuccessor(i)->phis().empty()) llvm::SplitCriticalEdge(choice, i);
}

}  // namespace

spirv_code emit_spirv(const device_module& unit) {
    const bool has_sub_groups = uses_sub_groups(*unit.module);
    allow_printf_extension();
    // Without optimisation: the middle end has done it, and drivers do it again. With it LLVM 22 makes additions with a carry,
    // which llvm-spirv-15 does not know, merges the edges of switches again, and now and then shifts a 64-bit number into a
    // 32-bit one, which is not valid.
    const code_generator generator {
        &initialise_spirv,          has_sub_groups ? spirv_1_3 : spirv_1_2, "", "", llvm::CodeGenFileType::ObjectFile,
        llvm::CodeGenOptLevel::None};
    const std::vector<std::byte> made_by_llvm = emit_apart(*unit.module, generator, [&](llvm::Module& module) {
        make_kernels(module, unit.kernels);
        widen_switches(module);
        split_edges_of_switches(module);
    });
    const std::vector<uint32_t> words = with_images_first(without_printf_extension(spirv_words(made_by_llvm)));
    validate(words);
    refuse_generic_pointers(words);
    const auto bytes = std::as_bytes(std::span(words));
    spirv_code made {{bytes.begin(), bytes.end()}, {}};
    if (has_sub_groups) made.needs.emplace_back(archive::needs::sub_groups);
    for (const optional_capability* capability : find_capabilities(words))
        if (std::ranges::find(made.needs, capability->need) == made.needs.end()) made.needs.emplace_back(capability->need);
    return made;
}

bool writes_layers(const device_module& unit) {
    return llvm::any_of(*unit.module, [](const llvm::Function& function) {
        return function.hasFnAttribute(opencl_functions::writes_layers_attribute);
    });
}

}  // namespace ingot::compiler::spirv
