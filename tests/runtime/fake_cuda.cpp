// The functions of the fake CUDA driver. fake_cuda.hpp describes the driver.
#include "fake_cuda.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "fake_cuda_state.hpp"

using namespace fake_cuda;
using namespace ingot::backends::cuda;

namespace {

// Executes one function of the driver: counts the call, and returns the failure that the test requested or the result
// of `action`.
template <typename Action>
result call(const char* name, Action action) {
    const std::lock_guard lock(state::get().guard);
    if (const result failure = state::get().begin_call(name); failure != result::success) return failure;
    return action(state::get());
}

// Executes a function of the driver that needs a current context. Is otherwise the same as call().
template <typename Action>
result call_in_context(const char* name, Action action) {
    return call(name, [&](state& all) { return current_contexts().empty() ? invalid_context : action(all); });
}

// Executes a function of the driver that waits and needs a current context. A requested failure is returned after the wait,
// because a driver executes enqueued work even if the call that waits for the work fails.
template <typename Wait>
result call_waiting(const char* name, Wait wait) {
    const std::lock_guard lock(state::get().guard);
    const result failure = state::get().begin_call(name);
    const result answer = current_contexts().empty() ? invalid_context : wait();
    return failure != result::success ? failure : answer;
}

result enqueue(const char* name, stream_handle stream, late_work work) {
    return call_in_context(name, [&](state& all) {
        stream_object* const found = all.streams.find(stream);
        if (!found) return invalid_handle;
        found->waiting.push_back(std::move(work));
        return result::success;
    });
}

std::byte* host(device_address address) { return reinterpret_cast<std::byte*>(address); }

// Returns the work of a copy. Each range on the device must be inside of an allocation when this work runs.
late_work copying(std::byte* to, const std::byte* from, size_t count, bool to_device, bool from_device) {
    return [=] {
        const state& all = state::get();
        if ((to_device && !all.has_memory(to, count)) || (from_device && !all.has_memory(from, count)))
            return static_cast<int>(result::illegal_address);
        std::memcpy(to, from, count);
        return 0;
    };
}

template <typename Number>
late_work filling(device_address destination, Number value, size_t count) {
    return [=] {
        if (!state::get().has_memory(host(destination), count * sizeof(Number)) || destination % sizeof(Number) != 0)
            return static_cast<int>(result::illegal_address);
        for (size_t i = 0; i < count; ++i) std::memcpy(host(destination) + i * sizeof(Number), &value, sizeof(Number));
        return 0;
    };
}

size_t bytes_per_element(const array_description& description) {
    switch (description.format) {
        case array_format::unsigned_int8:
        case array_format::signed_int8:
            return description.channels;
        case array_format::unsigned_int16:
        case array_format::signed_int16:
        case array_format::half:
            return size_t {2} * description.channels;
        default:
            return size_t {4} * description.channels;
    }
}

// Does the documentation of cuArray3DCreate allow the array? It must have a width, and 1, 2 or 4 channels. An array without a
// height may have a depth only if it is layered. A layered array must have a depth, the number of its layers.
bool is_array(const array_description& description) {
    const bool is_layered = (description.flags & array_layered) != 0;
    if (description.width == 0 || (description.channels != 1 && description.channels != 2 && description.channels != 4))
        return false;
    if (description.height == 0 && description.depth != 0 && !is_layered) return false;
    return !is_layered || description.depth != 0;
}

// Returns the address of a row in the source or destination of a copy. Returns null if the row is not inside of the array or of
// an allocation of the device, or if the pitch of other memory than an array is less than `bytes`. Does not check whether host
// memory is allocated.
std::byte* row_of(const array_copy_side& side, size_t bytes, size_t y, size_t z) {
    const state& all = state::get();
    if (side.kind == memory_kind::array) {
        const array_object* const found = all.arrays.find(side.array);
        if (!found || side.x_in_bytes + bytes > found->row || side.y + y >= found->rows || side.z + z >= found->slices)
            return nullptr;
        return side.array->pixels.data() + ((side.z + z) * found->rows + side.y + y) * found->row + side.x_in_bytes;
    }
    const size_t offset = ((side.z + z) * side.height + side.y + y) * side.pitch + side.x_in_bytes;
    if (side.pitch < bytes) return nullptr;
    if (side.kind == memory_kind::host) return static_cast<std::byte*>(side.host) + offset;
    std::byte* const first = host(side.device) + offset;
    return all.has_memory(first, bytes) ? first : nullptr;
}

int copy_box(const array_copy& copy) {
    for (size_t z = 0; z < copy.depth; ++z)
        for (size_t y = 0; y < copy.height; ++y) {
            std::byte* const to = row_of(copy.destination, copy.width_in_bytes, y, z);
            const std::byte* const from = row_of(copy.source, copy.width_in_bytes, y, z);
            if (!to || !from) return static_cast<int>(result::illegal_address);
            std::memcpy(to, from, copy.width_in_bytes);
        }
    return 0;
}

}  // namespace

extern "C" {

controls* fake_cuda_controls() { return &state::get(); }

result cuInit(unsigned int) {
    return call("cuInit", [](state&) { return result::success; });
}
result cuDriverGetVersion(int* version) {
    return call("cuDriverGetVersion", [&](state&) { return *version = 13000, result::success; });
}
result cuGetErrorName(result error, const char** text) {
    return (*text = error_words(error).name) ? result::success : result::invalid_value;
}
result cuGetErrorString(result error, const char** text) {
    return (*text = error_words(error).description) ? result::success : result::invalid_value;
}

result cuDeviceGetCount(int* count) {
    return call("cuDeviceGetCount", [&](state& all) { return *count = all.device_count(), result::success; });
}
result cuDeviceGet(device_number* device, int index) {
    return call("cuDeviceGet", [&](state& all) {
        if (index < 0 || index >= all.device_count()) return result::invalid_value;
        *device = index;
        return result::success;
    });
}
result cuDeviceGetName(char* name, int length, device_number device) {
    return call("cuDeviceGetName", [&](state&) {
        const std::string text = "Fake GPU " + std::to_string(device);
        std::strncpy(name, text.c_str(), static_cast<size_t>(length));
        return result::success;
    });
}
result cuDeviceTotalMem_v2(size_t* bytes, device_number) {
    return call("cuDeviceTotalMem_v2", [&](state&) { return *bytes = device_memory, result::success; });
}
result cuDeviceGetAttribute(int* value, device_attribute attribute, device_number device) {
    return call("cuDeviceGetAttribute", [&](state&) { return *value = attribute_of(device, attribute), result::success; });
}

result cuDevicePrimaryCtxRetain(context_handle* context, device_number device) {
    return call("cuDevicePrimaryCtxRetain", [&](state& all) {
        *context = all.contexts.add(std::make_unique<context_object>(context_object {device}));
        return result::success;
    });
}
result cuDevicePrimaryCtxRelease_v2(device_number device) {
    return call("cuDevicePrimaryCtxRelease_v2", [&](state& all) { return all.release_context(device); });
}
result cuCtxPushCurrent_v2(context_handle context) {
    return call("cuCtxPushCurrent_v2", [&](state& all) {
        if (!all.contexts.find(context)) return invalid_context;
        current_contexts().push_back(context);
        return result::success;
    });
}
result cuCtxPopCurrent_v2(context_handle* context) {
    return call_in_context("cuCtxPopCurrent_v2", [&](state&) {
        *context = current_contexts().back();
        current_contexts().pop_back();
        return result::success;
    });
}

result cuMemAlloc_v2(device_address* address, size_t bytes) {
    return call_in_context("cuMemAlloc_v2", [&](state& all) {
        if (bytes == 0) return result::invalid_value;
        if (bytes > device_memory) return result::out_of_memory;
        *address = reinterpret_cast<device_address>(all.allocate(all.memory, bytes));
        return result::success;
    });
}
result cuMemFree_v2(device_address address) {
    return call_in_context("cuMemFree_v2", [&](state& all) { return state::free(all.memory, host(address)); });
}
result cuGLGetDevices_v2(unsigned int* count, device_number* devices, unsigned int room, gl_device_list) {
    return call_in_context("cuGLGetDevices_v2", [&](state&) {
        *count = room == 0 ? 0 : 1;
        if (room != 0) *devices = 0;
        return result::success;
    });
}
result cuGraphicsGLRegisterBuffer(graphics_resource* resource, unsigned int, unsigned int) {
    return call_in_context("cuGraphicsGLRegisterBuffer", [&](state& all) {
        auto object = std::make_unique<graphics_resource_object>();
        object->first = all.allocate(all.memory, gl_buffer_bytes);
        return *resource = all.resources.add(std::move(object)), result::success;
    });
}
result cuGraphicsGLRegisterImage(graphics_resource* resource, unsigned int, unsigned int, unsigned int) {
    return call_in_context("cuGraphicsGLRegisterImage", [&](state& all) {
        auto pixels = std::make_unique<array_object>();
        pixels->row = gl_image_width * gl_image_pixel_bytes;
        pixels->rows = gl_image_height;
        pixels->slices = 1;
        pixels->pixels.assign(pixels->row * pixels->rows, std::byte {0xcd});
        auto object = std::make_unique<graphics_resource_object>();
        object->image = all.arrays.add(std::move(pixels));
        return *resource = all.resources.add(std::move(object)), result::success;
    });
}
result cuGraphicsSubResourceGetMappedArray(array_handle* array, graphics_resource resource, unsigned int, unsigned int) {
    return call_in_context("cuGraphicsSubResourceGetMappedArray", [&](state&) {
        if (!resource->mapped) return not_mapped;
        return *array = resource->image, result::success;
    });
}
result cuGraphicsUnregisterResource(graphics_resource resource) {
    return call_in_context("cuGraphicsUnregisterResource", [&](state& all) {
        if (!all.resources.find(resource)) return invalid_handle;
        if (resource->image) {
            const bool is_seen = std::ranges::any_of(all.views, [&](const auto& view) { return view.second == resource->image; });
            if (is_seen) return result::invalid_value;  // a texture or surface object still refers to it
            all.arrays.remove(resource->image);
            return all.resources.remove(resource) ? result::success : invalid_handle;
        }
        state::free(all.memory, resource->first);
        return all.resources.remove(resource) ? result::success : invalid_handle;
    });
}
result cuGraphicsMapResources(unsigned int, graphics_resource* resource, stream_handle) {
    return call_in_context("cuGraphicsMapResources",
                           [&](state&) { return std::exchange((*resource)->mapped, true) ? already_mapped : result::success; });
}
result cuGraphicsUnmapResources(unsigned int, graphics_resource* resource, stream_handle) {
    return call_in_context("cuGraphicsUnmapResources",
                           [&](state&) { return std::exchange((*resource)->mapped, false) ? result::success : not_mapped; });
}
result cuGraphicsResourceGetMappedPointer_v2(device_address* address, size_t* bytes, graphics_resource resource) {
    return call_in_context("cuGraphicsResourceGetMappedPointer_v2", [&](state&) {
        if (!resource->mapped) return not_mapped;
        *address = reinterpret_cast<device_address>(resource->first);
        *bytes = gl_buffer_bytes;
        return result::success;
    });
}
result cuMemAllocHost_v2(void** address, size_t bytes) {
    return call_in_context("cuMemAllocHost_v2",
                           [&](state& all) { return *address = all.allocate(all.pinned, bytes), result::success; });
}
result cuMemFreeHost(void* address) {
    return call_in_context("cuMemFreeHost",
                           [&](state& all) { return state::free(all.pinned, static_cast<std::byte*>(address)); });
}

result cuArray3DCreate_v2(array_handle* array, const array_description* description) {
    return call_in_context("cuArray3DCreate_v2", [&](state& all) {
        if (!is_array(*description)) return result::invalid_value;
        auto object = std::make_unique<array_object>();
        object->row = description->width * bytes_per_element(*description);
        // In a layered array the depth is the number of layers, also if the layers are one-dimensional.
        object->rows = std::max<size_t>(description->height, 1);
        object->slices = std::max<size_t>(description->depth, 1);
        object->pixels.assign(object->row * object->rows * object->slices, std::byte {0xcd});
        return *array = all.arrays.add(std::move(object)), result::success;
    });
}
result cuArrayDestroy(array_handle array) {
    return call_in_context("cuArrayDestroy", [&](state& all) {
        const bool is_seen = std::ranges::any_of(all.views, [&](const auto& view) { return view.second == array; });
        if (is_seen) return result::invalid_value;  // a texture or surface object still refers to it
        return all.arrays.remove(array) ? result::success : invalid_handle;
    });
}
result cuMemcpy3DAsync_v2(const array_copy* description, stream_handle stream) {
    return enqueue("cuMemcpy3DAsync_v2", stream, [copy = *description] { return copy_box(copy); });
}
result cuTexObjectCreate(texture_object* texture, const resource_description* resource, const texture_description* description,
                         const void* view) {
    return call_in_context("cuTexObjectCreate", [&](state& all) {
        // CUDA supports wrapping and mirroring only with normalised coordinates, and linear filters only for textures that
        // are not read as integers.
        const bool normalised = (description->flags & texture_normalized_coordinates) != 0;
        const bool repeats = description->address_modes[0] == texture_address_mode::wrap ||
                             description->address_modes[0] == texture_address_mode::mirror;
        const bool filters_integers =
            (description->flags & texture_read_as_integer) != 0 && description->filter == texture_filter_mode::linear;
        if (view || resource->flags != 0 || (repeats && !normalised) || filters_integers ||
            !all.arrays.find(resource->contents.array))
            return result::invalid_value;
        all.views.emplace(*texture = all.next_view++, resource->contents.array);
        return result::success;
    });
}
result cuTexObjectDestroy(texture_object texture) {
    return call_in_context("cuTexObjectDestroy",
                           [&](state& all) { return all.views.erase(texture) ? result::success : invalid_handle; });
}
result cuSurfObjectCreate(surface_object* surface, const resource_description* resource) {
    return call_in_context("cuSurfObjectCreate", [&](state& all) {
        if (resource->flags != 0 || !all.arrays.find(resource->contents.array)) return result::invalid_value;
        all.views.emplace(*surface = all.next_view++, resource->contents.array);
        return result::success;
    });
}
result cuSurfObjectDestroy(surface_object surface) {
    return call_in_context("cuSurfObjectDestroy",
                           [&](state& all) { return all.views.erase(surface) ? result::success : invalid_handle; });
}

result cuStreamCreate(stream_handle* stream, unsigned int) {
    return call_in_context("cuStreamCreate", [&](state& all) {
        return *stream = all.streams.add(std::make_unique<stream_object>()), result::success;
    });
}
result cuStreamDestroy_v2(stream_handle stream) {
    return call_in_context("cuStreamDestroy_v2", [&](state& all) {
        if (stream_object* const found = all.streams.find(stream)) all.run(*found);
        return all.streams.remove(stream) ? result::success : invalid_handle;
    });
}
result cuStreamSynchronize(stream_handle stream) {
    return call_waiting("cuStreamSynchronize", [&] {
        stream_object* const found = state::get().streams.find(stream);
        return found ? state::get().run(*found) : invalid_handle;
    });
}
result cuStreamQuery(stream_handle stream) {
    return call_in_context("cuStreamQuery", [&](state& all) {
        stream_object* const found = all.streams.find(stream);
        if (!found) return invalid_handle;
        return found->waiting.empty() ? result::success : all.run_one(*found, result::not_ready);
    });
}

result cuStreamWaitEvent(stream_handle stream, event_handle event, unsigned int) {
    const std::lock_guard lock(state::get().guard);
    event_object* const found = state::get().events.find(event);
    if (!found) return call("cuStreamWaitEvent", [](state&) { return invalid_handle; });
    return enqueue("cuStreamWaitEvent", stream, [point = found->reached] {
        state& all = state::get();
        stream_object* const event_stream = all.streams.find(point->in);
        result answer = result::success;
        while (event_stream && !event_stream->waiting.empty() && point->time == 0 && answer == result::success)
            answer = all.run_one(*event_stream, result::success);
        return static_cast<int>(answer);
    });
}

result cuMemcpyHtoDAsync_v2(device_address to, const void* from, size_t count, stream_handle stream) {
    return enqueue("cuMemcpyHtoDAsync_v2", stream, copying(host(to), static_cast<const std::byte*>(from), count, true, false));
}
result cuMemcpyDtoHAsync_v2(void* to, device_address from, size_t count, stream_handle stream) {
    return enqueue("cuMemcpyDtoHAsync_v2", stream, copying(static_cast<std::byte*>(to), host(from), count, false, true));
}
result cuMemcpyDtoDAsync_v2(device_address to, device_address from, size_t count, stream_handle stream) {
    return enqueue("cuMemcpyDtoDAsync_v2", stream, copying(host(to), host(from), count, true, true));
}
result cuMemsetD8Async(device_address destination, unsigned char value, size_t count, stream_handle stream) {
    return enqueue("cuMemsetD8Async", stream, filling(destination, value, count));
}
result cuMemsetD16Async(device_address destination, unsigned short value, size_t count, stream_handle stream) {
    return enqueue("cuMemsetD16Async", stream, filling(destination, value, count));
}
result cuMemsetD32Async(device_address destination, unsigned int value, size_t count, stream_handle stream) {
    return enqueue("cuMemsetD32Async", stream, filling(destination, value, count));
}

result cuEventCreate(event_handle* event, unsigned int) {
    return call_in_context(
        "cuEventCreate", [&](state& all) { return *event = all.events.add(std::make_unique<event_object>()), result::success; });
}
result cuEventDestroy_v2(event_handle event) {
    return call_in_context("cuEventDestroy_v2",
                           [&](state& all) { return all.events.remove(event) ? result::success : invalid_handle; });
}
result cuEventRecord(event_handle event, stream_handle stream) {
    const std::lock_guard lock(state::get().guard);
    event_object* const found = state::get().events.find(event);
    if (found) found->reached->in = stream, found->reached->time = 0;
    return enqueue("cuEventRecord", stream, [point = found ? found->reached : nullptr] {
        if (point) point->time = state::get().tick();
        return 0;
    });
}
result cuMemcpyPeerAsync(device_address to, context_handle, device_address from, context_handle, size_t count,
                         stream_handle stream) {
    return enqueue("cuMemcpyPeerAsync", stream, copying(host(to), host(from), count, true, true));
}
result cuEventQuery(event_handle event) {
    return call_in_context("cuEventQuery", [&](state& all) {
        event_object* const found = all.events.find(event);
        if (!found) return invalid_handle;
        stream_object* const event_stream = all.streams.find(found->reached->in);
        if (!event_stream || event_stream->waiting.empty() || found->reached->time != 0) return result::success;
        return all.run_one(*event_stream, result::not_ready);
    });
}
result cuEventSynchronize(event_handle event) {
    return call_waiting("cuEventSynchronize", [&] {
        state& all = state::get();
        event_object* const found = all.events.find(event);
        if (!found) return invalid_handle;
        stream_object* const event_stream = all.streams.find(found->reached->in);
        result answer = result::success;
        while (event_stream && !event_stream->waiting.empty() && found->reached->time == 0 && answer == result::success)
            answer = all.run_one(*event_stream, result::success);
        return answer;
    });
}
result cuEventElapsedTime(float* milliseconds, event_handle begin, event_handle end) {
    return call_in_context("cuEventElapsedTime", [&](state& all) {
        const event_object* const first = all.events.find(begin);
        const event_object* const last = all.events.find(end);
        if (!first || !last) return invalid_handle;
        if (first->reached->time == 0 || last->reached->time == 0) return result::not_ready;
        *milliseconds = static_cast<float>(last->reached->time - first->reached->time) * 1e-3f;
        return result::success;
    });
}

result cuLinkCreate_v2(unsigned int count, jit_option* options, void** values, link_handle* link) {
    return call_in_context("cuLinkCreate_v2", [&](state& all) {
        auto object = std::make_unique<link_object>();
        for (unsigned int i = 0; i < count; ++i) {
            if (options[i] == jit_option::error_log_buffer) object->log = static_cast<char*>(values[i]);
            if (options[i] == jit_option::error_log_buffer_size_bytes) object->log_size = reinterpret_cast<uintptr_t>(values[i]);
        }
        return *link = all.links.add(std::move(object)), result::success;
    });
}
result cuLinkAddData_v2(link_handle link, jit_input type, void* data, size_t size, const char* name, unsigned int, jit_option*,
                        void**) {
    return call_in_context("cuLinkAddData_v2", [&](state& all) {
        link_object* const found = all.links.find(link);
        if (!found) return invalid_handle;
        const auto* const text = static_cast<const char*>(data);
        if (type != jit_input::ptx || size == 0 || text[size - 1] != '\0') return result::invalid_value;
        return found->compile(name, text, current_contexts().back()->device);
    });
}
result cuLinkComplete(link_handle link, void** binary, size_t* size) {
    return call_in_context("cuLinkComplete", [&](state& all) {
        link_object* const found = all.links.find(link);
        if (!found) return invalid_handle;
        *binary = found->binary.data();
        *size = found->binary.size();
        return result::success;
    });
}
result cuLinkDestroy(link_handle link) {
    return call_in_context("cuLinkDestroy",
                           [&](state& all) { return all.links.remove(link) ? result::success : invalid_handle; });
}

result cuModuleLoadDataEx(module_handle* module, const void* image, unsigned int, jit_option*, void**) {
    return call_in_context("cuModuleLoadDataEx", [&](state& all) {
        std::unique_ptr<module_object> object = load_module(static_cast<const char*>(image), current_contexts().back()->device);
        if (!object) return invalid_image;
        return *module = all.modules.add(std::move(object)), result::success;
    });
}
result cuModuleUnload(module_handle module) {
    return call_in_context("cuModuleUnload",
                           [&](state& all) { return all.modules.remove(module) ? result::success : invalid_handle; });
}
result cuModuleGetFunction(function_handle* function, module_handle module, const char* name) {
    return call_in_context("cuModuleGetFunction", [&](state& all) {
        module_object* const found = all.modules.find(module);
        if (!found) return invalid_handle;
        const auto entry = std::ranges::find(found->functions, name, [](const auto& candidate) { return candidate->name; });
        if (entry == found->functions.end()) return not_found;
        return *function = entry->get(), result::success;
    });
}
result cuFuncGetAttribute(int* value, function_attribute attribute, function_handle) {
    return call_in_context("cuFuncGetAttribute", [&](state&) {
        switch (attribute) {
            case function_attribute::max_threads_per_block:
                return *value = function_group_limit, result::success;
            case function_attribute::shared_size_bytes:
                return *value = 0, result::success;
            case function_attribute::local_size_bytes:
                return *value = function_private_bytes, result::success;
            case function_attribute::num_regs:
                return *value = function_registers, result::success;
            default:
                return result::invalid_value;
        }
    });
}
result cuFuncSetAttribute(function_handle function, function_attribute attribute, int value) {
    return call_in_context("cuFuncSetAttribute", [&](state&) {
        if (attribute != function_attribute::max_dynamic_shared_size_bytes) return result::invalid_value;
        function->max_dynamic_bytes = static_cast<unsigned int>(value);
        return result::success;
    });
}
result cuFuncGetParamInfo(function_handle function, size_t index, size_t* offset, size_t* size) {
    return call_in_context("cuFuncGetParamInfo", [&](state&) {
        if (index >= function->parameter_sizes.size()) return result::invalid_value;
        *offset = 0;
        *size = function->parameter_sizes[index];
        return result::success;
    });
}

#ifndef FAKE_CUDA_WITHOUT_LAUNCH
result cuLaunchKernel(function_handle function, unsigned int groups_x, unsigned int groups_y, unsigned int groups_z,
                      unsigned int group_x, unsigned int group_y, unsigned int group_z, unsigned int dynamic_bytes,
                      stream_handle stream, void** arguments, void**) {
    const launch request {function->name, {groups_x, groups_y, groups_z}, {group_x, group_y, group_z}, arguments};
    if (dynamic_bytes > function->max_dynamic_bytes || uint64_t {group_x} * group_y * group_z > function_group_limit ||
        groups_y > 65535 || groups_z > 65535)
        return call("cuLaunchKernel", [](state&) { return result::invalid_value; });
    late_work work = state::get().launched ? state::get().launched(request) : [] { return 0; };
    return enqueue("cuLaunchKernel", stream, std::move(work));
}
#endif
}
