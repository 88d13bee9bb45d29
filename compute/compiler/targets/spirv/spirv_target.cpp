// The target SPIR-V: binaries for OpenCL drivers.
#include <ingot/archive/required_features.hpp>
#include <memory>
#include <spirv-tools/libspirv.hpp>
#include <stdexcept>

#include "../opencl_functions/opencl_functions.hpp"
#include "emit_spirv.hpp"
#include "spirv_words.hpp"

namespace ingot::compiler::spirv {

namespace {

class spirv_target final : public target {
public:
    spirv_target()
        : target({
              .name = "spirv",
              .title = "SPIR-V",
              .text_suffix = ".spvasm",
              .macros = {"INGOT_TARGET_SPIRV=1"},
              .profiles = archive::opencl_profiles,
              // OpenCL C passes structs by pointer too. Intel's compiler for CPUs crashes at a kernel with an argument of a
              // struct type.
              .passes_structs_by_pointer = true,
              .constant_space = opencl_functions::constant_space,
              .constant_buffer_space = opencl_functions::constant_space,
              // One instruction of at most 65,535 words lists the elements of an array, after three other words.
              .max_constant_array_length = 65'532,
          }) {}

    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) const override {
        return opencl_functions::image_argument_types(context, image);
    }
    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        opencl_functions::lower_device_functions(passes);
    }
    void lower_instructions(llvm::ModulePassManager& passes) const override {
        passes.addPass(opencl_functions::lower_atomics());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(widen_odd_integers()));
        // SPIR-V's Kernel capability lacks these intrinsics.
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(expand_integer_intrinsics()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(expand_memory_intrinsics()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(make_defaults_reachable()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(hold_pointers_as_numbers()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(opencl_functions::hide_uniform_loops()));
    }

    archive::code emit(device_module& unit, const target_options&) const override {
        spirv_code code = emit_spirv(unit);
        // SPIR-V's OpImageWrite does not state whether an integer is signed, so that drivers call their function for
        // signed integers in both cases.
        if (writes_layers(unit)) code.required_features.emplace_back(archive::required_features::integer_layer_writes);
        return {"spirv", "", std::move(code.bytes), std::move(code.required_features)};
    }

    std::string disassemble(std::span<const std::byte> code) const override {
        const std::vector<uint32_t> words = spirv_words(code);
        std::string text;
        const spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_3);
        if (!tools.Disassemble(words, &text, SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT))
            throw std::runtime_error(
                "internal error: the SPIR-V that was produced cannot be shown as text; please report this defect of ingotc "
                "with the kernel file");
        return text;
    }
};

}  // namespace

}  // namespace ingot::compiler::spirv

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_spirv();
std::unique_ptr<const target> create_spirv() { return std::make_unique<spirv::spirv_target>(); }

}  // namespace ingot::compiler::targets
