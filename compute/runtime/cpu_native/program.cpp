#include "program.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstring>
#include <ingot/runtime/error.hpp>
#include <span>

#include "architecture.hpp"
#include "device.hpp"
#include "host_functions.hpp"

namespace ingot::backends::cpu_native {

namespace {

// Returns the code of the most demanding architecture that the device has.
const archive::code& find_code(const device& device, const program_source& source, const archive::archive& contents) {
    const std::span<const archive::cpu::architecture> possible = archive::cpu::code_for(processor_architecture().name);
    for (const archive::cpu::architecture& each : possible)
        for (const archive::code& code : contents.targets)
            if (code.target == "cpu" && code.architecture == each.name) return code;
    std::string available;
    for (const archive::code& code : contents.targets)
        available +=
            (available.empty() ? "" : ", ") + code.target + (code.architecture.empty() ? "" : " for " + code.architecture);
    const std::string own(possible.front().name);
    throw error("building " + std::string(source.name) + " on '" + device.properties().name + "': the processor takes code for " +
                own + ", and the archive holds code for: " + (available.empty() ? "nothing" : available) +
                "; compile the kernel file with --targets cpu --arch " + own);
}

// Returns a number with three digits after the point.
std::string fixed_point(double value) {
    std::array<char, 32> text {};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 3);
    return {text.data(), written.ptr};
}

}  // namespace

program::program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents)
    : device_(std::move(owner)),
      name_(source.name),
      code_(find_code(*device_, source, contents).bytes, std::string(source.name), &find_host_function) {}

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    return std::make_shared<kernel>(shared_from_this(), std::move(reflection));
}

kernel::kernel(std::shared_ptr<const program> owner, std::shared_ptr<const archive::kernel_reflection> reflection)
    : program_(std::move(owner)), reflection_(std::move(reflection)) {
    const std::byte* const function = program_->code().find(reflection_->symbol + std::string(archive::cpu::group_ending));
    const std::byte* const needs = program_->code().find(reflection_->symbol + std::string(archive::cpu::needs_ending));
    if (!function || !needs)
        throw error("kernel '" + reflection_->name + "' of " + program_->name() + " on '" + program_->owner().properties().name +
                    "': the code for the CPU does not define it; compile the kernel file again");
    run_group_ = reinterpret_cast<archive::cpu::group_function>(const_cast<std::byte*>(function));
    std::memcpy(&needs_, needs, sizeof(needs_));
    if (const std::byte* const lanes = program_->code().find(reflection_->symbol + std::string(archive::cpu::lanes_ending)))
        lanes_ = reinterpret_cast<archive::cpu::lane_counts*>(const_cast<std::byte*>(lanes));
}

const device_interface& kernel::owner() const { return program_->owner(); }

uint32_t kernel::max_group_size() const { return program_->owner().properties().max_group_size; }

std::vector<kernel_statistics> kernel::statistics() const {
    kernel_statistics found {
        reflection_->name,
        "",
        {{"Local memory", std::to_string(needs_.local_bytes), "bytes of a group, without those that a launch gives"},
         {"Kept at barriers", std::to_string(needs_.context_bytes), "bytes of a work-item that a barrier moves to memory"}}};
    if (lanes_) {
        const uint64_t at_work = std::atomic_ref(lanes_->at_work).load(std::memory_order_relaxed);
        const uint64_t all = std::atomic_ref(lanes_->all).load(std::memory_order_relaxed);
        if (all > 0)
            found.code.push_back({"Lanes at work", fixed_point(static_cast<double>(at_work) / static_cast<double>(all)),
                                  "share of the vectors' lanes that no mask switched off, in all launches so far"});
    }
    return {std::move(found)};
}

void kernel::add_group_time(double nanoseconds) const {
    constexpr double weight = 0.25;  // of a new measurement
    const double old = group_time();
    group_time_.store(old == 0 ? nanoseconds : old + weight * (nanoseconds - old), std::memory_order_relaxed);
}

}  // namespace ingot::backends::cpu_native
