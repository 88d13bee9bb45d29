// A target: one kind of device code. It describes itself once, in a folder of its own under targets/; all else asks for a trait
// or calls a function of this interface. docs/adding-a-target.md shows each step.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassManager.h>

#include <cstddef>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/device_profile.hpp>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot::compiler {

struct device_module;

/// What the user chose of how code is made.
struct target_options {
    std::string architecture;   ///< the target's own name of the least device that runs the code; "" where it has none
    bool fast_math = false;     ///< flush denormal numbers of single precision, approximate
    unsigned optimisation = 2;  ///< 0 and 1 little, 3 most; for targets that optimise by themselves
};

/// What is true of a target whatever it compiles. Address spaces are LLVM's numbers; buffers are in 1 and local memory is in 3
/// for all targets.
struct target_traits {
    std::string_view name;         ///< on the command line, in archives and in the names of files: "spirv"
    std::string_view title;        ///< in help and messages: "SPIR-V"
    std::string_view text_ending;  ///< of a file with its code as text: ".spvasm"

    /// The target whose lowered module this one is made of. It is then made along with that one and never asked for by itself:
    /// SPIR comes with "spirv". Empty for all others.
    std::string_view comes_with {};

    /// "NAME=VALUE": what the language's headers see, beside the macros of a device's profile.
    std::vector<std::string> macros {};
    /// The devices that device_info tells kernels of, from the most particular to the one that every device fits; at least one.
    /// A kernel file that asks device_info is compiled once for each.
    std::span<const archive::device_profile> profiles;
    archive::profile_vendor platform = archive::profile_vendor::unknown;  ///< device_info::platform_vendor()

    /// The least device that code is made for where the user names none: "sm_70". Empty where there is nothing to choose.
    std::string_view default_architecture {};
    std::string_view architecture_kind {};     ///< "compute capability"
    std::string_view architecture_pattern {};  ///< "sm_NN"
    bool optimises = false;                    ///< does ingotc optimise the code, and not the device's driver?

    unsigned constant_space = 0;         ///< of constants of the program
    unsigned constant_buffer_space = 1;  ///< of a constant_buffer<T>
    /// Most bytes of constants in `constant_space`. Where there are more, all of them go to global memory.
    uint64_t most_constant_bytes = std::numeric_limits<uint64_t>::max();
    /// Most elements of an array with an initialiser.
    uint64_t longest_constant_array = std::numeric_limits<uint64_t>::max();
    /// Do local memory and constants begin at address 0, so that null needs another value there?
    bool has_memory_at_null = false;
    /// LLVM's scope of atomic operations that only the work-group sees.
    std::string_view group_scope = "workgroup";
    /// How the names of LLVM's intrinsics begin that only this target has: "llvm.nvvm.". Empty where there are none.
    std::string_view intrinsics {};
};

class target {
public:
    explicit target(target_traits of) : own(std::move(of)) {}
    target(const target&) = delete;
    target& operator=(const target&) = delete;
    virtual ~target() = default;

    const target_traits& traits() const { return own; }

    /// Is all there that the target needs on this machine? One that is not is left out of archives.
    virtual bool is_available() const { return true; }
    /// A sentence for the end of ingotc's help, or nothing.
    virtual std::string note() const { return {}; }
    /// Is that the name of an architecture of the target, as `default_architecture` is one?
    virtual bool is_architecture(const std::string& /*name*/) const { return false; }

    /// The types of the kernel function's arguments for an image: one, or one to read and one to write. Nothing where kernels of
    /// this target cannot have images.
    virtual std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) const = 0;

    /// Adds passes that replace device functions, printing and mathematics by what the target has for them. They run once
    /// everything is inlined and in its address space; simplification follows. Each function that they leave to emit() carries
    /// the mark of mark_built_in() (middle_end/device_functions.hpp); other functions without a body are errors.
    virtual void lower_device_functions(llvm::ModulePassManager& passes) const = 0;
    /// Adds passes that replace instructions that the target does not have. They run last.
    virtual void lower_instructions(llvm::ModulePassManager& /*passes*/) const {}

    /// The code of a lowered module without line tables. It may change the module, unless another target comes with this one:
    /// that is made of the same module afterwards. Throws std::runtime_error with the back end's own words where it refuses the
    /// module.
    virtual archive::code emit(device_module& unit, const target_options& options) const = 0;

    /// The code as text for a person. Throws std::runtime_error where the bytes are no code of this target.
    virtual std::string disassemble(std::span<const std::byte> code) const = 0;

private:
    target_traits own;
};

using target_list = std::vector<std::unique_ptr<const target>>;

/// All targets of this program, in the order of ingot_add_target() in CMake, which makes the body of this function.
target_list all_targets();

/// The target of that name, or null.
inline const target* find_target(const target_list& targets, std::string_view name) {
    for (const auto& one : targets)
        if (one->traits().name == name) return one.get();
    return nullptr;
}

}  // namespace ingot::compiler
