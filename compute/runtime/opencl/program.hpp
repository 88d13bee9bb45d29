#pragma once

#include <memory>
#include <mutex>

#include "../backend.hpp"
#include "build.hpp"
#include "device.hpp"

namespace ingot::backends::opencl {

class program final : public program_interface, public std::enable_shared_from_this<program> {
public:
    program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents);

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool is_from_cache() const override { return program_.from_cache; }

    const std::shared_ptr<device>& owner() const { return device_; }
    cl_program handle() const { return program_.handle.get(); }

private:
    std::shared_ptr<device> device_;
    built_program program_;
};

class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<program> program, std::shared_ptr<const archive::kernel_reflection> reflection);

    const device_interface& owner() const override { return *program_->owner(); }
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override { return max_group_size_; }
    std::vector<kernel_statistics> statistics() const override;

    /// Enqueues the kernel with these arguments. Several threads may call it at the same time: a lock covers setting
    /// the arguments and enqueueing.
    owned<cl_event> enqueue(cl_command_queue queue, const launch_range& items, std::span<const launch_argument> arguments);

private:
    void check_parameter_count() const;
    template <typename Value>
    Value query(cl_kernel_work_group_info what) const;
    void set_arguments(std::span<const launch_argument> arguments, const std::string& doing);
    std::string error_context(const std::string& description) const;

    std::shared_ptr<program> program_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    owned<cl_kernel> handle_;
    uint32_t max_group_size_ = 0;
    std::mutex arguments_mutex_;
};

}  // namespace ingot::backends::opencl
