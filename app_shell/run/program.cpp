#include "run/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ingot/gl_sharing.hpp>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "command_line/command_line.hpp"
#include "command_line/listings.hpp"
#include "presets/presets.hpp"
#include "run/commands.hpp"
#include "run/stop_signals.hpp"
#include "sample_files/sample_files.hpp"
#include "window/window.hpp"

namespace ingot::shell {

namespace {

/// Returns all devices, and for each the reason why it cannot share memory with OpenGL, if there is one. This depends on the
/// OpenGL context; the context here is that of a run without a window. If it cannot be created, that is the reason for all
/// devices.
std::vector<device_entry> described_devices() {
    std::vector<device_entry> all;
    for (device_listing& each : devices()) all.push_back({std::move(each), {}});
    try {
        const window hidden(window::kind::offscreen, "ingot", {64, 64});
        for (auto& [listing, reason] : all)
            if (listing.device) reason = copy_reason(*listing.device);
    } catch (const window_error& problem) {
        for (auto& [listing, reason] : all) reason = problem.what();
    }
    return all;
}

/// Runs the command that a request belongs to.
struct dispatch {
    std::span<const sample_description> samples;
    std::span<const std::string> problems;  ///< for the window; empty for other commands

    exit_status operator()(const printed_text& request) const { return print(request.text); }
    exit_status operator()(const list_samples_request& request) const { return print(list_samples(samples, request.json)); }
    exit_status operator()(const list_devices_request& request) const {
        const exit_status printed = print(list_devices(described_devices(), request.json));
        if (const std::string problem = empty_environment_selection(); !problem.empty())
            fmt::print(stderr, "ingot: {}\n", problem);
        return printed;
    }
    exit_status operator()(const run_request& request) const {
        return request.headless ? run_headless(request) : run_in_window(request, samples, {problems.begin(), problems.end()});
    }
    exit_status operator()(const regress_request& request) const { return run_regress(request); }
    exit_status operator()(const bench_request& request) const { return run_bench(request); }
    exit_status operator()(const compare_request& request) const { return run_compare(request); }
    exit_status operator()(const gallery_request& request) const { return run_gallery(request); }
    exit_status operator()(const tune_request& request) const { return run_tune(request); }
    exit_status operator()(const list_tunings_request& request) const { return run_list_tunings(request); }
    exit_status operator()(const forget_tunings_request& request) const { return run_forget_tunings(request); }
    exit_status operator()(const metal_check_request& request) const { return run_metal_check(request); }
    exit_status operator()(const metal_run_request& request) const { return run_metal_kernel(request); }
    exit_status operator()(const browse_request& request) const {
        return run_browser(request, samples, {problems.begin(), problems.end()});
    }
    exit_status operator()(const new_request& request) const { return run_new(request); }

    static exit_status print(std::string_view text) {
        const bool is_complete = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
        return is_complete ? exit_status::done : exit_status::failed;
    }
};

exit_status print_error(std::string_view message, exit_status status) {
    fmt::print(stderr, "ingot: {}\n", message);
    return status;
}

/// Returns the message of an error. The messages of the operating system do not say what failed: "Resource temporarily
/// unavailable".
std::string text_of(const std::exception& problem) {
    if (const auto* const of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&problem))
        return fmt::format("'{}': {}", of_file->path1().string(), of_file->code().message());
    if (const auto* const of_system = dynamic_cast<const std::system_error*>(&problem);
        of_system && of_system->code() == std::errc::resource_unavailable_try_again)
        return fmt::format("a thread or a process cannot be started: {}; the number of processes (ulimit -u) may be too low",
                           of_system->code().message());
    return problem.what();
}

/// Removes `--sample FILE` and `--sample=FILE` from the arguments and returns the files. All commands have this option: the
/// samples must be known before the other arguments are parsed.
std::vector<std::filesystem::path> take_sample_files(std::vector<std::string>& arguments) {
    constexpr std::string_view option = "--sample";
    std::vector<std::filesystem::path> files;
    for (auto each = arguments.begin(); each != arguments.end();) {
        const bool has_value = each->starts_with(std::string(option) + "=");
        if (!has_value && *each != option) {
            ++each;
            continue;
        }
        if (!has_value && std::next(each) == arguments.end())
            throw usage_error("--sample: needs a file, such as --sample build/my_sample.so");
        files.emplace_back(has_value ? each->substr(option.size() + 1) : *std::next(each));
        each = arguments.erase(each, each + (has_value ? 1 : 2));
    }
    return files;
}

bool opens_window(const command& request) {
    const auto* const run = std::get_if<run_request>(&request);
    return std::holds_alternative<browse_request>(request) || (run && !run->headless);
}

/// Runs the command with the samples of the program and those from outside. Problems with files of samples are shown by the
/// window, which then has the other samples. Without a window they are printed, and a file that --sample names must be usable.
exit_status run_with_outside_samples(std::vector<std::string> arguments, std::span<const sample_description> built_in) {
    const std::vector<std::filesystem::path> named = take_sample_files(arguments);
    loaded_samples outside = load_sample_files(named, users_sample_folder(), built_in);
    std::vector<sample_description> all(built_in.begin(), built_in.end());
    std::ranges::move(outside.samples, std::back_inserter(all));
    const auto report = [&] {
        for (const std::string& each : outside.problems) print_error(each, exit_status::failed);
    };
    std::optional<command> request;
    try {
        request = parse_command_line(arguments, all);
    } catch (...) {
        report();  // the sample that the command line names may be missing for this reason
        throw;
    }
    if (opens_window(*request)) return std::visit(dispatch {all, outside.problems}, *request);
    report();
    if (outside.has_problem_of_named_file) return exit_status::failed;
    return std::visit(dispatch {all, {}}, *request);
}

exit_status run_guarded(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    try {
        return run_with_outside_samples({arguments.begin(), arguments.end()}, samples);
    } catch (const usage_error& problem) {
        return print_error(problem.what(), exit_status::wrong_usage);
    } catch (const preset_file_error& problem) {
        return print_error(problem.what(), exit_status::failed);
    } catch (const preset_error& problem) {
        return print_error(problem.what(), exit_status::wrong_usage);
    } catch (const parameter_error& problem) {  // the sample rejected a combination of parameters before the first frame
        return print_error(fmt::format("--{}", problem.what()), exit_status::wrong_usage);
    } catch (const missing_devices& problem) {
        return print_error(fmt::format("--{}", problem.what()), exit_status::unavailable);
    } catch (const device_unavailable& problem) {
        return print_error(problem.what(), exit_status::unavailable);
    } catch (const window_error& problem) {
        return print_error(problem.what(), exit_status::unavailable);
    } catch (const missing_encoder& problem) {
        return print_error(problem.what(), exit_status::unavailable);
    } catch (const std::exception& problem) {
        return print_error(text_of(problem), exit_status::failed);
    }
}

}  // namespace

int run_program(std::span<const std::string> arguments, std::span<const sample_description> samples) try {
    const stop_signals signals;
    return static_cast<int>(run_guarded(arguments, samples));
} catch (const std::system_error& problem) {  // the thread that waits for signals cannot be started
    return static_cast<int>(print_error(text_of(problem), exit_status::failed));
}

}  // namespace ingot::shell
