#include "current_context.hpp"

#include <dlfcn.h>

namespace ingot::warp {

namespace {

bool answers(const char* library, const char* function) {
    void* const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (!loaded) return false;
    const auto current = reinterpret_cast<void* (*)()>(dlsym(loaded, function));
    const bool is_current = current && current() != nullptr;
    dlclose(loaded);
    return is_current;
}

}  // namespace

bool has_current_context() {
    return answers("libEGL.so.1", "eglGetCurrentContext") || answers("libGL.so.1", "glXGetCurrentContext") ||
           answers("libGLX.so.0", "glXGetCurrentContext");
}

}  // namespace ingot::warp
