#include "run/program.hpp"

#include <fmt/format.h>

#include <ingot/gl_sharing.hpp>
#include <utility>
#include <vector>

#include "command_line/command_line.hpp"
#include "command_line/listings.hpp"
#include "presets/presets.hpp"
#include "run/commands.hpp"
#include "run/stop_signals.hpp"
#include "window/window.hpp"

namespace ingot::shell {

namespace {

/// Sharing is with an OpenGL context: that of a run without a window.
std::vector<described_device> described_devices() {
    std::vector<described_device> all;
    for (device_listing& each : devices()) all.push_back({std::move(each), {}});
    try {
        const window hidden(window::kind::offscreen, "ingot", {64, 64});
        for (auto& [listed, why] : all)
            if (listed.device) why = why_copied(*listed.device);
    } catch (const window_error& problem) {
        for (auto& [listed, why] : all) why = problem.what();
    }
    return all;
}

/// One function for each command.
struct dispatch {
    std::span<const sample_description> samples;

    exit_status operator()(const answer& asked) const { return print(asked.text); }
    exit_status operator()(const list_samples_request& asked) const { return print(list_samples(samples, asked.json)); }
    exit_status operator()(const list_devices_request& asked) const {
        return print(list_devices(described_devices(), asked.json));
    }
    exit_status operator()(const run_request& asked) const {
        return asked.headless ? run_headless(asked) : run_in_window(asked, samples);
    }
    exit_status operator()(const regress_request& asked) const { return run_regress(asked); }
    exit_status operator()(const bench_request& asked) const { return run_bench(asked); }
    exit_status operator()(const compare_request& asked) const { return run_compare(asked); }
    exit_status operator()(const browse_request& asked) const { return run_browser(asked, samples); }

    static exit_status print(std::string_view text) {
        const bool all = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
        return all ? exit_status::done : exit_status::failed;
    }
};

exit_status report(const std::exception& problem, exit_status status) {
    fmt::print(stderr, "ingot: {}\n", problem.what());
    return status;
}

exit_status run_guarded(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    try {
        return std::visit(dispatch {samples}, parse_command_line(arguments, samples));
    } catch (const usage_error& problem) {
        return report(problem, exit_status::wrong_usage);
    } catch (const preset_error& problem) {
        return report(problem, exit_status::wrong_usage);
    } catch (const parameter_error& problem) {  // parameters that do not go together, before the first frame
        return report(problem, exit_status::wrong_usage);
    } catch (const device_unavailable& problem) {
        return report(problem, exit_status::unavailable);
    } catch (const window_error& problem) {
        return report(problem, exit_status::unavailable);
    } catch (const encoder_missing& problem) {
        return report(problem, exit_status::unavailable);
    } catch (const std::exception& problem) {
        return report(problem, exit_status::failed);
    }
}

}  // namespace

int run_program(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    const stop_signals handled;
    return static_cast<int>(run_guarded(arguments, samples));
}

}  // namespace ingot::shell
