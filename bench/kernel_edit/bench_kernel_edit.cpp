// Measures the time from an edit of a kernel file to the first picture of the new kernel. The program runs a sample with the
// shell's `stage`, as the window does, but without panels and without a visible window. It edits one of the sample's kernel
// files as an editor would, and takes the time from the end of writing the file until the first picture that the new kernel has
// drawn is read.
//
//     bench_kernel_edit --sample pathtracer --file display.kernels.cpp --edits 5
//
// Each edit adds a comparison to the first kernel of the file, so that ingotc and the driver compile code that no cache has.
#include <fmt/format.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ingot/sample/sample.hpp>
#include <iterator>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measurement.hpp"
#include "stage/stage.hpp"
#include "window/window.hpp"

namespace {

using namespace ingot;
namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

struct options {
    std::string sample = "pathtracer";
    std::string file = "display.kernels.cpp";
    uint32_t edits = 5;
    int width = 1280;
    int height = 720;
};

double seconds_since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

// A folder that is removed at the end of the scope.
class scratch_folder {
public:
    scratch_folder() {
        std::string pattern = (fs::temp_directory_path() / "ingot-kernel-edit-XXXXXX").string();
        if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot create a folder like '" + pattern + "'");
        path_ = pattern;
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// Returns the text of a kernel file with a comparison at the start of its first kernel. The comparison is false for every
// work-item, because its number, 0xff000000 + `number`, is larger than any global_id.x. Each `number` gives different code.
std::string edited(const std::string& text, uint32_t number) {
    const size_t kernel = text.find("kernel void ");
    const size_t body = kernel == std::string::npos ? kernel : text.find('{', kernel);
    if (body == std::string::npos) throw std::runtime_error("the file contains no kernel");
    std::string result = text;
    result.insert(body + 1, fmt::format("\n    if (ingot::global_id.x == 0xff00'0000u + {}) return;", number));
    return result;
}

sample_description find_sample(const std::string& name) {
    for (sample_description& each : all_samples())
        if (each.name == name) return std::move(each);
    throw std::runtime_error("there is no sample '" + name + "'");
}

// Makes one frame as the window does, but reads the picture instead of showing it. Reading waits until the picture is complete.
void make_frame(shell::stage& stage) {
    stage.run_deferred_actions();
    stage.take_edited_kernels();
    stage.advance(1.0 / 60.0);
    stage.draw();
    stage.drawn_picture().read(stage.exposure());
    stage.end_frame();
}

// `index` is the position of the device among the devices of its backend that can be used, as in find_device().
void measure(const options& settings, const device& device, size_t index) {
    const scratch_folder scratch;
    sample_description sample = find_sample(settings.sample);
    fs::copy(sample.kernel_folder(), scratch.path(), fs::copy_options::recursive);
    // The program edits a copy of the kernel folder. The member that kernel_folder() returns is the folder that is watched.
    (sample.library_kernels.empty() ? sample.folder : sample.library_kernels) = scratch.path();
    const fs::path file = scratch.path() / settings.file;
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error("the sample has no kernel file '" + settings.file + "'");
    const std::string original {std::istreambuf_iterator<char>(stream), {}};

    shell::stage stage({settings.width, settings.height}, INGOT_PROGRAM);
    const shell::open_request request {.sample = sample, .device = {device.backend(), index}, .parameters = {}, .preset = {}};
    if (!stage.open(request)) throw std::runtime_error("the sample cannot be opened");
    std::vector<double> frames;
    for (int i = 0; i < 10; ++i) {
        const clock::time_point start = clock::now();
        make_frame(stage);
        frames.push_back(seconds_since(start));
    }
    // The shell finds an edit by a later modification time, and some file systems store whole seconds. Therefore each edit gets
    // a time that is one second later than that of the edit before.
    fs::file_time_type date = fs::file_time_type::clock::now();
    const uint32_t first_number = std::random_device {}() % 0x00f0'0000u;  // the code of earlier runs is in the caches
    std::vector<double> latencies;
    for (uint32_t edit = 0; edit < settings.edits; ++edit) {
        std::ofstream(file) << edited(original, first_number + edit);
        fs::last_write_time(file, date += std::chrono::seconds(1));
        const clock::time_point start = clock::now();
        const auto loaded_before = stage.edited_kernels().loaded_at;
        while (stage.edited_kernels().loaded_at == loaded_before) {
            if (!stage.edited_kernels().problems.empty())
                throw std::runtime_error(stage.edited_kernels().problems.begin()->second);
            make_frame(stage);
        }
        latencies.push_back(seconds_since(start));
    }
    fmt::print("  {:<10} {}: {:.2f} s ({:.2f} to {:.2f}) until the picture of an edit; a frame takes {:.3f} s\n",
               to_string(device.backend()), device.name(), bench::median(latencies), *std::ranges::min_element(latencies),
               *std::ranges::max_element(latencies), bench::median(frames));
}

}  // namespace

int main(int count, char** arguments) {
    options settings;
    CLI::App app {"Measures the time from an edit of a kernel to the first picture of the new kernel, on every device"};
    app.add_option("--sample", settings.sample, "sample to run")->capture_default_str();
    app.add_option("--file", settings.file, "its kernel file to edit")->capture_default_str();
    app.add_option("--edits", settings.edits, "number of edits")->check(CLI::Range(1u, 1000u))->capture_default_str();
    app.add_option("--width", settings.width, "width of the picture")->check(CLI::Range(16, 8192))->capture_default_str();
    app.add_option("--height", settings.height, "height of the picture")->check(CLI::Range(16, 8192))->capture_default_str();
    CLI11_PARSE(app, count, arguments);
    try {
        const shell::window hidden(shell::window::kind::offscreen, "bench_kernel_edit", {64, 64});
        fmt::print("{}, {}\n", settings.sample, settings.file);
        std::map<backend, size_t> device_counts;
        for (const device_listing& listing : devices()) {
            if (listing.device)
                measure(settings, *listing.device, device_counts[listing.backend]++);
            else
                fmt::print("  {:<10} not measured: {}\n", to_string(listing.backend), listing.unavailable_reason);
        }
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench_kernel_edit: {}\n", problem.what());
        return 1;
    }
}
