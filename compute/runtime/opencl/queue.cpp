#include "queue.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "buffer.hpp"
#include "error_name.hpp"
#include "image.hpp"
#include "program.hpp"

namespace ingot::backends::opencl {

namespace {

cl_mem handle_of(const std::shared_ptr<buffer_interface>& of) { return static_cast<const buffer&>(*of).handle(); }

// Patterns that clEnqueueFillBuffer takes, at offsets that it takes.
bool can_fill(size_t pattern, size_t offset) { return std::has_single_bit(pattern) && pattern <= 16 && offset % pattern == 0; }

cl_map_flags flags_for(map_access how) {
    switch (how) {
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
    event(std::shared_ptr<device> owner, owned<cl_event> of) : on(std::move(owner)), marked(std::move(of)) {}

    cl_event handle() const { return marked.get(); }

    bool done() override {
        cl_int status = CL_COMPLETE;
        opencl::check(
            on->functions().get_event_info(marked.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr),
            on->doing("clGetEventInfo"));
        return status <= CL_COMPLETE;
    }
    // Where work before it failed, the queue tells of that.
    void wait() override {
        const cl_event awaited = marked.get();
        const cl_int code = on->functions().wait_for_events(1, &awaited);
        if (code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) opencl::check(code, on->doing("clWaitForEvents"));
    }

private:
    std::shared_ptr<device> on;
    owned<cl_event> marked;
};

// Commands that may end before they are looked at: events are memory of the driver.
constexpr size_t most_events = 256;

}  // namespace

queue::queue(std::shared_ptr<device> owner) : on(std::move(owner)), handle(nullptr, {on->functions().release_command_queue}) {
    cl_int code = CL_SUCCESS;
    handle.reset(on->functions().create_command_queue(on->context(), on->id(), CL_QUEUE_PROFILING_ENABLE, &code));
    check(code, "clCreateCommandQueue");
}

queue::~queue() { on->functions().finish(handle.get()); }

void queue::check(cl_int code, const char* call) const {
    if (code != CL_SUCCESS) opencl::check(code, on->doing(call));
}

void queue::read(const std::shared_ptr<buffer_interface>& from, size_t offset, std::span<std::byte> to) {
    transferred({transfer::to_host, to.size()}, "clEnqueueReadBuffer", [&](cl_event* made) {
        return on->functions().enqueue_read_buffer(handle.get(), handle_of(from), CL_TRUE, offset, to.size(), to.data(), 0,
                                                   nullptr, made);
    });
    throw_failure();
}

void queue::write(const std::shared_ptr<buffer_interface>& to, size_t offset, std::span<const std::byte> from) {
    transferred({transfer::to_device, from.size()}, "clEnqueueWriteBuffer", [&](cl_event* made) {
        return on->functions().enqueue_write_buffer(handle.get(), handle_of(to), CL_TRUE, offset, from.size(), from.data(), 0,
                                                    nullptr, made);
    });
    throw_failure();
}

void queue::copy(const std::shared_ptr<buffer_interface>& to, size_t to_offset, const std::shared_ptr<buffer_interface>& from,
                 size_t from_offset, size_t count) {
    transferred({transfer::on_device, count}, "clEnqueueCopyBuffer", [&](cl_event* made) {
        return on->functions().enqueue_copy_buffer(handle.get(), handle_of(from), handle_of(to), from_offset, to_offset, count, 0,
                                                   nullptr, made);
    });
}

void queue::fill(const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count, std::span<const std::byte> pattern) {
    if (!can_fill(pattern.size(), offset)) return fill_by_copies(handle_of(to), offset, count, pattern);
    transferred({transfer::on_device, count}, "clEnqueueFillBuffer", [&](cl_event* made) {
        return on->functions().enqueue_fill_buffer(handle.get(), handle_of(to), pattern.data(), pattern.size(), offset, count, 0,
                                                   nullptr, made);
    });
}

// Writes some patterns, and then doubles what is there.
void queue::fill_by_copies(cl_mem to, size_t offset, size_t count, std::span<const std::byte> pattern) {
    constexpr size_t enough = 64 * 1024;
    const size_t patterns = std::min(count / pattern.size(), std::max<size_t>(enough / pattern.size(), 1));
    std::vector<std::byte> first;
    for (size_t i = 0; i < patterns; ++i) first.insert(first.end(), pattern.begin(), pattern.end());
    // The host may have no right to write the buffer itself.
    const buffer begin(on, first.size(), {});
    transferred({transfer::to_device, first.size()}, "clEnqueueWriteBuffer", [&](cl_event* made) {
        return on->functions().enqueue_write_buffer(handle.get(), begin.handle(), CL_TRUE, 0, first.size(), first.data(), 0,
                                                    nullptr, made);
    });
    transferred({transfer::on_device, first.size()}, "clEnqueueCopyBuffer", [&](cl_event* made) {
        return on->functions().enqueue_copy_buffer(handle.get(), begin.handle(), to, 0, offset, first.size(), 0, nullptr, made);
    });
    for (size_t filled = first.size(); filled < count;) {
        const size_t step = std::min(filled, count - filled);
        transferred({transfer::on_device, step}, "clEnqueueCopyBuffer", [&](cl_event* made) {
            return on->functions().enqueue_copy_buffer(handle.get(), to, to, offset, offset + filled, step, 0, nullptr, made);
        });
        filled += step;
    }
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) {
    cl_int code = CL_SUCCESS;
    void* const mapped = on->functions().enqueue_map_buffer(handle.get(), handle_of(of), CL_TRUE, flags_for(how), offset, count,
                                                            0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    try {
        throw_failure();
    } catch (...) {
        on->functions().enqueue_unmap_mem_object(handle.get(), handle_of(of), mapped, 0, nullptr, nullptr);
        throw;
    }
    return static_cast<std::byte*>(mapped);
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) {
    cl_int code = CL_SUCCESS;
    void* const mapped = on->functions().enqueue_map_buffer(handle.get(), handle_of(of), CL_FALSE, flags_for(how), offset, count,
                                                            0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    return static_cast<std::byte*>(mapped);
}

// An event of another queue comes only where that queue's work has been given to its device.
std::shared_ptr<event_interface> queue::mark() {
    cl_event marked = nullptr;
    check(on->functions().enqueue_marker(handle.get(), 0, nullptr, &marked), "clEnqueueMarkerWithWaitList");
    auto made = std::make_shared<event>(on, owned<cl_event>(marked, {on->functions().release_event}));
    flush();
    return made;
}

void queue::wait_for(const std::shared_ptr<event_interface>& until) {
    const cl_event awaited = static_cast<const event&>(*until).handle();
    check(on->functions().enqueue_barrier(handle.get(), 1, &awaited, nullptr), "clEnqueueBarrierWithWaitList");
}

void queue::unmap(const std::shared_ptr<buffer_interface>& of, std::byte* mapped) {
    check(on->functions().enqueue_unmap_mem_object(handle.get(), handle_of(of), mapped, 0, nullptr, nullptr),
          "clEnqueueUnmapMemObject");
}

void queue::read_image(const image_place& from, const std::array<uint32_t, 3>& extent, std::span<std::byte> to) {
    const image_box box(from, extent);
    transferred({transfer::to_host, to.size()}, "clEnqueueReadImage", [&](cl_event* made) {
        return on->functions().enqueue_read_image(handle.get(), box.object, CL_TRUE, box.origin.data(), box.region.data(), 0, 0,
                                                  to.data(), 0, nullptr, made);
    });
    throw_failure();
}

void queue::write_image(const image_place& to, const std::array<uint32_t, 3>& extent, std::span<const std::byte> from) {
    const image_box box(to, extent);
    transferred({transfer::to_device, from.size()}, "clEnqueueWriteImage", [&](cl_event* made) {
        return on->functions().enqueue_write_image(handle.get(), box.object, CL_TRUE, box.origin.data(), box.region.data(), 0, 0,
                                                   from.data(), 0, nullptr, made);
    });
    throw_failure();
}

void queue::copy_image(const image_place& to, const image_place& from, const std::array<uint32_t, 3>& extent) {
    const image_box target(to, extent);
    const image_box source(from, extent);
    // Images of different shapes may count layers in different dimensions: then each slice is a copy.
    if (target.region == source.region) {
        transferred({transfer::on_device, bytes_of(to, extent)}, "clEnqueueCopyImage", [&](cl_event* made) {
            return on->functions().enqueue_copy_image(handle.get(), source.object, target.object, source.origin.data(),
                                                      target.origin.data(), source.region.data(), 0, nullptr, made);
        });
        return;
    }
    for (uint32_t z = 0; z < extent[2]; ++z)
        for (uint32_t y = 0; y < extent[1]; ++y) {
            const auto row = [&](const image_place& of) {
                return image_place {of.image, of.level, {of.origin[0], of.origin[1] + y, of.origin[2] + z}};
            };
            copy_image(row(to), row(from), {extent[0], 1, 1});
        }
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& to, size_t offset, const image_place& from,
                                 const std::array<uint32_t, 3>& extent) {
    const image_box box(from, extent);
    transferred({transfer::on_device, bytes_of(from, extent)}, "clEnqueueCopyImageToBuffer", [&](cl_event* made) {
        return on->functions().enqueue_copy_image_to_buffer(handle.get(), box.object, handle_of(to), box.origin.data(),
                                                            box.region.data(), offset, 0, nullptr, made);
    });
}

void queue::copy_buffer_to_image(const image_place& to, const std::shared_ptr<buffer_interface>& from, size_t offset,
                                 const std::array<uint32_t, 3>& extent) {
    const image_box box(to, extent);
    transferred({transfer::on_device, bytes_of(to, extent)}, "clEnqueueCopyBufferToImage", [&](cl_event* made) {
        return on->functions().enqueue_copy_buffer_to_image(handle.get(), handle_of(from), box.object, offset, box.origin.data(),
                                                            box.region.data(), 0, nullptr, made);
    });
}

void queue::launch(const std::shared_ptr<kernel_interface>& what, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    auto& launched_kernel = static_cast<kernel&>(*what);
    keep({what->reflection().name, {}}, launched_kernel.enqueue(handle.get(), items, arguments));
}

void queue::flush() { check(on->functions().flush(handle.get()), "clFlush"); }

void queue::finish() {
    check(on->functions().finish(handle.get()), "clFinish");
    throw_failure();
}

std::vector<launch_timing> queue::take_timings() {
    end_all();
    const std::lock_guard lock(guard);
    return timings.take_launches();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    end_all();
    const std::lock_guard lock(guard);
    return timings.take_transfers();
}

void queue::end_all() {
    check(on->functions().finish(handle.get()), "clFinish");
    const std::lock_guard lock(guard);
    collect_ended();
}

template <typename Enqueue>
void queue::transferred(const moved_bytes& what, const char* call, Enqueue enqueue) {
    cl_event event = nullptr;
    check(enqueue(&event), call);
    keep({{}, what}, owned<cl_event>(event, {on->functions().release_event}));
}

void queue::keep(timed_command what, owned<cl_event> event) {
    const std::lock_guard lock(guard);
    under_way.push_back({std::move(what), std::move(event), std::chrono::steady_clock::now()});
    if (under_way.size() > most_events) collect_ended();
}

// Turns events of commands that have ended into timings, and failures into words. The caller holds the guard.
void queue::collect_ended() {
    while (!under_way.empty()) {
        cl_int status = CL_COMPLETE;
        const cl_int code = on->functions().get_event_info(under_way.front().event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                           sizeof(status), &status, nullptr);
        if (code == CL_SUCCESS && status > CL_COMPLETE) return;
        collect(under_way.front(), code == CL_SUCCESS ? status : code);
        under_way.pop_front();
    }
}

void queue::collect(enqueued& ended, cl_int status) {
    if (status < CL_COMPLETE) {
        const std::string& kernel = ended.what.launched;
        if (!first_failure)
            first_failure = on->doing(kernel.empty() ? "a copy" : "kernel '" + kernel + "'") + ": " + error_name(status);
        return;
    }
    const auto time = [&](cl_profiling_info what) {
        cl_ulong nanoseconds = 0;
        on->functions().get_event_profiling_info(ended.event.get(), what, sizeof(nanoseconds), &nanoseconds, nullptr);
        return nanoseconds;
    };
    const cl_ulong began = time(CL_PROFILING_COMMAND_START);
    const cl_ulong stopped = time(CL_PROFILING_COMMAND_END);
    if (const cl_ulong queued = time(CL_PROFILING_COMMAND_QUEUED)) clock.took(std::chrono::nanoseconds(queued), ended.given);
    timings.add(std::move(ended.what), {clock.on_host(std::chrono::nanoseconds(began)),
                                        std::chrono::nanoseconds(stopped > began ? stopped - began : 0)});
}

void queue::throw_failure() {
    const std::lock_guard lock(guard);
    collect_ended();
    if (!first_failure) return;
    const std::string words = *first_failure;
    first_failure.reset();
    throw error(words);
}

}  // namespace ingot::backends::opencl
