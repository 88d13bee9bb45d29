#include "comparison/live_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace ingot::shell {

namespace {

constexpr auto time_between_measurements = std::chrono::milliseconds(250);

double milliseconds(const std::vector<launch_timing>& launches) {
    std::chrono::duration<double, std::milli> sum {};
    for (const launch_timing& each : launches) sum += each.duration;
    return sum.count();
}

}  // namespace

void live_comparison::begin(const session& first, const device& device, std::optional<kernel_trial> trial) {
    auto created_pair = std::make_unique<pair>(first, device, trial);
    pair_ = std::move(created_pair);
    trial_ = std::move(trial);
    times_of_first_.clear();
    times_of_second_.clear();
    latest_.reset();
    kernel_milliseconds_ = 0.0;
    step_milliseconds_.reset();
}

void live_comparison::end() {
    pair_.reset();
    trial_.reset();
    latest_.reset();
}

void live_comparison::add_times_of_first(std::span<const launch_timing> launches) {
    if (pair_) times_of_first_.add(launches);
}

std::vector<compared_kernel> live_comparison::kernels() const {
    std::vector<compared_kernel> all;
    if (!trial_) return all;
    for (const std::string& name : trial_->kernels) {
        const auto first = times_of_first_.by_kernel().find(name);
        const auto second = times_of_second_.by_kernel().find(name);
        if (first != times_of_first_.by_kernel().end() && second != times_of_second_.by_kernel().end())
            all.push_back({name, first->second.median(), second->second.median()});
    }
    return all;
}

template <typename Action>
void live_comparison::end_on_failure(Action action) {
    if (!pair_) return;
    try {
        action();
    } catch (const std::exception& problem) {
        const auto text = fmt::format("The comparison ended because {} failed: {}",
                                      trial_ ? trial_->title : describe(second_device()), problem.what());
        notices_.add(notices::severity::failure, text);
        fmt::print(stderr, "ingot: {}\n", text);
        end();
    }
}

void live_comparison::resync(const session& first) {
    end_on_failure([&] { pair_->sessions.resync(first); });
}

void live_comparison::follow(const session& first, const std::optional<tick>& step) {
    end_on_failure([&] {
        pair_->sessions.follow(first, step);
        session& second = pair_->sessions.second();
        if (!step) return;
        const std::vector<launch_timing> launches = second.take_timings();
        times_of_second_.add(launches);
        step_milliseconds_ = step_milliseconds_.value_or(0.0) + milliseconds(launches);
    });
}

extent live_comparison::place(extent window_size, const uncovered_part& free) {
    layout_.shared_part = free;
    placed_ = layout_;
    return {comparison_picture::columns_of(window_size.width, placed_).width, window_size.height};
}

void live_comparison::draw(extent size, const glm::mat4& view, const glm::mat4& projection, const uncovered_part& uncovered) {
    end_on_failure([&] {
        pair_->second_picture.resize(size);
        session& second = pair_->sessions.second();
        second.draw(pair_->second_picture.begin(view, projection, second.loaded_sample().tone(), uncovered,
                                                second.loaded_sample().draws_one_view()));
        const std::vector<launch_timing> launches = second.take_timings();
        times_of_second_.add(launches);
        const double draw_milliseconds = milliseconds(launches);
        if (step_milliseconds_) kernel_milliseconds_ = *step_milliseconds_ + draw_milliseconds;
        step_milliseconds_.reset();
        second.take_transfer_timings();
        second.take_sharing_timings();
    });
}

void live_comparison::show(const picture& first, uint64_t frame, extent window_size, float exposure) {
    end_on_failure([&] {
        // The line and the factor may be newer than the pictures, but not the view.
        comparison_layout shown = layout_;
        shown.view = placed_.view;
        shown.shared_part = placed_.shared_part;
        pair_->combined_picture.show(first, pair_->second_picture, shown, window_size, exposure);
        if (std::chrono::steady_clock::now() - last_measured_ >= time_between_measurements || !latest_)
            measure(first, frame, exposure);
    });
}

void live_comparison::measure(const picture& first, uint64_t frame, float exposure) {
    const auto [width, height] = first.size();
    const auto first_pixels = first.read(exposure);
    const auto second_pixels = pair_->second_picture.read(exposure);
    latest_ = live_difference {
        frame, {width, height}, metrics::compare_pixels({first_pixels, width, height}, {second_pixels, width, height})};
    last_measured_ = std::chrono::steady_clock::now();
    if (layout_.is_automatic) layout_.amplify = 255.0f / static_cast<float>(std::clamp(latest_->pixels.largest, 1, 255));
}

}  // namespace ingot::shell
