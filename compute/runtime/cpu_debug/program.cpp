#include "program.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "device.hpp"

namespace ingot::backends::cpu_debug {

const device_interface& kernel::owner() const { return *device_; }

uint32_t kernel::max_group_size() const { return device_->properties().max_group_size; }

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    const auto found = std::ranges::find(entries_, reflection->symbol, &cpu_debug_entry::name);
    if (found == entries_.end() || !found->run)
        throw error("kernel '" + reflection->name + "' of " + name_ + " on '" + device_->properties().name +
                    "': it is not compiled into this program; add its file to the target with ingot_add_kernels");
    return std::make_shared<kernel>(device_, std::move(reflection), found->run, library_);
}

}  // namespace ingot::backends::cpu_debug
