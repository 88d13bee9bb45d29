// Samples from outside: which files are accepted, and what is said about others. tests/install tests a real one.
#include "sample_files/sample_files.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "program_fixture.hpp"

namespace ingot::tests {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

fs::path faulty(const std::string& name) { return fs::path(INGOT_TEST_FAULTY_SAMPLES) / (name + ".so"); }

std::string problem_of(const fs::path& file) {
    try {
        shell::load_sample_file(file);
    } catch (const shell::sample_file_error& problem) {
        EXPECT_THAT(problem.what(), HasSubstr("'" + file.string() + "'"));
        return problem.what();
    }
    return "";
}

/// Sets an environment variable until the end of the scope.
class set_variable {
public:
    set_variable(const char* name, const char* value) : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        ::setenv(name, value, 1);
    }
    set_variable(const set_variable&) = delete;
    set_variable& operator=(const set_variable&) = delete;
    ~set_variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST(sample_files, that_are_no_libraries_are_named) {
    const temporary_folder folder;
    std::ofstream(folder / "text.so") << "not a library";
    EXPECT_THAT(problem_of(folder / "text.so"), HasSubstr("not a shared library; give the .so"));
    std::ofstream(folder / "empty.so").flush();
    EXPECT_THAT(problem_of(folder / "empty.so"), HasSubstr("not a shared library"));
    EXPECT_THAT(problem_of(folder / "missing.so"), HasSubstr("there is no such file; give the .so"));
    EXPECT_THAT(problem_of("nbody"), HasSubstr("one of Ingot's own is named without it"));
    EXPECT_THAT(problem_of(folder.path()), HasSubstr("it is not a file"));
    std::ofstream(folder / "broken.so") << "\177ELF and no more";
    EXPECT_THAT(problem_of(folder / "broken.so"), HasSubstr("build it again"));
}

TEST(sample_files, that_do_not_fit_are_named_with_advice) {
    EXPECT_THAT(problem_of(faulty("no_sample")),
                HasSubstr("without a sample (no symbol ingot_sample_library); build a sample with"));
    EXPECT_THAT(problem_of(faulty("other_version")), HasSubstr("built with Ingot 0.1.7; build it again with the CMake package"));
    EXPECT_THAT(problem_of(faulty("other_headers")), HasSubstr("built with other headers of Ingot"));
    EXPECT_THAT(problem_of(faulty("missing_function")), HasSubstr("function_of_another_version"));
    EXPECT_EQ(problem_of(faulty("taken_name")), "");
}

TEST(sample_files, with_the_name_of_another_sample_are_rejected) {
    const std::vector<fs::path> one {faulty("taken_name")};
    EXPECT_EQ(shell::load_sample_files(one, {}, {}).samples.size(), 1U);
    const std::vector<sample_description> built_in {{.name = "counters", .title = "", .summary = "", .presets = {}}};
    const auto rejected = shell::load_sample_files(one, {}, built_in);
    EXPECT_TRUE(rejected.samples.empty());
    EXPECT_TRUE(rejected.has_problem_of_named_file);
    EXPECT_THAT(rejected.problems.at(0), HasSubstr("Ingot itself has a sample 'counters'"));

    const std::vector<fs::path> twice {faulty("taken_name"), faulty("taken_name")};
    EXPECT_TRUE(shell::load_sample_files(twice, {}, {}).problems.empty());
    const temporary_folder folder;
    fs::copy_file(faulty("taken_name"), folder / "copy.so");
    const std::vector<fs::path> copies {faulty("taken_name"), folder / "copy.so"};
    EXPECT_THAT(shell::load_sample_files(copies, {}, {}).problems.at(0), HasSubstr("has a sample 'counters' too"));
}

TEST(sample_files, of_the_users_folder_are_found_and_must_be_private) {
    const temporary_folder folder;
    fs::copy_file(faulty("taken_name"), folder / "counters.so");
    std::ofstream(folder / "readme.txt") << "no library";
    fs::permissions(folder / "counters.so", fs::perms::owner_all);
    const auto found = shell::load_sample_files({}, folder.path(), {});
    ASSERT_EQ(found.samples.size(), 1U);
    EXPECT_EQ(found.samples[0].name, "counters");
    EXPECT_TRUE(found.problems.empty());

    fs::permissions(folder / "counters.so", fs::perms::owner_all | fs::perms::others_write);
    const auto open_to_all = shell::load_sample_files({}, folder.path(), {});
    EXPECT_TRUE(open_to_all.samples.empty());
    EXPECT_FALSE(open_to_all.has_problem_of_named_file);
    EXPECT_THAT(open_to_all.problems.at(0), HasSubstr("'chmod go-w'"));
    EXPECT_TRUE(shell::load_sample_files({}, folder / "missing", {}).problems.empty());
}

TEST(sample_files, have_their_folder_beside_them_or_in_the_sources) {
    const temporary_folder folder;
    fs::copy_file(faulty("taken_name"), folder / "counters.so");
    EXPECT_EQ(shell::load_sample_file(folder / "counters.so").folder, "/nowhere");
    fs::create_directories(folder / "counters");
    std::ofstream(folder / "counters/presets.json") << "{}";
    const sample_description loaded = shell::load_sample_file(folder / "counters.so");
    EXPECT_EQ(loaded.folder, fs::canonical(folder / "counters"));
    EXPECT_EQ(loaded.presets, fs::canonical(folder / "counters/presets.json"));
    EXPECT_EQ(loaded.library, fs::canonical(folder / "counters.so"));
}

TEST(sample_files, are_in_the_folder_for_data_of_the_user) {
    const set_variable home("HOME", "/home/anna");
    {
        const set_variable data("XDG_DATA_HOME", "/data");
        EXPECT_EQ(shell::users_sample_folder(), "/data/ingot/samples");
    }
    const set_variable relative("XDG_DATA_HOME", "data");  // the specification requires that it is ignored
    EXPECT_EQ(shell::users_sample_folder(), "/home/anna/.local/share/ingot/samples");
}

using sample_program = program;

TEST_F(sample_program, ends_without_a_run_if_a_named_sample_cannot_be_used) {
    EXPECT_EQ(run("samples --sample missing.so"), 1);
    EXPECT_THAT(standard_error(), HasSubstr("the sample 'missing.so' was not loaded: there is no such file"));
    EXPECT_EQ(standard_output(), "");
    EXPECT_EQ(run("--sample=missing.so run absent --headless"), 2);
    EXPECT_THAT(standard_error(), HasSubstr("'missing.so'"));
    EXPECT_EQ(run("samples --sample"), 2);
    EXPECT_THAT(standard_error(), HasSubstr("--sample: needs a file"));
}

TEST_F(sample_program, reports_a_bad_file_of_the_users_folder_and_goes_on) {
    fs::create_directories(data_ / "ingot/samples");
    std::ofstream(data_ / "ingot/samples/bad.so") << "text";
    EXPECT_EQ(run("samples"), 0);
    EXPECT_THAT(standard_error(), HasSubstr("bad.so' was not loaded"));
    EXPECT_THAT(standard_output(), HasSubstr("counters"));
}

TEST_F(sample_program, opens_its_window_in_spite_of_a_bad_file) {
    EXPECT_EQ(
        run("--sample missing.so run counters --frames 2 --size 320x180 --screenshot shot.png", "SDL_VIDEODRIVER=offscreen"), 0);
    EXPECT_THAT(standard_error(), HasSubstr("the sample 'missing.so' was not loaded"));
    EXPECT_TRUE(fs::exists(folder_ / "shot.png"));
}

}  // namespace

}  // namespace ingot::tests
