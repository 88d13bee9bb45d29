// Tests of the whole program as a process without a display: exit status, output and files.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ingot/media/picture_file.hpp>
#include <ingot/sample/state.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "program_fixture.hpp"

namespace ingot::shell {
namespace {

using json = nlohmann::json;

using tests::program;

TEST_F(program, measures_each_combination_on_each_backend) {
    ASSERT_EQ(
        run("bench counters --backend cpu-debug --backend metal --sweep stride=1,2 --sweep wave=on,off --warm-up 2 --frames 3 "
            "--size 64x32 --json all.json --csv all.csv"),
        0)
        << standard_error();
    EXPECT_NE(standard_output().find("metal      "), std::string::npos) << standard_output();
    EXPECT_NE(standard_output().find("unavailable: "), std::string::npos) << standard_output();
    EXPECT_NE(standard_output().find("stride=2 wave=false"), std::string::npos) << standard_output();
    const json runs = stats("all.json").at("runs");
    ASSERT_EQ(runs.size(), 4u);
    EXPECT_EQ(runs[1].at("parameters").at("stride"), 1);
    EXPECT_EQ(runs[1].at("parameters").at("wave"), false);
    EXPECT_EQ(runs[3].at("frames"), 3);
    EXPECT_EQ(runs[3].at("warm_up_frames"), 2);
    EXPECT_EQ(runs[3].at("statistics")[1].at("value"), 12345.678);
    for (const char* const times : {"frame_time", "draw"})
        for (const char* const figure : {"median_ms", "p95_ms", "p99_ms"}) EXPECT_GT(runs[0].at(times).at(figure), 0.0) << times;
    const std::string csv = folder_.read("all.csv");
    EXPECT_EQ(std::ranges::count(csv, '\n'), 5);  // the heading, and a line for each of 4 runs
    EXPECT_NE(csv.find("counters,cpu-debug,"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",stride=1 wave=true,3,"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",throughput,12345.678,GFLOPS\n"), std::string::npos) << csv;
}

TEST_F(program, goes_on_measuring_where_one_run_fails) {
    EXPECT_EQ(
        run("bench counters --backend cpu-debug --sweep fail=load,never --warm-up 1 --frames 2 --size 32x32 --json all.json"), 1);
    EXPECT_NE(standard_output().find("failed: "), std::string::npos) << standard_output();
    EXPECT_EQ(stats("all.json").at("runs").size(), 1u);
    EXPECT_EQ(run("bench counters --backend metal"), 3);
    EXPECT_EQ(run("bench counters --sweep nothing=1"), 2);
    EXPECT_NE(standard_error().find("no measured sample has a parameter 'nothing'"), std::string::npos) << standard_error();
    EXPECT_EQ(run("bench counters --sweep stride=1,x"), 2);
    EXPECT_NE(standard_error().find("--sweep: stride: 'x'"), std::string::npos) << standard_error();
    EXPECT_EQ(run("bench counters --sweep =1"), 2);
    EXPECT_EQ(run("bench other"), 2);
    EXPECT_NE(standard_error().find("there is no sample 'other'; samples: counters"), std::string::npos) << standard_error();
}

TEST_F(program, writes_the_picture_with_its_size_and_content) {
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --size 100x60 --screenshot a.png"), 0)
        << standard_error();
    const media::picture picture = media::read_picture(folder_ / "a.png");
    EXPECT_EQ(picture.width, 100);
    EXPECT_EQ(picture.height, 60);
    const auto pixels = media::to_srgb8(picture);
    const auto pixel = [&](size_t x, size_t y) {
        return std::array<int, 3> {pixels[3 * (y * 100 + x)], pixels[3 * (y * 100 + x) + 1], pixels[3 * (y * 100 + x) + 2]};
    };
    EXPECT_EQ(pixel(20, 10), (std::array {0, 0, 0}));  // upper left: nothing
    EXPECT_GT(pixel(20, 50)[0], 150);                  // lower left: red
    EXPECT_LT(pixel(20, 50)[1], 60);
    EXPECT_GT(pixel(80, 10)[1], 150);  // right: green
    EXPECT_GT(pixel(80, 50)[1], 150);
    EXPECT_NE(standard_output().find("a.png"), std::string::npos);
    EXPECT_EQ(standard_error(), "");
}

TEST_F(program, shows_any_view_and_exposure_without_a_window) {
    const auto colour = [&](const std::string& options) {
        EXPECT_EQ(run("run plain --headless --backend cpu-debug --frames 1 --size 8x8 --screenshot a.png " + options), 0)
            << standard_error();
        const auto pixels = media::to_srgb8(media::read_picture(folder_ / "a.png"));
        return std::array<int, 3> {pixels[0], pixels[1], pixels[2]};
    };
    const auto home = colour("");
    EXPECT_EQ(colour("--camera 0,0,0,5,0,0"), home);  // the sample's initial camera
    const auto nearer = colour("--camera 0,0,0,2,0,0");
    EXPECT_LT(nearer[2], home[2]);
    EXPECT_NE(colour("--camera 0,0,0,5,40,0")[1], home[1]);
    EXPECT_GT(colour("--view-exposure 2")[2], home[2]);
}

TEST_F(program, writes_a_video_with_a_picture_for_each_step) {
    ASSERT_EQ(
        run("run counters --headless --backend cpu-debug --frames 3 --size 20x10 --video a.y4m --fps 30000/1001 --stats a.json"),
        0)
        << standard_error();
    const std::string video = folder_.read("a.y4m");
    const std::string header = "YUV4MPEG2 W20 H10 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
    EXPECT_EQ(video.substr(0, header.size()), header);
    EXPECT_EQ(video.size(), header.size() + 3 * (6 + 20 * 10 * 3));  // each of 3 frames: "FRAME\n" and three planes
    EXPECT_NE(standard_output().find("a.y4m: 3 pictures"), std::string::npos) << standard_output();
    // Standard output contains the same bytes and no messages.
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --size 20x10 --video - --fps 30000/1001"), 0)
        << standard_error();
    EXPECT_EQ(standard_output(), video);
    EXPECT_NE(standard_error().find("3 pictures"), std::string::npos) << standard_error();
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --size 20x10 --video '|cat >b.y4m' --fps 30000/1001"),
              0);
    EXPECT_EQ(folder_.read("b.y4m"), video);
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --size 20x10 --video p%d.png --screenshot last.png"),
              0);
    EXPECT_EQ(folder_.read("p2.png"), folder_.read("last.png"));
    // A window writes the same video.
    ASSERT_EQ(run("run counters --backend cpu-debug --frames 3 --size 20x10 --video c.y4m --fps 30000/1001",
                  "SDL_VIDEODRIVER=offscreen"),
              0)
        << standard_error();
    EXPECT_EQ(folder_.read("c.y4m"), video);
}

TEST_F(program, a_video_that_cannot_be_written_is_reported) {
    EXPECT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --video a.avi"), 2);
    EXPECT_NE(standard_error().find("--video: 'a.avi' is invalid; expected FILE.y4m"), std::string::npos) << standard_error();
    EXPECT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --fps 30"), 2);
    EXPECT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --video a.y4m --fps 0"), 2);
    EXPECT_EQ(run("run counters --headless --backend cpu-debug --frames 3 --size 640x480 --video '|exit 3'"), 1);
    EXPECT_NE(standard_error().find("the video cannot be written to 'exit 3'"), std::string::npos) << standard_error();
    EXPECT_TRUE(folder_.empty());
}

TEST_F(program, stored_parameters_return_only_in_windows) {
    const auto file = settings_ / "ingot" / "samples" / "counters.json";
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << R"({"parameters": {"stride": 9, "brightness": 0.25}})";
    const auto stride = [&](const std::string& arguments, const std::string& environment = {}) {
        EXPECT_EQ(run("run counters --backend cpu-debug --stats a.json " + arguments, environment), 0) << standard_error();
        return stats("a.json")["parameters"]["stride"].get<int>();
    };
    const auto in_window = [&](const std::string& arguments) {
        return stride(arguments, "SDL_VIDEODRIVER=offscreen timeout --preserve-status -s TERM 4");
    };
    EXPECT_EQ(in_window(""), 9);
    EXPECT_EQ(stride("--headless --frames 1"), 1);
    EXPECT_EQ(stride("--frames 1", "SDL_VIDEODRIVER=offscreen"), 1);  // a run with --frames ignores saved settings
    // What the command line sets is for one run. Nothing was changed in these windows, so the stored values stay.
    EXPECT_EQ(in_window("--stride 5 --theme light --ui-scale 2"), 5);
    EXPECT_EQ(in_window("--preset quick"), 10);
    EXPECT_EQ(in_window("--fresh"), 1);
    EXPECT_EQ(in_window(""), 9);
    EXPECT_EQ(json::parse(std::ifstream(file))["parameters"], (json {{"stride", 9}, {"brightness", 0.25}}));
    const json layout = json::parse(std::ifstream(settings_ / "ingot" / "window.json"));
    EXPECT_EQ(layout["theme"], "dark");
    EXPECT_FALSE(layout.contains("ui_scale")) << layout;
}

TEST_F(program, writes_the_samples_own_picture) {
    // --output runs without a window and ends when the sample has finished, after 8 steps.
    ASSERT_EQ(run("run counters --backend cpu-debug --count 5 --output a.exr --stats a.json"), 0) << standard_error();
    EXPECT_EQ(stats("a.json")["frames"], 8);
    const media::picture picture = media::read_picture(folder_ / "a.exr");
    EXPECT_EQ(picture.width, 5);
    EXPECT_EQ(picture.height, 2);
    EXPECT_EQ(picture.at(4, 0).red, 1.0f + 4.0f + 8.0f);  // counter 4: seed 1, plus index 4, plus 1 in each of 8 steps
    EXPECT_EQ(standard_error(), "") << "a progress bar is for terminals only";

    // A PNG file contains the sample's result_for_display(). An .hdr or .exr file contains its result().
    ASSERT_EQ(run("run counters --backend cpu-debug --output a.png --goal 3"), 0) << standard_error();
    ASSERT_EQ(run("run counters --backend cpu-debug --output a.hdr --goal 3"), 0) << standard_error();
    EXPECT_EQ(media::to_srgb8(media::read_picture(folder_ / "a.png"))[0], media::encode_srgb8(0.01f * 4.0f));
    EXPECT_EQ(media::read_picture(folder_ / "a.hdr").at(0, 0).red, 4.0f);  // counter 0: seed 1, plus 1 in each of 3 steps
}

TEST_F(program, ends_a_picture_early_where_fewer_frames_are_asked_for) {
    ASSERT_EQ(run("run counters --backend cpu-debug --output a.exr --frames 2 --stats a.json"), 0) << standard_error();
    EXPECT_EQ(stats("a.json")["frames"], 2);
    EXPECT_EQ(media::read_picture(folder_ / "a.exr").at(0, 0).red, 3.0f);  // counter 0: seed 1, plus 1 in each of 2 steps
}

TEST_F(program, the_same_run_gives_the_same_picture) {
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 2 --size 64x64 --screenshot a.png"), 0)
        << standard_error();
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 2 --size 64x64 --screenshot b.png"), 0)
        << standard_error();
    EXPECT_EQ(folder_.read("a.png"), folder_.read("b.png"));
}

TEST_F(program, statistics_hold_the_settings_and_the_results_of_the_run) {
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 5 --seed 3 --preset quick --stride 7 --stats a.json "
                  "--save a.csv "
                  "--save-state a.state"),
              0)
        << standard_error();
    const json found = stats("a.json");
    EXPECT_EQ(found["sample"], "counters");
    EXPECT_EQ(found["preset"], "quick");
    EXPECT_EQ(found["parameters"]["count"], 4);
    EXPECT_EQ(found["parameters"]["stride"], 7);
    EXPECT_EQ(found["parameters"]["wave"], true);
    EXPECT_EQ(found["seed"], 3);
    EXPECT_EQ(found["frames"], 5);
    EXPECT_EQ(found["device"]["backend"], "cpu-debug");
    EXPECT_EQ(found["statistics"][0]["name"], "sum");
    EXPECT_EQ(found["statistics"][0]["value"], 3 + 4 + 5 + 6 + 4 * 5 * 7);  // 4 counters from seed 3 on, 5 steps of 7
    EXPECT_GT(found["frame_time"]["median_ms"], 0.0);
    EXPECT_TRUE(found["versions"].contains("opengl"));
    const state saved = read_state_file(folder_ / "a.state");
    EXPECT_EQ(found["state_hash"], saved.hash());
    EXPECT_EQ(saved.get<int64_t>("counters"), (std::vector<int64_t> {38, 39, 40, 41}));
    EXPECT_EQ(folder_.read("a.csv"), "38\n39\n40\n41\n");
}

TEST_F(program, a_run_with_a_switch_equals_one_without) {
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 6 --stats a.json"), 0) << standard_error();
    ASSERT_EQ(run("run counters --headless --backend cpu-debug --frames 6 --switch-backend 3:cpu-debug --stats b.json"), 0)
        << standard_error();
    EXPECT_EQ(stats("a.json")["state_hash"], stats("b.json")["state_hash"]);
    EXPECT_EQ(stats("b.json")["switches"][0]["frame"], 3);
}

TEST_F(program, failures_give_their_status_and_leave_nothing_behind) {
    const std::tuple<const char*, int, const char*> cases[] = {
        {"run counters --headless --backend cpu-debug --fail load --screenshot a.png", 1, "load was told to fail"},
        {"run counters --headless --backend cpu-debug --fail reset --screenshot a.png", 1, "reset was told to fail"},
        {"run counters --headless --backend cpu-debug --fail step --screenshot a.png", 1, "step was told to fail"},
        {"run counters --headless --backend cpu-debug --fail draw --screenshot a.png", 1, "draw was told to fail"},
        {"run counters --headless --backend cpu-debug --fail opengl --frames 2 --screenshot a.png", 1, "OpenGL reported"},
        {"run counters --headless --backend cpu-debug --fail restore --switch-backend 3:cpu-debug --stats a.json", 1,
         "restore was told"},
        {"run counters --headless --backend cpu-debug --fail save --switch-backend 3:cpu-debug --stats a.json", 1,
         "--switch-backend: the state of frame 3 could not be read from CPU debug: "},
        {"run counters --headless --fail together --screenshot a.png", 2,
         "ingot: --fail: 'together' goes with no other parameter"},
        {"run plain --headless --backend cpu-debug --frames 1 --save a.csv", 2, "--save: Plain writes no file of its own"},
        {"run plain --backend cpu-debug --output a.png", 2, "--output: Plain makes no picture of its own; --screenshot"},
        {"run counters --backend cpu-debug --fail result --output a.png", 1, "--output: result was told to fail"},
        {"run counters --backend cpu-debug --output a.jpg", 2, "--output: 'a.jpg'"},
        {"run counters --headless --backend metal --stats a.json", 3, "metal"},
        {"run counters --headless --backend cpu-debug --device 9 --stats a.json", 3, "9"},
        {"run counters --headless --switch-backend 3:metal --stats a.json", 3, "metal"},
        {"run counters --headless --count 0 --stats a.json", 2, "--count"},
        {"run counters --headless --preset nowhere.json --stats a.json", 1, "nowhere.json"},
        {"run counters --headless --preset nothing --stats a.json", 2, "nothing"},
        {"run counters --headless --fail devices --stats a.json", 3, "ingot: --fail: 9 devices requested"},
        {"run counters --headless --screenshot nowhere/a.png --stats a.json", 1, "--screenshot"},
        {"run counters --headless --frames 1 --video nowhere/a.y4m", 1, "--video: 'nowhere/a.y4m' cannot be written"},
        {"run counters --output nowhere/a.png", 1, "--output: 'nowhere/a.png' cannot be written"},
        {"bench counters --json nowhere/a.json", 1, "--json: 'nowhere/a.json' cannot be written"},
        {"compare counters --json nowhere/a.json", 1, "--json: 'nowhere/a.json' cannot be written"},
        {"regress --junit nowhere/a.xml", 1, "--junit: 'nowhere/a.xml' cannot be written"},
        {"run counters --headless --stats nowhere/a.json", 1, "--stats: 'nowhere/a.json' cannot be written"},
        {"run counters --frames 2 --stats a.json", 3, "--headless"},
        {"nonsense", 2, "nonsense"},
    };
    for (const auto& [arguments, status, text] : cases) {
        EXPECT_EQ(run(arguments), status) << arguments << "\n" << standard_error();
        EXPECT_NE(standard_error().find(text), std::string::npos) << arguments << "\n" << standard_error();
        EXPECT_TRUE(folder_.empty()) << arguments;
    }
}

TEST_F(program, names_the_selection_in_the_environment_that_leaves_no_device) {
    EXPECT_EQ(run("run counters --headless --frames 1 --stats a.json", "INGOT_DEVICES=nvida"), 3);
    EXPECT_NE(standard_error().find("no device matches INGOT_DEVICES='nvida'; without INGOT_DEVICES this machine has "),
              std::string::npos)
        << standard_error();
    EXPECT_EQ(run("devices", "INGOT_DEVICES=nvida"), 0);
    EXPECT_NE(standard_error().find("no device matches INGOT_DEVICES='nvida'"), std::string::npos) << standard_error();
    EXPECT_EQ(run("compare counters --frames 1", "INGOT_DEVICES=cpu-debug"), 3);
    EXPECT_NE(standard_error().find("INGOT_DEVICES selects only one device; use --backends cpu-debug,cpu-debug"),
              std::string::npos)
        << standard_error();
}

TEST_F(program, goes_to_the_next_device_where_a_sample_cannot_be_loaded) {
    const int status = run("run counters --headless --frames 1 --fail load-on-opencl --stats a.json");
    ASSERT_EQ(status, 0) << standard_error();
    EXPECT_NE(stats("a.json")["device"]["backend"], "opencl");
}

TEST_F(program, the_browser_needs_a_display_and_says_how_to_go_on) {
    EXPECT_EQ(run("", "env -u XDG_RUNTIME_DIR"), 3);
    EXPECT_NE(standard_error().find("--headless"), std::string::npos) << standard_error();
    EXPECT_TRUE(standard_error().starts_with("ingot: ")) << "a library printed an error:\n" << standard_error();
}

TEST_F(program, all_panels_are_drawn_without_an_error_of_opengl) {
    // Opens a window with SDL's video driver "offscreen", which shows nothing.
    ASSERT_EQ(run("run counters --backend cpu-debug --frames 5 --size 1200x800 --preset quick --stats a.json --screenshot a.png",
                  "SDL_VIDEODRIVER=offscreen"),
              0)
        << standard_error();
    EXPECT_EQ(stats("a.json")["frames"], 5);
    EXPECT_EQ(run("run counters --backend cpu-debug --frames 5 --ui-scale 2 --size 300x200", "SDL_VIDEODRIVER=offscreen"), 0)
        << standard_error();
}

TEST_F(program, a_step_that_fails_in_the_window_ends_a_run_of_so_many_frames) {
    EXPECT_EQ(run("run counters --backend cpu-debug --frames 6 --fail step --stats a.json", "SDL_VIDEODRIVER=offscreen"), 1);
    EXPECT_NE(standard_error().find("step was told to fail"), std::string::npos) << standard_error();
    EXPECT_TRUE(folder_.empty());
}

TEST_F(program, a_switch_that_fails_in_the_window_is_reported_and_the_run_goes_on) {
    EXPECT_EQ(run("run counters --backend cpu-debug --frames 6 --switch-backend 2:cpu-debug --fail restore --stats a.json",
                  "SDL_VIDEODRIVER=offscreen"),
              1);
    EXPECT_NE(standard_error().find("restore was told to fail"), std::string::npos) << standard_error();
    EXPECT_EQ(stats("a.json")["frames"], 6);  // the first device ran to the end
}

// The test includes the OpenCL backend, because OpenCL drivers that contain LLVM install signal handlers that end the
// program.
TEST_F(program, a_signal_ends_a_run_cleanly) {
    for (const char* backend : {"cpu-debug", "opencl"})
        for (const char* signal : {"TERM", "INT"}) {
            const std::string arguments =
                std::string("run counters --headless --frames 100000000 --stats a.json --backend ") + backend;
            const int status = run_and_signal(arguments, signal);
            if (status == 3) continue;  // this machine lacks the backend
            EXPECT_EQ(status, 4) << backend << " " << signal << "\n" << standard_error();
            EXPECT_NE(standard_error().find("stopped by a signal after"), std::string::npos) << standard_error();
            EXPECT_TRUE(folder_.empty());
        }
    // In a window without --frames, a signal acts like closing the window: the status is 0, or 3 where this machine lacks
    // OpenCL or a display. If a signal stops a run with --frames before its last frame, the status is 4.
    EXPECT_EQ(run_and_signal("run counters --backend opencl", "TERM", "SDL_VIDEODRIVER=offscreen") % 3, 0) << standard_error();
    EXPECT_EQ(run_and_signal("run counters --backend cpu-debug --frames 100000000", "TERM", "SDL_VIDEODRIVER=offscreen"), 4)
        << standard_error();
}

// The program that receives the video does not read. So the run waits in a write, and cannot end by itself.
TEST_F(program, that_is_blocked_is_ended_by_one_signal) {
    EXPECT_EQ(run_and_signal("run counters --headless --backend cpu-debug --frames 100000000 --size 640x480 "
                             "--video \"|trap '' TERM; sleep 20\"",
                             "TERM"),
              128 + SIGTERM)
        << standard_error();
}

TEST_F(program, a_signal_leaves_an_older_video_and_nothing_else) {
    for (const char* signal : {"TERM", "INT"})
        for (const char* environment : {"", "SDL_VIDEODRIVER=offscreen"}) {
            folder_.write("a.y4m", "older");
            const std::string arguments =
                std::string("run counters --backend cpu-debug --frames 100000000 --size 64x48 --video a.y4m") +
                (*environment ? "" : " --headless");
            EXPECT_EQ(run_and_signal(arguments, signal, environment), 4) << standard_error();
            EXPECT_NE(standard_error().find("no file was written\n"), std::string::npos) << standard_error();
            EXPECT_EQ(folder_.read("a.y4m"), "older");
            EXPECT_EQ(folder_.files(), std::vector<std::string> {"a.y4m"});
        }
}

TEST_F(program, that_reports_an_error_of_opengl_leaves_an_older_video) {
    folder_.write("a.y4m", "older");
    EXPECT_EQ(run("run counters --headless --backend cpu-debug --frames 2 --fail opengl --video a.y4m"), 1);
    EXPECT_NE(standard_error().find("no file was written\n"), std::string::npos) << standard_error();
    EXPECT_EQ(folder_.read("a.y4m"), "older");
}

TEST_F(program, opens_a_sample_that_rejects_its_saved_parameters) {
    std::filesystem::create_directories(settings_ / "ingot/samples");
    settings_.write("ingot/samples/counters.json", R"({"parameters": {"fail": "load"}})");
    EXPECT_EQ(run_and_signal("run counters --backend cpu-debug", "TERM", "SDL_VIDEODRIVER=offscreen"), 0) << standard_error();
    for (const char* text : {"opened with its default parameters, not with those of the last run: ", "load was told to fail"})
        EXPECT_NE(standard_error().find(text), std::string::npos) << standard_error();
}

TEST_F(program, finds_a_built_in_preset_beside_a_damaged_file_of_presets) {
    std::filesystem::create_directories(settings_ / "ingot/presets");
    settings_.write("ingot/presets/counters.json", "{");
    EXPECT_EQ(run("run counters --headless --backend cpu-debug --frames 1 --preset quick"), 0) << standard_error();
    EXPECT_EQ(run("run counters --headless --backend cpu-debug --frames 1 --preset own"), 1);
    EXPECT_NE(standard_error().find("counters.json:1:2: the JSON text ends too early"), std::string::npos) << standard_error();
}

// Each of these environments lacks something that a desktop has.
TEST_F(program, runs_in_environments_that_lack_something) {
    const std::string arguments = "run counters --headless --backend cpu-debug --frames 2 --launch on --screenshot a.png";
    for (const std::string environment :
         {"env -u HOME -u XDG_CACHE_HOME", "XDG_CACHE_HOME=/proc HOME=/proc", "XDG_CACHE_HOME=/dev/full",
          "FONTCONFIG_FILE=/dev/null", "TMPDIR=/no/such/folder", "prlimit --nofile=16 --"}) {
        EXPECT_EQ(run(arguments, environment), 0) << environment << "\n" << standard_error();
        EXPECT_TRUE(exists(folder_ / "a.png")) << environment;
        std::filesystem::remove(folder_ / "a.png");
    }
    EXPECT_EQ(run("run counters --backend cpu-debug --frames 2", "SDL_VIDEODRIVER=offscreen FONTCONFIG_FILE=/dev/null"), 0)
        << standard_error();
}

TEST_F(program, progress_is_shown_on_a_terminal_only) {
    const std::string run_of_two_seconds =
        "run counters --headless --backend cpu-debug --frames 40 --step-milliseconds 50 --size 64x64";
    ASSERT_EQ(run(run_of_two_seconds), 0) << standard_error();
    EXPECT_EQ(standard_error().find('\r'), std::string::npos) << standard_error();

    const auto terminal_file = settings_ / "terminal";
    const std::string command = "env -u DISPLAY -u WAYLAND_DISPLAY '" INGOT_TEST_PROGRAM "' " + run_of_two_seconds;
    ASSERT_EQ(std::system(("script -qefc \"" + command + "\" '" + terminal_file.string() + "' >/dev/null 2>&1").c_str()), 0);
    const std::string terminal_text = settings_.read("terminal");
    EXPECT_NE(terminal_text.find("\rcounters  "), std::string::npos) << terminal_text;
    EXPECT_NE(terminal_text.find(" %  "), std::string::npos) << terminal_text;
    EXPECT_LT(terminal_text.rfind(" %  "), terminal_text.rfind("\r\x1b[K")) << "the line must be removed at the end:\n"
                                                                            << terminal_text;
}

TEST_F(program, lists_are_json_where_asked) {
    ASSERT_EQ(run("samples --json"), 0);
    const json samples = json::parse(standard_output());
    EXPECT_EQ(samples[0]["name"], "counters");
    EXPECT_EQ(samples[0]["parameters"][0]["default"], 16);
    EXPECT_EQ(samples[0]["presets"][0]["name"], "quick");
    ASSERT_EQ(run("devices --json"), 0);
    std::set<std::string> backends;
    for (const json& each : json::parse(standard_output())) {
        backends.insert(each["backend"]);
        EXPECT_NE(each.contains("unavailable"), each.contains("name"));
    }
    EXPECT_EQ(backends, (std::set<std::string> {"cpu-debug", "cpu-native", "cuda", "metal", "opencl", "vulkan"}));
}

}  // namespace
}  // namespace ingot::shell
