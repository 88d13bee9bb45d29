// `ingot gallery`: renders each preset of the samples on one device, and writes the pages that show them.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <ingot/media/picture_file.hpp>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "capture/output_file.hpp"
#include "capture/video_writer.hpp"
#include "command_line/command_text.hpp"
#include "gallery/gallery.hpp"
#include "presets/presets.hpp"
#include "run/commands.hpp"
#include "run/frame_maker.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"

namespace ingot::shell {

namespace {

namespace fs = std::filesystem;
using steady = std::chrono::steady_clock;

constexpr frame_rate video_rate {30, 1};
constexpr int jpeg_quality = 92;  // no visible difference; a fifth of the size of a PNG

void create_folder(const fs::path& folder) {
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem) throw unwritable_file(fmt::format("cannot create the folder '{}': {}", folder.string(), problem.message()));
}

std::optional<std::string> read_text(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return {};
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// Throws std::runtime_error if the folder has an index.html that is not the page of a gallery.
void check_index(const fs::path& folder) {
    const fs::path index = folder / "index.html";
    const std::optional<std::string> text = read_text(index);
    if (text && text->find("<title>Ingot gallery</title>") == std::string::npos)
        throw std::runtime_error(fmt::format(
            "'{}' is not a page of a gallery and would be replaced; choose another folder, or remove the file", index.string()));
}

/// Returns today's date: "2026-11-27".
std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts {};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

/// Returns the name in a line `#include "NAME"`, or "".
std::string included_name(std::string_view line) {
    constexpr std::string_view directive = "#include \"";
    if (!line.starts_with(directive)) return "";
    line.remove_prefix(directive.size());
    return std::string(line.substr(0, line.find('"')));
}

/// Adds a file, and then the files of the same folder that it includes, without those that are there already.
void add_source(const fs::path& folder, const std::string& name, std::vector<gallery::kernel_source>& sources) {
    if (std::ranges::find(sources, name, &gallery::kernel_source::file) != sources.end()) return;
    const std::optional<std::string> text = read_text(folder / name);
    if (!text) return;
    sources.push_back({name, *text});
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);)
        if (const std::string included = included_name(line); !included.empty()) add_source(folder, included, sources);
}

/// Returns the kernel files of a sample by name, each followed by those of its headers that are in the same folder. An installed
/// sample may have none.
std::vector<gallery::kernel_source> kernel_sources(const sample_description& sample) {
    std::vector<std::string> names;
    std::error_code missing;
    for (const auto& each : fs::directory_iterator(sample.kernel_folder(), missing))
        if (const std::string name = each.path().filename().string(); name.ends_with(".kernels.cpp") || name.ends_with(".metal"))
            names.push_back(name);
    std::ranges::sort(names);
    std::vector<gallery::kernel_source> found;
    for (const std::string& each : names) add_source(sample.kernel_folder(), each, found);
    return found;
}

/// Thrown to leave a rendering after a signal.
struct stopped {};

/// Renders presets one after another, all with the same OpenGL context and picture.
class gallery_renderer {
public:
    explicit gallery_renderer(const gallery_request& request)
        : request_(request),
          candidates_(devices_to_try(request.device)),
          hidden_(window::kind::offscreen, "ingot", request.size),
          painting_(request.size) {}

    /// Renders one preset, and writes its picture and its video. Throws if the sample fails, and `stopped` after a signal.
    gallery::rendered_preset render(const sample_description& sample, const preset& shown) {
        const std::string file = shown.name.empty() ? sample.name : sample.name + "-" + shown.name;
        gallery::rendered_preset result {.name = shown.name,
                                         .title = shown.title.empty() ? sample.title : shown.title,
                                         .summary = shown.summary,
                                         .command = format_command(scene_of(sample, shown)),
                                         .picture = "pictures/" + file + ".jpg"};
        run_statistics statistics;
        {
            const auto running = open(sample, shown);
            device_ = describe(running->current_device());
            make_picture(*running, statistics, file);
            if (hidden_.graphics_errors() > reported_errors_) {
                reported_errors_ = hidden_.graphics_errors();
                throw std::runtime_error("OpenGL reported errors in this run");
            }
        }
        const auto rgb = painting_.read(1.0f);
        replace_file(request_.folder / result.picture,
                     media::encode_jpeg(request_.size.width, request_.size.height, rgb, jpeg_quality));
        result.frames = statistics.frames;
        result.frame_milliseconds = statistics.frame_times.median();
        if (request_.video_seconds && moves_) {
            result.video = "videos/" + file + ".mp4";
            record(sample, shown, *result.video);
        }
        return result;
    }

    /// The device of the last picture, for people.
    const std::string& device() const { return device_; }

private:
    std::unique_ptr<session> open(const sample_description& sample, const preset& shown) const {
        constexpr uint64_t seed = 1;
        return open_session(sample, candidates_, shown.parameters, seed, clock::pace::fixed,
                            [](const std::string& message) { fmt::print(stderr, "ingot: {}\n", message); });
    }

    window_scene scene_of(const sample_description& sample, const preset& shown) const {
        window_scene scene {.sample = sample.name, .library = sample.library};
        if (!shown.name.empty()) scene.preset = shown.name;
        scene.backend = request_.device.backend;
        scene.device = request_.device.index;
        return scene;
    }

    // Runs until the sample has finished its picture, or for the requested number of frames, but not longer than the requested
    // time.
    void make_picture(session& running, run_statistics& statistics, const std::string& name) {
        frame_maker frames(running, painting_);
        progress_bar bar(name);
        const auto start = steady::now();
        for (double progress = 0.0; progress < 1.0;) {
            if (is_stop_requested()) throw stopped();
            frames.make(statistics);
            const std::optional<double> own = running.loaded_sample().progress();
            moves_ = !own;
            const double of_frames = static_cast<double>(statistics.frames) / static_cast<double>(request_.frames);
            const double seconds = std::chrono::duration<double>(steady::now() - start).count();
            progress = std::max(own.value_or(of_frames), request_.seconds > 0.0 ? seconds / request_.seconds : 1.0);
            bar.show(progress);
        }
        running.finish();
    }

    // Records a video of the preset from its first frame on.
    void record(const sample_description& sample, const preset& shown, const std::string& file) {
        const auto running = open(sample, shown);
        running->time().set_step(video_rate.seconds_of_frame());
        frame_maker frames(*running, painting_);
        run_statistics unused;
        const fs::path path = request_.folder / file;
        video_writer video(parse_video_target(path.string()), request_.size, video_rate);
        const auto count = static_cast<uint64_t>(std::max(1.0, *request_.video_seconds / video_rate.seconds_of_frame()));
        progress_bar bar(file);
        for (uint64_t i = 0; i < count; ++i) {
            if (is_stop_requested()) throw stopped();
            frames.make(unused);
            video.add(painting_.read(1.0f));
            bar.show(static_cast<double>(i + 1) / static_cast<double>(count));
        }
        running->finish();
        video.finish();
    }

    const gallery_request& request_;
    std::vector<ingot::device> candidates_;
    window hidden_;
    picture painting_;
    std::string device_;
    bool moves_ = true;             // does the last picture change with time, instead of becoming finished?
    uint64_t reported_errors_ = 0;  // number of OpenGL errors of earlier pictures
};

std::vector<preset> presets_of(const sample_description& sample) {
    const auto object = sample.create();  // only provides the parameters and is never loaded
    std::vector<preset> all = read_presets(sample.presets, object->parameters(), sample.name);
    if (all.empty()) all.emplace_back();
    return all;
}

}  // namespace

exit_status run_gallery(const gallery_request& request) try {
    check_index(request.folder);
    for (const char* each : {"pictures", "videos"})
        if (each != std::string_view("videos") || request.video_seconds) create_folder(request.folder / each);
    gallery_renderer renderer(request);
    gallery::contents shown {.device = {}, .version = INGOT_VERSION, .date = date_text(), .size = request.size, .samples = {}};
    size_t failed = 0;
    for (const sample_description& sample : request.samples) {
        gallery::rendered_sample rendered {sample.name, sample.title, sample.summary, {}, kernel_sources(sample)};
        for (const preset& each : presets_of(sample)) try {
                rendered.presets.push_back(renderer.render(sample, each));
                const gallery::rendered_preset& last = rendered.presets.back();
                fmt::print("  {:<40}  {:>6} frames  {:>9.3f} ms each\n", last.picture, last.frames, last.frame_milliseconds);
                std::fflush(stdout);
            } catch (const std::exception& problem) {
                ++failed;
                fmt::print(stderr, "ingot: {}{}{}: {}\n", sample.name, each.name.empty() ? "" : " ", each.name, problem.what());
            }
        if (!rendered.presets.empty()) shown.samples.push_back(std::move(rendered));
    }
    shown.device = renderer.device();
    if (!shown.samples.empty())
        for (const gallery::page& each : gallery::pages(shown)) replace_file(request.folder / each.file, each.text);
    if (!shown.samples.empty()) fmt::print("gallery: {}\n", (request.folder / "index.html").string());
    return failed > 0 || shown.samples.empty() ? exit_status::failed : exit_status::done;
} catch (const stopped&) {
    fmt::print(stderr, "ingot: stopped by a signal; the pages were not written\n");
    return exit_status::stopped;
}

}  // namespace ingot::shell
