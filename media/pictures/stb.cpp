// PNG, JPEG and writing Radiance HDR: the one place that holds stb's readers and writers.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "formats.hpp"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace ingot::media {

namespace {

struct freed_by_stb {
    void operator()(void* pixels) const { stbi_image_free(pixels); }
};

const stbi_uc* data(std::span<const std::byte> bytes) { return reinterpret_cast<const stbi_uc*>(bytes.data()); }

int length(std::span<const std::byte> bytes) {
    if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max())) throw picture_error("the file is larger than 2 GiB");
    return static_cast<int>(bytes.size());
}

[[noreturn]] void refuse() { throw picture_error(fmt::format("the file is damaged or truncated ({})", stbi_failure_reason())); }

/// Looks at the size before anything is unpacked.
void require_size(std::span<const std::byte> bytes) {
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(data(bytes), length(bytes), &width, &height, &channels) == 0) refuse();
    formats::require_readable_size(width, height);
}

/// `load` is one of stb's functions, `light` makes a colour of a value and `share` an alpha.
template <typename Load, typename Light, typename Share>
picture unpack(std::span<const std::byte> bytes, Load load, Light light, Share share) {
    require_size(bytes);
    int width = 0;
    int height = 0;
    int channels = 0;
    auto* const values = load(data(bytes), length(bytes), &width, &height, &channels, 4);
    if (!values) refuse();
    using value = std::remove_cvref_t<decltype(*values)>;
    const std::unique_ptr<value, freed_by_stb> owner(values);
    picture made(width, height);
    const value* next = values;
    for (pixel& each : made.pixels) {
        each = {light(next[0]), light(next[1]), light(next[2]), share(next[3])};
        next += 4;
    }
    return made;
}

void append(void* to, void* data, int count) {
    const auto* bytes = static_cast<const std::byte*>(data);
    auto& out = *static_cast<std::vector<std::byte>*>(to);
    out.insert(out.end(), bytes, bytes + count);
}

std::vector<std::byte> png_of(int width, int height, int channels, std::span<const uint8_t> values) {
    std::vector<std::byte> encoded;
    if (static_cast<int64_t>(width) * channels > std::numeric_limits<int>::max() ||
        stbi_write_png_to_func(&append, &encoded, width, height, channels, values.data(), channels * width) == 0)
        throw picture_error("the picture cannot be encoded");
    return encoded;
}

}  // namespace

void formats::require_readable_png(std::span<const std::byte> bytes) {
    const auto number_at = [&](size_t at) {
        int64_t value = 0;
        for (size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<int64_t>(bytes[at + i]);
        return value;
    };
    constexpr size_t width_at = 16;  // after the signature, and the length and name of the first chunk
    if (bytes.size() < width_at + 8) throw picture_error("the file is truncated");
    require_readable_size(number_at(width_at), number_at(width_at + 4));
}

picture formats::decode_8_or_16_bits(std::span<const std::byte> bytes) {
    if (stbi_is_16_bit_from_memory(data(bytes), length(bytes)) != 0)
        return unpack(
            bytes, &stbi_load_16_from_memory, [](uint16_t value) { return decode_srgb(static_cast<float>(value) / 65535.0f); },
            [](uint16_t value) { return static_cast<float>(value) / 65535.0f; });
    return unpack(bytes, &stbi_load_from_memory, &decode_srgb8, [](uint8_t value) { return static_cast<float>(value) / 255.0f; });
}

std::vector<std::byte> formats::encode_png(const picture& from) {
    if (!has_alpha(from)) return png_of(from.width, from.height, 3, to_srgb8(from));
    std::vector<uint8_t> values;
    values.reserve(4 * from.pixels.size());
    for (const pixel& each : from.pixels) {
        for (const float light : {each.red, each.green, each.blue}) values.push_back(encode_srgb8(light));
        const float alpha = each.alpha > 0.0f ? std::min(each.alpha, 1.0f) : 0.0f;
        values.push_back(static_cast<uint8_t>(255.0f * alpha + 0.5f));
    }
    return png_of(from.width, from.height, 4, values);
}

std::vector<std::byte> encode_png(int width, int height, std::span<const uint8_t> rgb) {
    if (width < 1 || height < 1 || rgb.size() != 3 * static_cast<size_t>(width) * static_cast<size_t>(height))
        throw picture_error("the picture cannot be encoded");
    return png_of(width, height, 3, rgb);
}

std::vector<std::byte> formats::encode_hdr(const picture& from) {
    std::vector<float> values;
    values.reserve(3 * from.pixels.size());
    constexpr float brightest = 1.7e38f;  // what the format's shared exponent can hold
    for (const pixel& each : from.pixels)
        for (const float light : {each.red, each.green, each.blue})
            values.push_back(light > 0.0f ? std::min(light, brightest) : 0.0f);
    std::vector<std::byte> encoded;
    if (stbi_write_hdr_to_func(&append, &encoded, from.width, from.height, 3, values.data()) == 0)
        throw picture_error("the picture cannot be encoded");
    return encoded;
}

}  // namespace ingot::media
