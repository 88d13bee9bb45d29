// Mesa's two drivers for CPUs: one for OpenGL, one for Vulkan.
#pragma once

#include <epoxy/gl.h>

#include <cstdlib>
#include <string_view>

#include "every_device.hpp"

/// Does the driver of tests/runtime/vulkan/failing_driver.cpp say that its device is another one?
inline bool is_on_another_device(const ingot::device& device) {
    const char* const way = std::getenv("INGOT_FAILING_VULKAN");
    return ingot::testing::is_lavapipe(device) && way && std::string_view(way) == "other-device";
}

/// Do both the device and the current OpenGL context belong to Mesa's drivers for CPUs? They share memory.
inline bool is_same_software(const ingot::device& device) {
    if (is_on_another_device(device)) return false;
    const auto* const renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return ingot::testing::is_lavapipe(device) && renderer && std::string_view(renderer).starts_with("llvmpipe");
}
