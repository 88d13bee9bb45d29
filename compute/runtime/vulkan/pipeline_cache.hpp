// What the driver compiled for a program, kept on disk.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "logical_device.hpp"

namespace ingot::backends::vulkan {

/// Returns a key of the disk cache for what belongs to the device, to this build of its driver and to `what`.
std::string driver_key(const logical_device& device, std::string_view what);

/// The pipeline cache of one program. The driver looks into it before it compiles a pipeline.
class pipeline_cache {
public:
    /// Reads what was stored for the archive of this hash, the device and its driver.
    pipeline_cache(std::shared_ptr<const logical_device> device, std::string_view archive_hash);

    VkPipelineCache handle() const { return handle_.get(); }
    /// Did an earlier program store pipelines?
    bool was_stored() const { return was_stored_; }
    /// Stores the cache if the driver has added to it.
    void store() noexcept;

private:
    std::shared_ptr<const logical_device> device_;
    std::string key_;
    owned<VkPipelineCache> handle_;
    std::mutex guard_;
    size_t stored_bytes_ = 0;
    bool was_stored_ = false;
};

}  // namespace ingot::backends::vulkan
