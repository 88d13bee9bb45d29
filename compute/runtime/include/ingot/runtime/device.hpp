// Devices of all backends: what they can do, how to find one, and what to create on one (Tables 1 and 2 of the thesis that
// docs/host-library.md names).
//
//     ingot::device device = ingot::fastest_device();
//     ingot::queue queue = device.create_queue();
//     auto values = device.create_buffer<float>(1024, 0.0f);
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
class device_interface;  // the interface that a backend implements: compute/runtime/backend.hpp
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

/// The company that makes a device, recognised from the vendor name that the driver reports. `unknown` where no known
/// name matches.
enum class device_vendor { unknown, amd, apple, arm, imagination, intel, nvidia, qualcomm };

/// A version such as 1.2. It is 0.0 where a device has no version of this kind.
struct version_number {
    uint32_t major = 0;
    uint32_t minor = 0;
    friend auto operator<=>(const version_number&, const version_number&) = default;
};

/// The largest sizes of images that a device supports, in pixels. A size is 0 if the device has no images of that kind, or
/// if the driver does not report the size.
struct image_limits {
    uint32_t width_1d = 0;
    std::array<uint32_t, 2> size_2d {};  ///< width, height
    std::array<uint32_t, 3> size_3d {};  ///< width, height, depth
    uint32_t layers = 0;                 ///< number of layers in an array of images; each face of a cube counts as one
};

/// The properties of a device (Table 2 of that thesis). A number that the driver does not report is 0.
struct device_properties {
    ingot::backend backend;
    std::string name;    ///< "AMD EPYC 7B13 (PoCL 3.1)"
    std::string vendor;  ///< the vendor's name as the driver reports it
    device_vendor maker = device_vendor::unknown;
    std::string driver;                          ///< the driver's name and version
    version_number api;                          ///< version of OpenCL or CUDA that the driver supports
    version_number compute_capability;           ///< of a CUDA device; else 0.0
    uint32_t compute_units = 0;                  ///< number of compute units (CUDA: multiprocessors)
    uint32_t clock_mhz = 0;                      ///< highest clock rate, in MHz
    uint32_t simd_width = 0;                     ///< work-items, or lanes of `float`, that one instruction processes
    uint32_t float_lanes = 0;                    ///< fused multiply-adds of `float` per compute unit and clock cycle
    uint32_t bitness = 0;                        ///< width of an address in bits: 32 or 64
    uint64_t global_memory = 0;                  ///< size of the global memory, in bytes
    uint64_t local_memory = 0;                   ///< local memory of one work-group, in bytes
    uint64_t constant_memory = 0;                ///< largest size of one constant_buffer, in bytes
    uint32_t max_group_size = 0;                 ///< largest number of work-items in one work-group
    std::array<uint32_t, 3> max_group_sizes {};  ///< largest sizes of a work-group in x, y and z, each regarded alone
    image_limits images;
    bool is_cpu = false;
    bool is_software = false;  ///< a graphics driver that computes on the CPU, such as Mesa's lavapipe; slower than other devices
    bool has_half = false;     ///< supports arithmetic with 16-bit floating-point numbers
    bool has_double = false;   ///< supports arithmetic with 64-bit floating-point numbers
    bool has_64_bit_atomics = false;
    bool has_denormal_floats = true;  ///< computes with denormal numbers of `float`; if not, they may be taken for zeros
    bool has_sub_groups = false;
    bool has_sub_group_shuffles = false;  ///< also supports sub_group_shuffle, and reductions and scans of a sub-group
    bool has_images = false;
};

/// Returns compute units times clock rate in MHz. fastest_device() compares devices of the same class by this number.
/// It does not predict the speed of a particular kernel. Where the driver reports no clock rate, 1 GHz is assumed.
uint64_t speed_estimate(const device_properties& properties);

/// Returns the peak arithmetic throughput of a device: its single-precision floating-point operations per second. This
/// is the upper bound that a kernel's measured throughput is compared with. It is compute units × float_lanes × 2 ×
/// clock rate; the factor 2 counts a fused multiply-add as two operations. Returns 0 if the driver does not report one
/// of these numbers.
double peak_operations(const device_properties& properties);

/// A handle to a device that can be used. Copies are cheap and refer to the same device. The device stays open as long
/// as any handle, queue, buffer, image or program of it exists.
class device {
public:
    explicit device(std::shared_ptr<backends::device_interface> implementation);

    const device_properties& properties() const;
    const std::string& name() const { return properties().name; }
    ingot::backend backend() const { return properties().backend; }

    /// Creates a new in-order queue. Several queues of a device can be used at the same time.
    queue create_queue() const;

    /// Creates a buffer: uninitialised with `count` elements, filled with `value`, or with a copy of `values`.
    /// Throws error if the device does not have enough memory.
    template <typename T>
    device_buffer<T> create_buffer(size_t count) const;
    template <typename T>
    device_buffer<T> create_buffer(size_t count, const T& value) const;
    template <typename T>
    device_buffer<T> create_buffer(std::span<const T> values) const;
    /// The same, with restrictions on how kernels and the host may access the buffer (memory_access).
    template <typename T>
    device_buffer<T> create_buffer(size_t count, const memory_access& access) const;
    template <typename T>
    device_buffer<T> create_buffer(std::span<const T> values, const memory_access& access) const;

    /// Creates a buffer from host memory, with the present contents of that memory. The CPU debug device and CPU
    /// devices of OpenCL use the host memory in place. Other devices make a copy in their own memory;
    /// device_buffer::to_host and device_buffer::to_device copy between the two.
    ///
    /// `host` must outlive the buffer and all enqueued work that uses the buffer. While the buffer exists, these rules
    /// hold on every device:
    ///  - After to_host the host may read in `host` what the device wrote. A read or a mapping also returns what the
    ///    device wrote, but a device with its own copy does not change `host` then.
    ///  - The host may write `host` while no enqueued work uses the buffer, and must then call to_device. Instead it can
    ///    write through a mapping.
    template <typename T>
    device_buffer<T> wrap_memory(std::span<T> host) const;

    /// Creates an image: with undefined contents, with a copy of `pixels` in its first mip level, or with a type that
    /// is known at compile time:
    ///
    ///     device.create_image<image_2d<float4>>({.format = {channel_type::unorm_8, 4}, .width = 640, .height = 480});
    ///
    /// Throws error if the device does not support the shape, size or format, or if `pixels` has another size than the
    /// first level. image_formats() lists the formats.
    device_image create_image(const image_description& description) const;
    device_image create_image(const image_description& description, std::span<const std::byte> pixels) const;
    template <typename KernelImage>
    typed_image<KernelImage> create_image(const image_description& description) const;
    /// Returns the pixel formats that kernels on this device can read and write in images of the given shape. The list
    /// is empty if the device does not support the shape.
    std::vector<pixel_format> image_formats(image_shape shape) const;

    backends::device_interface& implementation() const;
    const std::shared_ptr<backends::device_interface>& shared_implementation() const { return shared_; }
    friend bool operator==(const device&, const device&) = default;

private:
    std::shared_ptr<backends::device_interface> shared_;
};

/// One line of `ingot devices`: a device, or the reason why a backend has no device or why a device was left out.
struct device_listing {
    ingot::backend backend;
    std::optional<ingot::device> device;
    std::string unavailable_reason;  ///< why there is no device and what would help; empty if `device` is set
};

/// A selection of devices, written as words with commas between them: "nvidia,radeon" or "cpu". A word is "cpu", "gpu",
/// the name of a backend, or a part of a device's name. Upper and lower case are equal. The selection contains each
/// device that at least one word matches. An empty selection contains all devices.
class device_selection {
public:
    device_selection() = default;
    explicit device_selection(std::string_view words);

    /// Returns the selection in the environment variable INGOT_DEVICES. It is empty if the variable is not set.
    static device_selection from_environment();

    /// Does the selection contain the device with these properties?
    bool contains(const device_properties& properties) const;
    /// The text that the selection was made from.
    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::vector<std::string> words_;
};

/// Lists all devices of all backends, in the order of all_backends(). The list has at least one line for each backend. The
/// first call opens the drivers. For a missing or broken driver the list has a line with the reason, and nothing is thrown.
/// For a device that is not in `selection` the list has a line that states so. A device must also be in the selection of the
/// environment variable INGOT_DEVICES; this applies to all functions below, too.
std::vector<device_listing> devices(const device_selection& selection = {});

/// Lists the devices of one backend. Opens no other backend's driver. Throws error if this program does not have the
/// backend.
std::vector<device_listing> devices(backend kind, const device_selection& selection = {});

/// Returns an error message if this machine has devices but the selection in INGOT_DEVICES contains none of them. The
/// message names the selection, the values that INGOT_DEVICES accepts, and the number of devices that the machine has.
/// Otherwise returns an empty string.
std::string empty_environment_selection();

/// Returns the device number `index`, from 0, of a backend. Throws error if there is none. The message contains the reasons
/// why the backend has no device or, if it has devices, their indices.
device find_device(backend kind, size_t index = 0);

/// A class of devices.
enum class device_kind { any, cpu, gpu };

/// Returns the device number `index`, from 0, of that kind, in the order of devices(). Throws error if there is none. The
/// message contains the reasons why there is no device of that kind or, if there are such devices, their indices.
device find_device(device_kind kind, size_t index = 0, const device_selection& selection = {});

/// Returns all devices of that kind, sorted by expected speed, the fastest first: GPUs before CPUs, then by
/// speed_estimate(). Of several devices that are CPUs, those that do not compile programs come first
/// (backend_description::compiles_programs). Devices for debugging follow, and graphics drivers that compute on the CPU are
/// last.
std::vector<device> devices_by_speed(device_kind kind = device_kind::any, const device_selection& selection = {});

/// Returns the first device of devices_by_speed(). Throws error with the reasons if there is none.
device fastest_device(device_kind kind = device_kind::any, const device_selection& selection = {});

}  // namespace ingot
