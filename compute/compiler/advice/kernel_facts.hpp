// What a kernel consists of, as far as its module shows it: instructions, bytes and branches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler::advice {

/// The classes of instructions.
enum class instruction_class {
    half_arithmetic,
    float_arithmetic,
    double_arithmetic,
    integer_arithmetic,
    integer_division,
    mathematics,
    comparison,
    conversion,
    address,
    memory,
    atomic,
    image,
    communication,
    branch,
    other
};

/// The names of the classes, in their order.
inline constexpr std::array<std::string_view, 15> instruction_class_names {"half",
                                                                           "float",
                                                                           "double",
                                                                           "integer",
                                                                           "integer division",
                                                                           "mathematics",
                                                                           "comparison and choice",
                                                                           "conversion",
                                                                           "address",
                                                                           "memory",
                                                                           "atomic",
                                                                           "image",
                                                                           "work-items",
                                                                           "branch",
                                                                           "other"};

/// The kinds of memory, in the order of memory_kind.
inline constexpr std::array<std::string_view, 5> memory_names {"buffers", "constant buffers", "local", "private", "unknown"};

/// Bytes that one work-item accesses.
struct accessed_bytes {
    uint64_t read = 0;
    uint64_t written = 0;
};

/// What one work-item of a kernel does if it runs both sides of each branch, each loop with a constant number of iterations that
/// often, and each other loop once. Functions that are called and not inlined are counted at each call.
struct kernel_facts {
    std::string name;
    std::string symbol;  ///< archive::kernel_reflection::symbol
    std::string file;
    uint32_t line = 0;
    std::array<uint64_t, instruction_class_names.size()> instructions {};
    std::array<accessed_bytes, memory_names.size()> bytes {};
    uint64_t floating_point_operations = 0;  ///< of half, float and double; a fused multiply-add is two, a function is one
    uint64_t branches = 0;                   ///< places with a choice, loops included
    uint64_t divergent_branches = 0;         ///< of these, in the kernel itself: neighbouring work-items can choose differently
    uint64_t loops = 0;
    uint64_t loops_of_unknown_length = 0;
    uint64_t private_bytes = 0;        ///< variables of the work-item that are not in registers
    uint64_t local_bytes = 0;          ///< variables in local memory
    bool has_local_parameter = false;  ///< the launch gives more local memory
    bool uses_barrier = false;

    /// Operations for each byte that is read from or written to buffers. Returns 0 if there are no such bytes.
    double arithmetic_intensity() const;
};

/// Returns the facts of each kernel. Changes the module as advise() does.
std::vector<kernel_facts> analyse(device_module& unit);

/// How many groups of a kernel a compute unit can hold at a time.
struct occupancy {
    std::string architecture;
    uint32_t group_size = 0;
    uint32_t groups = 0;           ///< 0 if not even one fits
    double share = 0.0;            ///< of the work-items that the compute unit can hold
    std::string_view limited_by;   ///< "work-items", "groups", "local memory" or "registers"
    bool knows_registers = false;  ///< otherwise registers may allow fewer groups
};

/// Returns the occupancy of a kernel that needs this much local memory, and this number of registers if it is known.
occupancy occupancy_of(uint64_t local_bytes, std::optional<uint32_t> registers, uint32_t group_size, std::string architecture,
                       const compute_unit_limits& limits);

/// What a kernel needs on an architecture of a target, or why that is not known.
struct kernel_need {
    std::string target;
    std::string architecture;
    std::string unknown_because;
    std::optional<kernel_resources> resources;
};

/// The facts of a kernel, what it needs on the architectures of the targets that report it, and its occupancy on each
/// architecture whose limits are known.
struct kernel_report {
    kernel_facts facts;
    std::vector<kernel_need> needs;
    std::vector<occupancy> occupancies;
};

/// Returns the facts for people.
std::string to_text(const std::vector<kernel_report>& kernels);

/// Returns the facts as JSON: {"kernels": [{"name", "file", "line", "instructions", "bytes", …, "resources", "occupancy"}]}.
std::string to_json(const std::vector<kernel_report>& kernels);

}  // namespace ingot::compiler::advice
