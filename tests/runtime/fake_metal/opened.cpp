#include <dlfcn.h>

#include "fake_metal.hpp"

namespace fake_metal {

controls* opened() {
    void* const library = dlopen("libobjc.A.dylib", RTLD_NOW | RTLD_LOCAL);
    void* const function = library ? dlsym(library, "fake_metal_controls") : nullptr;
    return function ? reinterpret_cast<controls* (*)()>(function)() : nullptr;
}

}  // namespace fake_metal
