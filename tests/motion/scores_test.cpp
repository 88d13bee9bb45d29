// Cuts, and files of scores.
#include "scores.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "temporary_folder.hpp"

namespace ingot::samples::motion {
namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

score_table three_frames() {
    score_table scores;
    scores.add({{0, 0, 0.0, 0.0}, {1, 5120, 20.0, 0.5}, {2, 128, 0.5, 0.5}});
    return scores;
}

TEST(scores_test, find_cuts_that_stand_alone) {
    score_table scores = three_frames();
    EXPECT_TRUE(scores.is_cut(1, 8.0));
    EXPECT_FALSE(scores.is_cut(1, 21.0)) << "below the threshold";
    EXPECT_FALSE(scores.is_cut(0, 0.0)) << "the first frame";
    scores.add({{1, 5120, 20.0, 15.0}});
    EXPECT_FALSE(scores.is_cut(1, 8.0)) << "the next frame moves as much";
    scores.add({{0, 0, 15.0, 15.0}, {1, 5120, 20.0, 0.5}});
    EXPECT_FALSE(scores.is_cut(1, 8.0)) << "the frame before moves as much";
}

TEST(scores_test, are_written_as_tables_and_as_json) {
    const ingot::tests::temporary_folder folder;
    write_scores(folder / "a.csv", three_frames(), {2, 1, 8, 1}, "x", 8.0, "");
    EXPECT_EQ(text_of(folder / "a.csv"), "frame,sum,score,motion2,cut\n0,0,0,0,0\n1,5120,20,0.5,1\n2,128,0.5,0.5,0\n");
    write_scores(folder / "a.json", three_frames(), {2, 1, 8, 1}, "a \"b\"\n", 8.0, "it ends");
    const std::string json = text_of(folder / "a.json");
    EXPECT_NE(json.find("\"video\": \"a \\\"b\\\"\\u000a\", \"width\": 2"), std::string::npos) << json;
    EXPECT_NE(json.find("\"problem\": \"it ends\""), std::string::npos) << json;
    EXPECT_NE(json.find("{\"frame\": 1, \"sum\": 5120, \"score\": 20, \"motion2\": 0.5, \"cut\": true}"), std::string::npos)
        << json;
    EXPECT_THROW(write_scores(folder / "a.txt", three_frames(), {2, 1, 8, 1}, "x", 8.0, ""), std::runtime_error);
}

}  // namespace
}  // namespace ingot::samples::motion
