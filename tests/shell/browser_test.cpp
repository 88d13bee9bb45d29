// Tests of the browser, the panel that lists the samples: the search, the columns of cards, and the pictures of the samples.
// Tests also the page that lists the properties of a device.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "panels/browser_panel.hpp"
#include "panels/device_page.hpp"
#include "test_sample.hpp"

namespace ingot::shell {
namespace {

TEST(browser, finds_samples_by_words_of_name_title_and_summary) {
    const sample_description sample {"nbody", "N-body gravity", "All pairs of up to a million bodies", {}};
    for (const char* text : {"", "nbody", "GRAVITY", "million", "pairs grav", "  all  ", "n-b"})
        EXPECT_TRUE(matches_search(sample, text)) << text;
    for (const char* text : {"blur", "pairs blur", "nbodyx"}) EXPECT_FALSE(matches_search(sample, text)) << text;
}

TEST(browser, leaves_no_card_alone_in_the_last_row_unless_that_needs_another_row) {
    EXPECT_EQ(columns_of_cards(4, 5), 4u);
    EXPECT_EQ(columns_of_cards(4, 4), 4u);
    EXPECT_EQ(columns_of_cards(4, 3), 2u);
    EXPECT_EQ(columns_of_cards(4, 1), 1u);
    EXPECT_EQ(columns_of_cards(5, 4), 3u);
    EXPECT_EQ(columns_of_cards(7, 3), 3u) << "3, 3 and 1: fewer columns would need a fourth row";
    EXPECT_EQ(columns_of_cards(1, 4), 1u);
    EXPECT_EQ(columns_of_cards(0, 0), 1u);
}

TEST(device_page, lists_what_each_device_has) {
    for (const device_listing& each : devices()) {
        if (!each.device) continue;
        const device_properties& properties = each.device->properties();
        const auto facts = facts_of(properties);
        ASSERT_GE(facts.size(), 12u);
        EXPECT_EQ(facts[0], std::pair(std::string("device"), properties.name));
        for (const auto& [name, value] : facts) EXPECT_FALSE(name.empty() || value.empty()) << name << ": " << value;
    }
    device_properties known {};
    known.backend = backend::opencl;
    known.has_double = true;
    known.has_images = true;
    known.global_memory = uint64_t {3} << 30U;
    known.local_memory = 48 * 1024;
    EXPECT_EQ(features_of(known), "double, images");
    const auto facts = facts_of(known);
    EXPECT_NE(std::ranges::find(facts, std::pair(std::string("memory"), std::string("3.0 GiB"))), facts.end());
    EXPECT_NE(std::ranges::find(facts, std::pair(std::string("local memory of a group"), std::string("48 KiB"))), facts.end());
    EXPECT_EQ(features_of({}), "single precision only");
}

TEST(browser, shows_no_picture_for_a_sample_that_has_none) {
    sample_pictures pictures;
    for (const auto& each : tests::test_samples()) EXPECT_FALSE(pictures.picture_of(each)) << each.name;
}

}  // namespace
}  // namespace ingot::shell
