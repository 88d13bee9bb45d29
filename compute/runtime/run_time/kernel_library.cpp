#include "kernel_library.hpp"

#include <dlfcn.h>

#include <ingot/runtime/error.hpp>
#include <string>
#include <utility>

namespace ingot::run_time {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& why) {
    throw error("kernels for the CPU debug device cannot be loaded from " + file.string() + ": " + why);
}

std::string loader_words() {
    const char* const words = ::dlerror();
    return words ? words : "unknown reason";
}

}  // namespace

void kernel_library::close::operator()(void* opened) const { ::dlclose(opened); }

kernel_library::kernel_library(const std::filesystem::path& file, std::shared_ptr<const void> keeps)
    : kept(std::move(keeps)), handle(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle) fail(file, loader_words());
    const auto* const found = static_cast<const cpu_debug_library*>(::dlsym(handle.get(), "ingot_cpu_debug_library"));
    if (!found) fail(file, "it holds no kernels");
    if (found->version != cpu_debug_library_version) fail(file, "it was made by another version of Ingot");
    kernels = found->kernels;
}

}  // namespace ingot::run_time
