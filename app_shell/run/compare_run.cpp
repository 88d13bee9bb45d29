// `ingot compare`: runs a sample on two devices in lockstep, compares pictures and states, and reports where they
// differ.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ingot/media/picture_file.hpp>
#include <ingot/metrics/flip.hpp>
#include <ingot/metrics/heat_map.hpp>
#include <nlohmann/json.hpp>

#include "camera/orbit_camera.hpp"
#include "capture/output_file.hpp"
#include "comparison/comparison_report.hpp"
#include "comparison/lockstep.hpp"
#include "picture/picture.hpp"
#include "run/commands.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::ordered_json;
using steady = std::chrono::steady_clock;

std::array<device, 2> chosen_devices(const compare_request& request) {
    if (!request.devices.empty()) return {devices_to_try(request.devices[0]).front(), devices_to_try(request.devices[1]).front()};
    const device reference = devices_to_try({reference_backend().backend, 0}).front();
    for (const device& each : devices_to_try({}))
        if (each != reference) return {reference, each};
    throw device_unavailable(
        fmt::format("{0} only one device; use --backends {1},{1} to compare it with itself",
                    device_selection::from_environment().text().empty() ? "this machine has" : "INGOT_DEVICES selects",
                    to_string(reference.backend())));
}

/// Thrown if one of the two devices fails.
struct failed_device {
    size_t index;  ///< 0 or 1
    std::string message;
};

/// Calls `action`. An exception of `action` is rethrown as failed_device, with the number of the device.
template <typename Action>
auto on_device(size_t index, Action action) {
    try {
        return action();
    } catch (const std::exception& problem) {
        throw failed_device {index, problem.what()};
    }
}

/// Runs a sample on two devices, frame by frame, and collects the differences.
class comparison {
public:
    explicit comparison(const compare_request& request)
        : request_(request),
          devices_(chosen_devices(request)),
          hidden_(window::kind::offscreen, "ingot", request.size),
          paintings_ {picture(request.size), picture(request.size)},
          first_(request.sample, devices_[0], request.parameters, request.seed, clock::pace::fixed),
          second_(on_device(1, [&] { return lockstep(first_, devices_[1]); })),
          looks_from_(first_.loaded_sample().initial_camera()) {}

    /// Runs frames until the last one, or until a device fails, and compares them. Returns false if a signal stopped the run.
    bool run() {
        progress_bar bar(request_.sample.name);
        while (first_.time().frames() < request_.frames) {
            if (is_stop_requested()) return false;
            bar.show(static_cast<double>(first_.time().frames()) / static_cast<double>(request_.frames));
            try {
                make_frame();
            } catch (const failed_device& problem) {
                found_.failure = {problem.index, first_.time().frames(), problem.message};
                break;
            }
        }
        if (!found_.frames.empty()) take_flip();
        return true;
    }

    const comparison_result& result() const { return found_; }
    const std::array<device, 2>& devices() const { return devices_; }
    const window& shown_in() const { return hidden_; }
    void write_pictures() const;
    json report() const;

private:
    /// Steps both devices, draws both, and compares pictures and states if this frame is to be compared.
    void make_frame() {
        const uint64_t before = first_.time().frames();
        if (request_.resync > 0 && before % request_.resync == 0) on_device(1, [&] { second_.resync(first_); });
        std::array<double, 2> frame_milliseconds {};
        std::optional<tick> stepped;
        on_device(0, [&] { frame_milliseconds[0] += measure(0, [&] { stepped = first_.advance(clock::fixed_step); }); });
        on_device(1, [&] { frame_milliseconds[1] += measure(1, [&] { second_.follow(first_, stepped); }); });
        const uint64_t frame = first_.time().frames();
        const bool compares = frame % request_.every == 0 || frame == request_.frames;
        for (const size_t i : {size_t {0}, size_t {1}})
            on_device(i, [&] { frame_milliseconds[i] += measure(i, [&] { draw(i); }); });
        for (const size_t i : {size_t {0}, size_t {1}}) found_.steps[i].add(frame_milliseconds[i]);
        if (compares) compare(frame);
    }

    session& session_of(size_t index) { return index == 0 ? first_ : second_.second(); }

    /// Calls `work`, waits until the device, which runs asynchronously, has executed it, and returns the milliseconds.
    /// Each device is measured while the other one has nothing to do.
    template <typename Work>
    double measure(size_t index, Work work) {
        const auto start = steady::now();
        work();
        session_of(index).finish();
        return milliseconds_since(start);
    }

    void draw(size_t index) {
        session& session = session_of(index);
        const auto [width, height] = request_.size;
        session.draw(
            paintings_[index].begin(looks_from_.view(), looks_from_.projection(width, height), session.loaded_sample().tone()));
        session.take_timings();
        session.take_transfer_timings();
        session.take_sharing_timings();
    }

    void compare(uint64_t frame) {
        for (const size_t i : {size_t {0}, size_t {1}}) rgb_[i] = paintings_[i].read(1.0f);
        const auto state_of_first = on_device(0, [&] { return first_.save(); });
        const auto state_of_second = on_device(1, [&] { return second_.second().save(); });
        found_.frames.push_back({frame, second_.steps_since_resync(), metrics::compare_pixels(view(0), view(1)),
                                 compare_states(state_of_first, state_of_second)});
        const auto& compared = found_.frames.back();
        fmt::print("  frame {:>5}   {}{}\n", frame, to_text(compared.pixels), compared.state.empty() ? "" : "   state differs");
        std::fflush(stdout);
    }

    void take_flip() {
        const auto map = metrics::flip(view(0), view(1));
        found_.flip_mean = map.mean();
        found_.flip_p99 = map.percentile(0.99);
    }

    metrics::picture_view view(size_t index) const { return {rgb_[index], request_.size.width, request_.size.height}; }

    const compare_request& request_;
    std::array<device, 2> devices_;
    window hidden_;
    std::array<picture, 2> paintings_;
    session first_;
    lockstep second_;
    orbit_camera looks_from_;
    std::array<std::vector<uint8_t>, 2> rgb_;  ///< pictures of the last compared frame
    comparison_result found_;
};

void comparison::write_pictures() const {
    const auto [width, height] = request_.size;
    const auto write = [](const std::filesystem::path& file, int columns, int rows, std::span<const uint8_t> pixels) {
        replace_file(file, media::encode_png(columns, rows, pixels));
        fmt::print("  picture     {}\n", file.string());
    };
    const auto difference = metrics::amplified_difference(view(0), view(1), request_.amplify);
    if (request_.output.extension() != ".png") {
        write(request_.output / "first.png", width, height, rgb_[0]);
        write(request_.output / "second.png", width, height, rgb_[1]);
        write(request_.output / "difference.png", width, height, difference);
        return write(request_.output / "flip.png", width, height, metrics::heat_map(metrics::flip(view(0), view(1)).errors));
    }
    const size_t row = 3 * static_cast<size_t>(width);
    std::vector<uint8_t> wide;
    for (size_t y = 0; y < static_cast<size_t>(height); ++y)
        for (const auto* each : {&rgb_[0], &rgb_[1], &difference})
            wide.insert(wide.end(), each->begin() + static_cast<std::ptrdiff_t>(y * row),
                        each->begin() + static_cast<std::ptrdiff_t>((y + 1) * row));
    write(request_.output, 3 * width, height, wide);
}

json comparison::report() const {
    const auto limits = exceeded_limits(found_, request_.limits);
    json report {{"sample", request_.sample.name},
                 {"preset", request_.preset ? json(*request_.preset) : json(nullptr)},
                 {"parameters", parameter_report(first_)},
                 {"seed", request_.seed},
                 {"size", {request_.size.width, request_.size.height}},
                 {"devices", {device_report(devices_[0]), device_report(devices_[1])}},
                 {"resync", request_.resync == 0 ? json(nullptr) : json(request_.resync)},
                 {"frames", frames_report(found_)},
                 {"frame_median_ms", {found_.steps[0].median(), found_.steps[1].median()}},
                 {"flip", found_.flip_mean ? json {{"mean", *found_.flip_mean}, {"p99", *found_.flip_p99}} : json(nullptr)},
                 {"overstepped", limits},
                 {"failure", nullptr},
                 {"passed", limits.empty() && !found_.failure},
                 {"versions", version_report(hidden_.graphics_version())}};
    if (const auto& failure = found_.failure)
        report["failure"] = {{"device", failure->device_index}, {"after_frame", failure->frame}, {"what", failure->message}};
    return report;
}

void print_result(const comparison_result& result, const comparison_limits& limits, const std::array<device, 2>& devices) {
    fmt::print("{}", summary(result));
    for (const auto& each : exceeded_limits(result, limits)) fmt::print(stderr, "ingot: {}\n", each);
    if (result.failure)
        fmt::print(stderr, "ingot: {} failed after frame {}: {}\n", describe(devices[result.failure->device_index]),
                   result.failure->frame, result.failure->message);
}

}  // namespace

exit_status run_compare(const compare_request& request) try {
    comparison comparison_of_devices(request);
    fmt::print("{}: {} and {}\n", request.sample.name, describe(comparison_of_devices.devices()[0]),
               describe(comparison_of_devices.devices()[1]));
    if (!comparison_of_devices.run()) {
        fmt::print(stderr, "ingot: stopped by a signal before the last frame; nothing was written\n");
        return exit_status::stopped;
    }
    print_result(comparison_of_devices.result(), request.limits, comparison_of_devices.devices());
    if (!request.output.empty() && !comparison_of_devices.result().frames.empty()) comparison_of_devices.write_pictures();
    if (!request.json.empty()) replace_file(request.json, json_text(comparison_of_devices.report()));
    if (comparison_of_devices.shown_in().graphics_errors() != 0) {
        fmt::print(stderr, "ingot: OpenGL reported {} errors in this run\n", comparison_of_devices.shown_in().graphics_errors());
        return exit_status::failed;
    }
    return comparison_of_devices.result().failure || !exceeded_limits(comparison_of_devices.result(), request.limits).empty()
               ? exit_status::failed
               : exit_status::done;
} catch (const failed_device& problem) {
    fmt::print(stderr, "ingot: the {} device failed at the start: {}\n", problem.index == 0 ? "first" : "second",
               problem.message);
    return exit_status::failed;
}

}  // namespace ingot::shell
