// Devices of every backend (thesis, Tables 1 and 2).
#pragma once

#include <cstddef>
#include <cstdint>
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
template <typename T>
class device_buffer;

/// The backends in the order in which they are listed. `cpu_debug` is the kernel file compiled into the program.
enum class backend { cuda, opencl, metal, cpu_debug };

/// "cuda", "opencl", "metal", "cpu-debug": as the command line and the panels name a backend.
std::string_view to_string(backend which);
/// The backend of that name, or nothing.
std::optional<backend> backend_from(std::string_view name);

struct device_properties {
    ingot::backend backend = ingot::backend::cpu_debug;
    std::string name;  ///< "AMD EPYC 7B13 (PoCL 3.1)"
    std::string vendor;
    std::string driver;           ///< name and version
    uint32_t units = 0;           ///< compute units
    uint64_t global_memory = 0;   ///< bytes
    uint64_t local_memory = 0;    ///< bytes for one work-group
    uint32_t max_group_size = 0;  ///< work-items in one work-group
    bool is_cpu = false;
    bool has_double = false;
    bool has_64_bit_atomics = false;
};

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

    backends::device_interface& implementation() const;
    const std::shared_ptr<backends::device_interface>& share() const { return shared; }
    friend bool operator==(const device&, const device&) = default;

private:
    std::shared_ptr<backends::device_interface> shared;
};

/// One line of `ingot devices`: a device, or the reason why a backend has none.
struct device_listing {
    ingot::backend backend = ingot::backend::cpu_debug;
    std::optional<ingot::device> device;
    std::string unavailable;  ///< why there is no device, and what would give one; empty where there is one
};

/// All devices of all backends, in the order of `backend`, with at least one line for each backend. Opens drivers at the first
/// call in `devices_of`; never throws for a missing or broken driver: that is a line.
std::vector<device_listing> devices();

/// Devices of one backend only: no other driver is opened.
std::vector<device_listing> devices(backend of);

/// The `index`-th device of a backend. Throws error with the reason where there is none.
device find_device(backend of, size_t index = 0);

/// The device that most likely runs kernels fastest: GPUs before CPUs, then by compute units; the CPU debug device last.
device fastest_device();

}  // namespace ingot
