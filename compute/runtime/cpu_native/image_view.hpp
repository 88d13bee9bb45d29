// What kernels get for an image.
#pragma once

#include <ingot/archive/cpu_code.hpp>

#include "../host_memory/image.hpp"

namespace ingot::backends::cpu_native {

archive::cpu::image_view view_of(const host_memory::image& image);

}  // namespace ingot::backends::cpu_native
