#include "kernel_library.hpp"

#include <dlfcn.h>

#include <ingot/runtime/error.hpp>
#include <string>
#include <utility>

namespace ingot::jit {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
    throw error("kernels for the CPU debug device cannot be loaded from " + file.string() + ": " + reason);
}

std::string loader_error() {
    const char* const text = ::dlerror();
    return text ? text : "unknown reason";
}

}  // namespace

void kernel_library::close::operator()(void* library) const { ::dlclose(library); }

kernel_library::kernel_library(const std::filesystem::path& file, std::shared_ptr<const void> keeps)
    : folder_(std::move(keeps)), handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) fail(file, loader_error());
    const auto* const found = static_cast<const cpu_debug_library*>(::dlsym(handle_.get(), "ingot_cpu_debug_library"));
    if (!found) fail(file, "the library does not export a table of kernels");
    if (found->version != cpu_debug_library_version) fail(file, "the library was made by another version of Ingot");
    kernels_ = found->kernels;
}

}  // namespace ingot::jit
