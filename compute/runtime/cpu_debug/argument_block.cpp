#include "argument_block.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "../host_memory/buffer.hpp"
#include "../host_memory/image.hpp"

namespace ingot::backends::cpu_debug {

using namespace host_memory;

namespace {

size_t round_up(size_t value, size_t alignment) { return (value + alignment - 1) / alignment * alignment; }

}  // namespace

void argument_block::aligned_delete::operator()(std::byte* bytes) const {
    ::operator delete(bytes, std::align_val_t {alignment});
}

argument_block::argument_block(std::span<const launch_argument> arguments, std::span<const archive::parameter> parameters) {
    size_t size = 0;
    size_t alignment = alignof(std::max_align_t);
    std::vector<size_t> offsets;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const bool is_value = parameters[i].kind == archive::parameter_kind::value;
        const size_t required = is_value ? std::max<size_t>(parameters[i].alignment, 1) : alignof(uint64_t);
        alignment = std::max(alignment, required);
        offsets.push_back(round_up(size, required));
        size = offsets.back() + (is_value ? arguments[i].value.size() : sizeof(uint64_t));
    }

    values_ = {static_cast<std::byte*>(::operator new(size, std::align_val_t {alignment})), aligned_delete {alignment}};
    for (size_t i = 0; i < arguments.size(); ++i) {
        std::byte* const place = values_.get() + offsets[i];
        pointers_.push_back(place);
        if (const auto& given_buffer = arguments[i].buffer) {
            const void* const bytes = static_cast<const buffer&>(*given_buffer).bytes();
            std::memcpy(place, static_cast<const void*>(&bytes), sizeof(bytes));
            buffers_.push_back(given_buffer);
        } else if (const auto& given_image = arguments[i].image) {
            const void* const address = &static_cast<const image&>(*given_image);
            std::memcpy(place, static_cast<const void*>(&address), sizeof(address));
            images_.push_back(given_image);
        } else if (arguments[i].local_bytes != 0) {
            std::memcpy(place, &arguments[i].local_bytes, sizeof(uint64_t));
        } else if (!arguments[i].value.empty()) {
            std::memcpy(place, arguments[i].value.data(), arguments[i].value.size());
        }
    }
}

}  // namespace ingot::backends::cpu_debug
