// The toy target: register code as text, for a machine that tests interpret (extensions/toy_machine.hpp). It has work-items'
// places, but neither images nor sub-groups nor local memory.
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <array>
#include <compiler/device_module.hpp>
#include <compiler/middle_end/device_functions.hpp>
#include <compiler/middle_end/passes.hpp>
#include <memory>

#include "write_toy.hpp"

namespace ingot::compiler::toy {

namespace {

// One kind of device, of which kernels can ask through device_info.
constexpr std::array<archive::device_profile, 1> profiles {{{"toy", false, archive::profile_vendor::unknown, 1, false, false}}};

class toy_target final : public target {
public:
    toy_target()
        : target({
              .name = "toy",
              .title = "the toy machine",
              .text_ending = ".toy",
              .macros = {"INGOT_TARGET_TOY=1"},
              .profiles = profiles,
              .longest_constant_array = 0,
          }) {}

    std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext&, const archive::parameter&) const override { return {}; }

    // What is kept reaches write_toy() as a call; other device functions are errors at the kernel's line.
    void lower_device_functions(llvm::ModulePassManager& passes) const override {
        passes.addPass(keep_device_functions({"get_global_id", "get_global_size"}));
    }

    // The machine has conditional jumps only, and no operations that tell whether they overflow.
    void lower_instructions(llvm::ModulePassManager& passes) const override {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LowerSwitchPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(expand_integer_intrinsics()));
    }

    archive::code emit(device_module& unit, const target_options&) const override {
        const std::string text = write_toy(unit);
        const auto bytes = std::as_bytes(std::span(text));
        archive::code made {"toy", "", {bytes.begin(), bytes.end()}};
        for (const std::string_view feature : required_features(*unit.module)) made.needs.emplace_back(feature);
        return made;
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
