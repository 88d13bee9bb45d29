// Programs and kernels of a CUDA device.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "build.hpp"

namespace ingot::backends::cuda {

class device;

/// The module of a kernel file on a device.
class program final : public program_interface, public std::enable_shared_from_this<program> {
public:
    program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents);

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool is_from_cache() const override { return program_.from_cache; }

    const std::shared_ptr<device>& owner() const { return device_; }
    module_handle handle() const { return program_.module.get(); }

private:
    std::shared_ptr<device> device_;
    built_program program_;
};

/// A function of a module.
class kernel final : public kernel_interface {
public:
    /// Throws error if the program's code does not contain the kernel, or if the number or the sizes of the kernel's parameters
    /// in the code differ from the reflection. Drivers before CUDA 12.4 cannot report the parameters, so with such a driver the
    /// parameters are not compared.
    kernel(std::shared_ptr<program> program, std::shared_ptr<const archive::kernel_reflection> reflection);

    const device_interface& owner() const override;
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override { return max_group_size_; }
    std::vector<kernel_statistics> statistics() const override;

    function_handle handle() const { return function_; }

private:
    void check_parameters(const current_context& context) const;
    void allow_launch_memory(const current_context& context) const;

    std::shared_ptr<program> program_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    function_handle function_ = nullptr;
    uint32_t max_group_size_ = 0;
};

}  // namespace ingot::backends::cuda
