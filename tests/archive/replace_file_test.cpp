#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <ingot/archive/content_hash.hpp>
#include <ingot/archive/replace_file.hpp>
#include <system_error>

#include "temporary_folder.hpp"

namespace {

using namespace ingot::archive;
namespace fs = std::filesystem;

TEST(replace_file, leaves_no_part_of_a_file_behind) {
    const fs::path folder = fs::path(testing::TempDir()) / "ingot_replace_file_test";
    fs::remove_all(folder);
    fs::create_directories(folder / "taken" / "below");
    const std::vector<std::byte> bytes(1000, std::byte {7});
    // A folder cannot be replaced by a file.
    EXPECT_THROW(replace_file(folder / "taken", bytes), fs::filesystem_error);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
    replace_file(folder / "file", bytes);
    EXPECT_EQ(read_whole_file(folder / "file"), bytes);
    EXPECT_THROW(read_whole_file(folder / "none"), fs::filesystem_error);
    fs::remove_all(folder);
}

TEST(replace_file, replaces_what_a_link_points_to) {
    const ingot::tests::temporary_folder folder;
    folder.write("real", "old");
    fs::create_symlink("real", folder / "link");
    const std::vector<std::byte> bytes(3, std::byte {7});
    replace_file(folder / "link", bytes);
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_whole_file(folder / "real"), bytes);
    EXPECT_TRUE(is_same_file(folder / "link", folder / "real"));
    EXPECT_TRUE(is_same_file(folder / "none", folder / "." / "none"));
    EXPECT_FALSE(is_same_file(folder / "none", folder / "real"));
}

TEST(replace_file, writes_to_a_pipe_and_leaves_it_one) {
    const ingot::tests::temporary_folder folder;
    const fs::path pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    const std::vector<std::byte> bytes(10, std::byte {7});
    replace_file(pipe, bytes);
    std::vector<std::byte> found(11);
    EXPECT_EQ(read(reader, found.data(), found.size()), 10);
    close(reader);
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(replace_file, names_a_missing_folder_as_the_reason) {
    const ingot::tests::temporary_folder folder;
    const std::error_code problem = std::make_error_code(std::errc::permission_denied);
    EXPECT_EQ(reason_not_written(folder / "none" / "file", problem), "there is no folder '" + (folder / "none").string() + "'");
    EXPECT_EQ(reason_not_written(folder / "file", problem), problem.message());
    EXPECT_EQ(reason_not_written("file", problem), problem.message());
}

TEST(file_replacement, leaves_no_trace_until_it_is_committed) {
    const ingot::tests::temporary_folder folder;
    const std::vector<std::byte> bytes(10, std::byte {7});
    {
        const file_replacement dropped(folder / "file", bytes);
    }
    EXPECT_TRUE(folder.empty());
}

TEST(content_hash, knows_where_one_text_ends) {
    EXPECT_NE(content_digest_of({"ab", "c"}), content_digest_of({"a", "bc"}));
    EXPECT_NE(content_digest_of({"ab"}), content_digest_of({"ab", ""}));
    // The digest of an empty input, as the authors of xxHash publish it.
    EXPECT_EQ(to_string(content_digest_of(std::span<const std::byte> {})), "99aa06d3014798d86001c324468d497f");
}

}  // namespace
