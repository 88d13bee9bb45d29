#include "spirv.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/CommandLine.h>

#include <cstring>
#include <spirv-tools/libspirv.hpp>
#include <stdexcept>

#include "emit_file.hpp"
#include "spirv_words.hpp"

namespace ingot::compiler {

namespace {

// OpenCL with SPIR-V 1.2, the version that the triple asks for.
constexpr spv_target_env environment = SPV_ENV_OPENCL_2_2;
constexpr uint32_t generic_storage_class = 8;  // SPIR-V specification, 3.7
constexpr uint32_t op_type_pointer = 32;

const code_generator spirv_generator {"spirv64v1.2-unknown-unknown", "", "", llvm::CodeGenFileType::ObjectFile};

void validate(std::span<const uint32_t> words) {
    spvtools::SpirvTools tools(environment);
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
// (SPIRVModuleAnalysis, LLVM 22), and then demands this extension or not, by chance. So the extension is allowed, and taken out
// again: call_printf puts every format into constant memory, and the validation afterwards holds it to that.
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

void make_kernels(device_module& unit) {
    for (llvm::Function& function : *unit.module)
        if (!function.isIntrinsic()) function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
    for (const kernel_entry& kernel : unit.kernels)
        if (llvm::Function* function = unit.module->getFunction(kernel.function))
            function->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    // A call has its callee's convention.
    for (llvm::Function& function : *unit.module)
        for (llvm::User* user : function.users())
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->setCallingConv(function.getCallingConv());
}

}  // namespace

std::vector<std::byte> emit_spirv(device_module& unit) {
    make_kernels(unit);
    retarget(*unit.module, spirv_generator);
    allow_printf_extension();
    const std::vector<uint32_t> words = without_printf_extension(spirv_words(emit_file(*unit.module, spirv_generator)));
    validate(words);
    refuse_generic_pointers(words);
    const auto bytes = std::as_bytes(std::span(words));
    return {bytes.begin(), bytes.end()};
}

std::string disassemble_spirv(std::span<const std::byte> spirv) {
    const std::vector<uint32_t> words = spirv_words(spirv);
    std::string text;
    spvtools::SpirvTools tools(environment);
    if (!tools.Disassemble(words, &text, SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT))
        throw std::runtime_error("these bytes are no SPIR-V");
    return text;
}

}  // namespace ingot::compiler
