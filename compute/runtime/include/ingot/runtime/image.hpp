// Images of a device (thesis, Table 7).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/language/image.hpp>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/device.hpp>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace ingot {

namespace backends {
class image_interface;
}

/// What an image is: its shape, the format of its pixels, and how many it has.
struct image_description {
    image_shape shape = image_shape::image_2d;
    pixel_format format;
    uint32_t width = 1;
    uint32_t height = 1;      ///< 1 for one dimension; the width for a cube
    uint32_t depth = 1;       ///< 1 but for 3D
    uint32_t layers = 1;      ///< of an array; of cubes: how many cubes. 1 for what is no array
    uint32_t mip_levels = 1;  ///< each half as large as the one before, rounded down, but at least 1
    friend bool operator==(const image_description&, const image_description&) = default;
};

/// Mip levels down to one pixel.
uint32_t full_mip_levels(const image_description& of);

/// A box of pixels. `z` counts slices of a 3D image, else layers; of cubes layer * 6 + face.
struct image_region {
    std::array<uint32_t, 3> origin {0, 0, 0};
    std::array<uint32_t, 3> extent {1, 1, 1};
    uint32_t level = 0;
};

/// All pixels of a level.
image_region whole_level(const image_description& of, uint32_t level = 0);

/// "a 640 x 480 image_2d of unorm_8 x 4": for errors.
std::string to_string(const image_description& of);

/// An image in the host's memory, until this object ends; then what was written goes to the device. The memory is aligned to 128
/// bits at least, pixels follow one another without gaps in x, y, z. Moves, does not copy.
class mapped_image {
public:
    mapped_image(mapped_image&&) noexcept;
    mapped_image& operator=(mapped_image&&) = delete;
    ~mapped_image();

    std::span<std::byte> bytes() const { return range; }
    /// The bytes as pixels, which must have a `Pixel`'s size: uchar4 for unorm_8 x 4.
    template <typename Pixel>
    std::span<Pixel> pixels() const {
        return {reinterpret_cast<Pixel*>(range.data()), range.size() / sizeof(Pixel)};
    }

private:
    friend class device_image;
    struct aligned_delete {
        void operator()(std::byte* memory) const;
    };
    mapped_image(std::shared_ptr<backends::image_interface> image, std::shared_ptr<backends::queue_interface> queue,
                 const image_region& mapped, size_t count, map_access how);

    std::shared_ptr<backends::image_interface> of;
    std::shared_ptr<backends::queue_interface> in;
    image_region region;
    bool written;
    std::unique_ptr<std::byte, aligned_delete> memory;
    std::span<std::byte> range;
};

/// An image on a device. Owns it; moves, does not copy. A const one can be passed to a kernel only as `const_image_…`.
///
/// Bytes are pixels in the image's format without gaps between them: x first, then y, then slices or layers. Regions outside of
/// the image, and a count of bytes that is not the region's, throw error; so does a queue of another device. read and write
/// return when the host's memory may be used again; copies and fills are done in the queue's order.
class device_image {
public:
    /// Throws error where the description makes no sense, or where the device has no such images: it says which formats it takes.
    device_image(const device& owner, const image_description& what);
    /// What a backend made of something else: an image of a graphics library, or a mip level of another image.
    device_image(const device& owner, const image_description& what, std::shared_ptr<backends::image_interface> made);
    device_image(device_image&&) noexcept;
    device_image& operator=(device_image&&) noexcept;
    ~device_image();

    const device& owner() const { return on; }
    const image_description& description() const { return described; }
    /// Width, height, depth and layers.
    uint4 dimensions() const { return {described.width, described.height, described.depth, described.layers}; }
    /// Its shape, what kernels get of it, and its channels.
    image_type type() const { return {described.shape, detail::sample_of(described.format.channel), described.format.channels}; }
    /// Bytes of a level in the host's memory; of all levels.
    size_t bytes(uint32_t level) const;
    size_t bytes() const;

    std::vector<std::byte> read(queue& in, uint32_t level = 0) const;
    void read(queue& in, const image_region& from, std::span<std::byte> to) const;
    void write(queue& in, std::span<const std::byte> from, uint32_t level = 0);
    void write(queue& in, const image_region& to, std::span<const std::byte> from);
    /// The same with pixels of the format's size: `image.read_pixels<uchar4>(queue)`.
    template <typename Pixel>
    std::vector<Pixel> read_pixels(queue& in, uint32_t level = 0) const {
        std::vector<Pixel> pixels(bytes(level) / sizeof(Pixel));
        read(in, whole_level(described, level), std::as_writable_bytes(std::span(pixels)));
        return pixels;
    }
    template <typename Pixel>
    void write_pixels(queue& in, std::span<const Pixel> pixels, uint32_t level = 0) {
        write(in, std::as_bytes(pixels), level);
    }

    /// Copies pixels of another image of the same format: the whole first level, which must have the same size, or a region to a
    /// place. Regions of one image must not overlap.
    void copy(queue& in, const device_image& from);
    void copy(queue& in, const device_image& from, const image_region& region, const std::array<uint32_t, 3>& to,
              uint32_t to_level = 0);
    /// Copies between a region and a buffer, from a byte of it on.
    void copy_from(queue& in, const memory& from, size_t offset, const image_region& to);
    void copy_to(queue& in, memory& to, size_t offset, const image_region& from) const;

    /// Sets all pixels of all levels. The value is of the kind that kernels read: floating point, signed or unsigned; channels
    /// that the format has not are left out. Of depth and stencil the first is the depth, and the second the stencil.
    void fill(queue& in, const float4& value);
    void fill(queue& in, const int4& value);
    void fill(queue& in, const uint4& value);
    /// Sets all bytes to 0.
    void zero(queue& in);

    /// A level in the host's memory.
    mapped_image map(queue& in, map_access how = map_access::read_write, uint32_t level = 0);

    /// Makes each level but the first out of the one before: a pixel is the mean of the pixels that it covers (2 in each
    /// dimension that is halved), integers rounded down; of depth and stencil it is the first of them.
    void generate_mip_levels(queue& in);

    /// A mip level as an image of its own, with the same pixels: what a kernel writes to make a level, or reads on a device whose
    /// kernels read no levels. This image must not be changed in shape meanwhile; it may go before the view.
    device_image level_view(uint32_t level) const;

    backends::image_interface& implementation() const;
    const std::shared_ptr<backends::image_interface>& share() const { return shared; }

private:
    void check(const char* doing, const queue& in, const image_region& region) const;
    void fill_bytes(queue& in, std::span<const std::byte> pixel);
    [[noreturn]] void refuse(const std::string& doing, const std::string& why) const;

    device on;
    image_description described;
    std::shared_ptr<backends::image_interface> shared;
};

namespace detail {
template <typename T>
struct image_parts {};
template <image_shape of_shape, typename T, image_access access>
struct image_parts<basic_image<of_shape, T, access>> {
    static constexpr image_shape shape = of_shape;
    using sample = T;
};
/// Throws error where an image of `format` is not what a kernel with this type takes.
void check_typed(const device& on, const image_description& what, const image_type& wanted, bool any_channels);
}  // namespace detail

/// An image whose type is known while compiling: `typed_image<image_2d<float4>>`. A kernel that takes another does not compile.
template <typename KernelImage>
class typed_image : public device_image {
    using parts = detail::image_parts<KernelImage>;

public:
    using kernel_image = KernelImage;

    /// `what.shape` is the type's. Throws error where the format does not fit the type.
    typed_image(const device& owner, image_description what) : device_image(owner, checked(owner, what)) {}

private:
    static image_description checked(const device& owner, image_description what) {
        what.shape = parts::shape;
        detail::check_typed(owner, what, KernelImage::type(), detail::sample_traits<typename parts::sample>::channels == 0);
        return what;
    }
};

namespace launch {
/// Can a `Given` be passed where the kernel takes a basic_image? Of a device_image that is not typed this is seen at the launch.
template <typename Given, image_shape shape, typename T>
inline constexpr bool fits_image = std::is_same_v<Given, device_image>;
template <image_shape shape, typename T, image_access access, typename Wanted>
inline constexpr bool fits_image<typed_image<basic_image<shape, T, access>>, shape, Wanted> =
    std::is_same_v<T, Wanted> || (detail::sample_traits<Wanted>::channels == 0 &&
                                  detail::kind_of<typename detail::sample_traits<T>::scalar>() == detail::kind_of<Wanted>());
}  // namespace launch

template <typename KernelImage>
typed_image<KernelImage> device::create_image(const image_description& what) const {
    return {*this, what};
}

}  // namespace ingot
