// The structures and numbers of Metal that this backend uses. The names in comments are Apple's; tests/runtime/metal_selectors.py
// compares the numbers.
#pragma once

#include <string>

#include "objective_c.hpp"

namespace ingot::backends::metal::hardware {

using count = unsigned long;  ///< NSUInteger on 64-bit systems

/// MTLSize and MTLOrigin have the same members, but different names.
struct size {
    count width = 1;
    count height = 1;
    count depth = 1;
};
struct origin {
    count x = 0;
    count y = 0;
    count z = 0;
};
/// NSRange
struct index_range {
    count location = 0;
    count length = 0;
};

/// MTLResourceOptions: where the memory of a buffer is.
enum class resource_options : count {
    shared = 0,        ///< MTLResourceStorageModeShared
    device_only = 32,  ///< MTLResourceStorageModePrivate
};
enum class storage_mode : count { device_only = 2 };                            // MTLStorageModePrivate
enum class texture_usage : count { read_and_write = 3 };                        // MTLTextureUsageShaderRead | …Write
enum class language_version : count { metal_3_0 = 196608 };                     // MTLLanguageVersion3_0
enum class gpu_family : long { apple_6 = 1006, apple_7 = 1007, mac_2 = 2002 };  // MTLGPUFamilyApple6 …
enum class command_buffer_status : count { completed = 4, failed = 5 };         // MTLCommandBufferStatusCompleted, …Error

/// MTLTextureType
enum class texture_type : count {
    one_dimension = 0,
    one_dimension_array = 1,
    two_dimensions = 2,
    two_dimensions_array = 3,
    three_dimensions = 7
};

template <typename T>
std::string type_encoding() {
    if constexpr (std::is_void_v<T>)
        return "v";
    else if constexpr (std::is_same_v<T, object>)
        return "@";
    else if constexpr (std::is_same_v<T, object*>)
        return "^@";
    else if constexpr (std::is_same_v<T, bool>)
        return "Z";
    else if constexpr (std::is_same_v<T, unsigned char>)
        return "C";
    else if constexpr (std::is_same_v<T, double>)
        return "d";
    else if constexpr (std::is_same_v<T, const char*>)
        return "*";
    else if constexpr (std::is_pointer_v<T>)
        return "^v";
    else if constexpr (std::is_same_v<T, size>)
        return "{MTLSize=QQQ}";
    else if constexpr (std::is_same_v<T, origin>)
        return "{MTLOrigin=QQQ}";
    else if constexpr (std::is_same_v<T, index_range>)
        return "{_NSRange=QQ}";
    else if constexpr (std::is_enum_v<T>)
        return type_encoding<std::underlying_type_t<T>>();
    else {
        static_assert(std::is_integral_v<T> && sizeof(T) == 8, "a type without an encoding");
        return std::is_signed_v<T> ? "q" : "Q";
    }
}

}  // namespace ingot::backends::metal::hardware
