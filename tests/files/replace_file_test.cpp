#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <set>
#include <string>
#include <system_error>

#include "temporary_folder.hpp"

namespace {

using namespace ingot::files;
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

TEST(replace_file, creates_what_a_link_points_to) {
    const ingot::tests::temporary_folder folder;
    fs::create_directory(folder / "below");
    fs::create_symlink("below/second", folder / "link");
    fs::create_symlink("../real", folder / "below/second");
    const std::vector<std::byte> bytes(3, std::byte {7});
    EXPECT_TRUE(is_same_file(folder / "link", folder / "real"));
    replace_file(folder / "link", bytes);
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_TRUE(fs::is_symlink(folder / "below/second"));
    EXPECT_EQ(read_whole_file(folder / "real"), bytes);
    // Links that point to each other have no file behind them.
    fs::create_symlink("two", folder / "one");
    fs::create_symlink("one", folder / "two");
    EXPECT_FALSE(is_same_file(folder / "one", folder / "real"));
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

size_t files_in(const ingot::tests::temporary_folder& folder) {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder.path()), {}));
}

std::string only_file_in(const ingot::tests::temporary_folder& folder) {
    return fs::directory_iterator(folder.path())->path().filename().string();
}

TEST(replace_file, keeps_the_permissions_of_the_old_file) {
    const ingot::tests::temporary_folder folder;
    const std::vector<std::byte> bytes(3, std::byte {7});
    for (const unsigned mode : {0600u, 0640u, 0755u}) {
        const fs::path file = folder.write("file", "old");
        fs::permissions(file, fs::perms {mode});
        replace_file(file, bytes);
        EXPECT_EQ(fs::status(file).permissions(), fs::perms {mode});
    }
    // A new file has the permissions that the process gives its files.
    const mode_t mask = ::umask(027);
    replace_file(folder / "new", bytes);
    ::umask(mask);
    EXPECT_EQ(fs::status(folder / "new").permissions(), fs::perms {0640});
    replace_file(folder / "new", bytes, permissions::only_this_user);
    EXPECT_EQ(fs::status(folder / "new").permissions(), fs::perms {0600});
}

TEST(temporary_file, has_a_name_that_nobody_can_predict) {
    const ingot::tests::temporary_folder folder;
    std::set<fs::path> names;
    for (int i = 0; i < 20; ++i) {
        const temporary_file first(folder / "file");
        names.insert(first.path());
        EXPECT_EQ(first.path().parent_path(), fs::canonical(folder.path()));
        EXPECT_EQ(fs::status(first.path()).type(), fs::file_type::regular);
        // The name does not contain the name of the file to replace.
        EXPECT_EQ(first.path().filename().string().find("file"), std::string::npos);
    }
    EXPECT_EQ(names.size(), 20u);
    EXPECT_TRUE(folder.empty());
}

TEST(temporary_file, that_a_killed_process_left_is_removed_later) {
    using namespace std::chrono_literals;
    const ingot::tests::temporary_folder folder;
    const pid_t child = ::fork();
    if (child == 0) {
        const temporary_file left(folder / "file");
        ::raise(SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    ASSERT_EQ(files_in(folder), 1u);
    const fs::path left = folder / only_file_in(folder);
    // A symbolic link of such a name was not created by temporary_file, so it is kept.
    fs::create_symlink("elsewhere", folder / ".ingot-link.tmp");
    folder.write(".ingot-not-old.tmp", "of a process that has just begun");
    fs::last_write_time(left, fs::file_time_type::clock::now() - 2h);
    {
        const temporary_file next(folder / "file");
    }
    EXPECT_FALSE(fs::exists(left));
    EXPECT_EQ(files_in(folder), 2u);
}

TEST(temporary_file, of_a_living_process_is_kept) {
    using namespace std::chrono_literals;
    const ingot::tests::temporary_folder folder;
    std::array<int, 2> ends {};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[1]);
        const temporary_file used(folder / "file");
        fs::last_write_time(used.path(), fs::file_time_type::clock::now() - 2h);
        ::kill(::getpid(), SIGSTOP);
        char ignored = 0;
        ::_exit(::read(ends[0], &ignored, 1) == 0 ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, WUNTRACED);
    {
        const temporary_file next(folder / "file");
    }
    EXPECT_EQ(files_in(folder), 1u);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(temporary_file, is_removed_by_remove_temporary_files) {
    const ingot::tests::temporary_folder folder;
    const temporary_file first(folder / "first");
    const temporary_file second(folder / "second");
    remove_temporary_files();
    EXPECT_TRUE(folder.empty());
}

// Two hundred processes are killed while they replace a file. The file always has one of the two contents.
TEST(replace_file, leaves_a_whole_file_when_the_process_is_killed) {
    const ingot::tests::temporary_folder folder;
    const std::vector<std::byte> old_bytes(300'000, std::byte {1});
    const std::vector<std::byte> new_bytes(300'000, std::byte {2});
    replace_file(folder / "file", old_bytes);
    for (int i = 0; i < 200; ++i) {
        const pid_t child = ::fork();
        if (child == 0)
            for (;;) {
                replace_file(folder / "file", new_bytes);
                replace_file(folder / "file", old_bytes);
            }
        ::usleep(static_cast<useconds_t>(i * 37 % 3000));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const std::vector<std::byte> found = read_whole_file(folder / "file");
        ASSERT_TRUE(found == old_bytes || found == new_bytes) << i;
    }
}

TEST(file_replacement, leaves_no_trace_until_it_is_committed) {
    const ingot::tests::temporary_folder folder;
    const std::vector<std::byte> bytes(10, std::byte {7});
    {
        const file_replacement dropped(folder / "file", bytes);
    }
    EXPECT_TRUE(folder.empty());
}

}  // namespace
