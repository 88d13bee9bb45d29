// The state of the fake CUDA driver.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cuda/driver_types.hpp"
#include "fake_cuda.hpp"

namespace ingot::backends::cuda {

struct context_object {
    device_number device;
};

/// A stream: the work that is enqueued and not executed yet.
struct stream_object {
    std::deque<fake_cuda::late_work> waiting;
};

/// An event. `reached` is the point at which the event was recorded last: the stream, and the time when the stream reached it.
struct event_object {
    struct point {
        stream_handle in = nullptr;
        uint64_t time = 0;  // 0 until the stream has reached the event
    };
    std::shared_ptr<point> reached = std::make_shared<point>();
};

struct function_object {
    std::string name;
    std::vector<size_t> parameter_sizes;
    unsigned int max_dynamic_bytes = 48 * 1024;  ///< bytes of dynamic local memory that a launch may request
};

struct module_object {
    std::vector<std::unique_ptr<function_object>> functions;
};

/// An OpenGL object that is registered with CUDA. For a buffer, `first` points to memory of the fake device. For a texture,
/// `image` is an array of the fake driver.
struct graphics_resource_object {
    std::byte* first = nullptr;
    array_handle image = nullptr;
    bool mapped = false;
};

/// A CUDA array. Its pixels have no gaps; x varies fastest.
struct array_object {
    size_t row = 0;  // size of a row in bytes
    size_t rows = 0;
    size_t slices = 0;
    std::vector<std::byte> pixels;
};

struct link_object {
    char* log = nullptr;
    size_t log_size = 0;
    std::vector<char> binary;

    /// Accepts text that begins like PTX. Writes an error to the log for any other text.
    result compile(const std::string& name, std::string_view ptx, device_number device);
};

}  // namespace ingot::backends::cuda

namespace fake_cuda {

using ingot::backends::cuda::result;

inline constexpr result invalid_image {200};
inline constexpr result invalid_context {201};
inline constexpr result already_mapped {208};
inline constexpr result not_mapped {211};
inline constexpr result invalid_ptx {218};
inline constexpr result invalid_handle {400};
inline constexpr result not_found {500};

inline constexpr size_t device_memory = size_t {1} << 30;
inline constexpr int function_group_limit = 768;
inline constexpr int function_registers = 40;
inline constexpr int function_private_bytes = 16;
inline constexpr size_t gl_buffer_bytes = 4096;
/// The size of each texture of OpenGL that is registered with the fake driver.
inline constexpr size_t gl_image_width = 8;
inline constexpr size_t gl_image_height = 4;
inline constexpr size_t gl_image_pixel_bytes = 4;

/// Returns an attribute of a device. Device 0 has the compute capability 9.0, all others have 7.0.
int attribute_of(ingot::backends::cuda::device_number device, ingot::backends::cuda::device_attribute attribute);

struct words {
    const char* name;
    const char* description;
};
/// Returns the name and description of a result; two null pointers if the fake driver does not know the result.
words error_words(result error);

/// Does the result make the device unusable? In NVIDIA's words: "any further CUDA work will return the same error".
bool is_final(result answer);

/// Loads code that link_object::compile made for a device of the same major compute capability. Returns null for any other
/// image.
std::unique_ptr<ingot::backends::cuda::module_object> load_module(const char* image, ingot::backends::cuda::device_number device);

/// Owns objects of the driver. An object's address is its handle.
template <typename Object>
class owned_objects {
public:
    Object* add(std::unique_ptr<Object> object) {
        Object* const handle = object.get();
        objects_.emplace(handle, std::move(object));
        return handle;
    }
    Object* find(Object* handle) const { return objects_.contains(handle) ? handle : nullptr; }
    bool remove(Object* handle) { return objects_.erase(handle) != 0; }
    template <typename Condition>
    bool remove_first_where(Condition condition) {
        const auto found = std::ranges::find_if(objects_, [&](const auto& entry) { return condition(*entry.second); });
        return found != objects_.end() && remove(found->first);
    }
    size_t size() const { return objects_.size(); }

private:
    std::unordered_map<Object*, std::unique_ptr<Object>> objects_;
};

class state final : public controls {
public:
    using allocations = std::map<const std::byte*, std::vector<std::byte>>;

    static state& get();

    void reset() override;
    size_t calls() const override { return counted_; }
    std::string failed_call() const override { return failed_; }
    size_t live_objects() const override;

    /// Counts a call. Returns the failure that the call must return, or success.
    result begin_call(const char* name);

    int device_count() const;
    result release_context(ingot::backends::cuda::device_number device);

    std::byte* allocate(allocations& allocations, size_t bytes);
    static result free(allocations& allocations, const std::byte* address);
    bool has_memory(const std::byte* first, size_t count) const;

    /// Runs the waiting work of a stream up to the first piece of work that fails. Returns this failure. If no work failed,
    /// returns the result that made the device unusable before, or success.
    result run(ingot::backends::cuda::stream_object& stream);
    /// Runs the next piece of work of a stream. Returns the failure of this work, or `otherwise` if the work succeeded. If
    /// the device is unusable, discards all work of the stream and returns the result that made the device unusable.
    result run_one(ingot::backends::cuda::stream_object& stream, result otherwise);

    uint64_t tick() { return ++clock_; }

    std::recursive_mutex guard;
    owned_objects<ingot::backends::cuda::context_object> contexts;
    owned_objects<ingot::backends::cuda::stream_object> streams;
    owned_objects<ingot::backends::cuda::event_object> events;
    owned_objects<ingot::backends::cuda::link_object> links;
    owned_objects<ingot::backends::cuda::module_object> modules;
    owned_objects<ingot::backends::cuda::graphics_resource_object> resources;
    owned_objects<ingot::backends::cuda::array_object> arrays;
    /// The array to which each texture or surface object refers, by the handle of the object.
    std::map<unsigned long long, ingot::backends::cuda::array_handle> views;
    unsigned long long next_view = 0x1000;
    allocations memory;
    allocations pinned;

private:
    size_t counted_ = 0;
    std::string failed_;
    result end_ = result::success;  // the result that made the device unusable
    uint64_t clock_ = 0;
};

/// Returns the stack of contexts of the calling thread; the last one is current.
std::vector<ingot::backends::cuda::context_handle>& current_contexts();

}  // namespace fake_cuda
