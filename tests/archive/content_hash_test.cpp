#include <gtest/gtest.h>

#include <cstddef>
#include <ingot/archive/content_hash.hpp>
#include <span>

namespace {

using namespace ingot::archive;

TEST(content_hash, knows_where_one_text_ends) {
    EXPECT_NE(content_digest_of({"ab", "c"}), content_digest_of({"a", "bc"}));
    EXPECT_NE(content_digest_of({"ab"}), content_digest_of({"ab", ""}));
    // The digest of an empty input, as the authors of xxHash publish it.
    EXPECT_EQ(to_string(content_digest_of(std::span<const std::byte> {})), "99aa06d3014798d86001c324468d497f");
}

}  // namespace
