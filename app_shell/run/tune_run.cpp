// `ingot tune`: measures the values of a sample's tunable parameters on one device, and keeps the fastest ones in the cache.
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <stdexcept>

#include "run/busy_gpu.hpp"
#include "run/commands.hpp"
#include "run/frame_maker.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"
#include "session/tuning.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

double seconds_since(steady::time_point start) { return std::chrono::duration<double>(steady::now() - start).count(); }

constexpr uint64_t frames_of_turn = 3;
// A value that takes so many times as long as the fastest is not measured again: by the number of its turns, because other work
// on the machine can make one turn long.
constexpr std::array hopeless {1.3, 1.15, 1.08};
constexpr double seconds_before_turn = 0.1;  // in which a GPU is kept busy, after the pause in which the host made the start
constexpr double steady_spread = 1.5;        // the greatest time of one value to its least, if the device keeps its clock
constexpr size_t least_turns = 4;            // of a value that is kept
constexpr double least_gain = 1.02;          // by which a value must be faster than the sample's own choice

/// Returns today's date: "2026-11-28".
std::string tuning_date() {
    const std::time_t now = std::time(nullptr);
    std::tm parts {};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

void print_problem(const std::string& message) { fmt::print(stderr, "ingot: {}\n", message); }

/// A value of a parameter and the times of its turns.
struct candidate {
    std::string value;
    std::vector<double> milliseconds {};  ///< the kernels of a frame
    std::string problem {};               ///< why the device does not run it
    bool is_measured_again = true;

    /// The least time of all turns: other work on the machine makes a turn longer, and never shorter.
    double time() const { return *std::ranges::min_element(milliseconds); }
};

/// Searches the values of one sample on one device.
class tuner {
public:
    explicit tuner(const tune_request& request)
        : request_(request), hidden_(window::kind::offscreen, "ingot", request.size), painting_(request.size) {
        constexpr uint64_t seed = 1;
        session_ = open_session(request.sample, devices_to_try(request.device), request.parameters, seed, clock::pace::fixed,
                                print_problem);
        for (tunable* const each : session_->loaded_sample().tunables()) each->set_tuned(std::string(tunable::automatic));
    }

    const device& tuned_device() const { return session_->current_device(); }

    /// Searches the parameters one after the other, each with the best values of those before. Returns nothing after a signal.
    std::optional<tuning> search() {
        tuning result {.sample = request_.sample.name,
                       .backend = std::string(to_string(tuned_device().backend())),
                       .device = tuned_device().name(),
                       .driver = tuned_device().properties().driver,
                       .date = tuning_date()};
        const std::vector<tunable*> wanted = session_->loaded_sample().tunables();
        for (tunable* const parameter : wanted) {
            std::vector<candidate> all = measure(*parameter, request_.seconds / static_cast<double>(wanted.size()));
            confirm(*parameter, all);
            if (is_stop_requested()) return {};
            const candidate& best = choose(all);
            session_->set_parameter(*parameter, best.value);
            if (best.value != tunable::automatic) result.values[parameter->name()] = best.value;
            if (parameter == wanted.front()) result.default_milliseconds = all.front().time();
            result.milliseconds = best.time();
            print(*parameter, all, best);
        }
        return result;
    }

private:
    /// Lets the values take turns until the time is over. The first value is "auto".
    std::vector<candidate> measure(tunable& parameter, double seconds) {
        std::vector<candidate> all;
        for (const std::string& each : parameter.choices()) all.push_back({each});
        keep_gpu_busy(*session_, painting_, seconds_before_first_measurement);
        const auto start = steady::now();
        const auto passed = [&] { return seconds_since(start); };
        progress_bar bar(parameter.name());
        for (size_t turn = 0; turn == 0 || passed() < seconds; ++turn) {
            for (size_t i = 0; i < all.size(); ++i) {
                if (is_stop_requested()) return all;
                if (turn > 0 && passed() >= seconds) break;
                if (!all[i].is_measured_again) continue;
                take_turn(parameter, all[i]);
                const double of_turn = static_cast<double>(i + 1) / static_cast<double>(all.size());
                bar.show(turn == 0 ? std::min(of_turn, std::max(passed() / std::max(seconds, 1e-3), 0.01)) : passed() / seconds);
            }
            if (all.front().milliseconds.empty())
                throw std::runtime_error(
                    fmt::format("the sample does not run on {}: {}", describe(tuned_device()), all.front().problem));
            drop_hopeless(all);
            const auto is_left = [](const candidate& each) { return each.is_measured_again; };
            if (std::ranges::count_if(all, is_left) < 2) break;
        }
        return all;
    }

    /// Measures the fastest value and the sample's own choice in turn until both have enough turns, so that a moment in which the
    /// machine was busy does not decide.
    void confirm(tunable& parameter, std::vector<candidate>& all) {
        while (!is_stop_requested()) {
            const auto best = std::ranges::find(all, choose(all).value, &candidate::value);
            if (best == all.begin() || best->milliseconds.size() >= least_turns) return;
            for (size_t i = best->milliseconds.size(); i < least_turns && !is_stop_requested(); ++i) {
                take_turn(parameter, all.front());
                take_turn(parameter, *best);
                if (!best->problem.empty()) return;
            }
        }
    }

    /// Measures one value from the start of the sample on, so that all values do the same work.
    void take_turn(tunable& parameter, candidate& measured) {
        try {
            session_->set_parameter(parameter, measured.value);
            session_->reset();
            keep_gpu_busy(*session_, painting_, seconds_before_turn);
            frame_maker frames(*session_, painting_);
            run_statistics warm_up;
            make_frame(frames, warm_up);
            run_statistics statistics;
            while (statistics.frames < frames_of_turn) make_frame(frames, statistics);
            session_->finish();
            const auto& times = statistics.kernels.of_frames().values();
            const double sum = std::accumulate(times.begin(), times.end(), 0.0);
            if (sum <= 0.0) throw std::runtime_error("the device has measured no kernels");
            measured.milliseconds.push_back(sum / static_cast<double>(frames_of_turn));
        } catch (const std::exception& problem) {
            measured.problem = problem.what();
            measured.is_measured_again = false;
        }
    }

    /// Makes a frame, and waits until OpenGL has drawn it: where OpenGL draws on the same GPU while the next frame's kernels run,
    /// the device's clock counts both.
    static void make_frame(frame_maker& frames, run_statistics& statistics) {
        frames.make(statistics);
        glFinish();
    }

    static const candidate& choose(const std::vector<candidate>& all) {
        const candidate* best = &all.front();
        for (const candidate& each : all)
            if (!each.milliseconds.empty() && each.time() < best->time()) best = &each;
        return all.front().time() / best->time() < least_gain ? all.front() : *best;
    }

    /// The sample's own choice is always measured again, as all others are compared with it.
    static void drop_hopeless(std::vector<candidate>& all) {
        double fastest = all.front().time();
        for (const candidate& each : all)
            if (!each.milliseconds.empty()) fastest = std::min(fastest, each.time());
        for (candidate& each : all) {
            if (&each == &all.front() || each.milliseconds.empty()) continue;
            const double limit = hopeless[std::min(each.milliseconds.size(), hopeless.size()) - 1];
            if (each.time() > limit * fastest) each.is_measured_again = false;
        }
    }

    static void print(const tunable& parameter, const std::vector<candidate>& all, const candidate& best) {
        fmt::print("{}\n", parameter.name());
        for (const candidate& each : all) {
            if (!each.milliseconds.empty())
                fmt::print("  {:<12} {:>10.3f} ms  {:>3} turn{}{}\n", each.value, each.time(), each.milliseconds.size(),
                           each.milliseconds.size() == 1 ? " " : "s", &each == &best ? "  <- fastest" : "");
            else
                fmt::print("  {:<12} not possible: {}\n", each.value, each.problem);
        }
        const auto [least, most] = std::ranges::minmax(all.front().milliseconds);
        if (most > steady_spread * least)
            fmt::print(
                "note: the same work took from {:.3f} to {:.3f} ms: the device was busy with other work, or changed its clock; "
                "measure again without other work, or for longer (--seconds)\n",
                least, most);
    }

    const tune_request& request_;
    window hidden_;
    picture painting_;
    std::unique_ptr<session> session_;
};

std::string text_of(const tuning& each) {
    std::string values;
    for (const auto& [name, value] : each.values) values += fmt::format("{}{}={}", values.empty() ? "" : " ", name, value);
    return values.empty() ? "the sample's own choice" : values;
}

}  // namespace

exit_status run_tune(const tune_request& request) {
    tuner search(request);
    fmt::print("{} on {}\n", request.sample.name, describe(search.tuned_device()));
    const std::optional<tuning> found = search.search();
    if (!found) {
        print_problem("stopped by a signal; nothing was kept");
        return exit_status::stopped;
    }
    std::vector<tuning> all = read_tunings(print_problem);
    std::erase_if(all, [&](const tuning& each) { return each.fits(found->sample, search.tuned_device()); });
    if (!found->values.empty()) all.push_back(*found);
    write_tunings(all);
    if (found->values.empty())
        fmt::print("the sample's own choice is the fastest; nothing is kept\n");
    else
        fmt::print("kept: {}, {:.2f} times as fast as the sample's own choice\n", text_of(*found),
                   found->default_milliseconds / found->milliseconds);
    return exit_status::done;
}

exit_status run_list_tunings(const list_tunings_request& request) {
    const std::vector<tuning> all = read_tunings(print_problem);
    if (request.json) {
        fmt::print("{}", to_json(all));
        return exit_status::done;
    }
    if (all.empty()) fmt::print("nothing was tuned; 'ingot tune SAMPLE' does it\n");
    for (const tuning& each : all)
        fmt::print("  {:<12} {:<10} {}: {}  {:.3f} ms instead of {:.3f} ms  {}\n", each.sample, each.backend, each.device,
                   text_of(each), each.milliseconds, each.default_milliseconds, each.date);
    return exit_status::done;
}

exit_status run_forget_tunings(const forget_tunings_request& request) {
    std::vector<tuning> all = read_tunings([](const std::string&) {});  // a file that cannot be read is replaced
    const size_t before = all.size();
    std::erase_if(all, [&](const tuning& each) { return request.sample.empty() || each.sample == request.sample; });
    write_tunings(all);
    fmt::print("forgot {} result{}\n", before - all.size(), before - all.size() == 1 ? "" : "s");
    return exit_status::done;
}

}  // namespace ingot::shell
