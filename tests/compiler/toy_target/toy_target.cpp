// The toy target emits register code as text (write_toy.hpp), which extensions/toy_machine.hpp interprets. The machine
// supports global ids and sizes, but no images, sub-groups or local memory.
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <array>
#include <compiler/device_module.hpp>
#include <compiler/middle_end/device_functions.hpp>
#include <compiler/middle_end/passes.hpp>
#include <memory>

#include "write_toy.hpp"

namespace ingot::compiler::toy {

namespace {

// The only device profile of the target. device_info returns its properties to kernels.
constexpr std::array<archive::device_profile, 1> profiles {{{"toy", false, archive::profile_vendor::unknown, 1, false, false}}};

class toy_target final : public target {
public:
    toy_target()
        : target({
              .name = "toy",
              .title = "the toy machine",
              .text_suffix = ".toy",
              .macros = {"INGOT_TARGET_TOY=1"},
              .profiles = profiles,
              .max_constant_array_length = 0,
          }) {}

    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext&, const archive::parameter&) const override { return {}; }

    // Keeps the calls of these two functions, which write_toy() then emits. A call of any other device function is
    // reported as an error at its line.
    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        passes.addPass(keep_device_functions({"get_global_id", "get_global_size"}));
    }

    // The machine has only jumps and two-way branches, so switches are lowered to these. It has no operations that report
    // overflow, so the intrinsics for such operations are expanded.
    void lower_instructions(llvm::ModulePassManager& passes) const override {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LowerSwitchPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(expand_integer_intrinsics()));
    }

    archive::code emit(device_module& unit, const target_options&) const override {
        const std::string text = write_toy(unit);
        const auto bytes = std::as_bytes(std::span(text));
        archive::code code {"toy", "", {bytes.begin(), bytes.end()}};
        for (const std::string_view feature : required_features(*unit.module)) code.required_features.emplace_back(feature);
        return code;
    }

    std::string disassemble(std::span<const std::byte> code) const override {
        return {reinterpret_cast<const char*>(code.data()), code.size()};
    }
};

}  // namespace

}  // namespace ingot::compiler::toy

namespace ingot::compiler::targets {

std::unique_ptr<const target> create_toy();
std::unique_ptr<const target> create_toy() { return std::make_unique<toy::toy_target>(); }

}  // namespace ingot::compiler::targets
