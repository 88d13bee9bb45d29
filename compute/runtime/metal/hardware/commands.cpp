#include "commands.hpp"

#include <chrono>
#include <ingot/runtime/error.hpp>
#include <string>
#include <utility>

namespace ingot::backends::metal::hardware {

bool has_ended(const metal_library& metal, object command_buffer) {
    return metal.status(command_buffer) >= command_buffer_status::completed;
}

void pending_commands::add(retained command_buffer, std::vector<std::shared_ptr<const void>> used_objects,
                           timed_command description) {
    commands_.push_back({std::move(command_buffer), std::move(used_objects), std::move(description)});
}

void pending_commands::remove_ended() {
    while (!commands_.empty() && has_ended(device_.metal, commands_.front().command_buffer.get())) remove_first();
}

void pending_commands::wait_until_at_most(size_t left) {
    while (commands_.size() > left) {
        device_.metal.wait_until_completed(commands_.front().command_buffer.get());
        remove_first();
    }
}

void pending_commands::throw_failure() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

std::vector<retained> pending_commands::command_buffers() const {
    std::vector<retained> all;
    all.reserve(commands_.size());
    for (const command& each : commands_) all.push_back(retained::share(device_.metal.runtime(), each.command_buffer.get()));
    return all;
}

void pending_commands::remove_first() {
    const metal_library& metal = device_.metal;
    command ended = std::move(commands_.front());
    commands_.pop_front();
    const object handle = ended.command_buffer.get();
    if (metal.status(handle) == command_buffer_status::failed) {
        if (!failure_) failure_ = std::make_exception_ptr(error(describe(ended)));
        return;
    }
    const auto time = [](double seconds) {
        return std::chrono::round<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
    };
    const std::chrono::nanoseconds start = time(metal.gpu_start_time(handle));
    const std::chrono::nanoseconds end = time(metal.gpu_end_time(handle));
    clock_.add_sample(end, device_clock::host::now());
    timings_.add(std::move(ended.description), {clock_.to_host_time(start), end - start});
}

std::string pending_commands::describe(const command& failed) const {
    const std::string what =
        failed.description.kernel_name.empty() ? "a copy" : "kernel '" + failed.description.kernel_name + "'";
    return what + " on '" + device_.name +
           "' failed: " + device_.metal.reason_in(device_.metal.failure(failed.command_buffer.get()));
}

}  // namespace ingot::backends::metal::hardware
