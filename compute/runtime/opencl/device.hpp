// One OpenCL device, with its context.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../backend.hpp"
#include "driver.hpp"

namespace ingot::backends::opencl {

/// How a device takes a program.
enum class program_form {
    spirv,  ///< SPIR-V, by clCreateProgramWithIL
    spir,   ///< LLVM bitcode, by the extension cl_khr_spir
};

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    /// Throws error, with the reason, where the device cannot run Ingot's programs.
    device(const driver& functions, cl_platform_id of, cl_device_id id);

    const device_properties& properties() const override { return described; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> used) override;
    std::shared_ptr<image_interface> create_image(const image_description& what) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& of, const image_description& what,
                                                       uint32_t level) override;
    std::vector<pixel_format> image_formats(image_shape of) override;
    bool reads_image_levels() const override { return false; }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    gl_support gl_sharing() override;

    const driver& functions() const { return calls; }
    cl_device_id id() const { return handle; }
    /// The device's own context; the first call makes it.
    cl_context context();

    /// Has the device images at all?
    bool has_images() const { return image_support; }

    program_form form() const { return takes; }
    /// A program of SPIR-V, by the core function or the extension's.
    cl_program create_program_with_il(std::span<const std::byte> code, cl_int& code_out);

    /// Is the device as a profile says, by its name in device_profile.hpp?
    bool fits(std::string_view profile) const;
    /// Why the device has not what code needs, by a name of archive::needs; "" where it has it.
    std::string lacks(std::string_view need) const;

    /// "creating a buffer on 'NAME'": how errors begin.
    std::string doing(const std::string& what) const { return what + " on '" + described.name + "'"; }

private:
    const driver& calls;
    cl_platform_id platform;
    cl_device_id handle;
    program_form takes = program_form::spirv;
    bool image_support = false;
    decltype(&::clCreateProgramWithIL) create_with_il = nullptr;
    device_properties described;
    std::once_flag context_made;
    owned<cl_context> made_context;
};

/// What the driver says of a device or platform; "" where it does not know the question.
std::string device_text(const driver& functions, cl_device_id id, cl_device_info what);
std::string platform_text(const driver& functions, cl_platform_id id, cl_platform_info what);

}  // namespace ingot::backends::opencl
