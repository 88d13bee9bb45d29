#include "program.hpp"

#include <ingot/runtime/error.hpp>
#include <optional>

#include "device.hpp"

namespace ingot::backends::cuda {

program::program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents)
    : on(std::move(owner)), built(build(on->target(), source.name, archive::hash(source.archive), contents)) {}

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    return std::make_shared<kernel>(shared_from_this(), std::move(reflection));
}

kernel::kernel(std::shared_ptr<program> of, std::shared_ptr<const archive::kernel_reflection> reflection)
    : from(std::move(of)), reflected(std::move(reflection)) {
    const current_context here(from->owner()->context());
    const driver& calls = here.calls();
    if (const result answer = here.attempt(calls.get_function, &function, from->handle(), reflected->symbol.c_str());
        answer != result::success)
        here.refuse("kernel '" + reflected->name + "'", calls.get_function.name(), answer);
    int limit = 0;
    here.call(calls.get_function_attribute, &limit, function_attribute::max_threads_per_block, function);
    group_limit = static_cast<uint32_t>(limit);
    check_parameters(here);
}

const device_interface& kernel::owner() const { return *from->owner(); }

// A launch reads as many values as the code has parameters: an archive whose reflection disagrees must not come so far.
void kernel::check_parameters(const current_context& here) const {
    if (!here.calls().get_parameter) return;
    const auto size_in_code = [&](size_t index) -> std::optional<size_t> {
        size_t offset = 0;
        size_t size = 0;
        const auto& get_parameter = *here.calls().get_parameter;
        const result answer = here.attempt(get_parameter, function, index, &offset, &size);
        if (answer == result::invalid_value) return std::nullopt;
        if (answer != result::success) here.refuse("kernel '" + reflected->name + "'", get_parameter.name(), answer);
        return size;
    };
    const auto disagree = [this](const std::string& what) {
        throw error("kernel '" + reflected->name + "' on '" + owner().properties().name + "': its code has " + what +
                    ": the archive does not fit together; compile the kernel file again");
    };
    const size_t count = reflected->parameters.size();
    for (size_t i = 0; i < count; ++i) {
        const archive::parameter& expected = reflected->parameters[i];
        const std::optional<size_t> size = size_in_code(i);
        if (!size) disagree(std::to_string(i) + " parameters, its reflection " + std::to_string(count));
        if (*size != (expected.kind == archive::parameter_kind::value ? expected.size : sizeof(device_address)))
            disagree("a parameter '" + expected.name + "' of " + std::to_string(*size) + " bytes, its reflection another");
    }
    if (size_in_code(count)) disagree("more than the " + std::to_string(count) + " parameters of its reflection");
}

}  // namespace ingot::backends::cuda
