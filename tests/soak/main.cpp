// Runs many frames with the shell's samples while a simulated user performs random actions: soak [FRAMES [SEED]].
// Exits with 1 if OpenGL reported an error, if no sample runs any more, or if memory grew too much after the first quarter of
// the frames, which is checked only with at least 1000 frames.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ingot/media/picture_file.hpp>
#include <ingot/sample/sample.hpp>
#include <string>
#include <thread>

#include "random_walk.hpp"
#include "window/window.hpp"

namespace ingot::soak {
namespace {

/// Returns this process's resident memory, after returning freed memory to the system.
size_t resident_bytes() {
    malloc_trim(0);
    size_t all = 0;
    size_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

/// Closes the sample, and returns the resident memory without it. Samples need different amounts of memory, which is no
/// leak.
size_t resident_bytes_without_sample(shell::stage& stage) {
    stage.close();
    while (stage.is_compiling()) {
        stage.run_deferred_actions();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return resident_bytes();
}

std::string megabytes(size_t bytes) { return fmt::format("{:.0f} MiB", static_cast<double>(bytes) / 1048576.0); }

/// Writes files that samples can read, and some that nothing can read.
std::vector<std::filesystem::path> make_files(const std::filesystem::path& folder) {
    const auto write = [&](const char* name, std::string_view text) {
        std::ofstream(folder / name, std::ios::binary) << text;
        return folder / name;
    };
    media::picture small(33, 17);
    for (size_t i = 0; i < small.pixels.size(); ++i) small.pixels[i] = {0.001f * static_cast<float>(i), 0.5f, 0.2f, 1.0f};
    media::write_picture(folder / "small.png", small);
    media::write_picture(folder / "sky.hdr", small);
    std::filesystem::copy_file(folder / "small.png", folder / "cut.png");
    std::filesystem::resize_file(folder / "cut.png", std::filesystem::file_size(folder / "small.png") / 2);
    return {folder / "small.png",
            folder / "sky.hdr",
            folder / "cut.png",
            write("triangle.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
            write("nothing.obj", ""),
            write("far.obj", "v nan 0 0\nv 1e38 0 0\nv 0 1e38 0\nf 1 2 3\n"),
            write("not.gltf", "{\"asset\": 1"),
            write("bodies.csv", "x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n"),
            write("not.csv", "x,y\nseven\n"),
            folder / "not-there.png"};
}

/// The loop of walk() may be executed this many times in succession while no sample runs and none is being loaded. These
/// executions do not count as frames.
constexpr uint64_t max_iterations_without_sample = 1000;

struct outcome {
    size_t resident_early = 0;   ///< resident bytes after a quarter of the frames, when one-time allocations are done
    size_t resident_late = 0;    ///< resident bytes at the end
    uint64_t stuck_longest = 0;  ///< how often in succession the loop ran while no sample ran and none was being loaded
    uint64_t notices = 0;
};

outcome walk(shell::stage& stage, random_walk& user, uint64_t frames) {
    outcome found;
    uint64_t stuck = 0;
    for (uint64_t frame = 0; frame < frames; frame += stage.running() ? 1 : 0) {
        user.act();
        stage.run_deferred_actions();
        stage.take_edited_kernels();
        stage.advance(1.0 / 60.0);
        stage.draw();
        if (frame % 50 == 0) stage.drawn_picture().read(stage.exposure());
        if (!stage.running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stuck = stage.running() || stage.pending_compilation() ? 0 : stuck + 1;
        found.stuck_longest = std::max(found.stuck_longest, stuck);
        if (found.stuck_longest > max_iterations_without_sample) break;
        while (!stage.notice_list().empty()) {
            ++found.notices;
            stage.notice_list().dismiss();
        }
        if (frame == frames / 4 && found.resident_early == 0) found.resident_early = resident_bytes_without_sample(stage);
        if (stage.running() && frame % std::max<uint64_t>(frames / 10, 1) == 0) {
            fmt::print("frame {:6}  {:>9}  {} on {}\n", frame, megabytes(resident_bytes()), stage.running()->description().name,
                       shell::describe(stage.running()->current_device()));
            std::fflush(stdout);
        }
    }
    found.resident_late = resident_bytes_without_sample(stage);
    return found;
}

int run(uint64_t frames, uint64_t seed) {
    char pattern[] = "/tmp/ingot-soak-XXXXXX";
    const std::filesystem::path scratch = mkdtemp(pattern);
    std::filesystem::create_directories(scratch / "files");
    fmt::print("{} frames, seed {}\n", frames, seed);

    const shell::window window(shell::window::kind::offscreen, "soak", {320, 200});
    outcome found;
    {
        shell::stage stage({320, 200}, INGOT_PROGRAM);
        random_walk user(stage, all_samples(), make_files(scratch / "files"), scratch, seed);
        found = walk(stage, user, frames);
        for (const auto& [name, times] : user.counts()) fmt::print("  {:6} times  {}\n", times, name);
    }
    std::filesystem::remove_all(scratch);

    // If each switch of the device leaked memory, the sum would be many times this limit. The memory of a short run is not
    // judged, because after a quarter of its frames the allocations that happen only once are not complete.
    constexpr size_t may_grow = size_t {192} << 20u;
    constexpr uint64_t enough_frames = 1000;
    const bool grew = frames >= enough_frames && found.resident_late > found.resident_early + may_grow;
    const bool is_stuck = found.stuck_longest > max_iterations_without_sample;
    const uint64_t errors = window.graphics_errors();
    fmt::print("{} notices; memory {} after a quarter, {} at the end{}; OpenGL errors: {}{}\n", found.notices,
               megabytes(found.resident_early), megabytes(found.resident_late), grew ? " (too much)" : "", errors,
               is_stuck ? "; no sample runs any more" : "");
    return grew || is_stuck || errors > 0 ? 1 : 0;
}

uint64_t number(const char* text) {
    uint64_t value = 0;
    const char* const end = text + std::strlen(text);
    if (const auto [last, problem] = std::from_chars(text, end, value); problem != std::errc() || last != end)
        throw std::runtime_error(fmt::format("'{}' is not a number; usage: soak [FRAMES [SEED]]", text));
    return value;
}

}  // namespace
}  // namespace ingot::soak

int main(int count, char** arguments) try {
    return ingot::soak::run(count > 1 ? ingot::soak::number(arguments[1]) : 10'000,
                            count > 2 ? ingot::soak::number(arguments[2]) : 1);
} catch (const std::exception& problem) {
    fmt::print(stderr, "soak: {}\n", problem.what());
    return 1;
}
