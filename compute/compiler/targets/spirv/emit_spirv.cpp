// Emits SPIR-V in four steps:
//   1. Prepare a copy of the module for LLVM's SPIR-V back end: calling conventions, switches.
//   2. Run the back end, in a child process.
//   3. Repair the words that the back end wrote: remove an unused extension, reorder capabilities.
//   4. Validate the words, and derive from their capabilities which optional features a device must have.
#include "emit_spirv.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ingot/archive/required_features.hpp>
#include <spirv-tools/libspirv.hpp>
#include <stdexcept>

#include "../../code_generation/emit_in_child_process.hpp"
#include "../../llvm_option.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../opencl_functions/opencl_functions.hpp"
#include "spirv_words.hpp"

namespace ingot::compiler::spirv {

namespace {

constexpr uint32_t generic_storage_class = 8;  // SPIR-V specification, 3.7
constexpr uint32_t op_capability = 17;
constexpr uint32_t op_type_pointer = 32;
constexpr uint32_t capability_image_basic = 13;

// Drivers with OpenCL 2.1 read SPIR-V up to 1.2. Sub-group functions other than reductions require 1.3, so every module with
// sub-group functions is written in version 1.3.
constexpr const char* spirv_1_2 = "spirv64v1.2-unknown-unknown";
constexpr const char* spirv_1_3 = "spirv64v1.3-unknown-unknown";

// A capability (SPIR-V specification, 3.31) that requires an optional feature of the device.
struct optional_capability {
    uint32_t number;
    std::string_view feature;
    bool is_extension;  // only an extension of OpenCL allows the capability, and SPIRV-Tools' rules for OpenCL reject it
};
constexpr std::array<optional_capability, 6> optional_capabilities {{
    {10, archive::required_features::double_precision, false},   // Float64
    {12, archive::required_features::int64_atomics, true},       // Int64Atomics
    {18, archive::required_features::sub_groups, false},         // Groups
    {64, archive::required_features::sub_group_ballots, true},   // GroupNonUniformBallot
    {65, archive::required_features::sub_group_shuffles, true},  // GroupNonUniformShuffle
    {66, archive::required_features::sub_group_shuffles, true},  // GroupNonUniformShuffleRelative
}};

// Returns the optional capabilities that a module declares.
std::vector<const optional_capability*> find_capabilities(std::span<const uint32_t> words) {
    std::vector<const optional_capability*> found;
    for (const spirv_instruction& instruction : spirv_instructions(words))
        for (const optional_capability& capability : optional_capabilities)
            if (instruction.opcode == op_capability && instruction.words[1] == capability.number) found.push_back(&capability);
    return found;
}

// Returns the set of rules for the validator: OpenCL's rules, or the universal rules if the module uses a later version
// of SPIR-V or a capability that OpenCL's rules reject.
spv_target_env environment_of(std::span<const uint32_t> words) {
    constexpr uint32_t version_1_2 = 0x00010200;
    if (words[1] > version_1_2) return SPV_ENV_UNIVERSAL_1_3;
    return std::ranges::any_of(find_capabilities(words), &optional_capability::is_extension) ? SPV_ENV_UNIVERSAL_1_2
                                                                                             : SPV_ENV_OPENCL_2_2;
}

// Throws std::logic_error with the validator's messages if the words are not valid SPIR-V.
void validate(std::span<const uint32_t> words) {
    spvtools::SpirvTools tools(environment_of(words));
    std::string messages;
    tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& position, const char* text) {
        messages += (messages.empty() ? "" : "; ") + std::string("word ") + std::to_string(position.index) + ": " + text;
    });
    if (!tools.Validate(words.data(), words.size())) throw std::logic_error("LLVM's SPIR-V is not valid: " + messages);
}

// Throws std::logic_error if the module declares a type of generic pointers, which not every device supports.
void reject_generic_pointers(std::span<const uint32_t> words) {
    for (const spirv_instruction& instruction : spirv_instructions(words))
        if (instruction.opcode == op_type_pointer && instruction.words[2] == generic_storage_class)
            throw std::logic_error("the SPIR-V contains a generic pointer");
}

constexpr std::string_view printf_extension = "SPV_EXT_relaxed_printf_string_address_space";
constexpr uint32_t op_extension = 10;

// Allows LLVM to declare the extension for printf formats outside of constant memory. LLVM 22 looks up the type of each
// format in the registers of the module's last function, even if another function calls printf (SPIRVModuleAnalysis),
// and so requires the extension or not by chance. without_printf_extension() removes the declaration: call_printf puts
// every format in constant memory, and the validator checks this.
void allow_printf_extension() {
    static const bool is_allowed = [] {
        set_llvm_option("spirv-ext", "+" + std::string(printf_extension));
        return true;
    }();
    static_cast<void>(is_allowed);
}

// Returns the words without the declaration of the extension for printf formats.
std::vector<uint32_t> without_printf_extension(std::span<const uint32_t> words) {
    std::vector<uint32_t> result(words.begin(), words.begin() + 5);
    for (const spirv_instruction& instruction : spirv_instructions(words)) {
        const auto name = std::as_bytes(instruction.words.subspan(1));
        if (instruction.opcode == op_extension && name.size() > printf_extension.size() &&
            std::memcmp(name.data(), printf_extension.data(), printf_extension.size()) == 0)
            continue;
        result.insert(result.end(), instruction.words.begin(), instruction.words.end());
    }
    return result;
}

// Returns the words with the capability ImageBasic first. The validator checks capabilities in their order, and accepts
// those for some kinds of images only after ImageBasic, which every module with images declares.
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

// Sets the calling conventions of kernels, of other functions and of calls.
void set_calling_conventions(llvm::Module& module, std::span<const kernel_entry> kernels) {
    for (llvm::Function& function : module)
        if (!function.isIntrinsic()) function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
    for (const kernel_entry& kernel : kernels)
        if (llvm::Function* function = module.getFunction(kernel.entry_function))
            function->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    // A call must have the convention of the function that it calls.
    for (llvm::Function& function : module)
        for (llvm::User* user : function.users())
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->setCallingConv(function.getCallingConv());
}

// Replaces the conditions of switches over integers of fewer than 8 bits by 32-bit integers. LLVM creates switches over
// a bool or a two-bit number, as for C++'s operator <=>. In SPIR-V a bool is no integer, and an integer has 8 bits or more.
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

// Replaces each zext of a trunc by a mask of the number that was truncated:
//   %t = trunc i64 %x to i8
//   %z = zext i8 %t to i32
// becomes
//   %x32 = trunc i64 %x to i32
//   %z = and i32 %x32, 255
// LLVM's SPIR-V back end would write an OpBitwiseAnd whose operands have different types.
void mask_truncated_numbers(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            auto* const extended = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
            auto* const truncated = extended ? llvm::dyn_cast<llvm::TruncInst>(extended->getOperand(0)) : nullptr;
            if (!truncated) continue;
            llvm::IRBuilder<> builder(extended);
            llvm::Type* const type = extended->getType();
            const auto mask =
                llvm::APInt::getLowBitsSet(type->getScalarSizeInBits(), truncated->getType()->getScalarSizeInBits());
            llvm::Value* const number = builder.CreateZExtOrTrunc(truncated->getOperand(0), type);
            extended->replaceAllUsesWith(builder.CreateAnd(number, llvm::ConstantInt::get(type, mask)));
            extended->eraseFromParent();
            if (truncated->use_empty()) truncated->eraseFromParent();
        }
}

bool uses_sub_groups(const llvm::Module& module) {
    return llvm::is_contained(required_features(module), archive::required_features::sub_groups);
}

void initialise_spirv() {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
}

// Gives each edge from a switch to a block with a phi a block of its own. In LLVM IR a phi has one value for each edge
// into its block, in SPIR-V one for each preceding block. If several cases of a switch jump to the same block,
// llvm-spirv-15 does not restore the values that are missing in SPIR-V.
void split_edges_of_switches(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : llvm::make_early_inc_range(function))
            if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator()))
                for (unsigned i = 0; i < choice->getNumSuccessors(); ++i)
                    if (!choice->getSuccessor(i)->phis().empty()) llvm::SplitCriticalEdge(choice, i);
}

// Permits the driver to inline the functions that read the position of the work-item: they call OpenCL's get_global_id,
// get_local_id and the like, or another function that does. PoCL (3.1 and 6) has to inline them, because the positions are
// variables of the kernel. It does not inline a call of a function that SPIR-V marks as DontInline, as ingotc marks each kept
// function; the machine code then has an undefined symbol, and the process ends.
void permit_inlining_of_positions(llvm::Module& module) {
    llvm::SmallVector<llvm::Function*> callees;
    for (llvm::Function& function : module)
        if (function.isDeclaration() && function.getName().starts_with("_Z") && function.getName().contains("get_"))
            callees.push_back(&function);
    while (!callees.empty())
        for (llvm::User* user : callees.pop_back_val()->users()) {
            auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
            llvm::Function* const caller = call ? call->getFunction() : nullptr;
            if (!caller || !caller->hasFnAttribute(llvm::Attribute::NoInline)) continue;
            caller->removeFnAttr(llvm::Attribute::NoInline);
            callees.push_back(caller);
        }
}

}  // namespace

spirv_code emit_spirv(const device_module& unit, const std::function<void(llvm::Module&)>& prepare) {
    const bool has_sub_groups = uses_sub_groups(*unit.module);
    allow_printf_extension();
    // The back end does not optimise: the middle end has optimised, and drivers optimise again. With optimisation LLVM
    // 22 creates additions with carry, which llvm-spirv-15 does not support, merges the edges of switches again, and
    // sometimes shifts a 64-bit number into a 32-bit one, which is not valid.
    const code_generator generator {
        &initialise_spirv,          has_sub_groups ? spirv_1_3 : spirv_1_2, "", "", llvm::CodeGenFileType::ObjectFile,
        llvm::CodeGenOptLevel::None};
    const std::vector<std::byte> made_by_llvm = emit_in_child_process(*unit.module, generator, [&](llvm::Module& module) {
        if (prepare) prepare(module);
        set_calling_conventions(module, unit.kernels);
        permit_inlining_of_positions(module);
        widen_switches(module);
        mask_truncated_numbers(module);
        split_edges_of_switches(module);
    });
    // Repair and check the words.
    const std::vector<uint32_t> words = with_images_first(without_printf_extension(spirv_words(made_by_llvm)));
    validate(words);
    reject_generic_pointers(words);
    // Collect the required features, each once.
    const auto bytes = std::as_bytes(std::span(words));
    spirv_code code {{bytes.begin(), bytes.end()}, {}};
    if (has_sub_groups) code.required_features.emplace_back(archive::required_features::sub_groups);
    for (const optional_capability* capability : find_capabilities(words))
        if (std::ranges::find(code.required_features, capability->feature) == code.required_features.end())
            code.required_features.emplace_back(capability->feature);
    return code;
}

bool writes_layers(const device_module& unit) {
    return llvm::any_of(*unit.module, [](const llvm::Function& function) {
        return function.hasFnAttribute(opencl_functions::writes_layers_attribute);
    });
}

}  // namespace ingot::compiler::spirv
