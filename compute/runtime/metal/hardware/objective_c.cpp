#include "objective_c.hpp"

#include <dlfcn.h>

#include <ingot/runtime/error.hpp>

namespace ingot::backends::metal::hardware {

namespace {

template <typename Function>
void find_function(const system_library& library, const char* name, Function*& found) {
    found = reinterpret_cast<Function*>(library.function(name));
}

}  // namespace

system_library::system_library(const std::string& file) : file_(file), handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_) return;
    const char* const reason = dlerror();
    throw error("Metal cannot be used: " + std::string(reason ? reason : file.c_str()));
}

void* system_library::function(const char* name) const {
    void* const address = dlsym(handle_, name);
    if (!address) throw error("Metal cannot be used: " + file_ + " has no function " + name + "; it needs macOS 13 or later");
    return address;
}

objective_c::objective_c(const std::string& file) : library_(file), send_(library_.function("objc_msgSend")) {
    find_function(library_, "objc_getClass", get_class_);
    find_function(library_, "sel_registerName", register_name_);
    find_function(library_, "objc_retain", retain_);
    find_function(library_, "objc_release", release_);
    find_function(library_, "objc_autoreleasePoolPush", push_pool_);
    find_function(library_, "objc_autoreleasePoolPop", pop_pool_);
#if defined(__x86_64__)
    send_returning_structure_ = library_.function("objc_msgSend_stret");
#else
    send_returning_structure_ = send_;
#endif
}

object objective_c::find_class(const char* name) const {
    const object found = get_class_(name);
    if (!found) throw error("Metal cannot be used: there is no class " + std::string(name) + "; it needs macOS 13 or later");
    return found;
}

}  // namespace ingot::backends::metal::hardware
