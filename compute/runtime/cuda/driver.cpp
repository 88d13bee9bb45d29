#include "driver.hpp"

#include <dlfcn.h>

#include <ingot/runtime/error.hpp>

namespace ingot::backends::cuda {

namespace {

// Returns the reason of the last dlopen() that failed. dlerror() returns null only if nothing failed; the other text is for a
// caller that asks nevertheless.
std::string loader_message() {
    const char* const message = dlerror();
    return message ? message : "unknown reason";
}

}  // namespace

driver_library::driver_library(const char* file) : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_) return;
    const std::string reason = loader_message();
    // This is glibc's message if the file itself does not exist. Any other message means that there is a driver that cannot be
    // loaded, for example because a library that it needs is missing.
    if (reason.starts_with(std::string(file) + ": cannot open shared object file: No such file"))
        throw error("no NVIDIA driver on this machine (" + std::string(file) + " not found)");
    throw error("the NVIDIA driver cannot be opened: " + reason);
}

void* driver_library::find_function(const char* symbol) const noexcept { return dlsym(handle_, symbol); }

void* driver_library::function(const char* symbol) const {
    void* const address = find_function(symbol);
    if (!address)
        throw error(std::string("the NVIDIA driver has no function ") + symbol +
                    ": it is older than CUDA 11; install a newer driver");
    return address;
}

std::string driver::describe(result answer) const {
    const char* name = nullptr;
    const char* description = nullptr;
    if (get_error_name(answer, &name) != result::success || !name)
        return "error " + std::to_string(static_cast<int>(answer)) + ", which this driver has no name for";
    if (get_error_string(answer, &description) != result::success || !description) return name;
    return std::string(name) + " (" + description + ")";
}

void driver::fail(const char* name, result answer) const { throw error(std::string(name) + ": " + describe(answer)); }

bool is_fatal(result answer) {
    switch (answer) {
        case result::ecc_uncorrectable:
        case result::nvlink_uncorrectable:
        case result::contained:
        case result::illegal_address:
        case result::launch_timeout:
        case result::context_is_destroyed:
        case result::device_assert:
        case result::hardware_stack_error:
        case result::illegal_instruction:
        case result::misaligned_address:
        case result::invalid_address_space:
        case result::invalid_program_counter:
        case result::launch_failed:
        case result::tensor_memory_leak:
        case result::mps_client_terminated:
            return true;
        default:
            return false;
    }
}

}  // namespace ingot::backends::cuda
