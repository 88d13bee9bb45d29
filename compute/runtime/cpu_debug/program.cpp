#include "program.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "device.hpp"

namespace ingot::backends::cpu_debug {

const device_interface& kernel::owner() const { return *on; }

uint32_t kernel::max_group_size() const { return on->properties().max_group_size; }

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    const auto found = std::ranges::find(entries, reflection->symbol, &cpu_debug_entry::name);
    if (found == entries.end() || !found->run)
        throw error("kernel '" + reflection->name + "' of " + name + " on '" + on->properties().name +
                    "': it is not compiled into this program; add its file to the target with ingot_add_kernels");
    return std::make_shared<kernel>(on, std::move(reflection), found->run, code);
}

}  // namespace ingot::backends::cpu_debug
