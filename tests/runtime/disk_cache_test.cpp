#include "disk_cache.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <ingot/archive/archive.hpp>
#include <string>

#include "environment_value.hpp"
#include "oldest_files.hpp"
#include "temporary_folder.hpp"

namespace {

using ingot::backends::disk_cache;
using ingot::tests::environment_value;
using ingot::tests::temporary_folder;
namespace fs = std::filesystem;

const std::vector<std::byte> bytes(1000, std::byte {42});

TEST(disk_cache, finds_what_was_stored) {
    const temporary_folder folder;
    const disk_cache cache(folder.path() / "made" / "when needed");
    EXPECT_EQ(cache.find("key"), std::nullopt);
    cache.store("key", bytes);
    EXPECT_EQ(cache.find("key"), bytes);
    EXPECT_EQ(cache.find("other"), std::nullopt);
    cache.store("key", std::span(bytes).first(3));
    EXPECT_EQ(cache.find("key")->size(), 3u);
}

TEST(disk_cache, does_not_find_a_damaged_entry) {
    const temporary_folder folder;
    const disk_cache cache(folder.path());
    cache.store("key", bytes);
    const fs::path file = folder.path() / "key.built";
    ASSERT_TRUE(fs::exists(file));

    fs::resize_file(file, fs::file_size(file) - 1);
    EXPECT_EQ(cache.find("key"), std::nullopt);
    std::ofstream(file) << "not an archive";
    EXPECT_EQ(cache.find("key"), std::nullopt);
    ingot::archive::write_file({}, file);
    EXPECT_EQ(cache.find("key"), std::nullopt);
    cache.store("other", bytes);
    fs::copy_file(folder.path() / "other.built", file, fs::copy_options::overwrite_existing);
    EXPECT_EQ(cache.find("key"), std::nullopt) << "an entry under another's name";

    cache.store("key", bytes);
    EXPECT_EQ(cache.find("key"), bytes);
}

TEST(disk_cache, that_cannot_be_written_is_no_error) {
    const temporary_folder folder;
    std::ofstream(folder.path() / "file") << "in the way";
    const disk_cache cache(folder.path() / "file" / "below");
    cache.store("key", bytes);
    EXPECT_EQ(cache.find("key"), std::nullopt);
    fs::create_directories(folder.path() / "key.built");
    const disk_cache blocked_cache(folder.path());
    blocked_cache.store("key", bytes);
    EXPECT_EQ(blocked_cache.find("key"), std::nullopt);
}

TEST(disk_cache, forgets_what_was_used_longest_ago) {
    const temporary_folder folder;
    const disk_cache cache(folder.path());
    cache.store("oldest", bytes);
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(folder.path() / "oldest.built", long_ago);
    cache.store("used", bytes);
    fs::last_write_time(folder.path() / "used.built", long_ago - std::chrono::hours(1));
    EXPECT_TRUE(cache.find("used"));
    for (int i = 0; i < 510; ++i) std::ofstream(folder.path() / ("entry" + std::to_string(i)));
    cache.store("newest", bytes);
    EXPECT_FALSE(cache.find("oldest"));
    EXPECT_TRUE(cache.find("used"));
    EXPECT_TRUE(cache.find("newest"));
}

TEST(disk_cache, of_the_user_follows_the_environment) {
    const temporary_folder folder;
    {
        const environment_value xdg("XDG_CACHE_HOME", folder.path().string());
        disk_cache().store("key", bytes);
        EXPECT_TRUE(fs::exists(folder.path() / "ingot" / "programs" / "key.built"));
    }
    const environment_value home("HOME", folder.path().string());
    {
        const environment_value relative("XDG_CACHE_HOME", "relative");
        disk_cache().store("key", bytes);
        EXPECT_TRUE(fs::exists(folder.path() / ".cache" / "ingot" / "programs" / "key.built"));
    }
    const environment_value nowhere("HOME", "");
    const environment_value neither("XDG_CACHE_HOME", "");
    disk_cache().store("key", bytes);
    EXPECT_FALSE(disk_cache().find("key"));
}

TEST(oldest_files, go_first_and_folders_stay) {
    const temporary_folder folder;
    const auto current_time = fs::file_time_type::clock::now();
    for (int age = 0; age < 5; ++age) {
        const fs::path file = folder.path() / std::to_string(age);
        std::ofstream(file) << age;
        fs::last_write_time(file, current_time - std::chrono::hours(age));
    }
    fs::create_directories(folder.path() / "folder");
    ingot::remove_oldest_files(folder.path(), 5);
    EXPECT_TRUE(fs::exists(folder.path() / "4"));
    ingot::remove_oldest_files(folder.path(), 2);
    for (int age = 0; age < 5; ++age) EXPECT_EQ(fs::exists(folder.path() / std::to_string(age)), age < 2) << age;
    EXPECT_TRUE(fs::exists(folder.path() / "folder"));
    EXPECT_THROW(ingot::remove_oldest_files(folder.path() / "none", 2), fs::filesystem_error);
}

TEST(oldest_folders, go_first_with_what_they_contain_and_files_stay) {
    const temporary_folder folder;
    const auto current_time = fs::file_time_type::clock::now();
    for (int age = 0; age < 5; ++age) {
        const fs::path old = folder.path() / std::to_string(age);
        fs::create_directories(old);
        std::ofstream(old / "file") << age;
        fs::last_write_time(old, current_time - std::chrono::hours(age));
    }
    std::ofstream(folder.path() / "file") << "stays";
    ingot::remove_oldest_folders(folder.path(), 2);
    for (int age = 0; age < 5; ++age) EXPECT_EQ(fs::exists(folder.path() / std::to_string(age)), age < 2) << age;
    EXPECT_TRUE(fs::exists(folder.path() / "file"));
}

}  // namespace
