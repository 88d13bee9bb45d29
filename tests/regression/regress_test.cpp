// Runs `ingot regress` as a process, with a sample that contains selectable faults.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "regression/regression_run.hpp"
#include "temporary_folder.hpp"

namespace ingot::regression {
namespace {

// Version 0.1 used the key "readings" for what is now "statistics". The former name must still work, so this text uses it; the
// cases of the samples use the new name.
constexpr const char* all_gates = R"("gates": {
    "flip": {"mean": 0.01, "p99": 0.1}, "pixels": {"largest": 2, "tolerance": 1, "share": 0.001}, "psnr": 50,
    "state": {"values": {"element": "double", "relative": 1e-6}},
    "readings": {"sum": {"relative": 1e-6, "within": [1, 1000]}}})";

class regress : public testing::Test {
protected:
    /// Writes a regression.json with one case, which has the JSON text `fields` in addition to a name, a size and frames.
    void declare(const std::string& fields) {
        folder_.write("regression.json",
                      R"({"cases": [{"name": "one", "why": "a test", "frames": 3, "size": [64, 40], )" + fields + "}]}");
    }
    /// Creates the golden of a case without a fault, then runs the case with the fault "hang", which exceeds its timeout.
    void run_one_without_end() {
        declare(all_gates);
        ASSERT_EQ(run("--backend cpu-debug --update"), 0) << printed_text();
        declare(std::string(R"("parameters": {"fault": "hang"}, "timeout_seconds": 2, )") + all_gates);
        EXPECT_EQ(run("--backend cpu-debug"), 1);
    }
    /// Runs `ingot regress` and returns its exit status. handle_segv=0 keeps AddressSanitizer from handling the crashes that
    /// some cases cause.
    int run(const std::string& arguments) {
        const std::string command = "cd '" + folder_.path().string() +
                                    "' && env -u DISPLAY -u WAYLAND_DISPLAY ASAN_OPTIONS=handle_segv=0 INGOT_TEST_FOLDER='" +
                                    folder_.path().string() + "' timeout 100 '" INGOT_TEST_PROGRAM "' regress " + arguments +
                                    " >'" + (texts_ / "out").string() + "' 2>'" + (texts_ / "err").string() + "'";
        const int status = std::system(command.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::string printed_text() const { return texts_.read("out") + texts_.read("err"); }
    bool reports(const std::string& text) const { return printed_text().find(text) != std::string::npos; }

    /// Creates the golden of a case without a fault, then runs the case with `fault`. Returns the exit status of the second
    /// run.
    int run_with(const std::string& fault, const std::string& fields = all_gates,
                 const std::string& options = "--backend cpu-debug") {
        declare(fields);
        EXPECT_EQ(run("--backend cpu-debug --update"), 0) << printed_text();
        declare(R"("parameters": {"fault": ")" + fault + "\"}, " + fields);
        return run(options);
    }

    tests::temporary_folder folder_;
    tests::temporary_folder texts_;
};

TEST_F(regress, a_missing_golden_fails_and_says_how_to_make_it) {
    declare(all_gates);
    EXPECT_EQ(run("--backend cpu-debug"), 1);
    EXPECT_TRUE(reports("the case has no golden; 'ingot regress squares/one --update squares/one' creates one"))
        << printed_text();
    EXPECT_TRUE(reports("0 passed, 1 failed, 0 skipped"));
    EXPECT_EQ(run("squares/one --backend cpu-debug --update squares/one"), 0) << printed_text();
    EXPECT_TRUE(reports("new golden"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "goldens/one.png"));
    EXPECT_EQ(run("--backend cpu-debug"), 0) << printed_text();
    EXPECT_TRUE(reports("1 passed, 0 failed, 0 skipped"));
}

// A driver's warnings are no part of the list of devices.
TEST_F(regress, reads_the_list_of_devices_beside_warnings_of_a_driver) {
    const auto program = folder_.write("program",
                                       "#!/bin/sh\necho 'a driver warns' >&2\n"
                                       "echo '[{\"backend\": \"cpu-debug\", \"name\": \"a processor\"}]'\n"
                                       "echo \"$XDG_CONFIG_HOME\" >&2\n");
    std::filesystem::permissions(program, std::filesystem::perms {0755});
    const auto found = list_backends({program, [] { return false; }}, folder_ / "work");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().name, "cpu-debug");
    // The user's settings are not read: the folder of settings does not exist.
    EXPECT_EQ(folder_.read("work/devices.txt"), "a driver warns\n" + (folder_ / "work/no-settings").string() + "\n");
}

TEST_F(regress, a_backend_is_software_if_all_its_devices_are) {
    const auto program = folder_.write("program", R"(#!/bin/sh
echo '[{"backend": "a", "is_software": true}, {"backend": "a", "is_software": false},
       {"backend": "b", "unavailable": "no"}, {"backend": "b", "is_software": true}, {"backend": "b", "is_software": true},
       {"backend": "c", "unavailable": "no"}, {"backend": "d", "is_software": true}, {"backend": "d", "unavailable": "no"}]'
)");
    std::filesystem::permissions(program, std::filesystem::perms {0755});
    const auto found = list_backends({program, [] { return false; }}, folder_ / "work");
    ASSERT_EQ(found.size(), 4u);
    EXPECT_FALSE(found[0].is_software);
    EXPECT_TRUE(found[1].is_software && found[1].unavailable.empty());
    EXPECT_FALSE(found[2].is_software);
    EXPECT_TRUE(found[3].is_software && found[3].unavailable.empty());
}

TEST_F(regress, a_sample_without_a_fault_passes_on_every_backend_and_skips_have_a_reason) {
    EXPECT_EQ(run_with("never", all_gates, ""), 0) << printed_text();
    EXPECT_TRUE(reports("metal       skipped  Metal is a part of Apple's systems")) << printed_text();
    EXPECT_EQ(run("--backend metal"), 3) << printed_text();  // a run in which all cases are skipped does not pass
    EXPECT_TRUE(reports("0 passed, 0 failed, 1 skipped"));
}

TEST_F(regress, each_fault_is_found_by_its_gates) {
    const std::pair<const char*, std::vector<const char*>> faults[] = {
        {"shift", {"FLIP mean", "FLIP 99th", "largest difference", "share of pixels", "PSNR"}},
        {"gamma", {"FLIP mean", "largest difference", "share of pixels", "PSNR"}},
        {"state", {"values, relative"}},
        {"no-number", {"values, relative"}},
        {"lost", {"values, relative", "63 elements; expected 64"}},
        {"reading", {"sum, relative"}},
        {"random", {"pixels that differ", "second run"}},
    };
    for (const auto& [fault, texts] : faults) {
        EXPECT_EQ(run_with(fault), 1) << fault << printed_text();
        for (const char* text : texts)
            EXPECT_TRUE(reports(text)) << fault << " is not caught by " << text << "\n" << printed_text();
    }
}

TEST_F(regress, a_fault_of_one_backend_is_distinguished) {
    declare(all_gates);
    ASSERT_EQ(run("--backend cpu-debug --update"), 0) << printed_text();
    declare(std::string(R"("parameters": {"fault": "shift", "on": "opencl"}, )") + all_gates);
    const int status = run("--backend cpu-debug --backend opencl");
    if (reports("opencl      skipped")) GTEST_SKIP() << "this machine has no OpenCL device";
    EXPECT_EQ(status, 1);
    EXPECT_TRUE(reports("cpu-debug   passed")) << printed_text();
    EXPECT_TRUE(reports("opencl      failed")) << printed_text();
    EXPECT_TRUE(reports("compared with cpu-debug")) << printed_text();
}

TEST_F(regress, a_crash_affects_only_its_own_case) {
    declare(all_gates);
    ASSERT_EQ(run("--backend cpu-debug --update"), 0) << printed_text();
    folder_.write("regression.json", std::string(R"({"cases": [
        {"name": "before", "why": "a crash", "frames": 3, "size": [64, 40], "parameters": {"fault": "crash"}, )") +
                                         all_gates + R"(},
        {"name": "one", "why": "the others go on", "frames": 3, "size": [64, 40], )" +
                                         all_gates + "}]}");
    EXPECT_EQ(run("--backend cpu-debug --junit results.xml"), 1);
    EXPECT_TRUE(reports("squares/before  cpu-debug   failed   crashed: Segmentation fault")) << printed_text();
    EXPECT_TRUE(reports("squares/one     cpu-debug   passed")) << printed_text();
    EXPECT_NE(folder_.read("results.xml").find("<error message=\"crashed: Segmentation fault\""), std::string::npos);
}

TEST_F(regress, a_run_without_end_is_ended) {
    run_one_without_end();
    EXPECT_TRUE(reports("did not end within 2 s")) << printed_text();
}

TEST_F(regress, progress_is_shown_on_a_terminal_only) {
    run_one_without_end();
    EXPECT_FALSE(reports("\r")) << printed_text();
    const std::string command = "cd '" + folder_.path().string() + "' && INGOT_TEST_FOLDER='" + folder_.path().string() +
                                "' script -qec \"'" INGOT_TEST_PROGRAM "' regress --backend cpu-debug\" '" +
                                (texts_ / "terminal").string() + "' >/dev/null 2>&1";
    EXPECT_NE(std::system(command.c_str()), 0);
    const std::string terminal_text = texts_.read("terminal");
    EXPECT_NE(terminal_text.find("\rregress  "), std::string::npos) << terminal_text;
    EXPECT_LT(terminal_text.rfind("\rregress  "), terminal_text.find("squares/one"))
        << "no progress may follow the first result:\n"
        << terminal_text;
}

TEST_F(regress, a_failure_is_reported_with_the_message_of_the_program) {
    EXPECT_EQ(run_with("load"), 1);
    EXPECT_TRUE(reports("load fails as requested")) << printed_text();
}

TEST_F(regress, a_switch_that_loses_the_state_is_found) {
    const std::string fields = std::string(R"("switch_at": 2, )") + all_gates;
    EXPECT_EQ(run_with("never", fields), 0) << printed_text();
    EXPECT_EQ(run_with("stale", fields), 1) << printed_text();
    EXPECT_TRUE(reports("values, relative")) << printed_text();
}

TEST_F(regress, noise_is_judged_by_statistics) {
    const std::string fields =
        R"("gates": {"z-test": {"sums": "sums", "squares": "squares", "samples": "samples", "element": "float"}})";
    EXPECT_EQ(run_with("never", fields), 0) << printed_text();
    EXPECT_EQ(run_with("bias", fields), 1) << printed_text();
    EXPECT_TRUE(reports("probability of no bias")) << printed_text();
}

TEST_F(regress, an_exception_changes_the_gates_of_its_backend_and_its_reason_is_reported) {
    const std::string fields =
        std::string(all_gates) + R"(, "exceptions": [{"backend": "cpu-debug", "why": "known to be off by one",
        "gates": {"flip": null, "pixels": null, "psnr": null}}])";
    EXPECT_EQ(run_with("shift", fields), 0) << printed_text();
    EXPECT_NE(folder_.read("build/regress/index.html").find("known to be off by one"), std::string::npos);
    const std::string skipped =
        std::string(all_gates) + R"(, "exceptions": [{"backend": "cpu-debug", "why": "too slow", "skip": true}])";
    declare(skipped);
    EXPECT_EQ(run("--backend cpu-debug"), 3);
    EXPECT_TRUE(reports("cpu-debug   skipped  too slow")) << printed_text();
}

TEST_F(regress, gates_that_only_an_exception_has_are_checked_against_the_golden) {
    const auto only_in_exception = [](const std::string& gates) {
        return R"("gates": {"psnr": 10}, "exceptions": [{"backend": "cpu-debug", "why": "a test", "gates": {)" + gates + "}}]";
    };
    const std::string statistics = only_in_exception(R"("statistics": {"sum": {"relative": 1e-6}})");
    EXPECT_EQ(run_with("never", statistics), 0) << printed_text();
    EXPECT_EQ(run_with("reading", statistics), 1) << printed_text();
    EXPECT_TRUE(reports("sum, relative")) << printed_text();
    const std::string noise =
        only_in_exception(R"("z-test": {"sums": "sums", "squares": "squares", "samples": "samples", "element": "float"})");
    EXPECT_EQ(run_with("never", noise), 0) << printed_text();
    EXPECT_EQ(run_with("bias", noise), 1) << printed_text();
    EXPECT_TRUE(reports("probability of no bias")) << printed_text();
}

TEST_F(regress, a_second_run_that_fails_does_not_hide_that_the_golden_is_missing) {
    declare(std::string(R"("parameters": {"fault": "later"}, )") + all_gates);
    EXPECT_EQ(run("--backend cpu-debug"), 1);
    EXPECT_TRUE(reports("the case has no golden")) << printed_text();
    EXPECT_TRUE(reports("the second run, which checks that results are repeatable, failed")) << printed_text();
    EXPECT_TRUE(reports("a later run fails as requested")) << printed_text();
}

TEST_F(regress, the_command_that_renders_a_case_is_quoted_for_a_shell) {
    ASSERT_EQ(run_with("never", std::string(all_gates)), 0) << printed_text();
    declare(std::string(R"("parameters": {"file": "it's here.csv"}, )") + all_gates);
    EXPECT_EQ(run("--backend cpu-debug"), 0) << printed_text();
    // JSON writes the backslash of the command as two backslashes.
    EXPECT_NE(folder_.read("build/regress/results.json").find(R"(--file 'it'\\''s here.csv' )"), std::string::npos);
}

TEST_F(regress, two_runs_may_differ_only_with_a_reason) {
    const std::string loose = R"("gates": {"state": {"values": {"relative": 1e-6}}})";
    EXPECT_EQ(run_with("random", loose), 1) << printed_text();
    EXPECT_EQ(run_with("random", R"("not_repeatable": "it draws lots", )" + loose), 0) << printed_text();
}

TEST_F(regress, wrong_cases_are_rejected_with_their_place) {
    const std::pair<const char*, const char*> wrong[] = {
        {R"({"cases": []})", "regression.json.cases: it must be a list with at least one case"},
        {R"({"cases": [{"name": "a b", "why": "x", "gates": {"psnr": 1}}]})", "cases[0].name"},
        {R"({"cases": [{"name": "a", "gates": {"psnr": 1}}]})", "'why' is missing"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {}}]})", "at least one gate"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {"psnr": 1}, "frame": 3}]})", "unknown key 'frame'"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {"flip": {"mean": 2}}}]})",
         "cases[0].gates.flip.mean: it must be a number from 0 to 1"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {"psnr": 1}, "exceptions": [{"backend": "opencl"}]}]})",
         "'why' is missing"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {"psnr": 1}, "size": [0, 1]}]})", "cases[0].size"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {"psnr": 1}}, {"name": "a", "why": "x", "gates": {"psnr": 1}}]})",
         "another case already has the name 'a'"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {"state": {"values": null}}}]})",
         "regression.json: cases[0].gates.state.values: it must be an object"},
        {R"({"cases": [{"name": "a", "why": "x", "gates": {"statistics": {"sum": null}}}]})",
         "regression.json: cases[0].gates.statistics.sum: it must be an object"},
        {R"({"cases": [{]})", "this is not valid JSON"},
    };
    for (const auto& [text, message] : wrong) {
        folder_.write("regression.json", text);
        EXPECT_EQ(run(""), 2) << text;
        EXPECT_TRUE(reports(message)) << text << "\n" << printed_text();
    }
    EXPECT_EQ(run("nothing"), 2);
    declare(all_gates);
    EXPECT_EQ(run("nothing"), 2);
    EXPECT_TRUE(reports("there is no sample 'nothing'")) << printed_text();
    EXPECT_EQ(run("--update nothing"), 2);
    EXPECT_EQ(run("squares/nothing"), 2);
    EXPECT_TRUE(reports("there is no case 'squares/nothing' (did you mean squares/one?); cases: squares/one")) << printed_text();
    EXPECT_EQ(run("--backend direct3d"), 2);
    EXPECT_EQ(run("--nonsense"), 2);
    EXPECT_EQ(run("--report /dev/null/report"), 1);
    EXPECT_TRUE(reports("--report: cannot create the folder '/dev/null/report'")) << printed_text();
    EXPECT_EQ(run("squares/oen"), 2);
    EXPECT_TRUE(reports("there is no case 'squares/oen' (did you mean squares/one?)")) << printed_text();
}

TEST_F(regress, a_damaged_golden_fails) {
    declare(all_gates);
    ASSERT_EQ(run("--backend cpu-debug --update"), 0) << printed_text();
    const std::string whole = folder_.read("goldens/one.png");
    folder_.write("goldens/one.png", whole.substr(0, whole.size() / 2));
    EXPECT_EQ(run("--backend cpu-debug"), 1);
    EXPECT_TRUE(reports("one.png")) << printed_text();
    folder_.write("goldens/one.png", whole);
    std::filesystem::remove(folder_ / "goldens/one.state");
    EXPECT_EQ(run("--backend cpu-debug"), 1);
    EXPECT_TRUE(reports("one.state")) << printed_text();
}

TEST_F(regress, the_report_loads_nothing_from_the_network) {
    ASSERT_EQ(run_with("shift", all_gates, "--backend cpu-debug --report there"), 1);
    const std::string page = folder_.read("there/index.html");
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
    for (const char* outside : {"http://", "https://", "<link", " src=\"", "@import"})
        EXPECT_EQ(page.find(outside), std::string::npos) << outside;
    for (const char* part :
         {"ingot regress squares/one --update squares/one", "ingot run squares --headless --backend cpu-debug", "FLIP mean"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace ingot::regression
