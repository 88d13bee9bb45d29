// Queues: they take work for a device and do it in order (Table 3 of the thesis that docs/host-library.md names).
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
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ingot {

namespace backends {
class queue_interface;
class timeline_log;
}  // namespace backends

/// The number of work-items of a launch in one to three dimensions, and the size of their work-groups:
///
///     range(1'000'000).groups_of(256)
///     range(1920, 1080).groups_of(16, 16)
///
/// If the work-group size does not divide the range, the range is rounded up to whole work-groups. The kernel then runs
/// for more work-items than requested and must itself check that it stays inside its data. Without groups_of() the
/// runtime chooses a work-group size that divides the range.
class range {
public:
    explicit constexpr range(uint32_t x) : global_size_ {x, 1, 1}, dimensions_(1) {}
    constexpr range(uint32_t x, uint32_t y) : global_size_ {x, y, 1}, dimensions_(2) {}
    constexpr range(uint32_t x, uint32_t y, uint32_t z) : global_size_ {x, y, z}, dimensions_(3) {}

    constexpr range groups_of(uint32_t x, uint32_t y = 1, uint32_t z = 1) const {
        range grouped = *this;
        grouped.local_size_ = {x, y, z};
        return grouped;
    }

    constexpr const std::array<uint32_t, 3>& global() const { return global_size_; }
    /// The work-group size; 0 in every dimension if the runtime chooses it.
    constexpr const std::array<uint32_t, 3>& local() const { return local_size_; }
    constexpr uint32_t dimensions() const { return dimensions_; }

private:
    std::array<uint32_t, 3> global_size_;
    std::array<uint32_t, 3> local_size_ {0, 0, 0};
    uint32_t dimensions_;
};

// A kernel file may include this header after the headers of the kernel language, which define the macro `kernel`. The macro
// is removed here, so that a member can have this name.
#pragma push_macro("kernel")
#undef kernel
/// The duration of one launch, measured by the device's own clock.
struct launch_timing {
    std::string kernel;
    std::chrono::nanoseconds duration {};
};
#pragma pop_macro("kernel")

/// The direction in which a read, a write, a copy or a fill moves bytes.
enum class transfer { to_device, to_host, on_device };
/// Returns "to the device", "to the host" or "on the device".
std::string_view to_string(transfer direction);

/// The duration of one transfer, measured by the device's own clock. A large transfer may be recorded in several parts.
struct transfer_timing {
    transfer direction = transfer::on_device;
    size_t bytes = 0;
    std::chrono::nanoseconds duration {};
};

/// The time for making an object of OpenGL available to the device and returning it to OpenGL once, measured by the
/// host's clock. This includes waiting for OpenGL and copying. It does not include waiting for the kernels, nor work
/// that the device does later without the host.
struct sharing_timing {
    std::string copy_reason;  ///< the reason for copying; empty if the device used the object in place
    std::chrono::nanoseconds acquire {};
    std::chrono::nanoseconds release {};
};

namespace launch {

/// Is the type a std::array of `device_buffer<T>`?
template <typename>
inline constexpr bool is_buffer_array = false;
template <typename T, size_t count>
inline constexpr bool is_buffer_array<std::array<device_buffer<T>, count>> = true;

/// Returns references to all elements of an array of buffers, or to the argument itself.
template <typename Argument>
auto tie_elements(Argument&& argument) {
    if constexpr (is_buffer_array<std::remove_cvref_t<Argument>>)
        return std::apply([](auto&... elements) { return std::tie(elements...); }, argument);
    else
        return std::forward_as_tuple(std::forward<Argument>(argument));
}

}  // namespace launch

/// An in-order queue of one device: each command begins after the previous one has ended. The object owns the queue and
/// can be moved but not copied; its destructor waits for the enqueued work. Several threads may use a queue at the same
/// time. Their commands are then executed in the order in which the queue receives them.
class queue {
public:
    explicit queue(const device& owner);
    queue(queue&&) noexcept;
    queue& operator=(queue&&) noexcept;
    ~queue();

    /// The device of the queue.
    const device& owner() const { return owner_; }

    /// Enqueues a kernel. Returns without waiting for the kernel. Wrong, missing or extra arguments do not compile; the
    /// compiler's message names the kernel and the argument. Throws error if the range, an argument or the size of local
    /// memory is not valid for this kernel and device, or if the driver rejects the launch.
    ///
    /// For a parameter that is a struct of buffers, pass one argument for each member, in the order of the members; for a
    /// std::array of buffers, one for each element. A std::array of `device_buffer<T>` stands for all its elements.
    template <typename Kernel, typename... Arguments>
    void run(const Kernel& function, const range& items, Arguments&&... arguments) {
        if constexpr ((launch::is_buffer_array<std::remove_cvref_t<Arguments>> || ...))
            std::apply([&]<typename... Each>(Each&&... each) { function.enqueue(*this, items, std::forward<Each>(each)...); },
                       std::tuple_cat(launch::tie_elements(std::forward<Arguments>(arguments))...));
        else
            function.enqueue(*this, items, std::forward<Arguments>(arguments)...);
    }

    /// The same without checks at compile time. Checks the arguments against the archive's reflection at run time, and
    /// throws error that names the argument that does not fit.
    void run_unchecked(const kernel_function& function, const range& items, std::span<const kernel_argument> arguments);

    /// Waits until all enqueued work is done. Throws error if part of the work failed; if several parts failed, throws the
    /// first failure. A failure is thrown only once, by the first call that waits for the work; reads and maps also wait.
    /// If finish() throws nothing, all text that kernels printed has been written to the standard output.
    void finish();
    /// Makes all work that is enqueued here from now on begin after all work that was enqueued in `other` before this
    /// call. If both queues belong to the same device, the call returns at once, and the device keeps the order. If `other`
    /// belongs to another device, the call may wait for the work of `other`.
    void wait_for(queue& other);
    /// Submits all enqueued work to the device without waiting for it.
    void flush();

    /// Returns the durations of all launches that ended since the last call, in order. Waits for work in progress. A
    /// queue keeps the last 65,536 durations until they are taken. If the backend does not measure times, this function and
    /// take_transfer_timings() return empty lists.
    std::vector<launch_timing> take_timings();

    /// The same for reads, writes, copies and fills of buffers and images. On the CPU debug device, mappings and host memory
    /// that a buffer uses in place need no transfer, so the list contains none for them. Transfers that OpenCL drivers make
    /// for mappings are not listed either.
    std::vector<transfer_timing> take_transfer_timings();

    /// Returns the durations of sharing with OpenGL since the last call: one entry for each time that an object was acquired
    /// and released. A release that throws adds no entry. A queue keeps the last 65,536 entries.
    std::vector<sharing_timing> take_sharing_timings();
    /// Adds one entry to that list. For the library gl_sharing.
    void add_sharing_timing(sharing_timing timing);
    /// The log of the times at which sharing took place, for take_timeline(). For the library gl_sharing.
    backends::timeline_log& sharing_timeline() const;

    backends::queue_interface& implementation() const;
    const std::shared_ptr<backends::queue_interface>& shared_implementation() const { return shared_; }

private:
    struct sharing_timings;

    device owner_;
    std::shared_ptr<backends::queue_interface> shared_;
    std::unique_ptr<sharing_timings> sharing_;
};

template <typename T>
device_buffer<T> device::create_buffer(size_t count, const T& value) const {
    device_buffer<T> buffer(*this, count);
    queue queue = create_queue();
    buffer.fill(queue, value);
    queue.finish();
    return buffer;
}

// `access` may forbid the host to write the buffer. Therefore the values go through a second buffer that the host may
// write.
template <typename T>
device_buffer<T> device::create_buffer(std::span<const T> values, const memory_access& access) const {
    device_buffer<T> buffer(*this, values.size(), access);
    const device_buffer<T> input = create_buffer(values);
    queue queue = create_queue();
    buffer.copy(queue, input);
    queue.finish();
    return buffer;
}

template <typename T>
device_buffer<T> device::create_buffer(std::span<const T> values) const {
    device_buffer<T> buffer(*this, values.size());
    queue queue = create_queue();
    buffer.write(queue, values);
    queue.finish();
    return buffer;
}

}  // namespace ingot
