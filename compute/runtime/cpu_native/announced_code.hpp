// Tells debuggers and profilers about code in memory, which no file of the system describes:
//
//     gdb --args ingot run nbody            (gdb) break nbody.kernels.cpp:60       if the kernels were compiled with -g
//     INGOT_PERF_MAP=1 perf record -g ingot run nbody --headless
//
// gdb learns of an object by its interface for code that is compiled at run time ("JIT Compilation Interface" in its manual),
// perf by a file /tmp/perf-PID.map with the addresses of the functions (Linux, tools/perf/Documentation/jit-interface.txt).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::backends::cpu_native {

/// A function of an object in memory.
struct loaded_function {
    std::string_view name;
    const std::byte* code;
    size_t bytes;
};

/// An object of which debuggers know as long as this exists.
class announced_code {
public:
    announced_code() = default;
    /// `object` is the object file, in which the headers of the sections name the addresses where these are. If the environment
    /// variable INGOT_PERF_MAP is set, the functions are also added to perf's file; if that fails, a message on the standard
    /// error stream says so once.
    announced_code(std::vector<std::byte> object, std::span<const loaded_function> functions);

private:
    struct entry;
    struct withdraw {
        void operator()(entry* announced) const;
    };
    std::unique_ptr<entry, withdraw> entry_;
};

}  // namespace ingot::backends::cpu_native
