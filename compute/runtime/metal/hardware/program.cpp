#include "program.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "device.hpp"

namespace ingot::backends::metal::hardware {

retained compile_library(const native_device& device, const std::string& text, bool is_fast, const std::string& name) {
    const metal_library& metal = device.metal;
    const retained options = retained::adopt(metal.runtime(), metal.make(metal.compile_options_class));
    // Without this Metal's compiler assumes that there are no NaN and no infinity (docs/metal-output.md).
    metal.set_fast_math(options.get(), is_fast);
    metal.set_language_version(options.get(), language_version::metal_3_0);
    object reason = nullptr;
    retained library =
        retained::adopt(metal.runtime(), metal.new_library(device.handle, metal.string_of(text), options.get(), &reason));
    // Warnings are an NSError too, beside a library.
    if (!library) throw error(name + ": compiling its Metal text for '" + device.name + "': " + metal.reason_in(reason));
    return library;
}

retained create_pipeline(const native_device& device, object library, const std::string& name) {
    const metal_library& metal = device.metal;
    const retained function = retained::adopt(metal.runtime(), metal.new_function(library, metal.string_of(name)));
    if (!function) throw error("kernel '" + name + "' on '" + device.name + "': the compiled Metal text does not have it");
    object reason = nullptr;
    retained pipeline = retained::adopt(metal.runtime(), metal.new_pipeline(device.handle, function.get(), &reason));
    if (!pipeline)
        throw error("kernel '" + name + "' on '" + device.name + "': creating its pipeline state: " + metal.reason_in(reason));
    return pipeline;
}

program::program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents)
    : device_(std::move(owner)), text_(contents, device_->properties().name) {
    const autorelease_pool pool(device_->native().metal.runtime());
    library_ = compile_library(device_->native(), text_.text(), text_.is_fast(), std::string(source.name));
}

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    const autorelease_pool pool(device_->native().metal.runtime());
    kernel_in_text in_text = text_.find(*reflection);
    retained pipeline;
    if (in_text.missing_reason.empty()) pipeline = create_pipeline(device_->native(), library_.get(), in_text.name);
    return std::make_shared<kernel>(device_, std::move(reflection), std::move(in_text), std::move(pipeline));
}

kernel::kernel(std::shared_ptr<device> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
               kernel_in_text in_text, retained pipeline)
    : device_(std::move(owner)),
      reflection_(std::move(reflection)),
      in_text_(std::move(in_text)),
      pipeline_(std::move(pipeline)),
      max_group_size_(device_->properties().max_group_size) {
    if (pipeline_)
        max_group_size_ =
            std::min(max_group_size_, static_cast<uint32_t>(device_->native().metal.max_total_threads(pipeline_.get())));
}

const device_interface& kernel::owner() const { return *device_; }

object kernel::pipeline() const {
    if (!pipeline_) throw_missing(reflection_->name, device_->properties().name, in_text_.missing_reason);
    return pipeline_.get();
}

}  // namespace ingot::backends::metal::hardware
