// Many frames with the shell's samples while a restless person does everything that there is to do: soak [FRAMES [SEED]].
// Ends with 1 where OpenGL reported an error, memory kept growing, or frames stopped coming.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

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

/// Of this process, that stand in memory; what was given back to the allocator is given back to the system first.
size_t resident_bytes() {
    malloc_trim(0);
    size_t all = 0;
    size_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

/// The same when nothing is on: what one sample has and another has not is no leak.
size_t resident_bytes_of_nothing(shell::stage& acts) {
    acts.close();
    while (acts.is_compiling()) {
        acts.do_deferred_actions();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return resident_bytes();
}

std::string megabytes(size_t bytes) { return fmt::format("{:.0f} MiB", static_cast<double>(bytes) / 1048576.0); }

/// Files that samples take, and some that nothing can read.
std::vector<std::filesystem::path> make_files(const std::filesystem::path& in) {
    const auto write = [&](const char* name, std::string_view text) {
        std::ofstream(in / name, std::ios::binary) << text;
        return in / name;
    };
    media::picture small(33, 17);
    for (size_t i = 0; i < small.pixels.size(); ++i) small.pixels[i] = {0.001f * static_cast<float>(i), 0.5f, 0.2f, 1.0f};
    media::write_picture(in / "small.png", small);
    media::write_picture(in / "sky.hdr", small);
    std::filesystem::resize_file(write("cut.png", std::string(200, 'x')), 100);
    return {in / "small.png",
            in / "sky.hdr",
            in / "cut.png",
            write("triangle.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
            write("nothing.obj", ""),
            write("far.obj", "v nan 0 0\nv 1e38 0 0\nv 0 1e38 0\nf 1 2 3\n"),
            write("not.gltf", "{\"asset\": 1"),
            write("bodies.csv", "x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n"),
            write("not.csv", "x,y\nseven\n"),
            in / "not-there.png"};
}

constexpr uint64_t most_frames_without = 1000;  ///< a sample that runs, or is made ready

struct outcome {
    size_t resident_early = 0;  ///< when what is made once has been made
    size_t resident_late = 0;
    uint64_t stuck_longest = 0;  ///< frames without a sample that runs
    uint64_t notices = 0;
};

outcome walk(shell::stage& acts, random_walk& person, uint64_t frames) {
    outcome found;
    uint64_t stuck = 0;
    for (uint64_t frame = 0; frame < frames; frame += acts.running() ? 1 : 0) {
        person.act();
        acts.do_deferred_actions();
        acts.take_edited_kernels();
        acts.advance(1.0 / 60.0);
        acts.draw();
        if (frame % 50 == 0) acts.shown().read(acts.exposure());
        if (!acts.running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stuck = acts.running() || acts.making_ready() ? 0 : stuck + 1;
        found.stuck_longest = std::max(found.stuck_longest, stuck);
        if (found.stuck_longest > most_frames_without) break;
        while (!acts.told().empty()) {
            ++found.notices;
            acts.told().dismiss();
        }
        if (frame == frames / 4 && found.resident_early == 0) found.resident_early = resident_bytes_of_nothing(acts);
        if (acts.running() && frame % std::max<uint64_t>(frames / 10, 1) == 0) {
            fmt::print("frame {:6}  {:>9}  {}\n", frame, megabytes(resident_bytes()),
                       acts.running()
                           ? acts.running()->description().name + " on " + shell::describe(acts.running()->running_on())
                           : "–");
            std::fflush(stdout);
        }
    }
    found.resident_late = resident_bytes_of_nothing(acts);
    return found;
}

int run(uint64_t frames, uint64_t seed) {
    char pattern[] = "/tmp/ingot-soak-XXXXXX";
    const std::filesystem::path scratch = mkdtemp(pattern);
    std::filesystem::create_directories(scratch / "files");
    fmt::print("{} frames, seed {}\n", frames, seed);

    const shell::window in(shell::window::kind::offscreen, "soak", {320, 200});
    outcome found;
    {
        shell::stage acts({320, 200}, INGOT_PROGRAM);
        random_walk person(acts, all_samples(), make_files(scratch / "files"), scratch, seed);
        found = walk(acts, person, frames);
        for (const auto& [name, times] : person.done()) fmt::print("  {:6} times  {}\n", times, name);
    }
    std::filesystem::remove_all(scratch);

    // What grows with every switch would be many times this. In few frames what is made once is still being made.
    constexpr size_t may_grow = size_t {192} << 20u;
    constexpr uint64_t enough_frames = 1000;
    const bool grew = frames >= enough_frames && found.resident_late > found.resident_early + may_grow;
    const bool stood = found.stuck_longest > most_frames_without;
    const uint64_t errors = in.graphics_errors();
    fmt::print("{} notices; memory {} after a quarter, {} at the end{}; OpenGL errors: {}{}\n", found.notices,
               megabytes(found.resident_early), megabytes(found.resident_late), grew ? " (too much)" : "", errors,
               stood ? "; no sample could be opened any more" : "");
    return grew || stood || errors > 0 ? 1 : 0;
}

uint64_t number(const char* text) {
    uint64_t value = 0;
    const char* const end = text + std::strlen(text);
    if (const auto [last, problem] = std::from_chars(text, end, value); problem != std::errc() || last != end)
        throw std::runtime_error(fmt::format("'{}' is no number; soak [FRAMES [SEED]]", text));
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
