// Files of strokes.
#include "strokes.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "temporary_folder.hpp"

namespace ingot::samples::fluid {
namespace {

class strokes : public ::testing::Test {
protected:
    std::filesystem::path written(const std::string& text) const {
        const std::filesystem::path file = folder_ / "hand.strokes";
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    std::string rejection(const std::string& text) const {
        try {
            static_cast<void>(read_strokes(written(text)));
        } catch (const std::runtime_error& problem) {
            return problem.what();
        }
        return {};
    }

    ingot::tests::temporary_folder folder_;
};

TEST_F(strokes, are_read_as_they_were_written) {
    const std::vector<stroke> made {{0, tool::ink, 2, {0.5f, 0.25f}, {0.6f, 0.1f}, 0.03f},
                                    {0, tool::obstacle, 0, {1.0f / 3.0f, 0.7f}, {0.1f, 0.9f}, 0.05f},
                                    {7, tool::wind, 1, {-1.0f, 0.0f}, {2.0f, 1.0f}, 0.2f},
                                    {900, tool::erase, 0, {0.0f, 0.0f}, {0.0f, 0.0f}, 0.005f}};
    EXPECT_EQ(read_strokes(written(strokes_text(made))), made);
    EXPECT_TRUE(read_strokes(written("# nothing\n\n")).empty());
}

TEST_F(strokes, name_the_line_that_is_wrong) {
    const std::string good = "0 ink 0.5 0.5 0.6 0.5 0.03 1\n";
    EXPECT_NE(rejection(good + "1 ink 0.5 0.5\n").find("line 2: has 4 words instead of 8"), std::string::npos);
    EXPECT_NE(rejection("1 ink 0 0 0 0 0.1 1 9\n").find("has more words"), std::string::npos);
    EXPECT_NE(rejection("x ink 0 0 0 0 0.1 1\n").find("'x' is no step"), std::string::npos);
    EXPECT_NE(rejection("1 paint 0 0 0 0 0.1 1\n").find("none of ink, wind, obstacle, erase"), std::string::npos);
    EXPECT_NE(rejection("1 ink 0 nan 0 0 0.1 1\n").find("'nan' is no number"), std::string::npos);
    EXPECT_NE(rejection("1 ink 0 0 0 1e9 0.1 1\n").find("'1e9'"), std::string::npos);
    EXPECT_NE(rejection("1 ink 0 0 0 0 0 1\n").find("radius"), std::string::npos);
    EXPECT_NE(rejection("1 ink 0 0 0 0 0.1 4\n").find("'4' is no pigment"), std::string::npos);
    EXPECT_NE(rejection("5 ink 0 0 0 0 0.1 1\n" + good).find("step 0 comes after step 5"), std::string::npos);
    EXPECT_NE(rejection(std::string(9u << 20u, '\n')).find("8 MiB"), std::string::npos);
    try {
        static_cast<void>(read_strokes(folder_ / "none.strokes"));
        ADD_FAILURE();
    } catch (const std::runtime_error& problem) {
        EXPECT_NE(std::string(problem.what()).find("none.strokes: cannot be read"), std::string::npos);
    }
}

}  // namespace
}  // namespace ingot::samples::fluid
