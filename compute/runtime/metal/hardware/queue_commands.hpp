// The template of queue that its sources share.
#pragma once

#include "queue.hpp"

namespace ingot::backends::metal::hardware {

template <typename Encode>
void queue::enqueue(used_objects used, timed_command description, const Encode& encode) {
    retained command_buffer = begin();
    encode(command_buffer.get(), used);
    commit(std::move(command_buffer), std::move(used), std::move(description));
}

}  // namespace ingot::backends::metal::hardware
