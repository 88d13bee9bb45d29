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

const stroke_format rays {.tools = {"push"}, .unit = "metres", .is_in_space = true, .has_eye = true};

TEST_F(strokes, along_rays_have_the_place_of_the_eye) {
    const std::vector<drawn_stroke> pushes {
        {.step = 3, .from = {0.1f, 0.2f, 0.3f}, .radius = 0.5f, .to = {0.4f, 0.6f, 0.7f}, .eye = {1.5f, -2.0f, 3.25f}}};
    EXPECT_EQ(read_strokes(written(strokes_text(pushes, rays)), rays), pushes);
    EXPECT_NE(rejection("1 push 0 0 0 0 0 0 0.1\n", rays)
                  .find("has 9 words instead of 12; write STEP TOOL X Y Z X Y Z RADIUS EYE-X EYE-Y EYE-Z, such as '12 push"),
              std::string::npos);
    EXPECT_EQ(drawing_text(pushes, rays), "push_5000_15000,-20000,32500_3,1000,2000,3000_0,3000,4000,4000");
    EXPECT_EQ(read_drawing(drawing_text(pushes, rays), rays), pushes);
}

TEST_F(strokes, are_a_short_text_for_a_command_line) {
    stroke_record record(plane);
    const auto draw = [&](uint32_t tool, uint32_t pigment, float2 from, float2 to) {
        record.draw(
            {.tool = tool, .pigment = pigment, .from = {from.x, from.y, 0.0f}, .radius = 0.03f, .to = {to.x, to.y, 0.0f}});
    };
    draw(0, 1, {0.5f, 0.5f}, {0.5f, 0.5f});
    record.take(12);
    draw(0, 1, {0.5f, 0.5f}, {0.51234567f, 0.5f});  // rounded to 0.0001
    draw(0, 1, {0.51234567f, 0.5f}, {0.52f, 0.49f});
    record.take(13);
    for (uint64_t step = 14; step < 20; ++step) {
        draw(0, 1, {0.52f, 0.49f}, {0.52f, 0.49f});
        record.take(step);
    }
    draw(2, 0, {-0.1f, 0.0f}, {-0.1f, 1.5f});
    record.take(40);
    const std::string text = drawing_text(record.drawn(), plane);
    EXPECT_EQ(text, "ink_300_2_12,5000,5000_0,0,0_1,123,0_0,77,-100_1,0,0x6~obstacle_300_1_40,-1000,0_0,0,15000");
    EXPECT_EQ(read_drawing(text, plane), record.drawn());
    EXPECT_EQ(drawing_text({}, plane), "");
    EXPECT_TRUE(read_drawing("", plane).empty());
}

TEST_F(strokes, of_a_text_that_is_wrong_are_rejected) {
    const auto problem = [](const std::string& text, const stroke_format& format = plane) {
        try {
            static_cast<void>(read_drawing(text, format));
        } catch (const std::runtime_error& caught) {
            return std::string(caught.what());
        }
        return std::string("none");
    };
    EXPECT_EQ(problem("ink_300_2_12,5000,5000_0,0,0"), "none");
    EXPECT_NE(problem("paint_300_2_12,5000,5000_0,0,0").find("'paint' is wrong in the strokes; expected one of ink, wind"),
              std::string::npos);
    for (const char* text :
         {"ink", "ink_", "ink_300", "ink_0_2_12,5,5_0,0,0", "ink_300_4_12,5,5_0,0,0", "ink_300_0_12,5,5_0,0,0",
          "ink_300_2_12,5,5", "ink_300_2_12,5,5_", "ink_300_2_-1,5,5_0,0,0", "ink_300_2_12,5,5_-1,0,0", "ink_300_2_12,5_0,0,0",
          "ink_300_2_12,5,5,5_0,0,0", "ink_300_2_12,5,5_0,0,0x0", "ink_300_2_12,5,5_0,0,0x", "ink_300_2_12,5,5_0,0.5,0",
          "ink_300_2_12,99999999,5_0,0,0", "ink_300_2_12,9999999,5_0,9999999,0", "ink_300_2_12,5,5_0,0,0~~ink"})
        EXPECT_NE(problem(text), "none") << text;
    EXPECT_NE(problem("ink_300_2_12,5,5_0,0,0x5000000000").find("x5000000000"), std::string::npos);
    EXPECT_EQ(problem("ink_300_2_12,5,5_0,0,0x400000000"), "there are more than 100,000 strokes");
}

TEST_F(strokes, that_are_repeated_act_in_their_steps) {
    stroke_record record(plane);
    record.draw_later(std::vector<drawn_stroke> {{.step = 2, .tool = 1, .radius = 0.1f}, {.step = 4, .tool = 3, .radius = 0.1f}});
    record.draw({.tool = 2, .radius = 0.2f});
    ASSERT_EQ(record.take(0).size(), 1u);
    EXPECT_TRUE(record.take(1).empty());
    state saved;
    record.save(saved);
    stroke_record restored(plane);
    restored.restore(saved);
    ASSERT_EQ(restored.take(2).size(), 1u);
    EXPECT_TRUE(restored.take(3).empty());
    ASSERT_EQ(restored.take(4).size(), 1u);
    EXPECT_EQ(restored.drawn().size(), 3u) << "they can be copied again";
    record.restart();
    EXPECT_TRUE(record.take(2).empty());
}

}  // namespace
}  // namespace ingot
