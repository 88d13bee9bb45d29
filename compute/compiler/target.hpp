// A target: one kind of device code, such as SPIR-V or PTX. Each target is defined in its own folder under targets/.
// The other parts of the compiler know a target only by its traits and by the functions of this interface.
// docs/adding-a-target.md shows each step.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassManager.h>

#include <cstddef>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/device_profile.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel_resources.hpp"

namespace ingot::compiler {

struct device_module;
class phase_times;

/// Options of the command line that affect code generation.
struct target_options {
    std::string architecture;   ///< the oldest device that must run the code, "sm_70"; empty if the target has none
    bool fast_math = false;     ///< --fast-math: the code may flush denormal single-precision numbers to 0 and approximate
    unsigned optimisation = 2;  ///< level 0 to 3; used by targets with `optimises`
    const archive::code* base_code = nullptr;  ///< the code of the target `base_target`; null for a target without one
    phase_times* times = nullptr;              ///< records the time of each phase of emit(); null if times are not measured
    /// If it is not null, a target with `reports_resources` writes into it what the kernels need.
    resource_report* resources = nullptr;
};

/// The constant properties of a target. Address spaces are numbered as in LLVM. For all targets, buffers are in address
/// space 1 and local memory is in address space 3.
struct target_traits {
    std::string_view name;         ///< in --targets, in archives and in file names: "spirv"
    std::string_view title;        ///< in help texts and messages: "SPIR-V"
    std::string_view text_suffix;  ///< ending of a file with the code as text: ".spvasm"
    /// What the code is, for the help, where the title does not say enough: "LLVM bitcode for …". May be empty.
    std::string_view explanation {};

    /// The name of another target. If it is set, this target's code is emitted from the lowered module of the other
    /// target, every time that the other target is compiled, and --targets cannot select this target. SPIR has "spirv"
    /// here; most targets have "".
    std::string_view base_target {};

    /// Does ingotc compile for the target if --targets is not given? False for a target whose code no backend runs.
    bool is_default = true;
    /// Does emit() read debug information: the lines of instructions and the names of variables? Otherwise it is removed before.
    bool reads_debug_information = false;
    /// Can the code contain the lines of the source (-g of ingotc, middle_end/source_lines.hpp)?
    bool writes_lines = false;

    /// Macros by which a kernel file can recognise the target, each as "NAME=VALUE" with the prefix INGOT_TARGET_. A file
    /// that uses such a macro is parsed for each target. The language's headers do not use these macros, but ask for the
    /// features below (target_feature.hpp).
    std::vector<std::string> macros {};
    /// The device profiles for device_info, for each kind of device (GPU, CPU) from the most specific one to the one that
    /// every such device satisfies. At least one, unless `base_target` is set. A kernel file that uses device_info is
    /// compiled once for each profile.
    std::span<const archive::device_profile> profiles;
    archive::profile_vendor platform = archive::profile_vendor::unknown;  ///< device_info::platform_vendor()

    /// The architecture that is used without --arch: "sm_70". Empty if the target has no architectures.
    std::string_view default_architecture {};
    std::string_view architecture_kind {};     ///< what an architecture is called: "compute capability"
    std::string_view architecture_pattern {};  ///< how an architecture is written, for the help: "sm_NN"
    bool reports_resources = false;            ///< does emit() find out what kernels need (target_options::resources)?
    bool optimises = false;                    ///< true if ingotc optimises the code; false if the device's driver does

    bool fuses_mad = false;           ///< is the language's mad() one instruction, fma?
    bool converts_half = false;       ///< are there instructions that convert between half and float?
    bool stores_image_bytes = false;  ///< does the target write images by bytes (image_store), not by channels?
    bool prefetches = false;          ///< can a work-item ask for global memory that it will read later (prefetch)?
    /// Do sub-groups have at least 32 work-items, but for the last one of a work-group?
    bool has_32_sub_group_items = false;
    /// Are there vector instructions for LLVM's vectors of up to 16 elements (pack)? If not, packs are arrays and loops.
    bool computes_packs = false;
    bool has_wide_integers = false;  ///< does the target compute with integers of more than 64 bits?
    /// Is a struct passed to a kernel by a pointer to private memory (`ptr byval(T)`)? Otherwise it is an argument of a
    /// struct type.
    bool passes_structs_by_pointer = false;
    /// How is local memory passed whose size the launch gives? If true, all such parameters share one block of local
    /// memory, and each argument is an offset in the block. If false, each argument is a pointer to local memory.
    bool passes_local_memory_by_offset = false;
    /// Does a barrier wait only for the work-items that have not ended? Then a work-item that failed simply ends.
    bool barriers_ignore_ended_items = false;
    /// May the code lack kernels that the target cannot express? The archive then says why (archive::code::missing_kernels), and
    /// the other kernels of the file run. If false, such a kernel is an error.
    bool leaves_out_kernels = false;
    unsigned constant_space = 0;         ///< address space of constants in the program
    unsigned constant_buffer_space = 1;  ///< address space of a constant_buffer<T>
    /// Maximum size of all constants in `constant_space`, in bytes. If they are larger, all of them are placed in
    /// global memory.
    uint64_t max_constant_bytes = std::numeric_limits<uint64_t>::max();
    /// Maximum number of elements of an array with an initialiser.
    uint64_t max_constant_array_length = std::numeric_limits<uint64_t>::max();
    /// Is 0 a valid address of local memory and constants? Then a null pointer to local memory or to a constant needs
    /// another value.
    bool has_memory_at_null = false;
    /// LLVM's synchronisation scope for atomic operations within a work-group.
    std::string_view work_group_scope = "workgroup";
    /// Prefix of the LLVM intrinsics that only this target supports: "llvm.nvvm.". Empty if there are none.
    std::string_view intrinsic_prefix {};
};

/// Why a target has no code for an instruction.
struct unsupported_instruction {
    std::string message;  ///< "Metal has no double"
    std::string advice;   ///< what the author can do
};

/// What the code for one architecture of a target can use, and the code for earlier architectures cannot.
struct architecture_features {
    /// Are there instructions that copy from global to local memory while the work-item goes on (copy_to_local)?
    bool copies_asynchronously = false;
    /// Are there instructions that multiply tiles of half numbers (multiply_half_blocks)?
    bool multiplies_half_tiles = false;
    /// Are there instructions that multiply matrices of half numbers in local memory (start_product)?
    bool multiplies_local_matrices = false;
};

/// What one compute unit of a device can hold at a time.
struct compute_unit_limits {
    uint32_t work_items = 0;
    uint32_t groups = 0;
    uint32_t group_size = 0;            ///< largest number of work-items of a group
    uint32_t sub_group_size = 1;        ///< a group takes the room of whole sub-groups
    uint64_t local_bytes = 0;           ///< of all groups together
    uint64_t local_bytes_of_group = 0;  ///< of one group, at most
    uint64_t local_bytes_reserved = 0;  ///< that the driver takes for each group
    uint32_t registers = 0;             ///< of 32 bits, of all groups together
    uint32_t register_step = 1;         ///< a sub-group takes a multiple of this number of registers
    uint32_t sub_group_step = 1;        ///< the registers of a compute unit hold a multiple of this number of sub-groups
};

/// One target of the compiler. The program `ingotc` creates one object of each target.
class target {
public:
    explicit target(target_traits traits) : own_(std::move(traits)) {}
    target(const target&) = delete;
    target& operator=(const target&) = delete;
    virtual ~target() = default;

    const target_traits& traits() const { return own_; }

    /// Is everything installed that the target needs? An unavailable target is left out of archives.
    virtual bool is_available() const { return true; }
    /// Returns a remark for the end of ingotc's help, or an empty string.
    virtual std::string note() const { return {}; }
    /// Is `name` an architecture of this target? `default_architecture` is one.
    virtual bool is_architecture(const std::string& /*name*/) const { return false; }

    /// Returns the features of an architecture, one for which is_architecture() is true, or "".
    virtual architecture_features features_of(std::string_view /*architecture*/) const { return {}; }

    /// Returns what a compute unit of an architecture can hold. Returns nothing if that is not known.
    virtual std::optional<compute_unit_limits> limits_of(std::string_view /*architecture*/) const { return {}; }

    /// Returns the types of the kernel function's arguments for an image parameter: one argument, or two if the
    /// image is read and written and the target passes two handles. Returns an empty vector if the target does
    /// not support images.
    virtual std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) const = 0;

    /// Adds passes that replace calls of device functions, of printf and of mathematical functions by the target's own
    /// functions or instructions. The passes run after all functions except kept functions (kept_functions.hpp) have been
    /// inlined. Pointers to constants or to several memories, and those in kept functions, have no address spaces yet;
    /// simplification passes follow. A function that only emit() handles must be marked with mark_built_in()
    /// (middle_end/device_functions.hpp). Any other function without a body is an error.
    virtual void lower_device_functions(llvm::ModulePassManager& passes) const = 0;
    /// Adds passes that replace instructions that the target does not support. These passes run last.
    virtual void lower_instructions(llvm::ModulePassManager& /*passes*/) const {}

    /// Returns why the target has no code for an instruction of a lowered kernel: the kernel's author gets an error at the
    /// instruction's line. Returns nothing if the target has code for it.
    virtual std::optional<unsupported_instruction> find_unsupported(const llvm::Instruction& /*instruction*/) const { return {}; }

    /// Returns the code of a lowered module, which has no debug information unless the target reads it. The function may change
    /// the module, unless another target names this one in `base_target`: that target's code is emitted from the same module
    /// afterwards. Throws std::logic_error with the back end's message if the back end rejects the module: this is a defect of
    /// the compiler. Throws std::runtime_error if a file that the target needs cannot be read or written.
    virtual archive::code emit(device_module& unit, const target_options& options) const = 0;

    /// Returns the code as readable text. Throws std::runtime_error if the bytes are not code of this target.
    virtual std::string disassemble(std::span<const std::byte> code) const = 0;

private:
    target_traits own_;
};

using target_list = std::vector<std::unique_ptr<const target>>;

/// Returns all targets of this program, in the order of their ingot_add_target() calls. CMake generates the body of
/// this function.
target_list all_targets();

/// Returns the target of that name, or null.
inline const target* find_target(const target_list& targets, std::string_view name) {
    for (const auto& target : targets)
        if (target->traits().name == name) return target.get();
    return nullptr;
}

}  // namespace ingot::compiler
