// `ingot new`: names, files, and that nothing is overwritten. tests/install builds what it writes.
#include "new_sample/new_sample.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <ingot/files/read_file.hpp>

#include "program_fixture.hpp"

namespace ingot::tests {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

TEST(new_sample, has_a_plain_name) {
    const std::vector<std::string> taken {"nbody"};
    for (const char* name : {"julia", "a", "my_sample", "wave2"})
        EXPECT_EQ(shell::problem_of_sample_name(name, taken), "") << name;
    for (const char* name : {"", "Julia", "2d", "_a", "a__b", "a_", "a-b", "a/b", "..", "größe", "a b", "nbody"})
        EXPECT_NE(shell::problem_of_sample_name(name, taken), "") << name;
    EXPECT_THAT(shell::problem_of_sample_name("a-b", taken),
                HasSubstr("'a-b' cannot be the name of a sample: a name has small letters"));
    EXPECT_THAT(shell::problem_of_sample_name("nbody", taken),
                HasSubstr("there is already a sample 'nbody'; choose another name"));
    EXPECT_NE(shell::problem_of_sample_name(std::string(41, 'a'), taken), "");
}

TEST(new_sample, is_the_example_with_another_name) {
    const temporary_folder folder;
    const auto files = shell::write_new_sample(shell::sample_template_folder(), folder / "waves", "waves");
    for (const char* name :
         {"CMakeLists.txt", "README.md", "waves.cpp", "waves.kernels.cpp", "waves_test.cpp", "goldens/dragons.png"})
        EXPECT_TRUE(fs::is_regular_file(folder / "waves" / name)) << name;
    for (const auto& each : files)
        if (each.extension() != ".png") EXPECT_THAT(files::read_text(each), Not(HasSubstr("julia"))) << each;
    EXPECT_THAT(files::read_text(folder / "waves/CMakeLists.txt"), HasSubstr("ingot_add_sample(waves"));
    EXPECT_THAT(files::read_text(folder / "waves/waves.cpp"), HasSubstr("create_waves()"));
    EXPECT_THAT(files::read_text(folder / "waves/CMakeLists.txt"), HasSubstr("TITLE   \"Waves\"\n"));
    EXPECT_THAT(files::read_text(folder / "waves/README.md"), testing::StartsWith("# Waves\n"));
    shell::write_new_sample(shell::sample_template_folder(), folder / "tall_waves", "tall_waves");
    EXPECT_THAT(files::read_text(folder / "tall_waves/CMakeLists.txt"), HasSubstr("TITLE   \"Tall waves\"\n"));
    EXPECT_EQ(files::read_text(folder / "waves/goldens/dragons.png"),
              files::read_text(shell::sample_template_folder() / "goldens/dragons.png"));
}

TEST(new_sample, overwrites_nothing) {
    const temporary_folder folder;
    fs::create_directories(folder / "full");
    std::ofstream(folder / "full/notes.txt") << "mine";
    std::ofstream(folder / "file") << "mine";
    fs::create_symlink(folder / "absent", folder / "link");
    for (const char* name : {"full", "file", "link"})
        EXPECT_THROW(shell::write_new_sample(shell::sample_template_folder(), folder / name, "julia"), std::runtime_error)
            << name;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "full"), fs::directory_iterator()), 1);
    EXPECT_EQ(files::read_text(folder / "file"), "mine");
    EXPECT_FALSE(fs::exists(folder / "absent"));
    fs::create_directories(folder / "empty");
    EXPECT_FALSE(shell::write_new_sample(shell::sample_template_folder(), folder / "empty", "julia").empty());
}

using new_sample_program = program;

TEST_F(new_sample_program, says_what_it_wrote_and_what_comes_next) {
    ASSERT_EQ(run("new waves"), 0) << standard_error();
    EXPECT_THAT(standard_output(), HasSubstr("wrote waves/waves.cpp\n"));
    EXPECT_THAT(standard_output(), HasSubstr(" run waves --sample build/waves.so"));
    // This program is not installed where CMake searches.
    const fs::path program = INGOT_TEST_PROGRAM;
    EXPECT_THAT(standard_output(), HasSubstr(" -DCMAKE_PREFIX_PATH=" + program.parent_path().parent_path().string() + "\n"));
    EXPECT_THAT(standard_output(), HasSubstr("  " + program.string() + " run waves "));
    EXPECT_EQ(run("new waves"), 1);
    EXPECT_THAT(standard_error(), HasSubstr("'waves' exists already, and nothing in it is overwritten"));
    EXPECT_EQ(run("new waves --folder 'other place'"), 0);
    EXPECT_TRUE(fs::exists(folder_ / "other place/waves.cpp"));
    EXPECT_EQ(run("new waves --folder missing/deep/place"), 0);
}

TEST_F(new_sample_program, rejects_names) {
    EXPECT_EQ(run("new"), 2);
    EXPECT_THAT(standard_error(), HasSubstr("no name given: ingot new NAME"));
    EXPECT_EQ(run("new Waves"), 2);
    EXPECT_THAT(standard_error(), HasSubstr("'Waves' cannot be the name of a sample"));
    EXPECT_EQ(run("new counters"), 2);
    EXPECT_THAT(standard_error(), HasSubstr("there is already a sample 'counters'"));
    EXPECT_EQ(run("new a b"), 2);
    EXPECT_TRUE(fs::is_empty(folder_.path()));
}

}  // namespace

}  // namespace ingot::tests
