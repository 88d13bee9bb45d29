// A program of the CPU debug device: functions that the build's own compiler made.
#pragma once

#include <memory>
#include <vector>

#include "../backend.hpp"

namespace ingot::backends::cpu_debug {

class device;

class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<device> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
           void (*entry)(const void* const*), std::shared_ptr<const void> library)
        : on(std::move(owner)), reflected(std::move(reflection)), function(entry), loaded(std::move(library)) {}

    const device_interface& owner() const override;
    const archive::kernel_reflection& reflection() const override { return *reflected; }
    uint32_t max_group_size() const override;

    void (*run() const)(const void* const*) { return function; }
    /// What keeps the function's code loaded; null where nothing need.
    const std::shared_ptr<const void>& code() const { return loaded; }

private:
    std::shared_ptr<device> on;
    std::shared_ptr<const archive::kernel_reflection> reflected;
    void (*function)(const void* const*);
    std::shared_ptr<const void> loaded;
};

class program final : public program_interface {
public:
    program(std::shared_ptr<device> owner, const program_source& source)
        : on(std::move(owner)),
          name(source.name),
          entries(source.cpu_debug.begin(), source.cpu_debug.end()),
          code(source.keeps) {}

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool from_cache() const override { return false; }

private:
    std::shared_ptr<device> on;
    std::string name;
    std::vector<cpu_debug_entry> entries;
    std::shared_ptr<const void> code;
};

}  // namespace ingot::backends::cpu_debug
