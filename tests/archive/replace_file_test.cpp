#include <gtest/gtest.h>

#include <filesystem>
#include <ingot/archive/content_hash.hpp>
#include <ingot/archive/replace_file.hpp>

namespace {

using namespace ingot::archive;
namespace fs = std::filesystem;

TEST(replace_file, leaves_no_part_of_a_file_behind) {
    const fs::path folder = fs::path(testing::TempDir()) / "ingot_replace_file_test";
    fs::remove_all(folder);
    fs::create_directories(folder / "taken" / "below");
    const std::vector<std::byte> bytes(1000, std::byte {7});
    // A folder that is not empty cannot be replaced by a file.
    EXPECT_THROW(replace_file(folder / "taken", bytes), fs::filesystem_error);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
    replace_file(folder / "file", bytes);
    EXPECT_EQ(read_whole_file(folder / "file"), bytes);
    EXPECT_THROW(read_whole_file(folder / "none"), fs::filesystem_error);
    fs::remove_all(folder);
}

TEST(content_hash, knows_where_one_text_ends) {
    EXPECT_NE(digest_of({"ab", "c"}), digest_of({"a", "bc"}));
    EXPECT_NE(digest_of({"ab"}), digest_of({"ab", ""}));
    // XXH3 of nothing, as its authors give it.
    EXPECT_EQ(to_string(digest_of(std::span<const std::byte> {})), "99aa06d3014798d86001c324468d497f");
}

}  // namespace
