// The size of the images that the kernels of thesis_listings.kernels.cpp process, for kernels and host.
#pragma once

#include <cstdint>

namespace thesis_listings {

constexpr uint32_t width = 24;
constexpr uint32_t height = 16;

}  // namespace thesis_listings
