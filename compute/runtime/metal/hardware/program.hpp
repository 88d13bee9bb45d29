// Programs and kernels of a Metal device.
#pragma once

#include <memory>

#include "../../backend.hpp"
#include "../program_text.hpp"
#include "buffer.hpp"

namespace ingot::backends::metal::hardware {

class device;

/// Compiles a text in Metal's language. Throws error with the compiler's messages if that fails. `name` names the text.
retained compile_library(const native_device& device, const std::string& text, bool is_fast, const std::string& name);

/// Returns the pipeline state of a kernel. Throws error if the library does not have it or Metal cannot create the state.
retained create_pipeline(const native_device& device, object library, const std::string& name);

/// The library of a kernel file on a device. The system caches what it compiles.
class program final : public program_interface, public std::enable_shared_from_this<program> {
public:
    program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents);

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override;
    bool is_from_cache() const override { return false; }

private:
    std::shared_ptr<device> device_;
    program_text text_;
    retained library_;
};

/// A kernel of a library, or one that cannot be launched.
class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<device> owner, std::shared_ptr<const archive::kernel_reflection> reflection, kernel_in_text in_text,
           retained pipeline);

    const device_interface& owner() const override;
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override { return max_group_size_; }

    const std::vector<argument_place>& places() const { return in_text_.places; }
    /// Throws error if the kernel cannot be launched.
    object pipeline() const;

private:
    std::shared_ptr<device> device_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    kernel_in_text in_text_;
    retained pipeline_;
    uint32_t max_group_size_;
};

}  // namespace ingot::backends::metal::hardware
