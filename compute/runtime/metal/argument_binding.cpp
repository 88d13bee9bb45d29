#include "argument_binding.hpp"

#include <array>

namespace ingot::backends::metal {

namespace {

struct group_limit {
    const char* name;
    uint32_t count;
};

// "Metal Feature Set Tables", Apple: the entries in the buffer, texture and threadgroup memory argument tables of a function.
constexpr std::array<group_limit, 3> group_limits {
    {{"buffers and values", 31}, {"textures", 128}, {"threadgroup arguments", 31}}};

}  // namespace

std::vector<argument_place> argument_places(const archive::kernel_reflection& kernel) {
    std::vector<argument_place> places;
    std::array<uint32_t, group_limits.size()> next {};
    const auto add = [&](argument_group group, size_t parameter) {
        places.push_back({group, next[static_cast<size_t>(group)]++, parameter});
    };
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
        const archive::parameter& parameter = kernel.parameters[i];
        switch (parameter.kind) {
            case archive::parameter_kind::buffer:
            case archive::parameter_kind::value:
                add(argument_group::buffer, i);
                break;
            case archive::parameter_kind::local:
                add(argument_group::threadgroup, i);
                break;
            case archive::parameter_kind::image:
                add(argument_group::texture, i);
                if (parameter.access_mode == archive::access::read_write) add(argument_group::texture, i);
                break;
        }
    }
    return places;
}

std::string binding_error(std::span<const argument_place> places) {
    for (const argument_place& place : places) {
        const group_limit& limit = group_limits[static_cast<size_t>(place.group)];
        if (place.index >= limit.count)
            return std::string("it has more ") + limit.name + " than Metal binds to a kernel, which are " +
                   std::to_string(limit.count) + ": pass several in one buffer";
    }
    return {};
}

std::span<const std::byte> bound_value(const launch_argument& argument) {
    static constexpr std::byte empty_struct {};
    return argument.value.empty() ? std::span(&empty_struct, 1) : argument.value;
}

}  // namespace ingot::backends::metal
