// Tests of the browser, the panel that lists the samples: the search, and the pictures of the samples.
#include <gtest/gtest.h>

#include "panels/browser_panel.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

TEST(browser, finds_samples_by_words_of_name_title_and_summary) {
    const sample_description sample {"nbody", "N-body gravity", "All pairs of up to a million bodies", {}};
    for (const char* text : {"", "nbody", "GRAVITY", "million", "pairs grav", "  all  ", "n-b"})
        EXPECT_TRUE(matches_search(sample, text)) << text;
    for (const char* text : {"blur", "pairs blur", "nbodyx"}) EXPECT_FALSE(matches_search(sample, text)) << text;
}

TEST(browser, goes_without_a_picture_that_is_not_there) {
    sample_pictures pictures;
    for (const auto& each : tests::test_samples()) EXPECT_FALSE(pictures.picture_of(each)) << each.name;
}

}  // namespace
}  // namespace ingot::shell
