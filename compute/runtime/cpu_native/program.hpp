// Programs and kernels for the processor: code of an archive, loaded into this process.
#pragma once

#include <atomic>
#include <ingot/archive/cpu_code.hpp>
#include <memory>
#include <string>

#include "../backend.hpp"
#include "object_loader.hpp"

namespace ingot::backends::cpu_native {

class device;
class program;

/// A kernel's code for this processor.
class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<const program> owner, std::shared_ptr<const archive::kernel_reflection> reflection);

    const device_interface& owner() const override;
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override;
    std::vector<kernel_statistics> statistics() const override;

    archive::cpu::group_function run_group() const { return run_group_; }
    const archive::cpu::kernel_needs& needs() const { return needs_; }

    /// The measured time of one group in nanoseconds; 0 before the first launch.
    double group_time() const { return group_time_.load(std::memory_order_relaxed); }
    /// Takes another measurement into account.
    void add_group_time(double nanoseconds) const;

private:
    std::shared_ptr<const program> program_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    archive::cpu::group_function run_group_;
    archive::cpu::kernel_needs needs_ {};
    archive::cpu::lane_counts* lanes_ = nullptr;  ///< null if the code does not count lanes
    mutable std::atomic<double> group_time_ {0};
};

/// The kernels of one kernel file.
class program final : public program_interface, public std::enable_shared_from_this<program> {
public:
    /// Loads the code. Throws error if the archive has none for this device.
    program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents);

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool is_from_cache() const override { return false; }

    const device& owner() const { return *device_; }
    const loaded_object& code() const { return code_; }
    const std::string& name() const { return name_; }

private:
    std::shared_ptr<device> device_;
    std::string name_;
    loaded_object code_;
};

}  // namespace ingot::backends::cpu_native
