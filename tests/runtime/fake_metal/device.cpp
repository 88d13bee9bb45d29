#include "device.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "commands.hpp"

namespace fake_metal {

namespace {

// The methods of a class. They are never destroyed, as a class is not.
template <typename Add>
const method_table& table_of(const char* name, Add add) {
    method_table& table = *new method_table {name};
    add(table);
    state::get().add_table(table);
    return table;
}

const method_table& array_table = table_of(
    "NSArray", [](method_table& t) { t.add<&array_object::size>("count").add<&array_object::element>("objectAtIndex:"); });
const method_table& buffer_table = table_of("MTLBuffer", [](method_table& t) { t.add<&buffer_object::contents>("contents"); });
const method_table& descriptor_table = table_of("MTLTextureDescriptor", [](method_table& t) {
    t.add<&descriptor_object::set_type>("setTextureType:")
        .add<&descriptor_object::set_format>("setPixelFormat:")
        .add<&descriptor_object::set_width>("setWidth:")
        .add<&descriptor_object::set_height>("setHeight:")
        .add<&descriptor_object::set_depth>("setDepth:")
        .add<&descriptor_object::set_slices>("setArrayLength:")
        .add<&descriptor_object::set_levels>("setMipmapLevelCount:")
        .add<&descriptor_object::set_storage>("setStorageMode:")
        .add<&descriptor_object::set_usage>("setUsage:");
});
const method_table& texture_table = table_of("MTLTexture", [](method_table& t) {
    t.add<&texture_object::view>("newTextureViewWithPixelFormat:textureType:levels:slices:");
});
const method_table& options_table = table_of("MTLCompileOptions", [](method_table& t) {
    t.add<&options_object::set_fast>("setFastMathEnabled:").add<&options_object::set_version>("setLanguageVersion:");
});
const method_table& function_table = table_of("MTLFunction", [](method_table&) {});
const method_table& library_table =
    table_of("MTLLibrary", [](method_table& t) { t.add<&library_object::function>("newFunctionWithName:"); });
const method_table& pipeline_table = table_of("MTLComputePipelineState", [](method_table& t) {
    t.add<&pipeline_object::max_threads>("maxTotalThreadsPerThreadgroup").add<&pipeline_object::width>("threadExecutionWidth");
});
const method_table& device_table = table_of("MTLDevice", [](method_table& t) {
    t.add<&device_object::name>("name")
        .add<&device_object::unified>("hasUnifiedMemory")
        .add<&device_object::max_buffer>("maxBufferLength")
        .add<&device_object::working_set>("recommendedMaxWorkingSetSize")
        .add<&device_object::threadgroup_memory>("maxThreadgroupMemoryLength")
        .add<&device_object::group_sizes>("maxThreadsPerThreadgroup")
        .add<&device_object::supports>("supportsFamily:")
        .add<&device_object::new_queue>("newCommandQueue")
        .add<&device_object::new_event>("newSharedEvent")
        .add<&device_object::new_buffer>("newBufferWithLength:options:")
        .add<&device_object::new_texture>("newTextureWithDescriptor:")
        .add<&device_object::new_library>("newLibraryWithSource:options:error:")
        .add<&device_object::new_pipeline>("newComputePipelineStateWithFunction:error:");
});

// A class whose method `new` creates an object.
template <typename Object>
class class_with_new final : public any_object {
public:
    explicit class_with_new(const char* name) : any_object(methods(name)) { state::get().add_class(*this); }
    any_object* make() { return new Object; }

private:
    static const method_table& methods(const char* name) {
        return table_of(name, [](method_table& t) { t.add<&class_with_new::make>("new"); });
    }
};

const struct registered_classes {
    registered_classes() {
        new class_with_new<descriptor_object>("MTLTextureDescriptor");
        new class_with_new<options_object>("MTLCompileOptions");
        state::get().live -= 2;
    }
} registered;

any_object* fail_with(any_object** error, const std::string& reason) {
    if (error) *error = autorelease(new error_object(reason));
    return nullptr;
}

// The bytes of a pixel, by the value of MTLPixelFormat; 0 for formats that no image of Ingot has.
count pixel_bytes(count format) {
    struct range {
        count first;
        count last;
        count bytes;
    };
    constexpr range ranges[] = {{10, 14, 1}, {20, 25, 2},   {30, 34, 2},   {53, 55, 4},   {60, 65, 4},
                                {70, 74, 4}, {103, 105, 8}, {110, 115, 8}, {123, 125, 16}};
    for (const range& each : ranges)
        if (format >= each.first && format <= each.last) return each.bytes;
    return 0;
}

size_3 extent_of_level(const size_3& extent, count level) {
    return {std::max(extent.width >> level, count {1}), std::max(extent.height >> level, count {1}),
            std::max(extent.depth >> level, count {1})};
}

}  // namespace

array_object::array_object(std::vector<reference<any_object>> all) : any_object(array_table), elements(std::move(all)) {}

buffer_object::buffer_object(count bytes, bool is_shared)
    : any_object(buffer_table), memory(bytes, std::byte {0xcd}), is_shared_(is_shared) {}

bool buffer_object::has(count offset, count bytes) const {
    const bool fits = offset <= memory.size() && bytes <= memory.size() - offset;
    state::get().require(fits, "a command uses memory outside of a buffer");
    return fits;
}

descriptor_object::descriptor_object() : any_object(descriptor_table) {}
options_object::options_object() : any_object(options_table) {}
function_object::function_object(std::string called) : any_object(function_table), name(std::move(called)) {}
library_object::library_object(std::vector<std::string> functions) : any_object(library_table), names(std::move(functions)) {}
pipeline_object::pipeline_object(std::string kernel) : any_object(pipeline_table), name(std::move(kernel)) {}
device_object::device_object(bool unified) : any_object(device_table), is_unified(unified) {}

texture_object::texture_object(std::shared_ptr<texture_memory> pixels, count type, count pixel_format, count first_level,
                               count levels)
    : any_object(texture_table),
      memory(std::move(pixels)),
      type_number(type),
      format(pixel_format),
      first(first_level),
      level_count(levels) {}

any_object* texture_object::view(count view_format, count view_type, index_range levels, index_range slices) {
    state::get().require(view_format == format && view_type == type_number, "a view has another format or type");
    state::get().require(levels.location + levels.length <= level_count, "a view has levels that its texture does not have");
    state::get().require(slices.location == 0 && slices.length == memory->slices, "a view has other slices than its texture");
    if (fails("newTextureViewWithPixelFormat:textureType:levels:slices:")) return nullptr;
    return new texture_object(memory, type_number, format, first + levels.location, levels.length);
}

size_3 texture_object::extent(count level) const { return extent_of_level(memory->extent, first + level); }

std::byte* texture_object::row(count slice, count level, const origin& at, count y, count z, count width) {
    const bool has_level = level < level_count && slice < memory->slices;
    const size_3 size = has_level ? extent(level) : size_3 {0, 0, 0};
    const bool fits = at.x + width <= size.width && at.y + y < size.height && at.z + z < size.depth;
    state::get().require(fits, "a command uses pixels outside of a texture");
    if (!fits) return nullptr;
    const count index = ((slice * size.depth + at.z + z) * size.height + at.y + y) * size.width + at.x;
    return bytes(level).data() + index * memory->pixel;
}

any_object* library_object::function(string_object* name) {
    const bool is_known = std::find(names.begin(), names.end(), name->text) != names.end();
    return is_known && !fails("newFunctionWithName:") ? new function_object(name->text) : nullptr;
}

any_object* device_object::new_queue() { return fails("newCommandQueue") ? nullptr : new queue_object; }
any_object* device_object::new_event() { return fails("newSharedEvent") ? nullptr : new event_object; }

any_object* device_object::new_buffer(count bytes, count options) {
    state::get().require(bytes != 0 && bytes <= max_buffer(), "a buffer has a length that the device does not support");
    state::get().require(options == 0 || options == 32, "a buffer has options that the fake does not know");
    return fails("newBufferWithLength:options:") ? nullptr : new buffer_object(bytes, options == 0);
}

any_object* device_object::new_texture(descriptor_object* description) {
    const bool is_3d = description->type_number == 7;
    const bool is_array = description->type_number == 1 || description->type_number == 3;
    const bool is_1d = description->type_number == 0 || description->type_number == 1;
    const size_3& extent = description->extent;
    state& all = state::get();
    all.require(pixel_bytes(description->format) != 0, "a texture has no pixel format");
    all.require(is_3d || extent.depth == 1, "a texture that is not 3D has a depth");
    all.require(is_array || description->slices == 1, "a texture that is no array has slices");
    all.require(!is_1d || (extent.height == 1 && description->levels == 1), "a 1D texture has a height or levels");
    all.require(description->storage == 2 && description->usage == 3, "a texture has another storage mode or usage");
    if (fails("newTextureWithDescriptor:")) return nullptr;
    const auto memory = std::make_shared<texture_memory>();
    memory->extent = extent;
    memory->slices = description->slices;
    memory->pixel = pixel_bytes(description->format);
    for (count level = 0; level < description->levels; ++level) {
        const size_3 size = extent_of_level(extent, level);
        memory->levels.emplace_back(size.width * size.height * size.depth * memory->slices * memory->pixel);
    }
    return new texture_object(memory, description->type_number, description->format, 0, description->levels);
}

// Accepts any text, except that a line with "#error" is an error, as it is for every compiler.
any_object* device_object::new_library(string_object* text, options_object* options, any_object** error) {
    std::vector<std::string> names;
    std::istringstream lines(text->text);
    size_t number = 1;
    for (std::string line; std::getline(lines, line); ++number) {
        constexpr std::string_view kernel = "kernel void ";
        if (line.starts_with(kernel)) names.push_back(line.substr(kernel.size(), line.find('(') - kernel.size()));
        if (line.starts_with("#error"))
            return fail_with(error, "program_source:" + std::to_string(number) + ":2: error: " + line.substr(7));
    }
    if (fails("newLibraryWithSource:options:error:")) return fail_with(error, "the compiler service stopped");
    state::get().text = text->text;
    state::get().options = std::string(options->is_fast ? "fast" : "safe") + ", version " +
                           std::to_string(options->version >> 16) + "." + std::to_string(options->version & 0xffff);
    return new library_object(std::move(names));
}

any_object* device_object::new_pipeline(function_object* function, any_object** error) {
    if (fails("newComputePipelineStateWithFunction:error:")) return fail_with(error, "too many registers");
    return new pipeline_object(function->name);
}

}  // namespace fake_metal

extern "C" fake_metal::any_object* MTLCopyAllDevices() {
    using namespace fake_metal;
    const char* const wanted = std::getenv("INGOT_FAKE_METAL_DEVICES");
    const long number = wanted ? std::strtol(wanted, nullptr, 10) : 2;
    std::vector<reference<any_object>> all;
    for (long i = 0; i < number; ++i) {
        device_object* const created = new device_object(i == 0);
        all.emplace_back(created);
        created->release();
    }
    return new array_object(std::move(all));
}
