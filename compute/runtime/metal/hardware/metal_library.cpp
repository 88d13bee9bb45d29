#include "metal_library.hpp"

namespace ingot::backends::metal::hardware {

library_files system_files() {
#if defined(__APPLE__)
    return {"/usr/lib/libobjc.A.dylib", "/System/Library/Frameworks/Foundation.framework/Foundation",
            "/System/Library/Frameworks/Metal.framework/Metal"};
#else
    return {"libobjc.A.dylib", "Foundation", "Metal"};
#endif
}

metal_library::metal_library(const library_files& files)
    : runtime_(files.objective_c),
      foundation_(files.foundation),
      metal_(files.metal),
      copy_all_devices(reinterpret_cast<object (*)()>(metal_.function("MTLCopyAllDevices"))),
      string_class(runtime_.find_class("NSString")),
      compile_options_class(runtime_.find_class("MTLCompileOptions")),
      texture_descriptor_class(runtime_.find_class("MTLTextureDescriptor")) {}

std::string metal_library::text_of(object string) const {
    const char* const text = string ? characters(string) : nullptr;
    return text ? text : "";
}

std::string metal_library::reason_in(object error) const {
    const std::string reason = error ? text_of(description_of_error(error)) : std::string();
    return reason.empty() ? "Metal gave no reason" : reason;
}

}  // namespace ingot::backends::metal::hardware
