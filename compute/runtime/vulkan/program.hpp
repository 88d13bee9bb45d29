// Programs of a Vulkan device: the code of an archive, and what the driver compiled of it.
#pragma once

#include <ingot/archive/vulkan_code.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../backend.hpp"
#include "device.hpp"
#include "pipeline_cache.hpp"

namespace ingot::backends::vulkan {

/// The kernels of one kernel file.
class program final : public program_interface, public std::enable_shared_from_this<program> {
public:
    /// Throws error if the archive has no code for Vulkan, or code that the device cannot run.
    program(std::shared_ptr<device> owner, const driver_facts& facts, const program_source& source,
            const archive::archive& contents);

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool is_from_cache() const override { return cache_.was_stored(); }

    const std::shared_ptr<device>& owner() const { return device_; }
    const driver_facts& facts() const { return facts_; }
    pipeline_cache& cache() { return cache_; }

private:
    std::shared_ptr<device> device_;
    driver_facts facts_;
    std::string name_;
    std::vector<archive::vulkan_kernel> kernels_;
    std::vector<archive::missing_kernel> missing_;
    pipeline_cache cache_;
};

}  // namespace ingot::backends::vulkan
