// `ingot metal check` and `ingot metal run`.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ingot/media/picture_file.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "capture/output_file.hpp"
#include "metal/metal_check.hpp"
#include "metal/metal_launch.hpp"
#include "metal/numbers.hpp"
#include "run/commands.hpp"
#include "run/stop_signals.hpp"

namespace ingot::shell {

namespace {

namespace fs = std::filesystem;
using files_and_times = std::vector<std::pair<fs::path, std::optional<fs::file_time_type>>>;

/// Checks all files and prints the results. Returns the results.
std::vector<checked_metal_file> check_once(const metal_check_request& request) {
    const std::vector<fs::path> files = metal_files(request.paths);
    std::vector<checked_metal_file> checked = check_metal_files(files, request.options);
    if (request.json) {
        fmt::print("{}", to_json(checked));
    } else {
        for (const checked_metal_file& each : checked) fmt::print(stderr, "{}", each.text);
        fmt::print("{}\n", summary(checked));
    }
    std::fflush(stdout);
    if (!request.sarif.empty()) replace_file(request.sarif, to_sarif(checked));
    return checked;
}

/// Returns all files of the results with the times of their last changes.
files_and_times times_of(const std::vector<checked_metal_file>& checked) {
    files_and_times found;
    for (const checked_metal_file& file : checked)
        for (const fs::path& each : file.files) {
            std::error_code missing;
            const auto time = fs::last_write_time(each, missing);
            found.emplace_back(each, missing ? std::nullopt : std::optional(time));
        }
    return found;
}

/// Waits until a file of the results is changed. Returns at once if one was changed after the check had begun. Returns false if a
/// signal came first.
bool wait_for_change(const std::vector<checked_metal_file>& checked, fs::file_time_type begin) {
    constexpr auto interval = std::chrono::milliseconds(200);
    const files_and_times before = times_of(checked);
    if (std::ranges::any_of(before, [&](const auto& each) { return each.second && *each.second > begin; })) return true;
    while (!is_stop_requested()) {
        std::this_thread::sleep_for(interval);
        if (times_of(checked) != before) return true;
    }
    return false;
}

/// Returns the devices that can run Metal kernels, the fastest first: all except the CPU debug device.
std::vector<device> metal_devices(const device_request& request) {
    std::vector<device> all = devices_to_try(request);
    std::erase_if(all, [](const device& each) { return each.backend() == reference_backend().backend; });
    if (all.empty())
        throw device_unavailable(
            fmt::format("no device here can run Metal kernels; the {} device runs only kernels in C++; "
                        "'ingot devices' lists the devices",
                        reference_backend().title));
    return all;
}

template <typename Map>
std::set<uint32_t> keys_of(const Map& map) {
    std::set<uint32_t> keys;
    for (const auto& [key, value] : map) keys.insert(key);
    return keys;
}

/// While it exists, a kernel on a processor that accesses memory outside of its buffers ends the program with a message and with
/// exit_status::failed.
class memory_fault_message {
public:
    memory_fault_message() {
        struct sigaction action {};
        action.sa_handler = [](int) {
            constexpr std::string_view text =
                "ingot: the kernel accessed memory outside of its buffers: a buffer is too small for the grid, or an index is "
                "wrong\n";
            static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
            ::_exit(static_cast<int>(exit_status::failed));
        };
        for (size_t i = 0; i < signals.size(); ++i) ::sigaction(signals.at(i), &action, &before_.at(i));
    }
    memory_fault_message(const memory_fault_message&) = delete;
    memory_fault_message& operator=(const memory_fault_message&) = delete;
    ~memory_fault_message() {
        for (size_t i = 0; i < signals.size(); ++i) ::sigaction(signals.at(i), &before_.at(i), nullptr);
    }

private:
    static constexpr std::array signals {SIGSEGV, SIGBUS};
    std::array<struct sigaction, signals.size()> before_ {};
};

std::string size_text(const std::array<uint32_t, 3>& sizes) { return fmt::format("{} × {} × {}", sizes[0], sizes[1], sizes[2]); }

}  // namespace

exit_status run_metal_check(const metal_check_request& request) {
    while (true) {
        const auto begin = fs::file_time_type::clock::now();
        const std::vector<checked_metal_file> checked = check_once(request);
        if (!request.watch || !wait_for_change(checked, begin))
            return std::ranges::all_of(checked, &checked_metal_file::is_valid) ? exit_status::done : exit_status::failed;
    }
}

exit_status run_metal_kernel(const metal_run_request& request) try {
    const device device = metal_devices(request.device).front();
    std::set<uint32_t> buffers = keys_of(request.outputs);
    buffers.merge(keys_of(request.prints));
    const memory_fault_message message;
    const metal_results results = launch_kernel(request.launch, device, buffers, keys_of(request.output_textures));
    for (const std::string& note : results.notes) fmt::print(stderr, "note: {}\n", note);
    const auto milliseconds = std::chrono::duration<double, std::milli>(results.duration).count();
    fmt::print(stderr, "{}: {} threads{} on {}{}\n", results.kernel, size_text(request.launch.grid),
               request.launch.group ? " in groups of " + size_text(*request.launch.group) : "", describe(device),
               milliseconds > 0 ? fmt::format(", {:.3f} ms", milliseconds) : "");
    for (const auto& [index, file] : request.outputs) replace_file(file, results.buffers.at(index));
    for (const auto& [index, file] : request.output_textures) media::write_picture(file, results.textures.at(index));
    for (const auto& [index, type] : request.prints)
        fmt::print("buffer {}: {}\n", index, format_numbers(type, results.buffers.at(index)));
    return exit_status::done;
} catch (const launch_mismatch& problem) {
    throw usage_error(problem.what());
}

}  // namespace ingot::shell
