#include "disk_cache.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <ingot/archive/archive.hpp>
#include <ingot/installation/users_cache.hpp>
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
    // With the newest entry the folder has 513 files, one more than the cache keeps.
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

// Code in the cache is run. So nobody else may write to its folder.
TEST(disk_cache, is_not_used_where_others_can_write) {
    const temporary_folder folder;
    const environment_value xdg("XDG_CACHE_HOME", folder.path().string());
    const auto stored = [] {
        disk_cache().store("key", bytes);
        return disk_cache().find("key").has_value();
    };
    EXPECT_TRUE(stored());
    EXPECT_EQ(fs::status(folder.path() / "ingot").permissions(), fs::perms {0700});
    EXPECT_EQ(fs::status(folder.path() / "ingot" / "programs").permissions(), fs::perms {0700});
    fs::permissions(folder.path() / "ingot" / "programs" / "key.built", fs::perms {0620});
    EXPECT_FALSE(disk_cache().find("key"));

    fs::permissions(folder.path(), fs::perms {0777});
    EXPECT_EQ(ingot::installation::find_users_cache("programs").unused_reason,
              "other users may write to '" + folder.path().string() + "' (chmod go-w makes it usable)");
    EXPECT_FALSE(stored());
    fs::permissions(folder.path(), fs::perms {01777});  // with the sticky bit, as /tmp
    EXPECT_TRUE(stored());
    // A folder of ours that earlier versions created is corrected.
    fs::permissions(folder.path() / "ingot", fs::perms {0775});
    EXPECT_TRUE(stored());
    EXPECT_EQ(fs::status(folder.path() / "ingot").permissions(), fs::perms {0755});
}

TEST(disk_cache, of_another_user_is_not_used) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder to another user";
    const temporary_folder folder;
    const environment_value xdg("XDG_CACHE_HOME", "");
    const environment_value home("HOME", folder.path().string());
    disk_cache().store("key", bytes);
    EXPECT_TRUE(disk_cache().find("key"));
    constexpr uid_t other = 12345;
    const auto reason = [&](const fs::path& changed) {
        EXPECT_EQ(::chown(changed.c_str(), other, other), 0);
        const std::string found = ingot::installation::find_users_cache("programs").unused_reason;
        EXPECT_FALSE(disk_cache().find("key"));
        EXPECT_EQ(::chown(changed.c_str(), 0, 0), 0);
        return found;
    };
    for (const char* part : {"", ".cache", ".cache/ingot", ".cache/ingot/programs"}) {
        const fs::path changed = *part ? folder.path() / part : folder.path();
        EXPECT_EQ(reason(changed), "'" + changed.string() + "' belongs to another user");
    }
    EXPECT_TRUE(disk_cache().find("key"));
    reason(folder.path() / ".cache/ingot/programs/key.built");
}

// The next test runs this one in separate processes, because each process prints only once that a cache cannot be written.
TEST(disk_cache, DISABLED_stores_three_times) {
    for (int i = 0; i < 3; ++i) disk_cache().store("key", bytes);
}

TEST(disk_cache, that_cannot_be_written_is_named_once) {
    const temporary_folder folder;
    const temporary_folder texts;
    const auto printed = [&](const fs::path& cache) {
        // The variable keeps Mesa's drivers from reporting that their own cache cannot be written.
        const std::string command = "MESA_SHADER_CACHE_DISABLE=true XDG_CACHE_HOME='" + cache.string() + "' '" +
                                    fs::read_symlink("/proc/self/exe").string() +
                                    "' --gtest_also_run_disabled_tests --gtest_filter=disk_cache.DISABLED_stores_three_times "
                                    ">/dev/null 2>'" +
                                    (texts.path() / "errors").string() + "'";
        EXPECT_EQ(std::system(command.c_str()), 0);
        return texts.read("errors");
    };
    // Nobody can create a folder below /proc.
    EXPECT_EQ(
        printed("/proc/cache"),
        "ingot: the cache '/proc/cache/ingot/programs' cannot be written: No such file or directory; compiled kernels are not "
        "kept for the next start\n");
    fs::permissions(folder.path(), fs::perms {0777});
    const std::string unused = printed(folder.path());
    EXPECT_EQ(std::ranges::count(unused, '\n'), 1) << unused;
    EXPECT_NE(unused.find("other users may write to"), std::string::npos) << unused;
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
