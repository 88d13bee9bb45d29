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
    bool from_cache() const override { return built.from_cache; }

    const std::shared_ptr<device>& owner() const { return on; }
    cl_program handle() const { return built.handle.get(); }

private:
    std::shared_ptr<device> on;
    built_program built;
};

class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<program> of, std::shared_ptr<const archive::kernel_reflection> reflection);

    const device_interface& owner() const override { return *from->owner(); }
    const archive::kernel_reflection& reflection() const override { return *reflected; }
    uint32_t max_group_size() const override { return group_limit; }

    /// Enqueues the kernel with these arguments. Threads may do it at once: setting the arguments and enqueueing is one step.
    owned<cl_event> enqueue(cl_command_queue queue, const launch_range& items, std::span<const launch_argument> arguments);

private:
    void check_parameter_count() const;
    uint32_t ask_group_limit() const;
    void set_arguments(std::span<const launch_argument> arguments, const std::string& doing);
    std::string doing(const std::string& what) const;

    std::shared_ptr<program> from;
    std::shared_ptr<const archive::kernel_reflection> reflected;
    owned<cl_kernel> handle;
    uint32_t group_limit = 0;
    std::mutex arguments_guard;
};

}  // namespace ingot::backends::opencl
