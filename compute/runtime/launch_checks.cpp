#include "launch_checks.hpp"

#include <algorithm>
#include <ingot/archive/failures.hpp>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/image.hpp>
#include <limits>
#include <string>

namespace ingot {

namespace {

[[noreturn]] void fail(const kernel_function& kernel, const device& device, const std::string& reason) {
    throw error("kernel '" + kernel.name() + "' on '" + device.name() + "': " + reason);
}

std::string text_of(const std::array<uint32_t, 3>& size, uint32_t dimensions) {
    std::string text = std::to_string(size[0]);
    for (uint32_t i = 1; i < dimensions; ++i) text += " x " + std::to_string(size[i]);
    return text;
}

uint32_t largest_divisor(uint32_t number, uint32_t at_most) {
    for (uint32_t divisor = std::min(number, at_most); divisor > 1; --divisor)
        if (number % divisor == 0) return divisor;
    return 1;
}

// Chooses a work-group size that divides the range. The size in x is chosen first, so that the limit of the product reduces the
// sizes in y and z before the size in x: work-items that are neighbours in x usually access neighbours in memory.
std::array<uint32_t, 3> chosen_group(const range& items, uint32_t max_group_size, const std::array<uint32_t, 3>& max_sizes) {
    constexpr std::array<std::array<uint32_t, 3>, 3> preferred {{{256, 1, 1}, {16, 16, 1}, {16, 4, 4}}};
    std::array<uint32_t, 3> group {1, 1, 1};
    uint32_t left = max_group_size;
    for (uint32_t i = 0; i < items.dimensions(); ++i) {
        group[i] = largest_divisor(items.global()[i], std::min({preferred[items.dimensions() - 1][i], left, max_sizes[i]}));
        left /= group[i];
    }
    return group;
}

// Returns the reason why an image does not fit a parameter; empty if it fits.
std::string misfit(const archive::image_parameter& parameter, const device_image& image, const device& device) {
    const image_type type = image.type();
    const std::string is = "; " + to_string(image.description()) + " was given";
    if (to_string(type.shape) != parameter.shape) return "is an " + parameter.shape + is;
    if (to_string(type.sample) != parameter.sample) return "has samples that are " + parameter.sample + is;
    if (parameter.channels != 0 && parameter.channels != type.channels)
        return "has " + std::to_string(parameter.channels) + " channels" + is;
    if (parameter.reads_levels && image.description().mip_levels > 1 && !device.implementation().reads_image_levels())
        return "is read at mip levels other than 0, and kernels on this device read only level 0" + is +
               ": launch the kernel for one level at a time, with a level_view of it";
    return {};
}

}  // namespace

backends::launch_range checked_range(const range& items, const kernel_function& kernel, const device& device) {
    // The range must not be empty in any dimension.
    const std::string range_text = text_of(items.global(), items.dimensions());
    if (std::ranges::count(items.global(), 0u) != 0) fail(kernel, device, "a range of " + range_text + " work-items is empty");

    // Take the given work-group size or choose one. If the work-group size has more dimensions than the range, the launch has
    // as many dimensions as the work-group size.
    const uint32_t max_group_size = kernel.implementation().max_group_size();
    const std::array<uint32_t, 3>& max_sizes = device.properties().max_group_sizes;
    const auto unset = std::ranges::count(items.local(), 0u);
    if (unset != 0 && unset != 3) fail(kernel, device, "a work-group of " + text_of(items.local(), 3) + " work-items is empty");
    backends::launch_range checked {items.global(), unset ? chosen_group(items, max_group_size, max_sizes) : items.local(), 3};
    checked.dimensions = items.dimensions();
    for (uint32_t i = checked.dimensions; i < 3; ++i)
        if (checked.local[i] != 1) checked.dimensions = i + 1;

    // The work-group must not be too large for the kernel.
    const auto in_group = [&](uint32_t i) { return uint64_t {checked.local[i]}; };
    // The product of three factors below 2^32 could overflow 64 bits. Therefore the product of the first two is checked
    // first.
    if (in_group(0) * in_group(1) > max_group_size || in_group(0) * in_group(1) * in_group(2) > max_group_size)
        fail(kernel, device,
             "work-groups of " + text_of(checked.local, checked.dimensions) + " work-items are too large; the kernel supports " +
                 std::to_string(max_group_size) + " work-items in a work-group");
    // The work-group must not be too large for the device in any dimension. Round the range up to whole work-groups.
    for (uint32_t i = 0; i < 3; ++i) {
        if (checked.local[i] > max_sizes[i])
            fail(kernel, device,
                 "work-groups of " + text_of(checked.local, checked.dimensions) +
                     " work-items are too large; the device supports at most " + text_of(max_sizes, 3));
        const uint64_t whole = (uint64_t {checked.global[i]} + in_group(i) - 1) / in_group(i) * in_group(i);
        if (whole > std::numeric_limits<uint32_t>::max())
            fail(kernel, device,
                 "a range of " + range_text + " work-items, rounded up to whole work-groups, has 2^32 or more in one dimension");
        checked.global[i] = static_cast<uint32_t>(whole);
    }

    // The number of all work-items must fit a signed 64-bit integer.
    const uint64_t plane = uint64_t {checked.global[0]} * checked.global[1];
    if (plane > std::numeric_limits<int64_t>::max() / uint64_t {checked.global[2]})
        fail(kernel, device, "a range of " + range_text + " has 2^63 or more work-items");

    // The kernel's local memory must fit the device.
    const uint64_t local_memory = kernel.implementation().reflection().local_memory;
    if (local_memory > device.properties().local_memory)
        fail(kernel, device,
             "the kernel uses " + std::to_string(local_memory) + " bytes of local memory; the device has " +
                 std::to_string(device.properties().local_memory) + " bytes for a work-group");
    return checked;
}

std::vector<backends::launch_argument> checked_arguments(std::span<const kernel_argument> arguments,
                                                         const kernel_function& kernel, const device& device) {
    const std::span<const archive::parameter> parameters = archive::own_parameters(kernel.implementation().reflection());
    if (arguments.size() != parameters.size())
        fail(kernel, device,
             std::to_string(arguments.size()) + " arguments were given; the kernel has " + std::to_string(parameters.size()) +
                 " parameters");

    // All sizes are multiples of the largest alignment, so that each argument is aligned if they follow each other.
    uint64_t alignment = backends::local_memory_alignment;
    for (const archive::parameter& parameter : parameters)
        if (parameter.kind == archive::parameter_kind::local) alignment = std::max(alignment, parameter.alignment);
    uint64_t local_memory = kernel.implementation().reflection().local_memory;
    std::vector<backends::launch_argument> checked;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const archive::parameter& parameter = parameters[i];
        const kernel_argument& argument = arguments[i];
        const auto wrong = [&](const std::string& reason) {
            fail(kernel, device, "argument " + std::to_string(i + 1) + " '" + parameter.name + "' " + reason);
        };
        if (parameter.kind == archive::parameter_kind::local) {
            if (argument.buffer || argument.image || !argument.value.empty())
                wrong("is local memory; expected its size, local<" + parameter.type + ">(count)");
            if (argument.local_bytes == 0) wrong("is local memory of 0 elements; it must have at least one");
            if (argument.local_bytes % parameter.size != 0)
                wrong("is local memory for elements of " + std::to_string(parameter.size) + " bytes; " +
                      std::to_string(argument.local_bytes) + " bytes were given");
            if (argument.local_bytes > device.properties().local_memory)
                wrong("is local memory of " + std::to_string(argument.local_bytes) + " bytes; the device has " +
                      std::to_string(device.properties().local_memory) + " bytes for a work-group");
            const uint64_t bytes = (argument.local_bytes + alignment - 1) / alignment * alignment;
            local_memory += bytes;
            checked.push_back({nullptr, {}, nullptr, bytes});
        } else if (argument.local_bytes != 0) {
            wrong("is not local memory; the size of local memory was given");
        } else if (parameter.kind == archive::parameter_kind::image) {
            if (!argument.image) wrong("is a " + parameter.type + "; no image was given");
            if (!argument.image->shared_implementation()) wrong("is an image that was moved from");
            if (argument.image->owner() != device)
                wrong("is an image of another device, '" + argument.image->owner().name() + "'");
            if (const std::string reason = misfit(parameter.image, *argument.image, device); !reason.empty()) wrong(reason);
            checked.push_back({nullptr, {}, argument.image->shared_implementation()});
        } else if (argument.image) {
            wrong("is a " + std::string(parameter.kind == archive::parameter_kind::value ? "value" : "buffer") + " of " +
                  parameter.type + "; an image was given");
        } else if (parameter.kind == archive::parameter_kind::value) {
            if (argument.buffer) wrong("is a value of type " + parameter.type + "; a buffer was given");
            if (argument.value.size() != parameter.size)
                wrong("is a " + parameter.type + " of " + std::to_string(parameter.size) + " bytes; " +
                      std::to_string(argument.value.size()) + " bytes were given");
            checked.push_back({nullptr, argument.value, nullptr});
        } else {
            if (!argument.buffer) wrong("is a buffer of " + parameter.type + "; a value was given");
            if (!argument.buffer->shared_implementation()) wrong("is a buffer that was moved from");
            if (parameter.access_mode == archive::access::read_write && !argument.buffer->access().device_writes)
                wrong("is written by the kernel; the buffer's memory_access does not allow the device to write it");
            if (argument.buffer->owner() != device)
                wrong("is a buffer of another device, '" + argument.buffer->owner().name() + "'");
            if (parameter.in_constant_memory && argument.buffer->bytes() > device.properties().constant_memory)
                wrong("is a buffer of " + std::to_string(argument.buffer->bytes()) +
                      " bytes; a constant_buffer of the device has at most " +
                      std::to_string(device.properties().constant_memory) + ": use buffer<const " + parameter.type + ">");
            checked.push_back({argument.buffer->shared_implementation(), {}, nullptr});
        }
    }
    if (local_memory > device.properties().local_memory)
        fail(kernel, device,
             "the kernel and its arguments use " + std::to_string(local_memory) + " bytes of local memory; the device has " +
                 std::to_string(device.properties().local_memory) + " bytes for a work-group");
    return checked;
}

}  // namespace ingot
