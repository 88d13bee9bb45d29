// Work for a device, in order (thesis, Table 3).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/program.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot {

namespace backends {
class queue_interface;
class timeline_log;
}  // namespace backends

/// How many work-items a launch has, and how they are grouped: `range(1'000'000).groups_of(256)`, `range(1920,
/// 1080).groups_of(16, 16)`.
///
/// Where the groups do not divide the range, it is rounded up to whole groups: the kernel sees more work-items than asked for and
/// must itself keep inside its data. Without groups_of the runtime chooses a group that divides the range.
class range {
public:
    explicit constexpr range(uint32_t x) : global_size {x, 1, 1}, used(1) {}
    constexpr range(uint32_t x, uint32_t y) : global_size {x, y, 1}, used(2) {}
    constexpr range(uint32_t x, uint32_t y, uint32_t z) : global_size {x, y, z}, used(3) {}

    constexpr range groups_of(uint32_t x, uint32_t y = 1, uint32_t z = 1) const {
        range grouped = *this;
        grouped.local_size = {x, y, z};
        return grouped;
    }

    constexpr const std::array<uint32_t, 3>& global() const { return global_size; }
    /// 0 in every dimension where the runtime chooses.
    constexpr const std::array<uint32_t, 3>& local() const { return local_size; }
    constexpr uint32_t dimensions() const { return used; }

private:
    std::array<uint32_t, 3> global_size;
    std::array<uint32_t, 3> local_size {0, 0, 0};
    uint32_t used;
};

// A kernel file may include this after the language, whose one macro is `kernel`.
#pragma push_macro("kernel")
#undef kernel
/// What one launch took, by the device's own clock.
struct launch_timing {
    std::string kernel;
    std::chrono::nanoseconds duration {};
};
#pragma pop_macro("kernel")

/// Where a read, a write, a copy or a fill moves bytes.
enum class transfer { to_device, to_host, on_device };
std::string_view to_string(transfer how);

/// What one of them took, by the device's own clock. A large one may be several parts.
struct transfer_timing {
    transfer how = transfer::on_device;
    size_t bytes = 0;
    std::chrono::nanoseconds duration {};
};

/// What it took to bring an object from OpenGL to the device and back once, by the host's clock: waiting for OpenGL and copying
/// included; waiting for the kernels, and what the device does later in its own time, not.
struct sharing_timing {
    std::string why_copied;  ///< empty where the object was used in place
    std::chrono::nanoseconds acquire {};
    std::chrono::nanoseconds release {};
};

/// An in-order queue of one device. Owns it, and waits for its work when it ends; moves, does not copy. Threads may use one at
/// once: each call is one step of its order.
class queue {
public:
    explicit queue(const device& owner);
    queue(queue&&) noexcept;
    queue& operator=(queue&&) noexcept;
    ~queue();

    const device& owner() const { return on; }

    /// Enqueues a kernel. Wrong, missing or extra arguments do not compile, and the message names the kernel and the argument.
    /// Throws error where the device refuses the launch.
    template <typename Kernel, typename... Arguments>
    void run(const Kernel& function, const range& items, Arguments&&... arguments) {
        function.enqueue(*this, items, std::forward<Arguments>(arguments)...);
    }

    /// The same without a check at compile time; checked against the archive's reflection at run time.
    void run_unchecked(const kernel_function& function, const range& items, std::span<const kernel_argument> arguments);

    /// Waits until all that was enqueued is done. Throws error where any of it failed; each failure is thrown once, by the first
    /// call that waits (also a read or a map). What kernels printed is then on the standard output.
    void finish();
    /// What this queue is given from here on begins after all that `other` was given before. Queues of one device order it
    /// themselves, and this returns at once; for a queue of another device it waits.
    void wait_for(queue& other);
    /// Hands all that was enqueued to the device without waiting.
    void flush();

    /// Timings of all launches that ended since the last call, in order. Waits for those under way. A queue that is not asked
    /// keeps the last 65,536. Empty where the backend does not time its work; then the lists below are too.
    std::vector<launch_timing> take_timings();

    /// The same of reads, writes, copies and fills, of buffers and images. What is already where it should be takes nothing and
    /// is not listed, nor is what OpenCL drivers do for maps.
    std::vector<transfer_timing> take_transfer_timings();

    /// What sharing with OpenGL took since the last call, one for each acquired scope that ended. Keeps the last 65,536.
    std::vector<sharing_timing> take_sharing_timings();
    void add_sharing_timing(sharing_timing taken);
    /// When that was, for take_timeline().
    backends::timeline_log& sharing_log() const;

    backends::queue_interface& implementation() const;
    const std::shared_ptr<backends::queue_interface>& share() const { return shared; }

private:
    struct sharing_timings;

    device on;
    std::shared_ptr<backends::queue_interface> shared;
    std::unique_ptr<sharing_timings> sharing;
};

template <typename T>
device_buffer<T> device::create_buffer(size_t count, const T& value) const {
    device_buffer<T> created(*this, count);
    queue in = create_queue();
    created.fill(in, value);
    in.finish();
    return created;
}

// The host may not write it: it is copied on the device from one that the host may.
template <typename T>
device_buffer<T> device::create_buffer(std::span<const T> values, const memory_access& access) const {
    device_buffer<T> created(*this, values.size(), access);
    const device_buffer<T> written = create_buffer(values);
    queue in = create_queue();
    created.copy(in, written);
    in.finish();
    return created;
}

template <typename T>
device_buffer<T> device::create_buffer(std::span<const T> values) const {
    device_buffer<T> created(*this, values.size());
    queue in = create_queue();
    created.write(in, values);
    in.finish();
    return created;
}

}  // namespace ingot
