// Archives with kernels that are written by hand in GLSL.
#pragma once

#include <algorithm>
#include <ingot/archive/vulkan_code.hpp>
#include <ingot/ingot.hpp>
#include <span>
#include <vector>

#include "kernel_calls.hpp"
#include "scale.hpp"

namespace ingot::testing {

/// An archive with hand-written kernels.
class hand_written {
public:
    archive::vulkan_kernel& add(const char* name, std::span<const uint32_t> words, std::vector<archive::parameter> parameters,
                                std::vector<archive::vulkan_argument> arguments) {
        contents_.kernels.push_back({name, name, std::move(parameters), false, 0, "hand_written.comp", 1});
        archive::vulkan_kernel& kernel = kernels_.emplace_back();
        kernel.symbol = name;
        kernel.words.assign(words.begin(), words.end());
        for (const archive::vulkan_argument& each : arguments)
            kernel.argument_bytes = std::max(kernel.argument_bytes, each.offset + each.size);
        kernel.arguments = std::move(arguments);
        return kernel;
    }
    archive::archive& contents() { return contents_; }
    program_source source() {
        contents_.targets = {{.target = "vulkan",
                              .architecture = "",
                              .bytes = archive::write_vulkan_code(kernels_),
                              .missing_kernels = {{"absent", "hand_written.comp:9: Vulkan cannot express it"}}}};
        bytes_ = archive::write(contents_);
        return {"hand_written.comp", bytes_, {}};
    }

private:
    archive::archive contents_;
    std::vector<archive::vulkan_kernel> kernels_;
    std::vector<std::byte> bytes_;
};

inline constexpr auto as_buffer = archive::vulkan_argument_kind::buffer;
inline constexpr auto as_value = archive::vulkan_argument_kind::value;
inline constexpr auto as_local = archive::vulkan_argument_kind::local;

inline archive::vulkan_kernel& add_scale(hand_written& made) {
    return made.add("scale", scale_words,
                    {buffer_parameter<float>("y"), buffer_parameter<const float>("x", archive::access::read),
                     value_parameter<float>("factor"), value_parameter<uint32_t>("count")},
                    {{as_buffer, 0, 0, 8}, {as_buffer, 1, 8, 8}, {as_value, 2, 16, 4}, {as_value, 3, 20, 4}});
}

}  // namespace ingot::testing
