// Images of a device (Table 7 of the thesis that docs/host-library.md names).
//
//     const ingot::pixel_format format {ingot::channel_type::unorm_8, 4};
//     auto image = device.create_image<image_2d<float4>>({.format = format, .width = 640, .height = 480});
//     queue.run(program.draw, ingot::range(640, 480), image);
//     std::vector<uchar4> pixels = image.read_pixels<uchar4>(queue);
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

/// Describes an image: its shape, the format of its pixels, and its size.
struct image_description {
    image_shape shape = image_shape::image_2d;
    pixel_format format;
    uint32_t width = 1;       ///< in pixels
    uint32_t height = 1;      ///< in pixels; 1 for one-dimensional images; equal to the width for a cube
    uint32_t depth = 1;       ///< in pixels; 1 for all shapes except 3D
    uint32_t layers = 1;      ///< number of layers of an array, or of cubes in an array of cubes; else 1
    uint32_t mip_levels = 1;  ///< each level has half the size of the previous one, rounded down, but at least 1
    friend bool operator==(const image_description&, const image_description&) = default;
};

/// Returns the number of mip levels of a complete chain, which ends with a level of one pixel.
uint32_t full_mip_levels(const image_description& description);

/// A box of pixels in one mip level. The third coordinate is the slice of a 3D image or the layer of an array; for
/// cubes it is layer * 6 + face.
struct image_region {
    std::array<uint32_t, 3> origin {0, 0, 0};
    std::array<uint32_t, 3> extent {1, 1, 1};
    uint32_t level = 0;
};

/// Returns the region that contains all pixels of a level.
image_region whole_level(const image_description& description, uint32_t level = 0);

/// Returns a description for error messages: "an image of 640 x 480 (image_2d, unorm_8 x 4)".
std::string to_string(const image_description& description);

/// A copy of the pixels of one mip level in host memory; with map_access::write, zeros instead of a copy. The destructor
/// writes the pixels back to the image, except with map_access::read. The memory is aligned to 128 bytes. The pixels lie
/// without gaps; x varies fastest, then y, then z. Can be moved but not copied.
class mapped_image {
public:
    mapped_image(mapped_image&&) noexcept;
    mapped_image& operator=(mapped_image&&) = delete;
    ~mapped_image();

    std::span<std::byte> bytes() const { return range_; }
    /// The memory as an array of pixels. `Pixel` must have the size of one pixel: uchar4 for unorm_8 x 4.
    template <typename Pixel>
    std::span<Pixel> pixels() const {
        return {reinterpret_cast<Pixel*>(range_.data()), range_.size() / sizeof(Pixel)};
    }

private:
    friend class device_image;
    struct aligned_delete {
        void operator()(std::byte* memory) const;
    };
    mapped_image(std::shared_ptr<backends::image_interface> image, std::shared_ptr<backends::queue_interface> queue,
                 const image_region& mapped, size_t count, map_access access);

    std::shared_ptr<backends::image_interface> image_;
    std::shared_ptr<backends::queue_interface> queue_;
    image_region region_;
    bool writes_back_;
    std::unique_ptr<std::byte, aligned_delete> memory_;
    std::span<std::byte> range_;
};

/// An image on a device. The object owns the image and can be moved but not copied. A const device_image can be passed
/// only to a kernel parameter `const_image_…`.
///
/// Host memory holds pixels in the image's format without gaps: x varies fastest, then y, then slices or layers. All
/// functions throw error for a region outside of the image, for host memory whose size differs from the region's, and
/// for a queue of another device. read and write return when the host may use its memory again. Copies and fills are
/// executed in the queue's order.
class device_image {
public:
    /// Creates an image with undefined contents. Throws error if the description is invalid, or if the device does not
    /// support the image; the message lists the supported formats.
    device_image(const device& owner, const image_description& description);
    /// Takes an image that a backend made from another object: from an image of a graphics library, or from a mip level
    /// of another image.
    device_image(const device& owner, const image_description& description, std::shared_ptr<backends::image_interface> image);
    device_image(device_image&&) noexcept;
    device_image& operator=(device_image&&) noexcept;
    ~device_image();

    const device& owner() const { return owner_; }
    const image_description& description() const { return description_; }
    /// Returns width, height, depth and layers.
    uint4 dimensions() const { return {description_.width, description_.height, description_.depth, description_.layers}; }
    /// Returns the shape, the kind of number that kernels read, and the number of channels.
    image_type type() const {
        return {description_.shape, detail::sample_of(description_.format.channel), description_.format.channels};
    }
    /// Returns the size of one level, or of all levels, in host memory, in bytes.
    size_t bytes(uint32_t level) const;
    size_t bytes() const;

    /// Copies between host memory and a whole level, or a region.
    std::vector<std::byte> read(queue& queue, uint32_t level = 0) const;
    void read(queue& queue, const image_region& source, std::span<std::byte> destination) const;
    void write(queue& queue, std::span<const std::byte> source, uint32_t level = 0);
    void write(queue& queue, const image_region& destination, std::span<const std::byte> source);
    /// The same with a type of the size of one pixel: `image.read_pixels<uchar4>(queue)`.
    template <typename Pixel>
    std::vector<Pixel> read_pixels(queue& queue, uint32_t level = 0) const {
        std::vector<Pixel> pixels(bytes(level) / sizeof(Pixel));
        read(queue, whole_level(description_, level), std::as_writable_bytes(std::span(pixels)));
        return pixels;
    }
    template <typename Pixel>
    void write_pixels(queue& queue, std::span<const Pixel> pixels, uint32_t level = 0) {
        write(queue, std::as_bytes(pixels), level);
    }

    /// Copies pixels of another image of the same format. The first form copies the whole first level, which must have
    /// the same size in both images. The second form copies a region of the other image to a position in this one.
    /// Regions of the same image must not overlap.
    void copy(queue& queue, const device_image& source);
    void copy(queue& queue, const device_image& source, const image_region& region, const std::array<uint32_t, 3>& destination,
              uint32_t to_level = 0);
    /// Copies between a region and a buffer. `offset` is the position in the buffer, in bytes.
    void copy_from(queue& queue, const memory& source, size_t offset, const image_region& destination);
    void copy_to(queue& queue, memory& destination, size_t offset, const image_region& source) const;

    /// Sets all pixels of all levels. The value has the kind of number that kernels read from the image: float4 for
    /// floating-point and normalised formats, int4 for signed and uint4 for unsigned integers. Channels that the format
    /// does not have are ignored. For formats that combine depth and stencil, a float4 holds the depth in x and the
    /// stencil in y. Throws error for a value of another kind.
    void fill(queue& queue, const float4& value);
    void fill(queue& queue, const int4& value);
    void fill(queue& queue, const uint4& value);
    /// Sets all bytes of all levels to 0.
    void zero(queue& queue);

    /// Makes the pixels of a level accessible to the host while the result exists.
    mapped_image map(queue& queue, map_access access = map_access::read_write, uint32_t level = 0);

    /// Computes each level except the first from the previous one. A pixel is the mean of the pixels that it covers,
    /// which are two in each dimension that is halved. If a halved size is odd, the last pixel in that dimension is not used.
    /// Means of integers are rounded down. For formats that combine depth and stencil, a pixel is a copy of the first
    /// covered pixel. Runs on the host.
    void generate_mip_levels(queue& queue);

    /// Returns a mip level as a separate image that shares the pixels of this one. Kernels use such a view to write a
    /// level other than the first, and to read such a level on devices whose kernels cannot select levels. This object may
    /// be destroyed before the view.
    device_image level_view(uint32_t level) const;

    backends::image_interface& implementation() const;
    const std::shared_ptr<backends::image_interface>& shared_implementation() const { return shared_; }

private:
    void check(const char* doing, const queue& queue, const image_region& region) const;
    void fill_bytes(queue& queue, std::span<const std::byte> pixel);
    [[noreturn]] void fail(const std::string& doing, const std::string& reason) const;

    device owner_;
    image_description description_;
    std::shared_ptr<backends::image_interface> shared_;
};

namespace detail {
template <typename T>
struct image_parts {};
template <image_shape of_shape, typename T, image_access access>
struct image_parts<basic_image<of_shape, T, access>> {
    static constexpr image_shape shape = of_shape;
    using sample = T;
};
/// Throws error if a kernel parameter of this type does not accept an image of the description's format. `any_channels`
/// is true if the type accepts any number of channels.
void check_typed(const device& device, const image_description& description, const image_type& type, bool any_channels);
}  // namespace detail

/// An image whose type is known at compile time: `typed_image<image_2d<float4>>`. It fits kernel parameters of the same
/// shape whose samples have the same type, or are scalars of the same kind of number: `image_2d<float>` accepts any
/// number of channels. Passing it to any other image parameter does not compile.
template <typename KernelImage>
class typed_image : public device_image {
    using parts = detail::image_parts<KernelImage>;

public:
    using kernel_image = KernelImage;

    /// Creates an image with undefined contents. The shape is the type's; the description's shape is ignored. Throws
    /// error if the format does not fit the type, and in the cases in which the constructor of device_image throws error.
    typed_image(const device& owner, image_description description) : device_image(owner, checked(owner, description)) {}

private:
    static image_description checked(const device& owner, image_description description) {
        description.shape = parts::shape;
        detail::check_typed(owner, description, KernelImage::type(),
                            detail::sample_traits<typename parts::sample>::channels == 0);
        return description;
    }
};

namespace launch {
/// Can an argument of type `Given` be passed to a parameter basic_image<shape, T, …>? A device_image without a type
/// always can; its format is checked at the launch.
template <typename Given, image_shape shape, typename T>
inline constexpr bool fits_image = std::is_same_v<Given, device_image>;
template <image_shape shape, typename T, image_access access, typename Wanted>
inline constexpr bool fits_image<typed_image<basic_image<shape, T, access>>, shape, Wanted> =
    std::is_same_v<T, Wanted> || (detail::sample_traits<Wanted>::channels == 0 &&
                                  detail::kind_of<typename detail::sample_traits<T>::scalar>() == detail::kind_of<Wanted>());
}  // namespace launch

template <typename KernelImage>
typed_image<KernelImage> device::create_image(const image_description& description) const {
    return {*this, description};
}

}  // namespace ingot
