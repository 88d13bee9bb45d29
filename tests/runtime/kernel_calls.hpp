// Helpers for tests: launches without the checks of generated launchers, and programs that are made without ingotc.
#pragma once

#include <ingot/archive/archive.hpp>
#include <ingot/ingot.hpp>
#include <string>
#include <vector>

namespace ingot::testing {

template <typename T>
kernel_argument argument(const device_buffer<T>& buffer) {
    return {&buffer.storage(), {}};
}
template <typename T>
    requires std::is_trivially_copyable_v<T>
kernel_argument argument(const T& value) {
    return {nullptr, std::as_bytes(std::span(&value, 1))};
}

template <typename... Arguments>
void run(queue& queue, const program& program, const char* kernel, const range& items, const Arguments&... arguments) {
    const std::vector<kernel_argument> all {argument(arguments)...};
    queue.run_unchecked(kernel_function(program, kernel), items, all);
}

/// The source of a program for the CPU debug device, made from functions of the test. These kernels may contain code that
/// ingotc rejects.
class hand_made_source {
public:
    void add(const char* kernel, void (*entry)(const void* const*), std::vector<archive::parameter> parameters,
             bool uses_barrier = false) {
        contents_.kernels.push_back({kernel, kernel, std::move(parameters), uses_barrier, 0, "hand_made.kernels.cpp", 7});
        entries_.push_back({kernel, entry});
    }
    program_source source() {
        bytes_ = archive::write(contents_);
        return {"hand_made.kernels.cpp", bytes_, entries_};
    }

private:
    archive::archive contents_;
    std::vector<cpu_debug_entry> entries_;
    std::vector<std::byte> bytes_;
};

template <typename T>
archive::parameter buffer_parameter(const char* name, archive::access accessed = archive::access::read_write) {
    return {name, archive::parameter_kind::buffer, accessed, "T", sizeof(T), alignof(T)};
}
template <typename T>
archive::parameter value_parameter(const char* name) {
    return {name, archive::parameter_kind::value, archive::access::read, "T", sizeof(T), alignof(T)};
}

}  // namespace ingot::testing
