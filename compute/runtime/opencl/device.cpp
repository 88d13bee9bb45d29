#include "device.hpp"

#include <algorithm>
#include <charconv>
#include <ingot/archive/device_profile.hpp>
#include <ingot/archive/required_features.hpp>
#include <ingot/runtime/error.hpp>

#include "../device_profiles.hpp"
#include "../vendor.hpp"
#include "buffer.hpp"
#include "device_name.hpp"
#include "image.hpp"
#include "known_drivers.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::opencl {

namespace {

// Queries a text as OpenCL requires: one call for the size, and a second one for the text.
template <typename Ask>
std::string text_from(Ask ask) {
    size_t size = 0;
    if (ask(0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
    std::string text(size, '\0');
    if (ask(size, text.data(), nullptr) != CL_SUCCESS) return {};
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
}

template <typename Number>
Number device_number(const driver& functions, cl_device_id id, cl_device_info property) {
    Number value {};
    return functions.get_device_info(id, property, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : Number {};
}

// Returns the version in a text such as "OpenCL 3.0 PoCL 3.1+debian": the two numbers after the first word. Returns 0.0 if the
// text has another form.
version_number version_in(std::string_view text) {
    constexpr std::string_view before = "OpenCL ";
    if (!text.starts_with(before)) return {};
    const char* const end = text.data() + text.size();
    version_number found;
    const auto major = std::from_chars(text.data() + before.size(), end, found.major);
    if (major.ec != std::errc {} || major.ptr == end || *major.ptr != '.') return {};
    return std::from_chars(major.ptr + 1, end, found.minor).ec == std::errc {} ? found : version_number {};
}

// Returns the number of work-items that one instruction processes; 0 if it is not known. For CPUs it is the native vector width
// that OpenCL reports. For GPUs of NVIDIA and AMD it is a value that the maker's extension reports. For Intel's GPUs it is 16,
// the value in Intel's manuals.
uint32_t simd_width(const driver& functions, cl_device_id id, const device_properties& properties, std::string_view extensions) {
    constexpr cl_device_info warp_size_nv = 0x4003;
    constexpr cl_device_info wavefront_width_amd = 0x4043;
    if (properties.is_cpu) return device_number<cl_uint>(functions, id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    if (lists(extensions, "cl_nv_device_attribute_query")) return device_number<cl_uint>(functions, id, warp_size_nv);
    if (lists(extensions, "cl_amd_device_attribute_query")) return device_number<cl_uint>(functions, id, wavefront_width_amd);
    return properties.maker == device_vendor::intel ? 16 : 0;
}

image_limits describe_images(const driver& functions, cl_device_id id) {
    const auto size = [&](cl_device_info property) {
        return static_cast<uint32_t>(device_number<size_t>(functions, id, property));
    };
    if (device_number<cl_bool>(functions, id, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE) return {};
    // The largest width is the same for one and two dimensions (clCreateImage: "image_width for 1D must be ≤
    // CL_DEVICE_IMAGE2D_MAX_WIDTH").
    return {size(CL_DEVICE_IMAGE2D_MAX_WIDTH),
            {size(CL_DEVICE_IMAGE2D_MAX_WIDTH), size(CL_DEVICE_IMAGE2D_MAX_HEIGHT)},
            {size(CL_DEVICE_IMAGE3D_MAX_WIDTH), size(CL_DEVICE_IMAGE3D_MAX_HEIGHT), size(CL_DEVICE_IMAGE3D_MAX_DEPTH)},
            size(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE)};
}

std::array<uint32_t, 3> describe_groups(const driver& functions, cl_device_id id) {
    std::array<size_t, 16> sizes {};  // a driver may report more than 3 dimensions
    functions.get_device_info(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sizes), sizes.data(), nullptr);
    return {static_cast<uint32_t>(sizes[0]), static_cast<uint32_t>(sizes[1]), static_cast<uint32_t>(sizes[2])};
}

feature_report query_features(const driver& functions, cl_device_id id) {
    return {device_text(functions, id, CL_DEVICE_EXTENSIONS), version_in(device_text(functions, id, CL_DEVICE_VERSION)),
            device_number<cl_device_fp_config>(functions, id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0,
            device_number<cl_uint>(functions, id, CL_DEVICE_MAX_NUM_SUB_GROUPS)};
}

device_properties describe(const driver& functions, cl_platform_id platform, cl_device_id id, const feature_report& features) {
    const auto text = [&](cl_device_info property) { return device_text(functions, id, property); };
    const auto type = device_number<cl_device_type>(functions, id, CL_DEVICE_TYPE);
    device_properties properties;
    properties.backend = backend::opencl;
    properties.is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
    properties.name =
        device_name(text(CL_DEVICE_NAME), text(CL_DEVICE_VERSION), platform_text(functions, platform, CL_PLATFORM_NAME),
                    platform_text(functions, platform, CL_PLATFORM_VERSION), properties.is_cpu);
    properties.vendor = text(CL_DEVICE_VENDOR);
    properties.maker = find_vendor(properties.vendor);
    properties.api = features.api;
    properties.driver = platform_text(functions, platform, CL_PLATFORM_NAME) + " " + text(CL_DRIVER_VERSION);
    properties.compute_units = device_number<cl_uint>(functions, id, CL_DEVICE_MAX_COMPUTE_UNITS);
    properties.clock_mhz = device_number<cl_uint>(functions, id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    properties.bitness = device_number<cl_uint>(functions, id, CL_DEVICE_ADDRESS_BITS);
    properties.global_memory = device_number<cl_ulong>(functions, id, CL_DEVICE_GLOBAL_MEM_SIZE);
    properties.local_memory = device_number<cl_ulong>(functions, id, CL_DEVICE_LOCAL_MEM_SIZE);
    properties.constant_memory = device_number<cl_ulong>(functions, id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
    properties.max_group_size = static_cast<uint32_t>(device_number<size_t>(functions, id, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    properties.max_group_sizes = describe_groups(functions, id);
    properties.images = describe_images(functions, id);
    properties.simd_width = simd_width(functions, id, properties, features.extensions);
    // For GPUs the number of lanes is not known, because "compute unit" has another meaning for each vendor.
    if (properties.is_cpu) properties.float_lanes = float_lanes_of_core(properties.simd_width);
    const auto has = [&](std::string_view feature) { return opencl::missing_feature_reason(feature, features).empty(); };
    properties.has_half = lists(features.extensions, "cl_khr_fp16");
    properties.has_double = has(archive::required_features::double_precision);
    properties.has_64_bit_atomics = has(archive::required_features::int64_atomics);
    properties.has_sub_groups = has(archive::required_features::sub_groups);
    properties.has_sub_group_shuffles = properties.has_sub_groups && has(archive::required_features::sub_group_shuffles);
    properties.has_images = properties.images.size_2d[0] > 0;
    return properties;
}

}  // namespace

std::string device_text(const driver& functions, cl_device_id id, cl_device_info property) {
    return text_from([&](size_t size, void* destination, size_t* needed) {
        return functions.get_device_info(id, property, size, destination, needed);
    });
}

std::string platform_text(const driver& functions, cl_platform_id id, cl_platform_info property) {
    return text_from([&](size_t size, void* destination, size_t* needed) {
        return functions.get_platform_info(id, property, size, destination, needed);
    });
}

device::device(const driver& functions, cl_platform_id platform, cl_device_id id)
    : driver_(functions),
      platform_(platform),
      handle_(id),
      features_(query_features(functions, id)),
      properties_(describe(functions, platform, id, features_)),
      context_(nullptr, {functions.release_context}) {
    if (device_number<cl_bool>(driver_, id, CL_DEVICE_AVAILABLE) == CL_FALSE)
        throw error(properties_.name + ": its driver reports it as not available");

    image_support_ = device_number<cl_bool>(driver_, id, CL_DEVICE_IMAGE_SUPPORT) != CL_FALSE;
    if (device_text(driver_, id, CL_DEVICE_IL_VERSION).find("SPIR-V") != std::string::npos) {
        create_with_il_ = driver_.create_program_with_il;
        // On a device of OpenCL 1.2 or 2.0 the function belongs to an extension.
        if (lists(features_.extensions, "cl_khr_il_program"))
            if (void* const extension =
                    driver_.get_extension_function_address_for_platform(platform_, "clCreateProgramWithILKHR"))
                create_with_il_ = reinterpret_cast<decltype(create_with_il_)>(extension);
    }
    if (create_with_il_)
        program_form_ = program_form::spirv;
    else if (lists(features_.extensions, "cl_khr_spir"))
        program_form_ = program_form::spir;
    else
        throw error(properties_.name + ": its driver accepts neither SPIR-V (CL_DEVICE_IL_VERSION) nor SPIR (cl_khr_spir)");
    if (program_form_ == program_form::spir && !INGOT_MAKES_SPIR)
        throw error(properties_.name +
                    ": its driver accepts only SPIR, which this build does not produce, because llvm-spirv-15 "
                    "was not installed when it was configured");
}

bool device::matches_profile(std::string_view name) const {
    const archive::device_profile* const profile = archive::find_profile(name);
    return profile && matches(*profile, properties_, this_processor_has_fma());
}

std::string device::missing_feature_reason(std::string_view need) const {
    if (need == archive::required_features::integer_layer_writes) return integer_layer_write_defect(properties_.driver);
    return opencl::missing_feature_reason(need, features_);
}

cl_context device::context() {
    std::call_once(context_created_, [this] {
        const cl_context_properties of_platform[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform_), 0};
        cl_int code = CL_SUCCESS;
        context_.reset(driver_.create_context(of_platform, 1, &handle_, nullptr, nullptr, &code));
        check(code, error_context("clCreateContext"));
    });
    return context_.get();
}

cl_program device::create_program_with_il(std::span<const std::byte> code, cl_int& code_out) {
    return create_with_il_(context(), code.data(), code.size(), &code_out);
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes, const memory_access& access) {
    return std::make_shared<buffer>(shared_from_this(), bytes, access);
}

// Only CPUs use the host's memory in place. Other devices would access it over the bus or copy all of it at each launch, so they
// get a buffer of their own.
std::shared_ptr<buffer_interface> device::use_host_memory(std::span<std::byte> memory) {
    return properties_.is_cpu ? std::make_shared<buffer>(shared_from_this(), memory) : nullptr;
}

std::shared_ptr<image_interface> device::create_image(const image_description& description) {
    return std::make_shared<image>(shared_from_this(), description);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& whole_image,
                                                           const image_description& description, uint32_t level) {
    return std::make_shared<image>(description, static_cast<const image&>(*whole_image).handle(level), whole_image);
}

std::vector<pixel_format> device::image_formats(image_shape shape) { return supported_formats(*this, shape); }

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive& contents) {
    return std::make_shared<program>(shared_from_this(), source, contents);
}

gl_support device::gl_sharing() {
    if (!lists(features_.extensions, "cl_khr_gl_sharing")) return {gl_sharing_method::none, "no cl_khr_gl_sharing"};
    return {gl_sharing_method::none, "cl_khr_gl_sharing is not used yet"};
}

}  // namespace ingot::backends::opencl
