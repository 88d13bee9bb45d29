#include "image.hpp"

#include <cstring>
#include <ingot/runtime/error.hpp>
#include <string>

#include "../images/formats.hpp"
#include "buffer.hpp"

namespace ingot::backends::host_memory {

image::image(const image_description& description) : description_(description) {
    auto memory = std::make_shared<std::vector<buffer>>();
    for (uint32_t level = 0; level < description.mip_levels; ++level) {
        const std::array<uint32_t, 3> extent = images::extent_of_level(description, level);
        const size_t bytes = images::byte_count(description.format, extent);
        std::byte* const pixels = memory->emplace_back(bytes).bytes();
        if (!pixels) throw error("no memory for " + to_string(description));
        levels_.push_back({pixels, extent});
    }
    owner_ = std::move(memory);
}

void copy_pixels(const pixel_box& destination, const pixel_box& source, const std::array<uint32_t, 3>& extent,
                 size_t pixel_size) {
    const auto row = [&](const pixel_box& box, uint32_t y, uint32_t z) {
        const size_t line = (size_t {box.origin[2]} + z) * box.image_extent[1] + box.origin[1] + y;
        return box.pixels + (line * box.image_extent[0] + box.origin[0]) * pixel_size;
    };
    for (uint32_t z = 0; z < extent[2]; ++z)
        for (uint32_t y = 0; y < extent[1]; ++y) std::memcpy(row(destination, y, z), row(source, y, z), extent[0] * pixel_size);
}

pixel_box box_at(const image_position& place) {
    const image_level& level = static_cast<const image&>(*place.image).levels()[place.level];
    return {level.pixels, level.extent, place.origin};
}

size_t pixel_size(const image_position& place) {
    return bytes_per_pixel(static_cast<const image&>(*place.image).description().format);
}

}  // namespace ingot::backends::host_memory
