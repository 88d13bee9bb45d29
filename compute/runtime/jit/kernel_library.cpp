#include "kernel_library.hpp"

#include <dlfcn.h>

#include <ingot/runtime/error.hpp>
#include <string>
#include <utility>

namespace ingot::jit {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& why) {
    throw error("kernels for the CPU debug device cannot be loaded from " + file.string() + ": " + why);
}

std::string loader_error() {
    const char* const text = ::dlerror();
    return text ? text : "unknown reason";
}

}  // namespace

void kernel_library::close::operator()(void* opened) const { ::dlclose(opened); }

kernel_library::kernel_library(const std::filesystem::path& file, std::shared_ptr<const void> keeps)
    : folder_(std::move(keeps)), handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) fail(file, loader_error());
    const auto* const found = static_cast<const cpu_debug_library*>(::dlsym(handle_.get(), "ingot_cpu_debug_library"));
    if (!found) fail(file, "the library holds no kernels");
    if (found->version != cpu_debug_library_version) fail(file, "the library was made by another version of Ingot");
    kernels_ = found->kernels;
}

}  // namespace ingot::jit
