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
    throw device_unavailable(fmt::format("there is one device only on this machine; --backends {0},{0} compares it with itself",
                                         to_string(reference.backend())));
}

/// What is thrown while one of the two does something.
struct failed_device {
    size_t which;
    std::string what;
};

template <typename Action>
auto on_device(size_t which, Action action) {
    try {
        return action();
    } catch (const std::exception& problem) {
        throw failed_device {which, problem.what()};
    }
}

class comparison {
public:
    explicit comparison(const compare_request& of)
        : request(of),
          on(chosen_devices(of)),
          hidden(window::kind::offscreen, "ingot", of.size),
          paintings {picture(of.size), picture(of.size)},
          first(of.sample, on[0], of.parameters, of.seed, clock::pace::fixed),
          second(on_device(1, [&] { return lockstep(first, on[1]); })),
          looks_from(first.object().initial_camera()) {}

    /// False where a signal ended it early.
    bool run() {
        progress_bar bar(request.sample.name);
        while (first.time().frames() < request.frames) {
            if (stop_asked()) return false;
            bar.show(static_cast<double>(first.time().frames()) / static_cast<double>(request.frames));
            try {
                make_frame();
            } catch (const failed_device& problem) {
                found.failure = {problem.which, first.time().frames(), problem.what};
                break;
            }
        }
        if (!found.frames.empty()) take_flip();
        return true;
    }

    const comparison_result& result() const { return found; }
    const std::array<device, 2>& devices() const { return on; }
    const window& shown_in() const { return hidden; }
    void write_pictures() const;
    json report() const;

private:
    void make_frame() {
        const uint64_t before = first.time().frames();
        if (request.resync > 0 && before % request.resync == 0) on_device(1, [&] { second.resync(first); });
        const auto stepped = on_device(0, [&] { return first.advance(clock::fixed_step); });
        on_device(1, [&] { second.follow(first, stepped); });
        const uint64_t frame = first.time().frames();
        const bool compares = frame % request.every == 0 || frame == request.frames;
        for (const size_t i : {size_t {0}, size_t {1}}) on_device(i, [&] { draw(i); });
        if (compares) compare(frame);
    }

    session& session_of(size_t which) { return which == 0 ? first : second.second(); }

    /// The time of a step that was enqueued before counts here, where it is waited for.
    void draw(size_t which) {
        const auto start = steady::now();
        session& of = session_of(which);
        const auto [width, height] = request.size;
        of.draw(paintings[which].begin(looks_from.view(), looks_from.projection(width, height), of.object().tone()));
        of.take_timings();
        of.take_transfer_timings();
        of.take_sharing_timings();
        of.finish();
        found.steps[which].add(milliseconds_since(start));
    }

    void compare(uint64_t frame) {
        for (const size_t i : {size_t {0}, size_t {1}}) rgb[i] = paintings[i].read(1.0f);
        const auto state_of_first = on_device(0, [&] { return first.save(); });
        const auto state_of_second = on_device(1, [&] { return second.second().save(); });
        found.frames.push_back({frame, second.steps_since_resync(), metrics::compare_pixels(view(0), view(1)),
                                compare_states(state_of_first, state_of_second)});
        const auto& made = found.frames.back();
        fmt::print("  frame {:>5}   {}{}\n", frame, to_text(made.pixels), made.state.empty() ? "" : "   state differs");
        std::fflush(stdout);
    }

    void take_flip() {
        const auto map = metrics::flip(view(0), view(1));
        found.flip_mean = map.mean();
        found.flip_p99 = map.percentile(0.99);
    }

    metrics::picture_view view(size_t which) const { return {rgb[which], request.size.width, request.size.height}; }

    const compare_request& request;
    std::array<device, 2> on;
    window hidden;
    std::array<picture, 2> paintings;
    session first;
    lockstep second;
    orbit_camera looks_from;
    std::array<std::vector<uint8_t>, 2> rgb;  ///< of the last frame that was compared
    comparison_result found;
};

void comparison::write_pictures() const {
    const auto [width, height] = request.size;
    const auto write = [](const std::filesystem::path& file, int columns, int rows, std::span<const uint8_t> pixels) {
        replace_file(file, media::encode_png(columns, rows, pixels));
        fmt::print("  picture     {}\n", file.string());
    };
    const auto difference = metrics::amplified_difference(view(0), view(1), request.amplify);
    if (request.output.extension() != ".png") {
        write(request.output / "first.png", width, height, rgb[0]);
        write(request.output / "second.png", width, height, rgb[1]);
        write(request.output / "difference.png", width, height, difference);
        return write(request.output / "flip.png", width, height, metrics::heat_map(metrics::flip(view(0), view(1)).errors));
    }
    const size_t row = 3 * static_cast<size_t>(width);
    std::vector<uint8_t> wide;
    for (size_t y = 0; y < static_cast<size_t>(height); ++y)
        for (const auto* each : {&rgb[0], &rgb[1], &difference})
            wide.insert(wide.end(), each->begin() + static_cast<std::ptrdiff_t>(y * row),
                        each->begin() + static_cast<std::ptrdiff_t>((y + 1) * row));
    write(request.output, 3 * width, height, wide);
}

json comparison::report() const {
    const auto limits = overstepped(found, request.limits);
    json made {{"sample", request.sample.name},
               {"preset", request.preset ? json(*request.preset) : json(nullptr)},
               {"parameters", parameter_report(first)},
               {"seed", request.seed},
               {"size", {request.size.width, request.size.height}},
               {"devices", {device_report(on[0]), device_report(on[1])}},
               {"resync", request.resync == 0 ? json(nullptr) : json(request.resync)},
               {"frames", frames_report(found)},
               {"frame_median_ms", {found.steps[0].median(), found.steps[1].median()}},
               {"flip", found.flip_mean ? json {{"mean", *found.flip_mean}, {"p99", *found.flip_p99}} : json(nullptr)},
               {"overstepped", limits},
               {"failure", nullptr},
               {"passed", limits.empty() && !found.failure},
               {"versions", version_report(hidden.graphics_version())}};
    if (const auto& failure = found.failure)
        made["failure"] = {{"device", failure->which}, {"after_frame", failure->frame}, {"what", failure->what}};
    return made;
}

void tell(const comparison_result& of, const comparison_limits& limits, const std::array<device, 2>& on) {
    fmt::print("{}", summary(of));
    for (const auto& each : overstepped(of, limits)) fmt::print(stderr, "ingot: {}\n", each);
    if (of.failure)
        fmt::print(stderr, "ingot: {} failed after frame {}: {}\n", describe(on[of.failure->which]), of.failure->frame,
                   of.failure->what);
}

}  // namespace

exit_status run_compare(const compare_request& request) try {
    comparison of(request);
    fmt::print("{}: {} and {}\n", request.sample.name, describe(of.devices()[0]), describe(of.devices()[1]));
    if (!of.run()) {
        fmt::print(stderr, "ingot: stopped by a signal; nothing was written\n");
        return exit_status::stopped;
    }
    tell(of.result(), request.limits, of.devices());
    if (!request.output.empty() && !of.result().frames.empty()) of.write_pictures();
    if (!request.json.empty()) replace_file(request.json, to_text(of.report()));
    if (of.shown_in().graphics_errors() != 0) {
        fmt::print(stderr, "ingot: OpenGL reported {} errors in this run\n", of.shown_in().graphics_errors());
        return exit_status::failed;
    }
    return of.result().failure || !overstepped(of.result(), request.limits).empty() ? exit_status::failed : exit_status::done;
} catch (const failed_device& problem) {
    fmt::print(stderr, "ingot: the {} device failed at the start: {}\n", problem.which == 0 ? "first" : "second", problem.what);
    return exit_status::failed;
}

}  // namespace ingot::shell
