// Programs and kernels of a CUDA device.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "build.hpp"

namespace ingot::backends::cuda {

class device;

class program final : public program_interface, public std::enable_shared_from_this<program> {
public:
    program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents);

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool from_cache() const override { return built.from_cache; }

    const std::shared_ptr<device>& owner() const { return on; }
    module_handle handle() const { return built.loaded.get(); }

private:
    std::shared_ptr<device> on;
    built_program built;
};

class kernel final : public kernel_interface {
public:
    /// Throws error where the program's code has no such kernel, or one with other parameters.
    kernel(std::shared_ptr<program> of, std::shared_ptr<const archive::kernel_reflection> reflection);

    const device_interface& owner() const override;
    const archive::kernel_reflection& reflection() const override { return *reflected; }
    uint32_t max_group_size() const override { return group_limit; }

    function_handle handle() const { return function; }

private:
    void check_parameters(const current_context& here) const;

    std::shared_ptr<program> from;
    std::shared_ptr<const archive::kernel_reflection> reflected;
    function_handle function = nullptr;
    uint32_t group_limit = 0;
};

}  // namespace ingot::backends::cuda
