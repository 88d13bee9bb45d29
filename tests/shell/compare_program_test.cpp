// Tests of `ingot compare` as a process: its results, exit status and files.
#include <gtest/gtest.h>

#include <ingot/media/picture_file.hpp>

#include "program_fixture.hpp"

namespace ingot::shell {
namespace {

using json = nlohmann::json;

class compare_program : public tests::program {
protected:
    static constexpr const char* twice = "compare counters --backends cpu-debug,cpu-debug --size 64x48 ";
    int compare(const std::string& more) { return run(twice + more); }
};

TEST_F(compare_program, finds_no_difference_where_there_is_none) {
    ASSERT_EQ(compare("--frames 3 --tolerance 0 --flip 0 --exact-state --json a.json"), 0) << standard_error();
    EXPECT_NE(standard_output().find("3 frames compared: the pictures are equal"), std::string::npos) << standard_output();
    EXPECT_NE(standard_output().find("the states are equal, byte for byte"), std::string::npos) << standard_output();
    const json found = stats("a.json");
    EXPECT_EQ(found["frames"].size(), 3u);
    EXPECT_EQ(found["frames"][2]["largest"], 0);
    EXPECT_TRUE(found["frames"][2]["psnr_db"].is_null());
    EXPECT_EQ(found["flip"]["mean"], 0.0);
    EXPECT_EQ(found["passed"], true);
    EXPECT_EQ(found["devices"].size(), 2u);
    EXPECT_EQ(standard_error(), "");
}

// With --drift on, the last counter grows by 1 more in each step on the second device than on the first. The sample draws
// this counter as a square of 4 x 4 pixels, 8 pixels from the left and 40 from the top.
TEST_F(compare_program, finds_where_and_how_far_two_devices_are_apart) {
    ASSERT_EQ(compare("--frames 4 --drift on --json a.json"), 0) << standard_error();
    const json frames = stats("a.json")["frames"];
    ASSERT_EQ(frames.size(), 4u);
    EXPECT_TRUE(frames[0]["at"][0] >= 8 && frames[0]["at"][0] < 12) << frames[0];
    EXPECT_TRUE(frames[0]["at"][1] >= 40 && frames[0]["at"][1] < 44) << frames[0];
    EXPECT_GT(frames[0]["largest"], 0);
    EXPECT_GT(frames[3]["largest"], frames[0]["largest"]) << "the difference grows with each step";
    EXPECT_NEAR(frames[3]["differing_share"], 16.0 / (64.0 * 48.0), 1e-9);
    EXPECT_LT(frames[3]["psnr_db"], frames[0]["psnr_db"]);
    EXPECT_EQ(frames[3]["state"][0]["name"], "counters");
    EXPECT_EQ(frames[3]["state"][0]["first_at"], 15 * 8);  // the last of 16 counters of 8 bytes
    EXPECT_NE(standard_output().find("the first difference is in frame 1, in the picture"), std::string::npos)
        << standard_output();
}

TEST_F(compare_program, with_a_resync_counts_the_steps_since_the_states_were_the_same) {
    ASSERT_EQ(compare("--frames 4 --drift on --resync 1 --json a.json"), 0) << standard_error();
    const json found = stats("a.json");
    for (const json& each : found["frames"]) EXPECT_EQ(each["steps_from_the_same_state"], 1);
    ASSERT_EQ(compare("--frames 5 --drift on --resync 2 --every 2 --json b.json"), 0) << standard_error();
    const json frames = stats("b.json")["frames"];
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_EQ(frames[0]["frame"], 2);
    EXPECT_EQ(frames[1]["frame"], 4);
    EXPECT_EQ(frames[2]["frame"], 5);
    EXPECT_EQ(frames[1]["steps_from_the_same_state"], 2);
    EXPECT_EQ(frames[2]["steps_from_the_same_state"], 1);
}

TEST_F(compare_program, fails_beyond_a_limit_and_says_which) {
    EXPECT_EQ(compare("--frames 2 --drift on --tolerance 0"), 1);
    EXPECT_NE(standard_error().find("--tolerance 0: exceeded first in frame 1"), std::string::npos) << standard_error();
    EXPECT_EQ(compare("--frames 2 --drift on --tolerance 255"), 0) << standard_error();
    EXPECT_EQ(compare("--frames 2 --drift on --flip 0"), 1);
    EXPECT_NE(standard_error().find("--flip 0: "), std::string::npos) << standard_error();
    EXPECT_EQ(compare("--frames 2 --drift on --exact-state --json a.json"), 1);
    EXPECT_NE(standard_error().find("--exact-state: the states differ after frame 1: counters differs in 1 of 128 bytes"),
              std::string::npos)
        << standard_error();
    EXPECT_EQ(stats("a.json")["passed"], false);
    EXPECT_EQ(stats("a.json")["overstepped"].size(), 1u);
}

TEST_F(compare_program, keeps_what_was_compared_before_the_second_device_failed) {
    EXPECT_EQ(compare("--frames 6 --fail step-of-second --json a.json --output pictures"), 1);
    EXPECT_NE(standard_error().find("failed after frame 4: step-of-second was told to fail"), std::string::npos)
        << standard_error();
    const json found = stats("a.json");
    EXPECT_EQ(found["frames"].size(), 3u);
    EXPECT_EQ(found["failure"]["device"], 1);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "pictures/second.png"));
    EXPECT_EQ(compare("--fail load-of-second"), 1);
    EXPECT_NE(standard_error().find("the second device failed at the start: load-of-second was told to fail"), std::string::npos)
        << standard_error();
    EXPECT_EQ(compare("--fail load"), 1);
}

TEST_F(compare_program, writes_pictures_into_a_folder_or_one_file) {
    ASSERT_EQ(compare("--frames 2 --drift on --output some/pictures --amplify 200"), 0) << standard_error();
    for (const char* name : {"first.png", "second.png", "difference.png", "flip.png"}) {
        const media::picture picture = media::read_picture(folder_ / "some/pictures" / name);
        EXPECT_EQ(picture.width, 64) << name;
        EXPECT_EQ(picture.height, 48) << name;
    }
    const media::picture difference = media::read_picture(folder_ / "some/pictures/difference.png");
    EXPECT_EQ(difference.at(7, 40).red, 0.0f);
    EXPECT_GT(difference.at(8, 40).red, 0.0f);
    ASSERT_EQ(compare("--frames 2 --drift on --output one.png"), 0) << standard_error();
    const media::picture wide = media::read_picture(folder_ / "one.png");
    EXPECT_EQ(wide.width, 3 * 64);
    EXPECT_EQ(wide.at(8, 40), media::read_picture(folder_ / "some/pictures/first.png").at(8, 40));
    EXPECT_EQ(wide.at(64 + 8, 40), media::read_picture(folder_ / "some/pictures/second.png").at(8, 40));
}

TEST_F(compare_program, takes_presets_parameters_and_a_seed) {
    ASSERT_EQ(compare("--frames 1 --preset quick --stride 7 --seed 3 --json a.json"), 0) << standard_error();
    const json found = stats("a.json");
    EXPECT_EQ(found["parameters"]["count"], 4);
    EXPECT_EQ(found["parameters"]["stride"], 7);
    EXPECT_EQ(found["seed"], 3);
    folder_.write("own.json", R"({"sample": "counters", "presets": [{"name": "five", "parameters": {"count": 5}}]})");
    ASSERT_EQ(compare("--frames 1 --preset own.json --json b.json"), 0) << standard_error();
    EXPECT_EQ(stats("b.json")["parameters"]["count"], 5);
}

TEST_F(compare_program, says_what_is_wrong_with_its_options) {
    const std::pair<const char*, const char*> cases[] = {
        {"compare", "the first argument must be a sample"},
        {"compare nothing", "there is no sample 'nothing'; samples: counters"},
        {"compare counters --backends cpu-debug", "--backends: 'cpu-debug' is invalid; expected two backends"},
        {"compare counters --backends cpu-debug,cpu-debug,opencl", "two backends"},
        {"compare counters --backends cpu-debug,nothing", "--backends: 'nothing'"},
        {"compare counters --backends cpu-debug,cpu-debug:x", "--backends: 'x'"},
        {"compare counters --tolerance 256", "--tolerance: '256'"},
        {"compare counters --flip 2", "--flip: '2'"},
        {"compare counters --every 0", "--every: '0'"},
        {"compare counters --tolerence 1", "did you mean --tolerance?"},
    };
    for (const auto& [arguments, text] : cases) {
        EXPECT_EQ(run(arguments), 2) << arguments;
        EXPECT_NE(standard_error().find(text), std::string::npos) << arguments << "\n" << standard_error();
    }
    EXPECT_EQ(run("compare counters --output /dev/null/x"), 1);
    EXPECT_NE(standard_error().find("--output: cannot create the folder '/dev/null/x'"), std::string::npos) << standard_error();
    EXPECT_EQ(run("compare counters --backends cpu-debug,metal"), 3);
    EXPECT_EQ(run("compare counters --backends cpu-debug:9,cpu-debug"), 3);
    EXPECT_EQ(run("compare counters --help"), 0);
    for (const char* word : {"--backends", "--stride", "Exit status", "quick"})
        EXPECT_NE(standard_output().find(word), std::string::npos) << word;
    EXPECT_TRUE(folder_.empty());
}

}  // namespace
}  // namespace ingot::shell
