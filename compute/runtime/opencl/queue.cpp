#include "queue.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "buffer.hpp"
#include "error_name.hpp"
#include "image.hpp"
#include "program.hpp"

namespace ingot::backends::opencl {

namespace {

cl_mem handle_of(const std::shared_ptr<buffer_interface>& memory) { return static_cast<const buffer&>(*memory).handle(); }

// Does fill() use clEnqueueFillBuffer? It does so if the size of the pattern is a power of two up to 16 bytes, and the
// offset is a multiple of the size. OpenCL also accepts patterns of 32, 64 and 128 bytes, but fill_by_copies() writes these.
bool can_use_fill_buffer(size_t pattern, size_t offset) {
    return std::has_single_bit(pattern) && pattern <= 16 && offset % pattern == 0;
}

cl_map_flags flags_for(map_access access) {
    switch (access) {
        case map_access::read:
            return CL_MAP_READ;
        case map_access::write:
            return CL_MAP_WRITE_INVALIDATE_REGION;
        case map_access::read_write:
            break;
    }
    return CL_MAP_READ | CL_MAP_WRITE;
}

class event final : public event_interface {
public:
    event(std::shared_ptr<device> owner, owned<cl_event> marker) : owner_(std::move(owner)), marked_(std::move(marker)) {}

    cl_event handle() const { return marked_.get(); }

    bool is_done() override {
        cl_int status = CL_COMPLETE;
        opencl::check(owner_->functions().get_event_info(marked_.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
                                                         &status, nullptr),
                      owner_->error_context("clGetEventInfo"));
        return status <= CL_COMPLETE;
    }
    // Ignores the failure of work before the event: the queue of that work finds the failure, and throw_failure() throws it.
    void wait() override {
        const cl_event awaited = marked_.get();
        const cl_int code = owner_->functions().wait_for_events(1, &awaited);
        if (code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) opencl::check(code, owner_->error_context("clWaitForEvents"));
    }

private:
    std::shared_ptr<device> owner_;
    owned<cl_event> marked_;
};

// If the queue keeps the events of more commands than this, it releases the events of finished commands. Each event occupies
// memory of the driver.
constexpr size_t max_unfinished_commands = 256;

}  // namespace

queue::queue(std::shared_ptr<device> owner)
    : device_(std::move(owner)), handle_(nullptr, {device_->functions().release_command_queue}) {
    cl_int code = CL_SUCCESS;
    handle_.reset(device_->functions().create_command_queue(device_->context(), device_->id(), CL_QUEUE_PROFILING_ENABLE, &code));
    check(code, "clCreateCommandQueue");
}

queue::~queue() { device_->functions().finish(handle_.get()); }

void queue::check(cl_int code, const char* call) const {
    if (code != CL_SUCCESS) opencl::check(code, device_->error_context(call));
}

void queue::read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) {
    enqueue_transfer({transfer::to_host, destination.size()}, "clEnqueueReadBuffer", [&](cl_event* event) {
        return device_->functions().enqueue_read_buffer(handle_.get(), handle_of(source), CL_TRUE, offset, destination.size(),
                                                        destination.data(), 0, nullptr, event);
    });
    throw_failure();
}

void queue::write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) {
    enqueue_transfer({transfer::to_device, source.size()}, "clEnqueueWriteBuffer", [&](cl_event* event) {
        return device_->functions().enqueue_write_buffer(handle_.get(), handle_of(destination), CL_TRUE, offset, source.size(),
                                                         source.data(), 0, nullptr, event);
    });
    throw_failure();
}

void queue::copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
                 const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) {
    enqueue_transfer({transfer::on_device, count}, "clEnqueueCopyBuffer", [&](cl_event* event) {
        return device_->functions().enqueue_copy_buffer(handle_.get(), handle_of(source), handle_of(destination), source_offset,
                                                        destination_offset, count, 0, nullptr, event);
    });
}

void queue::fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
                 std::span<const std::byte> pattern) {
    if (!can_use_fill_buffer(pattern.size(), offset)) return fill_by_copies(handle_of(destination), offset, count, pattern);
    enqueue_transfer({transfer::on_device, count}, "clEnqueueFillBuffer", [&](cl_event* event) {
        return device_->functions().enqueue_fill_buffer(handle_.get(), handle_of(destination), pattern.data(), pattern.size(),
                                                        offset, count, 0, nullptr, event);
    });
}

// Fills with a pattern for which fill() does not use clEnqueueFillBuffer: writes some patterns, then repeatedly copies the
// filled part behind itself, which doubles it.
void queue::fill_by_copies(cl_mem destination, size_t offset, size_t count, std::span<const std::byte> pattern) {
    constexpr size_t enough = 64 * 1024;
    const size_t patterns = std::min(count / pattern.size(), std::max<size_t>(enough / pattern.size(), 1));
    std::vector<std::byte> first;
    for (size_t i = 0; i < patterns; ++i) first.insert(first.end(), pattern.begin(), pattern.end());
    // The memory_access of the buffer may forbid the host to write it. Therefore the host writes the first patterns to a
    // temporary buffer, and the device copies them.
    const buffer begin(device_, first.size(), {});
    enqueue_transfer({transfer::to_device, first.size()}, "clEnqueueWriteBuffer", [&](cl_event* event) {
        return device_->functions().enqueue_write_buffer(handle_.get(), begin.handle(), CL_TRUE, 0, first.size(), first.data(), 0,
                                                         nullptr, event);
    });
    enqueue_transfer({transfer::on_device, first.size()}, "clEnqueueCopyBuffer", [&](cl_event* event) {
        return device_->functions().enqueue_copy_buffer(handle_.get(), begin.handle(), destination, 0, offset, first.size(), 0,
                                                        nullptr, event);
    });
    for (size_t filled = first.size(); filled < count;) {
        const size_t step = std::min(filled, count - filled);
        enqueue_transfer({transfer::on_device, step}, "clEnqueueCopyBuffer", [&](cl_event* event) {
            return device_->functions().enqueue_copy_buffer(handle_.get(), destination, destination, offset, offset + filled,
                                                            step, 0, nullptr, event);
        });
        filled += step;
    }
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access access) {
    cl_int code = CL_SUCCESS;
    void* const mapped = device_->functions().enqueue_map_buffer(handle_.get(), handle_of(buffer), CL_TRUE, flags_for(access),
                                                                 offset, count, 0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    try {
        throw_failure();
    } catch (...) {
        device_->functions().enqueue_unmap_mem_object(handle_.get(), handle_of(buffer), mapped, 0, nullptr, nullptr);
        throw;
    }
    return static_cast<std::byte*>(mapped);
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access access) {
    cl_int code = CL_SUCCESS;
    void* const mapped = device_->functions().enqueue_map_buffer(handle_.get(), handle_of(buffer), CL_FALSE, flags_for(access),
                                                                 offset, count, 0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    return static_cast<std::byte*>(mapped);
}

// Flushes this queue, because another queue or the host may wait for the event, and the event completes only if the work
// before it was submitted to the device.
std::shared_ptr<event_interface> queue::mark() {
    cl_event marked = nullptr;
    check(device_->functions().enqueue_marker(handle_.get(), 0, nullptr, &marked), "clEnqueueMarkerWithWaitList");
    auto marker = std::make_shared<event>(device_, owned<cl_event>(marked, {device_->functions().release_event}));
    flush();
    return marker;
}

void queue::wait_for(const std::shared_ptr<event_interface>& mark) {
    const cl_event awaited = static_cast<const event&>(*mark).handle();
    check(device_->functions().enqueue_barrier(handle_.get(), 1, &awaited, nullptr), "clEnqueueBarrierWithWaitList");
}

void queue::unmap(const std::shared_ptr<buffer_interface>& buffer, std::byte* mapped) {
    check(device_->functions().enqueue_unmap_mem_object(handle_.get(), handle_of(buffer), mapped, 0, nullptr, nullptr),
          "clEnqueueUnmapMemObject");
}

void queue::read_image(const image_position& source, const std::array<uint32_t, 3>& extent, std::span<std::byte> destination) {
    const image_box box(source, extent);
    enqueue_transfer({transfer::to_host, destination.size()}, "clEnqueueReadImage", [&](cl_event* event) {
        return device_->functions().enqueue_read_image(handle_.get(), box.object, CL_TRUE, box.origin.data(), box.region.data(),
                                                       0, 0, destination.data(), 0, nullptr, event);
    });
    throw_failure();
}

void queue::write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                        std::span<const std::byte> source) {
    const image_box box(destination, extent);
    enqueue_transfer({transfer::to_device, source.size()}, "clEnqueueWriteImage", [&](cl_event* event) {
        return device_->functions().enqueue_write_image(handle_.get(), box.object, CL_TRUE, box.origin.data(), box.region.data(),
                                                        0, 0, source.data(), 0, nullptr, event);
    });
    throw_failure();
}

void queue::copy_image(const image_position& destination, const image_position& source_position,
                       const std::array<uint32_t, 3>& extent) {
    const image_box target(destination, extent);
    const image_box source(source_position, extent);
    // OpenCL counts the layers of a 1D array in y, and the layers of other images in z (see image_box). Therefore the two
    // regions may differ if only one of the images is a 1D array. Then each row is copied separately.
    if (target.region == source.region) {
        enqueue_transfer({transfer::on_device, byte_count(destination, extent)}, "clEnqueueCopyImage", [&](cl_event* event) {
            return device_->functions().enqueue_copy_image(handle_.get(), source.object, target.object, source.origin.data(),
                                                           target.origin.data(), source.region.data(), 0, nullptr, event);
        });
        return;
    }
    for (uint32_t z = 0; z < extent[2]; ++z)
        for (uint32_t y = 0; y < extent[1]; ++y) {
            const auto row = [&](const image_position& buffer) {
                return image_position {
                    buffer.image, buffer.level, {buffer.origin[0], buffer.origin[1] + y, buffer.origin[2] + z}};
            };
            copy_image(row(destination), row(source_position), {extent[0], 1, 1});
        }
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                                 const image_position& source, const std::array<uint32_t, 3>& extent) {
    const image_box box(source, extent);
    enqueue_transfer({transfer::on_device, byte_count(source, extent)}, "clEnqueueCopyImageToBuffer", [&](cl_event* event) {
        return device_->functions().enqueue_copy_image_to_buffer(handle_.get(), box.object, handle_of(destination),
                                                                 box.origin.data(), box.region.data(), offset, 0, nullptr, event);
    });
}

void queue::copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                                 size_t offset, const std::array<uint32_t, 3>& extent) {
    const image_box box(destination, extent);
    enqueue_transfer({transfer::on_device, byte_count(destination, extent)}, "clEnqueueCopyBufferToImage", [&](cl_event* event) {
        return device_->functions().enqueue_copy_buffer_to_image(handle_.get(), handle_of(source), box.object, offset,
                                                                 box.origin.data(), box.region.data(), 0, nullptr, event);
    });
}

void queue::launch(const std::shared_ptr<kernel_interface>& launched, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    auto& launched_kernel = static_cast<kernel&>(*launched);
    add_command({launched->reflection().name, {}}, launched_kernel.enqueue(handle_.get(), items, arguments));
}

void queue::flush() { check(device_->functions().flush(handle_.get()), "clFlush"); }

void queue::finish() {
    check(device_->functions().finish(handle_.get()), "clFinish");
    throw_failure();
}

std::vector<launch_timing> queue::take_timings() {
    finish_all();
    const std::lock_guard lock(mutex_);
    return timings_.take_launches();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    finish_all();
    const std::lock_guard lock(mutex_);
    return timings_.take_transfers();
}

void queue::finish_all() {
    check(device_->functions().finish(handle_.get()), "clFinish");
    const std::lock_guard lock(mutex_);
    collect_finished();
}

template <typename Enqueue>
void queue::enqueue_transfer(const transfer_size& transfer, const char* call, Enqueue enqueue) {
    cl_event event = nullptr;
    check(enqueue(&event), call);
    add_command({{}, transfer}, owned<cl_event>(event, {device_->functions().release_event}));
}

void queue::add_command(timed_command command, owned<cl_event> event) {
    const std::lock_guard lock(mutex_);
    unfinished_commands_.push_back({std::move(command), std::move(event), std::chrono::steady_clock::now()});
    if (unfinished_commands_.size() > max_unfinished_commands) collect_finished();
}

// Turns the events of finished commands into timings, and keeps the message of the first failure. The caller holds the lock.
void queue::collect_finished() {
    while (!unfinished_commands_.empty()) {
        cl_int status = CL_COMPLETE;
        const cl_int code = device_->functions().get_event_info(
            unfinished_commands_.front().event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
        if (code == CL_SUCCESS && status > CL_COMPLETE) return;
        collect(unfinished_commands_.front(), code == CL_SUCCESS ? status : code);
        unfinished_commands_.pop_front();
    }
}

void queue::collect(enqueued_command& command, cl_int status) {
    if (status < CL_COMPLETE) {
        const std::string& kernel = command.description.kernel_name;
        if (!first_failure_)
            first_failure_ =
                device_->error_context(kernel.empty() ? "a transfer" : "kernel '" + kernel + "'") + ": " + error_name(status);
        return;
    }
    const auto time = [&](cl_profiling_info property) {
        cl_ulong nanoseconds = 0;
        device_->functions().get_event_profiling_info(command.event.get(), property, sizeof(nanoseconds), &nanoseconds, nullptr);
        return nanoseconds;
    };
    const cl_ulong start = time(CL_PROFILING_COMMAND_START);
    const cl_ulong end = time(CL_PROFILING_COMMAND_END);
    if (const cl_ulong queued = time(CL_PROFILING_COMMAND_QUEUED))
        clock_.add_sample(std::chrono::nanoseconds(queued), command.enqueue_time);
    timings_.add(std::move(command.description),
                 {clock_.to_host_time(std::chrono::nanoseconds(start)), std::chrono::nanoseconds(end > start ? end - start : 0)});
}

void queue::throw_failure() {
    const std::lock_guard lock(mutex_);
    collect_finished();
    if (!first_failure_) return;
    const std::string words = *first_failure_;
    first_failure_.reset();
    throw error(words);
}

}  // namespace ingot::backends::opencl
