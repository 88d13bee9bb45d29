// Strokes of the mouse, and files of them.
#include <gtest/gtest.h>

#include <fstream>
#include <ingot/sample/strokes.hpp>
#include <string>

#include "temporary_folder.hpp"

namespace ingot {
namespace {

const stroke_format plane {.tools = {"ink", "wind", "obstacle", "erase"}, .unit = "metres", .pigments = 3};
const stroke_format space {.tools = {"smoke", "wind"}, .unit = "metres", .is_in_space = true};

class strokes : public ::testing::Test {
protected:
    std::filesystem::path written(const std::string& text) const {
        const std::filesystem::path file = folder_ / "hand.strokes";
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    std::string rejection(const std::string& text, const stroke_format& format = plane) const {
        try {
            static_cast<void>(read_strokes(written(text), format));
        } catch (const std::runtime_error& problem) {
            return problem.what();
        }
        return {};
    }

    ingot::tests::temporary_folder folder_;
};

TEST_F(strokes, are_read_as_they_were_written) {
    const std::vector<drawn_stroke> flat {
        {.step = 0, .tool = 0, .pigment = 2, .from = {0.5f, 0.25f, 0.0f}, .radius = 0.03f, .to = {0.6f, 0.1f, 0.0f}},
        {.step = 0, .tool = 2, .from = {1.0f / 3.0f, 0.7f, 0.0f}, .radius = 0.05f, .to = {0.1f, 0.9f, 0.0f}},
        {.step = 7, .tool = 1, .pigment = 1, .from = {-1.0f, 0.0f, 0.0f}, .radius = 0.2f, .to = {2.0f, 1.0f, 0.0f}},
        {.step = 900, .tool = 3, .radius = 0.005f}};
    EXPECT_EQ(read_strokes(written(strokes_text(flat, plane)), plane), flat);
    const std::vector<drawn_stroke> deep {
        {.step = 3, .tool = 1, .from = {0.1f, 0.2f, 0.3f}, .radius = 0.5f, .to = {0.4f, 0.6f, 0.7f}}};
    EXPECT_EQ(read_strokes(written(strokes_text(deep, space)), space), deep);
    EXPECT_TRUE(read_strokes(written("# nothing\n\n"), plane).empty());
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
    EXPECT_NE(rejection("1 smoke 0 0 0 0 0.1\n", space)
                  .find("line 1: has 7 words instead of 9; write STEP TOOL X Y Z X Y Z RADIUS, such as '12 smoke 0.5 0.5 0.5 "),
              std::string::npos);
    EXPECT_NE(rejection("1 smoke 0 0 0 0 0 0 0.1 1\n", space).find("has more words"), std::string::npos);
    EXPECT_NE(rejection(std::string(9u << 20u, '\n')).find("8 MiB"), std::string::npos);
    try {
        static_cast<void>(read_strokes(folder_ / "none.strokes", plane));
        ADD_FAILURE();
    } catch (const std::runtime_error& problem) {
        EXPECT_NE(std::string(problem.what()).find("none.strokes: cannot be read"), std::string::npos);
    }
}

TEST_F(strokes, of_the_mouse_act_in_the_next_step_after_those_of_the_file) {
    stroke_record record(plane);
    record.repeat(written("0 ink 0 0 0 0 0.1 1\n2 wind 0 0 0 0 0.1 1\n2 erase 0 0 0 0 0.1 1\n"));
    EXPECT_EQ(record.take(0).size(), 1u);
    record.draw({.tool = 2, .radius = 0.2f});
    EXPECT_EQ(record.take(1).size(), 1u);
    record.draw({.tool = 2, .radius = 0.3f});
    const std::vector<drawn_stroke> both = record.take(2);
    ASSERT_EQ(both.size(), 3u);
    EXPECT_EQ(both[1].tool, 3u);
    EXPECT_EQ(both[2].tool, 2u);
    EXPECT_EQ(both[2].step, 2u);
    EXPECT_TRUE(record.take(3).empty());

    // The file that is written has only the mouse's strokes, with their steps.
    record.write(folder_ / "mouse.strokes");
    const std::vector<drawn_stroke> again = read_strokes(folder_ / "mouse.strokes", plane);
    ASSERT_EQ(again.size(), 2u);
    EXPECT_EQ(again[0].step, 1u);
    EXPECT_EQ(again[1].step, 2u);

    record.restart();
    record.write(folder_ / "mouse.strokes");
    EXPECT_TRUE(read_strokes(folder_ / "mouse.strokes", plane).empty()) << "the steps begin at 0 again";
    EXPECT_EQ(record.take(2).size(), 2u) << "the file's strokes stay";
    record.repeat({});
    EXPECT_TRUE(record.take(2).empty());
}

TEST_F(strokes, of_the_mouse_are_kept_in_a_state) {
    stroke_record record(plane);
    record.draw({.tool = 1, .radius = 0.2f});
    record.take(5);
    record.draw({.tool = 2, .radius = 0.3f});
    state saved;
    record.save(saved);
    stroke_record restored(plane);
    restored.restore(saved);
    ASSERT_EQ(restored.take(6).size(), 1u);
    restored.write(folder_ / "mouse.strokes");
    EXPECT_EQ(read_strokes(folder_ / "mouse.strokes", plane).size(), 2u);
}

}  // namespace
}  // namespace ingot
