#include "current_context.hpp"

#include <dlfcn.h>

namespace ingot::warp {

namespace {

// Returns true if the library is loaded and its function returns a context.
bool has_context(const char* library, const char* function) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) return false;
    const auto current = reinterpret_cast<void* (*)()>(dlsym(handle, function));
    const bool is_current = current && current() != nullptr;
    dlclose(handle);
    return is_current;
}

}  // namespace

bool has_current_context() {
    return has_context("libEGL.so.1", "eglGetCurrentContext") || has_context("libGL.so.1", "glXGetCurrentContext") ||
           has_context("libGLX.so.0", "glXGetCurrentContext");
}

}  // namespace ingot::warp
