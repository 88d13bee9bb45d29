#include "program.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "device.hpp"

namespace ingot::backends::cuda {

program::program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents)
    : device_(std::move(owner)),
      program_(build(device_->target(), source.name, archive::stored_hash(source.archive), contents)) {}

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    return std::make_shared<kernel>(shared_from_this(), std::move(reflection));
}

kernel::kernel(std::shared_ptr<program> program, std::shared_ptr<const archive::kernel_reflection> reflection)
    : program_(std::move(program)), reflection_(std::move(reflection)) {
    const current_context context(program_->owner()->context());
    const driver& calls = context.driver_functions();
    if (const result answer = context.try_call(calls.get_function, &function_, program_->handle(), reflection_->symbol.c_str());
        answer != result::success)
        context.fail("kernel '" + reflection_->name + "'", calls.get_function.name(), answer);
    int limit = 0;
    context.call(calls.get_function_attribute, &limit, function_attribute::max_threads_per_block, function_);
    max_group_size_ = static_cast<uint32_t>(limit);
    check_parameters(context);
    allow_launch_memory(context);
}

// Allows launches to give the kernel all local memory of the device. Without this, they can give at most 48 KiB ("CUDA C++
// Programming Guide", shared memory of compute capability 7.x and later).
void kernel::allow_launch_memory(const current_context& context) const {
    if (std::ranges::none_of(reflection_->parameters,
                             [](const archive::parameter& each) { return each.kind == archive::parameter_kind::local; }))
        return;
    const driver& calls = context.driver_functions();
    int used_bytes = 0;
    context.call(calls.get_function_attribute, &used_bytes, function_attribute::shared_size_bytes, function_);
    const int available = static_cast<int>(owner().properties().local_memory) - used_bytes;
    if (available > 0)
        context.call(calls.set_function_attribute, function_, function_attribute::max_dynamic_shared_size_bytes, available);
}

const device_interface& kernel::owner() const { return *program_->owner(); }

std::vector<kernel_statistics> kernel::statistics() const {
    const current_context context(program_->owner()->context());
    const auto& get_attribute = context.driver_functions().get_function_attribute;
    const auto statistic = [&](const char* name, function_attribute attribute, const char* description) {
        int value = 0;
        context.call(get_attribute, &value, attribute, function_);
        return code_statistic {name, std::to_string(value), description};
    };
    return {
        {reflection_->name,
         "",
         {statistic("Registers", function_attribute::num_regs, "32-bit registers of a work-item"),
          statistic("Private memory", function_attribute::local_size_bytes,
                    "bytes of a work-item outside of registers: arrays, and registers that were spilled"),
          statistic("Local memory", function_attribute::shared_size_bytes, "bytes of a group, without those that a launch gives"),
          statistic("Largest group", function_attribute::max_threads_per_block, "work-items, limited by the registers")}}};
}

// Throws error if the number or the sizes of the parameters in the code differ from the reflection. At a launch the driver
// reads as many arguments as the code has parameters. If the reflection had fewer parameters, the driver would read beyond the
// end of the array of arguments.
void kernel::check_parameters(const current_context& context) const {
    if (!context.driver_functions().get_parameter) return;
    const auto size_in_code = [&](size_t index) -> std::optional<size_t> {
        size_t offset = 0;
        size_t size = 0;
        const auto& get_parameter = *context.driver_functions().get_parameter;
        const result answer = context.try_call(get_parameter, function_, index, &offset, &size);
        if (answer == result::invalid_value) return std::nullopt;
        if (answer != result::success) context.fail("kernel '" + reflection_->name + "'", get_parameter.name(), answer);
        return size;
    };
    const auto disagree = [this](const std::string& description) {
        throw error("kernel '" + reflection_->name + "' on '" + owner().properties().name + "': its code has " + description +
                    ": the parts of the archive do not match; compile the kernel file again");
    };
    const size_t count = reflection_->parameters.size();
    for (size_t i = 0; i < count; ++i) {
        const archive::parameter& expected = reflection_->parameters[i];
        const std::optional<size_t> size = size_in_code(i);
        if (!size) disagree(std::to_string(i) + " parameters, but its reflection has " + std::to_string(count));
        const size_t expected_size = expected.kind == archive::parameter_kind::value   ? expected.size
                                     : expected.kind == archive::parameter_kind::local ? sizeof(uint32_t)
                                                                                       : sizeof(device_address);
        if (*size != expected_size)
            disagree("a parameter '" + expected.name + "' of " + std::to_string(*size) + " bytes, but its reflection says " +
                     std::to_string(expected_size) + " bytes");
    }
    if (size_in_code(count)) disagree("more than the " + std::to_string(count) + " parameters of its reflection");
}

}  // namespace ingot::backends::cuda
