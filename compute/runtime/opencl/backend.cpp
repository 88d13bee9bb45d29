// Registers the OpenCL backend and lists its devices.
#include <ingot/runtime/error.hpp>
#include <memory>
#include <optional>

#include "../registration.hpp"
#include "device.hpp"
#include "driver_compiler.hpp"
#include "error_name.hpp"

namespace ingot::backends::opencl {

namespace {

// OpenCL's error code for "no platform" (CL_PLATFORM_NOT_FOUND_KHR). <CL/cl.h> does not define it.
constexpr cl_int no_platform = -1001;

std::vector<cl_platform_id> platforms(const driver& functions) {
    cl_uint count = 0;
    const cl_int code = functions.get_platform_ids(0, nullptr, &count);
    if (code == no_platform || count == 0)
        throw error("no OpenCL driver is installed; Debian's package pocl-opencl-icd is a driver for the CPU");
    check(code, "clGetPlatformIDs");
    std::vector<cl_platform_id> found(count);
    check(functions.get_platform_ids(count, found.data(), nullptr), "clGetPlatformIDs");
    return found;
}

void list_platform(const driver& functions, cl_platform_id platform, std::vector<device_listing>& devices) {
    const auto unavailable = [&](const std::string& reason) { devices.push_back({backend::opencl, std::nullopt, reason}); };
    const std::string name = platform_text(functions, platform, CL_PLATFORM_NAME);

    cl_uint count = 0;
    cl_int code = functions.get_device_ids(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (code == CL_DEVICE_NOT_FOUND || (code == CL_SUCCESS && count == 0))
        return unavailable(name + ": it has no device on this machine");
    std::vector<cl_device_id> found(count);
    if (code == CL_SUCCESS) code = functions.get_device_ids(platform, CL_DEVICE_TYPE_ALL, count, found.data(), nullptr);
    if (code != CL_SUCCESS) return unavailable(name + ": clGetDeviceIDs: " + error_name(code));
    configure_compiler(platform_text(functions, platform, CL_PLATFORM_VERSION));
    for (const cl_device_id id : found) try {
            devices.push_back({backend::opencl, ingot::device(std::make_shared<device>(functions, platform, id)), {}});
        } catch (const error& reason) {
            unavailable(reason.what());
        }
}

std::vector<device_listing> list() {
    const driver& functions = load_driver();
    std::vector<device_listing> listings;
    for (const cl_platform_id platform : platforms(functions)) list_platform(functions, platform, listings);
    return listings;
}

std::vector<device_listing> devices() {
    // The list is never destroyed. At the end of main a driver's own exit handlers may run first, and a context must not be
    // released after them.
    static const std::vector<device_listing>& listings = *std::make_unique<std::vector<device_listing>>(list()).release();
    return listings;
}

const registration registered({.backend = backend::opencl, .title = "OpenCL", .list_position = 2, .targets = {"spirv", "spir"}},
                              &devices);

}  // namespace

}  // namespace ingot::backends::opencl
