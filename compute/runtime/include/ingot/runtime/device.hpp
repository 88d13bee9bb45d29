// Devices of every backend (thesis, Tables 1 and 2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/runtime/backends.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

namespace backends {
class device_interface;  // what a backend implements: compute/runtime/backend.hpp
}

class queue;
struct memory_access;
template <typename T>
class device_buffer;
class device_image;
struct image_description;
template <typename KernelImage>
class typed_image;
struct pixel_format;
enum class image_shape : uint32_t;

/// Who makes a device, where that is known from its driver's words.
enum class device_vendor { unknown, amd, apple, arm, imagination, intel, nvidia, qualcomm };

/// A version, "1.2": 0.0 where there is none.
struct version_number {
    uint32_t major = 0;
    uint32_t minor = 0;
    friend auto operator<=>(const version_number&, const version_number&) = default;
};

/// The largest images, in pixels; 0 where the device has none of that kind.
struct image_limits {
    uint32_t width_1d = 0;
    std::array<uint32_t, 2> size_2d {};  ///< width, height
    std::array<uint32_t, 3> size_3d {};  ///< width, height, depth
    uint32_t layers = 0;                 ///< of an array of images
};

/// What a device is (thesis, Table 2). A number that the driver does not tell is 0.
struct device_properties {
    ingot::backend backend;
    std::string name;    ///< "AMD EPYC 7B13 (PoCL 3.1)"
    std::string vendor;  ///< in the driver's words
    device_vendor maker = device_vendor::unknown;
    std::string driver;                          ///< name and version
    version_number api;                          ///< of OpenCL or CUDA, as the driver offers it
    version_number compute_capability;           ///< of a CUDA device
    uint32_t units = 0;                          ///< compute units
    uint32_t clock = 0;                          ///< highest, in MHz
    uint32_t simd_width = 0;                     ///< work-items, or lanes of float, that one instruction serves
    uint32_t float_lanes = 0;                    ///< floats that a unit multiplies and adds in one clock
    uint32_t bitness = 0;                        ///< of an address: 32 or 64
    uint64_t global_memory = 0;                  ///< bytes
    uint64_t local_memory = 0;                   ///< bytes for one work-group
    uint64_t constant_memory = 0;                ///< bytes of one constant_buffer
    uint32_t max_group_size = 0;                 ///< work-items in one work-group
    std::array<uint32_t, 3> max_group_sizes {};  ///< the same for each dimension: not all can be reached at once
    image_limits images;
    bool is_cpu = false;
    bool has_half = false;    ///< calculates with 16-bit floating-point numbers
    bool has_double = false;  ///< calculates with 64-bit floating-point numbers
    bool has_64_bit_atomics = false;
    bool has_sub_groups = false;
    bool has_images = false;
};

/// Units times clock (in MHz): how fastest_device compares devices of one class. No measure of a kernel's speed; where a driver
/// tells no clock, 1 GHz is taken.
uint64_t speed_estimate(const device_properties& of);

/// A device that can be used: a handle, cheap to copy; the device lives as long as anything made on it.
class device {
public:
    explicit device(std::shared_ptr<backends::device_interface> implementation);

    const device_properties& properties() const;
    const std::string& name() const { return properties().name; }
    ingot::backend backend() const { return properties().backend; }

    /// A new in-order queue. Several can be used at once.
    queue create_queue() const;

    /// An uninitialised buffer of `count` elements; one filled with `value`; one with a copy of `values`.
    /// Throws error where the device has not that much memory.
    template <typename T>
    device_buffer<T> create_buffer(size_t count) const;
    template <typename T>
    device_buffer<T> create_buffer(size_t count, const T& value) const;
    template <typename T>
    device_buffer<T> create_buffer(std::span<const T> values) const;
    /// The same, for buffers that not everybody reads and writes.
    template <typename T>
    device_buffer<T> create_buffer(size_t count, const memory_access& access) const;
    template <typename T>
    device_buffer<T> create_buffer(std::span<const T> values, const memory_access& access) const;

    /// A buffer made of the host's own memory, with what is in it. The CPU debug device and OpenCL's CPUs use it in place; other
    /// devices have a copy of their own, and device_buffer::to_host and to_device copy.
    ///
    /// The memory outlives the buffer and all work that uses it. From here on the host reads it only after to_host, a read or a
    /// map for reading, and writes it only when no work uses it, and before to_device; or through a map, at any time.
    template <typename T>
    device_buffer<T> wrap_memory(std::span<T> host) const;

    /// An image with undefined contents; one with a copy of `pixels`, of its first level; one whose type is known while
    /// compiling: `create_image<image_2d<float4>>({.format = {channel_type::unorm_8, 4}, .width = 640, .height = 480})`. Throws
    /// error where the device has no such image: image_formats() says what it has.
    device_image create_image(const image_description& what) const;
    device_image create_image(const image_description& what, std::span<const std::byte> pixels) const;
    template <typename KernelImage>
    typed_image<KernelImage> create_image(const image_description& what) const;
    /// The formats of images of a shape that kernels can read and write on this device. Empty where it has no such images.
    std::vector<pixel_format> image_formats(image_shape of) const;

    backends::device_interface& implementation() const;
    const std::shared_ptr<backends::device_interface>& share() const { return shared; }
    friend bool operator==(const device&, const device&) = default;

private:
    std::shared_ptr<backends::device_interface> shared;
};

/// One line of `ingot devices`: a device, or the reason why a backend has none.
struct device_listing {
    ingot::backend backend;
    std::optional<ingot::device> device;
    std::string unavailable;  ///< why there is no device, and what would give one; empty where there is one
};

/// A list of the only devices that are wanted: "nvidia,radeon" or "cpu". Each word, with commas between them, is "cpu" or "gpu",
/// a backend's name, or a part of devices' names; upper and lower case are alike. A device is wanted that any word fits; all are
/// where there is no word.
class device_selection {
public:
    device_selection() = default;
    explicit device_selection(std::string_view words);

    /// What the variable INGOT_DEVICES says.
    static device_selection of_environment();

    bool wants(const device_properties& of) const;
    /// The words as they were given.
    const std::string& text() const { return given; }

private:
    std::string given;
    std::vector<std::string> words;
};

/// All devices of all backends, in the order of all_backends(), with at least one line for each backend. Opens drivers at the
/// first call in `devices_of`; never throws for a missing or broken driver: that is a line. A device that is not in the
/// selection, or not in that of INGOT_DEVICES, which counts in all functions here, is a line that says so.
std::vector<device_listing> devices(const device_selection& wanted = {});

/// Devices of one backend only: no other driver is opened.
std::vector<device_listing> devices(backend of, const device_selection& wanted = {});

/// The `index`-th device of a backend. Throws error with the reason where there is none.
device find_device(backend of, size_t index = 0);

/// A kind of device.
enum class device_kind { any, cpu, gpu };

/// The `index`-th device of that kind, in the order of devices(). Throws error with the reasons where there is none.
device find_device(device_kind of, size_t index = 0, const device_selection& wanted = {});

/// All devices of that kind, the one that most likely runs kernels fastest first: GPUs before CPUs, then by speed_estimate; those
/// for debugging last.
std::vector<device> devices_by_speed(device_kind of = device_kind::any, const device_selection& wanted = {});

/// The first of them. Throws error with the reasons where there is none.
device fastest_device(device_kind of = device_kind::any, const device_selection& wanted = {});

}  // namespace ingot
