#include "build.hpp"

#include <ingot/archive/content_hash.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../disk_cache.hpp"
#include "known_drivers.hpp"

namespace ingot::backends::opencl {

namespace {

// The driver gets no options for floating-point arithmetic, because ingotc has already marked in the code which operations may
// be reordered or fused.
constexpr const char* math_options = "";

std::string options_for(program_form form) {
    const std::string language = form == program_form::spir ? "-x spir -spir-std=1.2 " : "";
    return language + math_options;
}

// Throws error if the device does not have a feature that the code requires. A driver that loads such code fails with an unclear
// message, or crashes.
void check_required_features(const device& device, std::string_view name, const archive::code& code) {
    for (const std::string& need : code.required_features)
        if (const std::string reason = device.missing_feature_reason(need); !reason.empty())
            throw error(device.error_context("building " + std::string(name)) + ": its kernels require " + need +
                        ", which the device does not have (" + reason + ")");
}

std::span<const std::byte> find_code(const device& device, std::string_view name, const archive::archive& contents) {
    const std::string_view target = device.form() == program_form::spirv ? "spirv" : "spir";
    for (const archive::code& code : contents.targets)
        if (code.target == target && (code.architecture.empty() || device.matches_profile(code.architecture))) {
            check_required_features(device, name, code);
            return code.bytes;
        }
    std::string target_names;
    for (const archive::code& code : contents.targets) target_names += (target_names.empty() ? "" : ", ") + code.target;
    throw error(device.error_context("building " + std::string(name)) + ": it takes '" + std::string(target) +
                "', and the archive holds code for: " + (target_names.empty() ? "nothing" : target_names) +
                "; compile the kernel file with --targets " + std::string(target));
}

std::string build_log(const device& device, cl_program program) {
    const auto ask = [&](size_t size, void* destination, size_t* needed) {
        return device.functions().get_program_build_info(program, device.id(), CL_PROGRAM_BUILD_LOG, size, destination, needed);
    };
    size_t size = 0;
    if (ask(0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
    std::string log(size, '\0');
    if (ask(size, log.data(), nullptr) != CL_SUCCESS) return {};
    log.resize(log.find_last_not_of(std::string_view("\0\n ", 3)) + 1);
    return log;
}

void build_program(device& device, cl_program program, const std::string& options, const std::string& doing) {
    const cl_device_id id = device.id();
    const cl_int code = device.functions().build_program(program, 1, &id, options.c_str(), nullptr, nullptr);
    if (code == CL_SUCCESS) return;
    const std::string log = build_log(device, program);
    check(code, doing + (log.empty() ? "" : "\n" + log + "\n") + ": clBuildProgram");
}

owned<cl_program> create_with_binary(device& device, std::span<const std::byte> binary, const std::string& doing) {
    const cl_device_id id = device.id();
    const size_t size = binary.size();
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    cl_int status = CL_SUCCESS;
    cl_int code = CL_SUCCESS;
    owned<cl_program> program(
        device.functions().create_program_with_binary(device.context(), 1, &id, &size, &bytes, &status, &code),
        {device.functions().release_program});
    check(code == CL_SUCCESS ? status : code, doing + ": clCreateProgramWithBinary");
    return program;
}

owned<cl_program> build_code(device& device, std::span<const std::byte> code, const std::string& options,
                             const std::string& doing) {
    owned<cl_program> program(nullptr, {device.functions().release_program});
    if (device.form() == program_form::spirv) {
        cl_int code_out = CL_SUCCESS;
        program.reset(device.create_program_with_il(code, code_out));
        check(code_out, doing + ": clCreateProgramWithIL");
    } else {
        program = create_with_binary(device, code, doing);
    }
    build_program(device, program.get(), options, doing);
    return program;
}

// Returns the driver's binary of a built program; empty if the driver provides none.
std::vector<std::byte> get_binary(const device& device, cl_program program) {
    size_t size = 0;
    const auto ask = [&](cl_program_info property, size_t bytes, void* destination) {
        return device.functions().get_program_info(program, property, bytes, destination, nullptr) == CL_SUCCESS;
    };
    if (!ask(CL_PROGRAM_BINARY_SIZES, sizeof(size), &size) || size == 0) return {};
    std::vector<std::byte> binary(size);
    auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
    if (!ask(CL_PROGRAM_BINARIES, sizeof(unsigned char*), static_cast<void*>(&bytes))) return {};
    return binary;
}

// The key contains everything that changes the binary or makes a driver reject it.
std::string cache_key(const device& device, std::string_view archive_hash, const std::string& options) {
    const device_properties& properties = device.properties();
    return archive::to_string(
        archive::content_digest_of({"opencl", INGOT_VERSION, archive_hash, options, properties.name, properties.vendor,
                                    properties.driver, device_text(device.functions(), device.id(), CL_DEVICE_NAME),
                                    device_text(device.functions(), device.id(), CL_DEVICE_VERSION)}));
}

}  // namespace

built_program build(device& device, std::string_view name, std::string_view archive_hash, const archive::archive& contents) {
    const std::string doing = device.error_context("building " + std::string(name));
    const std::string options = options_for(device.form());
    const std::span<const std::byte> code = find_code(device, name, contents);
    const disk_cache cache;
    const std::string key = cache_key(device, archive_hash, options);

    if (const std::optional<std::vector<std::byte>> binary = cache.find(key)) try {
            owned<cl_program> program = create_with_binary(device, *binary, doing);
            build_program(device, program.get(), math_options, doing);
            return {std::move(program), true};
        } catch (const error&) {
            // The driver no longer accepts the cached binary. The program is built again below, and the new binary replaces
            // the cached one.
        }
    owned<cl_program> program = build_code(device, code, options, doing);
    if (has_disk_cache(device.properties().driver) && !disk_cache::is_always_enabled()) return {std::move(program), false};
    if (const std::vector<std::byte> binary = get_binary(device, program.get()); !binary.empty()) cache.store(key, binary);
    return {std::move(program), false};
}

}  // namespace ingot::backends::opencl
