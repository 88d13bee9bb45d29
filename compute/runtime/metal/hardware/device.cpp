#include "device.hpp"

#include <ingot/runtime/error.hpp>

#include "../../vendor.hpp"
#include "image.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::metal::hardware {

namespace {

device_properties describe(const native_device& native) {
    const metal_library& metal = native.metal;
    const object handle = native.handle;
    device_properties properties;
    properties.backend = backend::metal;
    properties.name = native.name;
    properties.maker = find_vendor(native.name);
    properties.vendor = properties.maker == device_vendor::apple   ? "Apple"
                        : properties.maker == device_vendor::amd   ? "AMD"
                        : properties.maker == device_vendor::intel ? "Intel"
                                                                   : "";
    properties.driver = std::string("Metal, a backend that was ") + not_tried;
    properties.bitness = 64;
    properties.global_memory = metal.working_set_size(handle);
    properties.local_memory = metal.max_threadgroup_memory(handle);
    properties.constant_memory = metal.max_buffer_length(handle);
    const size group = metal.max_threads_per_threadgroup(handle);
    properties.max_group_sizes = {static_cast<uint32_t>(group.width), static_cast<uint32_t>(group.height),
                                  static_cast<uint32_t>(group.depth)};
    // The number of all threads of a group is a property of each kernel, and at most the size in x.
    properties.max_group_size = properties.max_group_sizes[0];
    // "Metal Feature Set Tables", Apple: the sizes of textures of all GPUs of Macs, and of others since the family Apple 3.
    properties.images = {16384, {16384, 16384}, {2048, 2048, 2048}, 2048};
    // The same tables: SIMD-scoped permute and reduction operations.
    const bool is_mac_2 = metal.supports_family(handle, gpu_family::mac_2);
    properties.has_sub_groups = is_mac_2 || metal.supports_family(handle, gpu_family::apple_6);
    properties.has_sub_group_shuffles = is_mac_2 || metal.supports_family(handle, gpu_family::apple_7);
    properties.has_half = true;
    properties.has_images = true;
    return properties;
}

std::string name_of(const metal_library& metal, object handle) {
    const autorelease_pool pool(metal.runtime());
    return metal.text_of(metal.name(handle));
}

}  // namespace

device::device(const metal_library& metal, retained handle)
    : handle_(std::move(handle)),
      native_ {metal, handle_.get(), name_of(metal, handle_.get())},
      has_unified_memory_(metal.has_unified_memory(handle_.get())),
      properties_(describe(native_)) {
    const autorelease_pool pool(metal.runtime());
    helpers_ = std::make_unique<helper_kernels>(native_);
    properties_.simd_width = helpers_->simd_width();
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes, const memory_access&) {
    const autorelease_pool pool(native_.metal.runtime());
    return std::make_shared<buffer>(native_, bytes,
                                    has_unified_memory_ ? resource_options::shared : resource_options::device_only);
}

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive& contents) {
    return std::make_shared<program>(shared_from_this(), source, contents);
}

std::vector<pixel_format> device::image_formats(image_shape shape) { return texture_formats(shape); }

std::shared_ptr<image_interface> device::create_image(const image_description& description) {
    const autorelease_pool pool(native_.metal.runtime());
    return std::make_shared<image>(native_, description);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& whole,
                                                           const image_description& description, uint32_t level) {
    const autorelease_pool pool(native_.metal.runtime());
    return std::make_shared<image>(native_, description, static_cast<const image&>(*whole), level);
}

std::vector<found_device> find_devices(const metal_library& metal) {
    const autorelease_pool pool(metal.runtime());
    const retained all = retained::adopt(metal.runtime(), metal.copy_all_devices());
    std::vector<found_device> found;
    const count number = all ? metal.size_of_array(all.get()) : 0;
    for (count i = 0; i < number; ++i) {
        const object handle = metal.element(all.get(), i);
        try {
            found.push_back({std::make_shared<device>(metal, retained::share(metal.runtime(), handle)), {}});
        } catch (const error& reason) {
            found.push_back({nullptr, reason.what()});
        }
    }
    return found;
}

}  // namespace ingot::backends::metal::hardware
