// Tests of format_command(), which writes the command line that the window copies: a shell splits the line into arguments, and
// the program parses these arguments as a request for the same run.
#include "command_line/command_text.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <ingot/sample/strokes.hpp>

#include "camera/camera_text.hpp"
#include "command_line/command_line.hpp"
#include "command_line/link.hpp"
#include "process/quote_for_shell.hpp"
#include "temporary_folder.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

/// Returns the arguments into which a POSIX shell splits the line.
std::vector<std::string> words_by_a_shell(const std::string& line) {
    const tests::temporary_folder folder;
    const auto script = folder.write("words.sh", "for word in " + line + "; do printf '%s\\0' \"$word\"; done");
    std::FILE* const out = popen(("sh '" + script.string() + "'").c_str(), "r");
    std::vector<std::string> words(1);
    for (int each = std::fgetc(out); each != EOF; each = std::fgetc(out)) {
        if (each == 0)
            words.emplace_back();
        else
            words.back() += static_cast<char>(each);
    }
    pclose(out);
    words.pop_back();
    return words;
}

run_request parsed(const std::string& line) {
    auto words = words_by_a_shell(line);
    EXPECT_EQ(words.at(0), "ingot");
    words.erase(words.begin());
    return std::get<run_request>(parse_command_line(words, tests::test_samples()));
}

TEST(command_text, words_survive_a_shell) {
    for (const std::string word :
         {"plain", "", "two words", "it's", "$HOME", "a\nb", "`x`", "\\", "\"", "*", "~", "!", "#", "ä", "a;b", "'"})
        EXPECT_EQ(words_by_a_shell(process::quote_for_shell(word)), std::vector {word}) << word;
    EXPECT_EQ(process::quote_for_shell("1280x720"), "1280x720");
}

TEST(command_text, brings_back_all_that_is_on_the_screen) {
    const auto object = tests::test_samples().front().create();
    const auto set = [&](std::string_view name, const parameter_value& value) {
        find_parameter(object->parameters(), name)->set(value);
    };
    set("stride", int64_t {-5});
    set("brightness", 0.1);
    set("wave", true);
    set("fail", std::string("draw"));
    set("source", std::string("/tmp/it's a file $x.txt"));
    const orbit view {{0.1f, -2.0f, 3e-7f}, 4.6f, 1.0f / 3.0f, -0.9f, 0.7f};
    const auto request = parsed(format_command({.sample = "counters",
                                                .parameters = object->parameters(),
                                                .backend = backend::opencl,
                                                .device = 2,
                                                .size = extent {1000, 700},
                                                .seed = 7,
                                                .camera = view,
                                                .exposure_stops = -1.5f,
                                                .paused_at = 120,
                                                .speed = 0.25,
                                                .fixed_step = true}));
    const auto other = request.sample.create();
    set_parameters(other->parameters(), request.parameters);
    for (const parameter_base* each : object->parameters())
        EXPECT_EQ(find_parameter(other->parameters(), each->name())->value(), each->value()) << each->name();
    EXPECT_EQ(request.device.backend, backend::opencl);
    EXPECT_EQ(request.device.index, 2u);
    EXPECT_EQ(request.size, (extent {1000, 700}));
    EXPECT_EQ(request.seed, 7u);
    EXPECT_EQ(request.camera, view);
    EXPECT_EQ(request.exposure_stops, -1.5f);
    EXPECT_EQ(request.paused_at, 120u);
    EXPECT_EQ(request.speed, 0.25);
    EXPECT_TRUE(request.fixed_step);
    EXPECT_FALSE(request.headless);
    EXPECT_FALSE(request.fresh);
}

TEST(command_text, is_short_where_little_differs_and_does_not_use_saved_parameters) {
    const auto object = tests::test_samples().front().create();
    EXPECT_EQ(format_command({.sample = "counters", .parameters = object->parameters()}), "ingot run counters --fresh");
    EXPECT_EQ(format_command({.sample = "counters", .parameters = object->parameters(), .preset = "quick"}),
              "ingot run counters --preset quick");
    find_parameter(object->parameters(), "count")->set(int64_t {4});
    EXPECT_EQ(format_command({.sample = "counters", .parameters = object->parameters()}), "ingot run counters --count 4");
}

TEST(link, gives_the_same_request_as_the_command_line) {
    const auto samples = tests::test_samples();
    const auto object = samples.front().create();
    find_parameter(object->parameters(), "count")->set(int64_t {4});
    const window_scene scene {.sample = "counters",
                              .parameters = object->parameters(),
                              .backend = backend::opencl,
                              .size = extent {1000, 700},
                              .seed = 7,
                              .camera = orbit {{1.0f, 2.0f, 3.0f}, 4.0f, 0.25f, 0.5f, 0.8f},
                              .fixed_step = true};
    const std::string link = format_link(scene);
    EXPECT_TRUE(link.starts_with("ingot://counters?count=4&backend=opencl&camera=1,2,3,")) << link;
    const auto by_link = std::get<run_request>(parse_command_line(std::vector {link}, samples));
    const auto by_command = parsed(format_command(scene));
    EXPECT_EQ(by_link.sample.name, "counters");
    EXPECT_EQ(by_link.parameters, by_command.parameters);
    EXPECT_EQ(by_link.camera, by_command.camera);
    EXPECT_EQ(by_link.device, by_command.device);
    EXPECT_EQ(by_link.size, std::nullopt) << "the reader's window has its own size";
    EXPECT_FALSE(by_link.uses_saved);
    EXPECT_TRUE(by_command.uses_saved);
    EXPECT_EQ(by_link.seed, 7u);
    EXPECT_TRUE(by_link.fixed_step);
}

TEST(link, is_decoded_and_may_end_the_name_with_a_slash) {
    const auto samples = tests::test_samples();
    const std::vector<std::string> expected {"run", "counters", "--preset=quick"};
    EXPECT_EQ(arguments_of_link("ingot://counters/?preset=qu%69ck", samples), expected);
    EXPECT_EQ(arguments_of_link("ingot://counters", samples), (std::vector<std::string> {"run", "counters"}));
    EXPECT_EQ(arguments_of_link("ingot://counters?fresh", samples), (std::vector<std::string> {"run", "counters", "--fresh"}));
    EXPECT_EQ(format_link({.sample = "counters", .preset = "a b&c=ü"}), "ingot://counters?preset=a%20b%26c%3D%C3%BC");
}

// A link may come from a web page. It opens no file, writes none, and starts no program.
TEST(link, can_only_select_what_a_window_shows) {
    const auto samples = tests::test_samples();
    const std::vector<std::pair<std::string, std::string>> cases {
        {"ingot://counters?screenshot=%2Ftmp%2Fa.png", "a link cannot have 'screenshot'"},
        {"ingot://counters?brigthness=2", "did you mean brightness?"},
        {"ingot://counters?video=%7Csh", "a link cannot have 'video'"},
        {"ingot://counters?headless", "'headless' in the link has no value"},
        {"ingot://counters?save-state=a", "a link cannot have 'save-state'"},
        {"ingot://counters?preset=%2Fetc%2Fa.json", "a link cannot name the file '/etc/a.json'"},
        {"ingot://counters?source=%2Fetc%2Fpasswd", "a link cannot name files"},
        {"ingot://counters?--frames=3", "a link cannot have '--frames'"},
        {"ingot://other", "there is no sample 'other'"},
        {"ingot://", "there is no sample ''"},
        {"ingot://counters?preset=%2", "two hexadecimal digits"},
        {"ingot://counters?preset=%0a", "control character"},
        {"ingot://counters?count", "'count' in the link has no value"},
        {"ingot run nbody", "is a command line for a terminal; Ctrl Shift C copies a link"},
        {"nbody", "is not a link"}};
    for (const auto& [link, message] : cases) try {
            arguments_of_link(link, samples);
            ADD_FAILURE() << link;
        } catch (const usage_error& problem) {
            EXPECT_NE(std::string(problem.what()).find(message), std::string::npos) << link << ": " << problem.what();
        }
}

TEST(link, can_be_followed_by_options_of_the_window) {
    const auto samples = tests::test_samples();
    const auto opened = [&](std::vector<std::string> arguments) {
        return std::get<run_request>(parse_command_line(arguments, samples));
    };
    const run_request request =
        opened({"ingot://counters?count=4&size=1000x700", "--ui-scale", "2", "--theme=light", "--size", "800x600", "--fresh"});
    EXPECT_EQ(request.ui_scale, 2.0f);
    EXPECT_EQ(request.look, theme::look::light);
    EXPECT_EQ(request.size, (extent {800, 600})) << "the option overrides the link";
    EXPECT_TRUE(request.fresh);
    EXPECT_EQ(request.parameters.size(), 1u);
    EXPECT_EQ(opened({"ingot://counters?size=1000x700"}).size, (extent {1000, 700}));
    EXPECT_TRUE(opened({"ingot://counters?fresh", "--fresh"}).fresh);
    for (const std::vector<std::string>& others : {std::vector<std::string> {"--frames", "3"},
                                                   {"--screenshot", "a.png"},
                                                   {"--headless"},
                                                   {"other"},
                                                   {"ingot://counters"}}) {
        std::vector<std::string> arguments {"ingot://counters"};
        arguments.insert(arguments.end(), others.begin(), others.end());
        try {
            static_cast<void>(opened(arguments));
            ADD_FAILURE() << others.front();
        } catch (const usage_error& problem) {
            EXPECT_NE(std::string(problem.what()).find("a link can be followed by --size, --ui-scale, --theme and --fresh only"),
                      std::string::npos)
                << problem.what();
        }
    }
}

TEST(command_text, repeats_the_steps_and_strokes_of_a_run) {
    const auto samples = tests::test_samples();
    const auto object = samples.front().create();
    const std::string drawing = "ink_300_12,5000,5000_0,0,0_1,20,-3x4";
    const window_scene scene {.sample = "counters",
                              .parameters = object->parameters(),
                              .paused_at = 13,
                              .step_lengths = "0.017x12,0.016",
                              .drawing = drawing};
    const std::string line = format_command(scene);
    EXPECT_EQ(line, "ingot run counters --fresh --step-lengths 0.017x12,0.016 --drawn " + drawing + " --paused-at 13");
    const run_request request = parsed(line);
    EXPECT_EQ(request.past.steps.text(), scene.step_lengths);
    const stroke_format ink {.tools = {"ink"}, .unit = "metres"};
    EXPECT_EQ(request.past.strokes, read_drawing(drawing, ink));
    EXPECT_EQ(request.past.strokes.size(), 5u);
    const std::string link = format_link(scene);
    EXPECT_EQ(link, "ingot://counters?step-lengths=0.017x12,0.016&drawn=" + drawing + "&paused-at=13") << "nothing is encoded";
    const auto by_link = std::get<run_request>(parse_command_line(std::vector {link}, samples));
    EXPECT_EQ(by_link.past.strokes, request.past.strokes);
    EXPECT_EQ(by_link.past.steps.text(), request.past.steps.text());

    for (const auto& [arguments, message] : std::vector<std::pair<std::vector<std::string>, std::string>> {
             {{"run", "counters", "--step-lengths", "0.5,x"}, "--step-lengths: 'x' is invalid; expected seconds from 0 to 1"},
             {{"run", "counters", "--drawn", "wind_300_1,0,0_0,0,0"},
              "--drawn: 'wind' is wrong in the strokes; expected one of ink"},
             {{"run", "plain", "--drawn", drawing}, "--drawn: Plain keeps no strokes of the mouse"}})
        try {
            parse_command_line(arguments, samples);
            ADD_FAILURE() << message;
        } catch (const usage_error& problem) {
            EXPECT_NE(std::string(problem.what()).find(message), std::string::npos) << problem.what();
        }
}

TEST(camera_text, gives_the_same_view_again) {
    for (const float yaw : {0.0f, 0.3f, -3.1415927f, 1.0e-3f, 2.7182817f}) {
        const orbit view {{yaw, 1e5f, -1e-5f}, 1234.5f, yaw, 0.5f * yaw, 0.8f};
        EXPECT_EQ(parse_camera(format_camera(view)), view) << format_camera(view);
    }
    EXPECT_EQ(format_camera(parse_camera("0,0,0,4.6,17,52")), "0,0,0,4.6,17,52");
    EXPECT_FLOAT_EQ(parse_camera("0,0,0,1,0,0,90").field_of_view, 1.5707964f);
}

TEST(camera_text, rejects_what_is_no_view) {
    for (const char* text : {"", "1,2,3", "1,2,3,4,5,6,7,8", "a,0,0,1,0,0", "0,0,0,0,0,0", "0,0,0,1,0,91", "0,0,0,1,0,0,171",
                             "0,0,0,1,0,0,", "0,,0,1,0,0", "nan,0,0,1,0,0", "1e9,0,0,1,0,0", " 0,0,0,1,0,0"})
        EXPECT_THROW(parse_camera(text), camera_error) << text;
}

}  // namespace
}  // namespace ingot::shell
