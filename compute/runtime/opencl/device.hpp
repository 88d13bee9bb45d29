// One OpenCL device, with its context.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../backend.hpp"
#include "driver.hpp"
#include "optional_features.hpp"

namespace ingot::backends::opencl {

/// The kind of code that a device accepts.
enum class program_form {
    spirv,  ///< SPIR-V, through clCreateProgramWithIL
    spir,   ///< LLVM bitcode, through the extension cl_khr_spir
};

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    /// Throws error with the reason if the device cannot run Ingot's programs.
    device(const driver& functions, cl_platform_id platform, cl_device_id id);

    const device_properties& properties() const override { return properties_; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> memory) override;
    std::shared_ptr<image_interface> create_image(const image_description& description) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& whole_image,
                                                       const image_description& description, uint32_t level) override;
    std::vector<pixel_format> image_formats(image_shape shape) override;
    bool reads_image_levels() const override { return false; }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    gl_support gl_sharing() override;

    const driver& functions() const { return driver_; }
    cl_device_id id() const { return handle_; }
    /// The device's context, which the first call creates.
    cl_context context();

    /// Does the device have images?
    bool has_images() const { return image_support_; }

    program_form form() const { return program_form_; }
    /// Creates a program from SPIR-V with clCreateProgramWithIL, or with the function of the extension cl_khr_il_program.
    /// Writes OpenCL's error code to `code_out`.
    cl_program create_program_with_il(std::span<const std::byte> code, cl_int& code_out);

    /// Does the device match the profile of this name (device_profile.hpp)?
    bool matches_profile(std::string_view profile) const;
    /// The reason why the device does not have the feature of this name (archive::required_features); "" if it has the feature.
    std::string missing_feature_reason(std::string_view need) const;

    /// The beginning of an error message: "creating a buffer on 'NAME'".
    std::string error_context(const std::string& action) const { return action + " on '" + properties_.name + "'"; }

private:
    const driver& driver_;
    cl_platform_id platform_;
    cl_device_id handle_;
    program_form program_form_ = program_form::spirv;
    bool image_support_ = false;
    decltype(&::clCreateProgramWithIL) create_with_il_ = nullptr;
    feature_report features_;
    device_properties properties_;
    std::once_flag context_created_;
    owned<cl_context> context_;
};

/// Queries a text property of a device or platform; "" if the driver does not know the property.
std::string device_text(const driver& functions, cl_device_id id, cl_device_info property);
std::string platform_text(const driver& functions, cl_platform_id id, cl_platform_info property);

}  // namespace ingot::backends::opencl
