// Programs and kernels of the CPU debug device: functions of this process, which a C++ compiler has compiled.
#pragma once

#include <memory>
#include <vector>

#include "../backend.hpp"

namespace ingot::backends::cpu_debug {

class device;

/// The function of a kernel.
class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<device> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
           void (*entry)(const void* const*), std::shared_ptr<const void> library)
        : device_(std::move(owner)), reflection_(std::move(reflection)), function_(entry), library_(std::move(library)) {}

    const device_interface& owner() const override;
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override;

    void (*function() const)(const void* const*) { return function_; }
    /// Keeps the shared library loaded that contains the function; null if the function is part of the program.
    const std::shared_ptr<const void>& library() const { return library_; }

private:
    std::shared_ptr<device> device_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    void (*function_)(const void* const*);
    std::shared_ptr<const void> library_;
};

/// The kernel functions of one kernel file.
class program final : public program_interface {
public:
    program(std::shared_ptr<device> owner, const program_source& source)
        : device_(std::move(owner)),
          name_(source.name),
          entries_(source.cpu_debug.begin(), source.cpu_debug.end()),
          library_(source.library) {}

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool is_from_cache() const override { return false; }

private:
    std::shared_ptr<device> device_;
    std::string name_;
    std::vector<cpu_debug_entry> entries_;
    std::shared_ptr<const void> library_;
};

}  // namespace ingot::backends::cpu_debug
