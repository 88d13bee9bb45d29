// Devices of the fake Metal, with their buffers, textures and libraries.
#pragma once

#include <cstring>
#include <memory>
#include <optional>

#include "metal/hardware/metal_types.hpp"
#include "objects.hpp"

namespace fake_metal {

using ingot::backends::metal::hardware::count;
using ingot::backends::metal::hardware::index_range;
using ingot::backends::metal::hardware::origin;
using size_3 = ingot::backends::metal::hardware::size;

class array_object final : public any_object {
public:
    explicit array_object(std::vector<reference<any_object>> all);
    count size() { return elements.size(); }
    any_object* element(count index) { return elements.at(index).get(); }
    std::vector<reference<any_object>> elements;
};

class buffer_object final : public any_object {
public:
    buffer_object(count bytes, bool is_shared);
    void* contents() { return is_shared_ ? memory.data() : nullptr; }
    /// Reports a broken rule and returns false if the range is not in the buffer.
    bool has(count offset, count bytes) const;
    std::vector<std::byte> memory;

private:
    bool is_shared_;
};

/// What MTLTextureDescriptor says.
class descriptor_object final : public any_object {
public:
    descriptor_object();
    void set_type(count value) { type_number = value; }
    void set_format(count value) { format = value; }
    void set_width(count value) { extent.width = value; }
    void set_height(count value) { extent.height = value; }
    void set_depth(count value) { extent.depth = value; }
    void set_slices(count value) { slices = value; }
    void set_levels(count value) { levels = value; }
    void set_storage(count value) { storage = value; }
    void set_usage(count value) { usage = value; }
    count type_number = 2;
    count format = 0;
    size_3 extent;
    count slices = 1;
    count levels = 1;
    count storage = 0;
    count usage = 1;
};

/// The pixels of all levels and slices of a texture, without gaps.
struct texture_memory {
    size_3 extent;
    count slices = 1;
    count pixel = 0;
    std::vector<std::vector<std::byte>> levels;
};

class texture_object final : public any_object {
public:
    texture_object(std::shared_ptr<texture_memory> pixels, count type, count format, count first_level, count level_count);
    any_object* view(count view_format, count view_type, index_range levels, index_range slices);
    size_3 extent(count level) const;
    std::vector<std::byte>& bytes(count level) { return memory->levels.at(first + level); }
    /// Returns the address of a row of pixels. Returns null and reports a broken rule if the row is not in the texture.
    std::byte* row(count slice, count level, const origin& at, count y, count z, count width);

    std::shared_ptr<texture_memory> memory;
    count type_number;
    count format;
    count first;
    count level_count;
};

class options_object final : public any_object {
public:
    options_object();
    void set_fast(bool value) { is_fast = value; }
    void set_version(count value) { version = value; }
    bool is_fast = true;
    count version = 0;
};

class function_object final : public any_object {
public:
    explicit function_object(std::string called);
    std::string name;
};

class library_object final : public any_object {
public:
    explicit library_object(std::vector<std::string> functions);
    any_object* function(string_object* name);
    std::vector<std::string> names;
};

class pipeline_object final : public any_object {
public:
    explicit pipeline_object(std::string kernel);
    count max_threads() { return name.find("small_groups") == std::string::npos ? 1024 : 64; }
    count width() { return 32; }
    std::string name;
};

class device_object final : public any_object {
public:
    explicit device_object(bool unified);
    any_object* name() { return autorelease(new string_object(is_unified ? "Apple Fake M1" : "AMD Radeon Fake")); }
    bool unified() { return is_unified; }
    count max_buffer() { return count {1} << 30; }
    unsigned long long working_set() { return 8ull << 30; }
    count threadgroup_memory() { return 32768; }
    size_3 group_sizes() { return {1024, 1024, 64}; }
    bool supports(long family) { return is_unified ? family == 1006 || family == 1007 : family == 2002; }
    any_object* new_queue();
    any_object* new_event();
    any_object* new_buffer(count bytes, count options);
    any_object* new_texture(descriptor_object* description);
    any_object* new_library(string_object* text, options_object* options, any_object** error);
    any_object* new_pipeline(function_object* function, any_object** error);
    bool is_unified;
};

}  // namespace fake_metal
