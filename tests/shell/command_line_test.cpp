// Tests of parse_command_line: the requests that it returns and the messages of its errors.
#include "command_line/command_line.hpp"

#include <gtest/gtest.h>

#include "command_line/command_text.hpp"
#include "command_line/listings.hpp"
#include "presets/presets.hpp"
#include "temporary_folder.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

using tests::temporary_folder;

command parse(std::vector<std::string> arguments) { return parse_command_line(arguments, tests::test_samples()); }

run_request parse_run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "run");
    return std::get<run_request>(parse(std::move(arguments)));
}

std::string error_of(std::vector<std::string> arguments) {
    try {
        parse(std::move(arguments));
        return "the command line was accepted";
    } catch (const std::runtime_error& problem) {  // usage_error, preset_error or unwritable_file
        return problem.what();
    }
}

std::string help(std::vector<std::string> arguments) { return std::get<printed_text>(parse(std::move(arguments))).text; }

TEST(command_line, accepts_a_parameters_former_name_that_the_help_does_not_show) {
    EXPECT_EQ(parse_run({"counters", "--failure", "draw"}).parameters, (parameter_settings {{"fail", std::string("draw")}}));
    EXPECT_NE(help({"run", "counters", "--help"}).find("--fail "), std::string::npos);
    EXPECT_EQ(help({"run", "counters", "--help"}).find("--failure"), std::string::npos);
}

TEST(command_line, opens_the_browser_without_a_command) {
    EXPECT_TRUE(std::holds_alternative<browse_request>(parse({})));
    EXPECT_EQ(std::get<browse_request>(parse({"--size", "800x600"})).size, (extent {800, 600}));
}

TEST(command_line, lists_take_json) {
    EXPECT_FALSE(std::get<list_samples_request>(parse({"samples"})).json);
    EXPECT_TRUE(std::get<list_samples_request>(parse({"samples", "--json"})).json);
    EXPECT_TRUE(std::get<list_devices_request>(parse({"devices", "--json"})).json);
}

TEST(command_line, a_run_takes_many_options_at_once) {
    const temporary_folder folder;
    const auto request = parse_run({"counters",         "--headless",
                                    "--backend",        "cpu-debug",
                                    "--device",         "1",
                                    "--frames",         "90",
                                    "--size",           "640x360",
                                    "--seed",           "7",
                                    "--screenshot",     (folder / "a.png").string(),
                                    "--stats",          (folder / "a.json").string(),
                                    "--save",           (folder / "a.csv").string(),
                                    "--save-state",     (folder / "a.state").string(),
                                    "--switch-backend", "60:opencl",
                                    "--switch-backend", "30:cpu-debug"});
    EXPECT_EQ(request.sample.name, "counters");
    EXPECT_TRUE(request.headless);
    EXPECT_EQ(request.device.backend, backend::cpu_debug);
    EXPECT_EQ(request.device.index, 1u);
    EXPECT_EQ(request.frames, 90u);
    EXPECT_EQ(request.size, (extent {640, 360}));
    EXPECT_EQ(request.seed, 7u);
    EXPECT_EQ(request.screenshot, folder / "a.png");
    EXPECT_EQ(request.save_state, folder / "a.state");
    ASSERT_EQ(request.switches.size(), 2u);
    EXPECT_EQ(request.switches[0].frame, 30u);
    EXPECT_EQ(request.switches[1].backend, backend::opencl);
    EXPECT_TRUE(folder.empty());  // parsing writes no file
}

TEST(command_line, a_samples_parameters_are_options) {
    const auto request = parse_run({"counters", "--count", "32", "--stride=-5", "--brightness", "1", "--wave", "on"});
    const parameter_settings expected {{"count", int64_t {32}}, {"stride", int64_t {-5}}, {"brightness", 1.0}, {"wave", true}};
    EXPECT_EQ(request.parameters, expected);
    EXPECT_EQ(parse_run({"counters", "--stride", "-5"}).parameters.at(0).second, parameter_value(int64_t {-5}));
}

TEST(command_line, a_file_without_an_option_goes_to_the_parameter_that_reads_it) {
    const auto parsed_parameters = [](std::vector<std::string> arguments) { return parse_run(std::move(arguments)).parameters; };
    EXPECT_EQ(parsed_parameters({"counters", "a.txt"}), (parameter_settings {{"source", std::string("a.txt")}}));
    EXPECT_EQ(parsed_parameters({"counters", "a.CSV"}), (parameter_settings {{"table", std::string("a.CSV")}}));
    EXPECT_EQ(parsed_parameters({"counters", "--input", "a.tsv"}), (parameter_settings {{"table", std::string("a.tsv")}}));
    EXPECT_EQ(parsed_parameters({"counters", "a.csv", "--source", "b.csv"}),
              (parameter_settings {{"table", std::string("a.csv")}, {"source", std::string("b.csv")}}));
}

/// A sample whose parameters declare that the file `table` is read only if the parameter `origin` has the value 'file'.
class table_sample final : public sample {
public:
    std::vector<parameter_base*> parameters() override { return {&origin_, &table_}; }
    void load(const device&, queue&) override {}
    void reset(uint64_t) override {}
    void step(const tick&) override {}
    void draw(const canvas&) override {}
    state save() const override { return {}; }
    void restore(const state&) override {}

private:
    choice origin_ {"origin", {"zero", "noise", "file"}, "the first numbers"};
    file_parameter table_ {"table", "a table of numbers; with a header", {".csv"}, "origin"};
};

class command_line_of_files : public testing::Test {
protected:
    run_request parse(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"run", "table"});
        return std::get<run_request>(parse_command_line(arguments, samples_));
    }
    std::string error_of(std::vector<std::string> arguments) const {
        try {
            parse(std::move(arguments));
            return "the command line was accepted";
        } catch (const usage_error& problem) {
            return problem.what();
        }
    }
    /// Returns the values that the command line gives to the parameters `origin` and `table`.
    std::pair<std::string, std::string> values(std::vector<std::string> arguments) const {
        const run_request request = parse(std::move(arguments));
        table_sample object;
        set_parameters(object.parameters(), request.parameters);
        return {find_parameter(object.parameters(), "origin")->text(), find_parameter(object.parameters(), "table")->text()};
    }

    temporary_folder folder_;
    std::string preset_ = folder_.write("presets.json", R"({"presets": [{"name": "noise", "parameters": {"origin": "noise"}}]})");
    std::vector<sample_description> samples_ {
        {"table", "Table", "", preset_, []() -> std::unique_ptr<sample> { return std::make_unique<table_sample>(); }}};
};

TEST_F(command_line_of_files, a_file_sets_the_choice_that_reads_it_and_overrides_a_preset) {
    using expected = std::pair<std::string, std::string>;
    EXPECT_EQ(values({}), expected("zero", ""));
    EXPECT_EQ(values({"--table", "a.csv"}), expected("file", "a.csv"));
    EXPECT_EQ(values({"a.csv"}), expected("file", "a.csv"));
    EXPECT_EQ(values({"a.csv", "--origin", "file"}), expected("file", "a.csv"));
    EXPECT_EQ(values({"--preset", "noise"}), expected("noise", ""));
    EXPECT_EQ(values({"--preset", "noise", "a.csv"}), expected("file", "a.csv"));
    EXPECT_EQ(values({"--preset", "noise", "--table", "a.csv"}), expected("file", "a.csv"));
}

TEST_F(command_line_of_files, a_file_that_would_not_be_read_and_a_missing_one_are_errors) {
    EXPECT_EQ(error_of({"--origin", "noise", "--table", "a.csv"}), "--table: needs --origin file, but --origin is noise");
    EXPECT_EQ(error_of({"--origin", "zero", "a.csv"}), "--table: needs --origin file, but --origin is zero");
    EXPECT_EQ(error_of({"--origin", "file"}), "--origin file: no file given; add --table FILE (.csv)");
}

TEST_F(command_line_of_files, the_help_names_the_argument_and_its_option) {
    const std::vector<std::string> arguments {"run", "table", "--help"};
    const std::string text = std::get<printed_text>(parse_command_line(arguments, samples_)).text;
    EXPECT_NE(text.find("Usage: ingot run table [FILE] [OPTIONS]\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  FILE                        a table of numbers; short for --table FILE\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  --input FILE                the same as FILE\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("\n\n\n"), std::string::npos) << text;
}

TEST_F(command_line_of_files, a_copied_command_has_no_file_that_is_not_read) {
    table_sample object;
    find_parameter(object.parameters(), "table")->set(std::string("/a.csv"));
    find_parameter(object.parameters(), "origin")->set(std::string("noise"));
    EXPECT_EQ(format_command({.sample = "table", .parameters = object.parameters()}), "ingot run table --origin noise");
    find_parameter(object.parameters(), "origin")->set(std::string("file"));
    EXPECT_EQ(format_command({.sample = "table", .parameters = object.parameters()}),
              "ingot run table --origin file --table /a.csv");
}

TEST(command_line, an_output_needs_no_window) {
    const temporary_folder folder;
    const auto request = parse_run({"counters", "--output", (folder / "a.exr").string()});
    EXPECT_TRUE(request.headless);
    EXPECT_EQ(request.output, folder / "a.exr");
    EXPECT_EQ(request.frames, std::nullopt);
}

TEST(command_line, a_parameter_overrides_that_of_the_preset) {
    const auto request = parse_run({"counters", "--stride", "3", "--preset", "quick"});
    const auto object = request.sample.create();
    set_parameters(object->parameters(), request.parameters);
    EXPECT_EQ(find_parameter(object->parameters(), "count")->text(), "4");
    EXPECT_EQ(find_parameter(object->parameters(), "stride")->text(), "3");
}

TEST(command_line, help_prints_what_the_option_prints) {
    EXPECT_EQ(help({"help"}), help({"--help"}));
    EXPECT_EQ(help({"help", "help"}), help({"--help"}));
    EXPECT_NE(help({"help"}).find("ingot help [COMMAND|SAMPLE]"), std::string::npos);
    for (const char* command : {"run", "samples", "devices", "bench", "compare", "regress"})
        EXPECT_EQ(help({"help", command}), help({command, "--help"})) << command;
    EXPECT_EQ(help({"help", "run", "counters"}), help({"run", "counters", "--help"}));
    EXPECT_EQ(help({"help", "counters"}), help({"run", "counters", "--help"}));
}

TEST(command_line, a_whole_number_may_have_an_exponent) {
    const auto request = parse_run({"counters", "--headless", "--count", "1e4", "--frames", "1.5e3", "--seed", "2e0"});
    EXPECT_EQ(*find_setting(request.parameters, "count"), parameter_value(int64_t {10'000}));
    EXPECT_EQ(request.frames, 1500u);
    EXPECT_EQ(request.seed, 2u);
    EXPECT_EQ(parse_run({"counters", "--seed", "18446744073709551615"}).seed, UINT64_MAX);
    EXPECT_NE(error_of({"run", "counters", "--seed", "1e19"}).find("--seed: '1e19' is invalid"), std::string::npos)
        << "a double does not hold every whole number of this size";
    const auto bench = std::get<bench_request>(parse({"bench", "counters", "--sweep", "count=1e2,2e2"}));
    EXPECT_EQ(bench.samples.at(0).sweeps.at(0).values, (std::vector<parameter_value> {int64_t {100}, int64_t {200}}));
}

TEST(command_line, errors_name_the_option_and_what_it_takes) {
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"rum"}, "did you mean run?"},
        {{"--jso"}, "unknown option '--jso'"},
        {{"counters"}, "'counters' is a sample, not a command; run it with 'ingot run counters'"},
        {{"bench", "counters", "--count", "4"},
         "'--count' is an option of 'ingot run counters'; to measure counters with other values, use '--sweep count=VALUE"},
        {{"tuen"}, "there is no command 'tuen' (did you mean tune?)"},
        {{"countres"}, "there is no command 'countres' (did you mean 'ingot run counters'?); commands: run, samples"},
        {{"--headless"}, "--headless is an option of 'ingot run': ingot run SAMPLE --headless; samples: counters, plain"},
        {{"--size", "9x9", "--frames=3", "counters"}, "--frames is an option of 'ingot run': ingot run counters --frames;"},
        {{"run", "counters", "frames=3"},
         "unexpected argument 'frames=3' (did you mean --frames 3?); see 'ingot run counters --help'"},
        {{"run", "plain", "frames=3"}, "unexpected argument 'frames=3' (did you mean --frames 3?)"},
        {{"run", "plain", "headless=on"}, "unexpected argument 'headless=on' (did you mean --headless?)"},
        {{"run", "counters", "count", "3"}, "unexpected argument 'count' (did you mean --count?)"},
        {{"samples", "--jsn"}, "did you mean --json?"},
        {{"samples", "more"}, "'more'"},
        {{"run"}, "samples: counters, plain"},
        {{"run", "--headless"}, "samples: counters, plain"},
        {{"run", "counter"}, "there is no sample 'counter' (did you mean counters?); samples: counters, plain"},
        {{"run", "counters", "a.txt", "more"}, "unexpected argument 'more'"},
        {{"run", "plain", "a.txt"}, "unexpected argument 'a.txt'"},
        {{"run", "plain", "--input", "a.txt"}, "unknown option '--input'"},
        {{"run", "counters", "a.txt", "--source", "b.txt"},
         "--source: given twice, 'a.txt' and 'b.txt', one of them without the option"},
        {{"run", "countres"}, "there is no sample 'countres' (did you mean counters?); samples: counters, plain"},
        {{"run", "counters", "--count"}, "--count: needs a value: --count N; see 'ingot run counters --help'"},
        {{"run", "counters", "--count", "1.5"},
         "--count: '1.5' is not a whole number; expected a whole number from 1 to 1048576"},
        {{"run", "counters", "--count", "1e-3"}, "--count: '1e-3' is not a whole number"},
        {{"run", "counters", "--count", "1e4x"}, "--count: '1e4x' is not a whole number"},
        {{"run", "counters", "--count", "1e30"}, "--count: '1e30' is out of range; expected a whole number from 1 to 1048576"},
        {{"run", "counters", "--count", "99999999999999999999"}, "--count: '99999999999999999999' is out of range"},
        {{"run", "counters", "--output", "a.jpg"},
         "--output: 'a.jpg' is invalid; expected the name of a .png, .hdr or .exr file"},
        {{"run", "plain", "--save", "a.csv"}, "--save: Plain writes no file of its own; --save-state writes"},
        {{"run", "counters", "--output", "/nowhere/a.png"}, "there is no folder '/nowhere'"},
        {{"run", "counters", "--output", "a.png", "--screenshot", "a.png"}, "is given for two outputs"},
        {{"run", "counters", "--cuont", "4"}, "did you mean --count?"},
        {{"run", "counters", "--count", "0"}, "--count: '0' is out of range; expected a whole number from 1 to 1048576"},
        {{"run", "counters", "--count", "many"}, "--count: 'many'"},
        {{"run", "counters", "--wave", "perhaps"}, "--wave: 'perhaps' is neither on nor off"},
        {{"run", "counters", "--fail", "often"}, "one of never, load"},
        {{"run", "counters", "--fail", "loda"}, "(did you mean load?)"},
        {{"run", "counters", "--fail", "reste"}, "(did you mean reset?)"},
        {{"run", "counters", "--backend", "opncl"}, "(did you mean opencl?)"},
        {{"run", "counters", "--preset", "quikc"}, "has no preset 'quikc' (did you mean quick?); it has quick, bright"},
        {{"hlep"}, "there is no command 'hlep' (did you mean help?)"},
        {{"help", "rnu"}, "there is no command or sample 'rnu' (did you mean run?)"},
        {{"help", "run", "countres"}, "there is no sample 'countres' (did you mean counters?)"},
        {{"run", "counters", "--count", "4", "--count", "5"}, "--count: given twice, but the option takes one value"},
        {{"run", "counters", "--size", "9x9", "--frames", "1", "--frames", "0", "--frames", "2"},
         "--frames: given 3 times, but the option takes one value"},
        {{"run", "counters", "--frames", "0"}, "--frames: '0' is invalid; expected a whole number from 1"},
        {{"run", "counters", "--frames", "-3"}, "--frames: '-3'"},
        {{"run", "counters", "--frames", "1.5"}, "--frames: '1.5'"},
        {{"run", "counters", "--size", "640"}, "--size: '640'"},
        {{"run", "counters", "--size", "0x10"}, "WIDTHxHEIGHT"},
        {{"run", "counters", "--size", "10x10x10"}, "WIDTHxHEIGHT"},
        {{"run", "counters", "--size", "99999x10"}, "16384"},
        {{"run", "counters", "--seed", "-1"}, "--seed"},
        {{"run", "counters", "--backend", "direct3d"}, "one of cuda, opencl, metal, vulkan, cpu-"},
        {{"run", "counters", "--device", "1"}, "--backend"},
        {{"run", "counters", "--preset", "slow"}, "it has quick, bright"},
        {{"run", "plain", "--preset", "slow"}, "has no presets"},
        {{"run", "counters", "--headless", "--switch-backend", "5"}, "FRAME:BACKEND"},
        {{"run", "counters", "--headless", "--switch-backend", "5:x"}, "FRAME:BACKEND"},
        {{"run", "counters", "--headless", "--frames", "5", "--switch-backend", "5:opencl"}, "frame 5 is never reached"},
        {{"run", "counters", "--switch-backend", "5:opencl"}, "--switch-backend: needs --frames"},
        {{"run", "counters", "--screenshot", "/nowhere/a.png"},
         "--screenshot: '/nowhere/a.png' cannot be written: there is no folder"},
        {{"run", "counters", "--screenshot", "a.jpg"}, "a .png file"},
        {{"run", "counters", "--stats", "/tmp"}, "--stats"},
        {{"run", "counters", "--save-state", "/tmp"}, "it is a folder"},
        {{"run", "counters", "--save", "a.out", "--save-state", "a.out"}, "is given for two outputs"},
        {{"run", "counters", "--headless", "--save", "a.y4m", "--video", "./a.y4m"}, "is given for two outputs"},
        {{"run", "counters", "--camera", "1,2"}, "--camera: '1,2' is invalid; expected X,Y,Z,DISTANCE,YAW,PITCH"},
        {{"run", "counters", "--camera", "0,0,0,0,17,52"}, "--camera: DISTANCE is '0'; expected a number from 0.001 to 1000000"},
        {{"run", "counters", "--camera", "0,0,nan,1,17,52"}, "--camera: Z is 'nan'; expected a number from -1000000 to 1000000"},
        {{"run", "counters", "--camera", "0,0,0,1,17,52,200"},
         "--camera: FIELD-OF-VIEW is '200'; expected a number from 1 to 170"},
        {{"run", "counters", "--video", "a.y4m", "--fps", "1/0"},
         "--fps: '1/0' is invalid; expected N or N/M, 1 to 1000 frames per second, such as 60 or 30000/1001"},
        {{"run", "counters", "--video", "a.y4m", "--fps", "1e9"}, "--fps: '1e9' is invalid; expected N or N/M"},
        {{"run", "counters", "--video", "a.y4m", "--fps", "0"}, "--fps: '0' is invalid; expected N or N/M"},
        {{"run", "counters", "--video", "a.y4m", "--fps", "2000"}, "--fps: '2000' is invalid; expected N or N/M"},
        {{"compare", "counters", "--output", "a.JPG"},
         "--output: 'a.JPG' is invalid; expected the name of a .png file or of a folder"},
        {{"run", "counters", "--view-exposure", "7"}, "--view-exposure: '7'"},
        {{"run", "counters", "--backend", "cpu-debug", "--device", "cpu-debug"},
         "--device: 'cpu-debug' is invalid; expected the number of a device in its backend"},
        {{"run", "counters", "--clock-speed", "5"}, "--clock-speed: '5' is invalid; expected a number from 0.0625 to 4"},
        {{"run", "counters", "--headless", "--paused-at", "5"}, "--paused-at: needs a window"},
        {{"run", "counters", "--headless", "--clock-speed", "2"}, "--clock-speed: needs a window"},
        {{"run", "counters", "--preset", "nowhere.json"}, "--preset: nowhere.json: cannot be read: No such file or directory"},
        {{"run", "counters", "--ui-scale", "9"}, "--ui-scale: '9'"},
    };
    for (const auto& [arguments, expected] : cases) {
        const auto message = error_of(arguments);
        EXPECT_NE(message.find(expected), std::string::npos) << "expected: " << expected << "\nmessage:  " << message;
    }
}

TEST(command_line, help_of_an_unknown_command_is_an_error_with_a_suggestion) {
    const std::string unknown = error_of({"help", "xyz"});
    EXPECT_NE(unknown.find("there is no command or sample 'xyz'"), std::string::npos) << unknown;
    EXPECT_NE(unknown.find("commands: run, "), std::string::npos) << unknown;
    EXPECT_NE(unknown.find("samples: counters"), std::string::npos) << unknown;
    EXPECT_NE(error_of({"help", "bensh"}).find("(did you mean bench?)"), std::string::npos);
    EXPECT_NE(error_of({"help", "countrs"}).find("(did you mean counters?)"), std::string::npos);
    EXPECT_NE(error_of({"help", "run", "countrs"}).find("(did you mean counters?)"), std::string::npos);
}

TEST(command_line, help_separates_what_an_option_takes_from_what_it_needs) {
    const auto text = help({"run", "counters", "--help"});
    EXPECT_NE(text.find("--device N "), std::string::npos) << text;
    EXPECT_NE(text.find("; needs --backend"), std::string::npos) << text;
    EXPECT_EQ(text.find("Needs"), std::string::npos) << text;
}

TEST(command_line, help_names_the_backends_that_there_are) {
    for (const char* const command : {"bench", "regress"})
        EXPECT_NE(help({command, "--help"}).find(backend_names(" or ") + "; can be given several times"), std::string::npos)
            << command;
    EXPECT_NE(help({"run", "counters", "--help"}).find(backend_names(" or ") + "; default:"), std::string::npos);
    EXPECT_TRUE(backend_names(" or ").starts_with("cuda, opencl, metal, vulkan"));
}

TEST(command_line, devices_are_listed_with_the_number_for_the_option_device) {
    const device debug = find_device(backend::cpu_debug);
    const device_entry entry {{backend::cpu_debug, debug, {}}, {}};
    const std::vector<device_entry> one {entry};
    EXPECT_TRUE(list_devices(one, false).starts_with("  cpu-debug   " + debug.name())) << list_devices(one, false);
    const std::vector<device_entry> two {entry, entry};
    const std::string text = list_devices(two, false);
    EXPECT_TRUE(text.starts_with("  cpu-debug 0  " + debug.name())) << text;
    EXPECT_NE(text.find("\n  cpu-debug 1  " + debug.name()), std::string::npos) << text;
}

TEST(command_line, help_of_each_command_describes_the_selection_of_devices) {
    for (const char* const command_name : {"", "run", "devices", "bench", "compare", "regress"}) {
        std::vector<std::string> words {"--help"};
        if (*command_name != '\0') words.insert(words.begin(), command_name);
        const std::string text = help(words);
        EXPECT_NE(text.find("INGOT_DEVICES=WORD[,WORD…]"), std::string::npos) << command_name << "\n" << text;
        EXPECT_LT(text.find("INGOT_DEVICES"), text.find("Exit status")) << command_name;
    }
}

TEST(command_line, help_says_which_options_are_of_the_window) {
    const auto text = help({"--help"});
    EXPECT_NE(text.find("Options of the window that opens without a command:\n"), std::string::npos) << text;
}

TEST(command_line, help_is_everywhere) {
    EXPECT_NE(help({"--help"}).find("Exit status"), std::string::npos);
    EXPECT_NE(help({"--version"}).find("ingot "), std::string::npos);
    EXPECT_NE(help({"--help"}).find("print the version"), std::string::npos);
    EXPECT_NE(help({"run", "--help"}).find("counters, plain"), std::string::npos);
    EXPECT_NE(help({"samples", "--help"}).find("--json"), std::string::npos);
    EXPECT_NE(help({"devices", "-h"}).find("--json"), std::string::npos);
}

TEST(command_line, a_samples_help_has_its_parameters_with_range_default_and_help) {
    const auto text = help({"run", "counters", "--help"});
    for (const auto& each : {"number of counters", "a whole number from 1 to 1048576", "default 16", "--brightness",
                             "default 0.5", "on or off", "one of never, load", "--screenshot", "presets: quick, bright"})
        EXPECT_NE(text.find(each), std::string::npos) << each << "\n" << text;
}

}  // namespace
}  // namespace ingot::shell
