#include "capture/png.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "capture/output_file.hpp"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace ingot::shell {

void write_png(const std::filesystem::path& file, extent size, std::span<const uint8_t> rgb) {
    std::vector<std::byte> encoded;
    const auto append = [](void* to, void* data, int count) {
        const auto* bytes = static_cast<const std::byte*>(data);
        auto& out = *static_cast<std::vector<std::byte>*>(to);
        out.insert(out.end(), bytes, bytes + count);
    };
    if (rgb.size() != 3 * static_cast<size_t>(size.width) * static_cast<size_t>(size.height) ||
        stbi_write_png_to_func(append, &encoded, size.width, size.height, 3, rgb.data(), 3 * size.width) == 0)
        throw std::runtime_error(fmt::format("'{}': the picture cannot be encoded", file.string()));
    replace_file(file, encoded);
}

}  // namespace ingot::shell
