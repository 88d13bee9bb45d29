#include "program.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "../device_profiles.hpp"
#include "device.hpp"
#include "kernel.hpp"

namespace ingot::backends::vulkan {

namespace {

const archive::code& code_for(const device& device, std::string_view name, const archive::archive& contents) {
    for (const archive::code& code : contents.targets) {
        if (code.target != "vulkan") continue;
        const archive::device_profile* const profile = archive::find_profile(code.architecture);
        if (code.architecture.empty() || (profile && matches(*profile, device.properties(), this_processor_has_fma())))
            return code;
    }
    std::string available;
    for (const archive::code& code : contents.targets) available += (available.empty() ? "" : ", ") + code.target;
    throw error("building " + std::string(name) + " on '" + device.properties().name +
                "': it takes 'vulkan', and the archive holds code for: " + (available.empty() ? "nothing" : available) +
                "; compile the kernel file with --targets vulkan");
}

std::vector<archive::vulkan_kernel> kernels_in(const archive::code& code, std::string_view name) try {
    return archive::read_vulkan_code(code.bytes);
} catch (const archive::archive_error& reason) {
    throw error(std::string(name) + ": the code for Vulkan is damaged: " + reason.what());
}

}  // namespace

program::program(std::shared_ptr<device> owner, const driver_facts& facts, const program_source& source,
                 const archive::archive& contents)
    : device_(std::move(owner)),
      facts_(facts),
      name_(source.name),
      kernels_(kernels_in(code_for(*device_, source.name, contents), source.name)),
      missing_(code_for(*device_, source.name, contents).missing_kernels),
      cache_(device_->logical(), archive::stored_hash(source.archive)) {}

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    const std::string doing = "kernel '" + reflection->name + "' of " + name_ + " on '" + device_->properties().name + "': ";
    if (const auto missing = std::ranges::find(missing_, reflection->symbol, &archive::missing_kernel::symbol);
        missing != missing_.end())
        throw error(doing + "the code for Vulkan does not have it (" + missing->reason + ")");
    const auto found = std::ranges::find(kernels_, reflection->symbol, &archive::vulkan_kernel::symbol);
    if (found == kernels_.end()) throw error(doing + "the code for Vulkan does not define it; compile the kernel file again");
    for (const std::string& need : found->required_features)
        if (const std::string reason = device_->logical()->physical().missing_feature_reason(need); !reason.empty())
            throw error(doing + "it requires " + need + ", which the device does not have (" + reason + ")");
    return std::make_shared<kernel>(shared_from_this(), std::move(reflection), *found);
}

}  // namespace ingot::backends::vulkan
