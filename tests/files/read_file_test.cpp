#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <ingot/files/read_file.hpp>
#include <string>

#include "temporary_folder.hpp"

namespace {

using namespace ingot::files;
namespace fs = std::filesystem;

// Returns the reason why the file is not read.
std::string reason(const fs::path& file) {
    try {
        read_whole_file(file);
    } catch (const fs::filesystem_error& problem) {
        EXPECT_EQ(problem.path1(), file);
        return problem.code().message();
    }
    return "";
}

TEST(read_file, reads_files_of_any_size) {
    const ingot::tests::temporary_folder folder;
    for (const size_t size : {0u, 1u, 65'535u, 65'536u, 1'000'000u}) {
        std::string text(size, 'x');
        if (size > 0) text.back() = '\0';
        EXPECT_EQ(read_text(folder.write("file", text)), text);
        EXPECT_EQ(read_whole_file(folder / "file").size(), size);
    }
    // The size of this file is not known before it is read.
    EXPECT_FALSE(read_text("/proc/self/status").empty());
}

// A read of a device such as /dev/zero would never end, and a read of a pipe would wait for another program.
TEST(read_file, names_what_is_no_regular_file) {
    const ingot::tests::temporary_folder folder;
    EXPECT_EQ(reason(folder.path()), "it is a folder");
    EXPECT_EQ(reason("/dev/zero"), "it is a device, not a regular file");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(reason(folder / "pipe"), "it is a pipe, not a regular file");
    fs::create_symlink("pipe", folder / "link");
    EXPECT_EQ(reason(folder / "link"), "it is a pipe, not a regular file");
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address {.sun_family = AF_UNIX, .sun_path = {}};
    const std::string path = (folder / "socket").string();
    ASSERT_LT(path.size(), sizeof address.sun_path) << "TMPDIR is too long for the address of a socket";
    std::ranges::copy(path, address.sun_path);
    ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(reason(folder / "socket"), "it is a socket, not a regular file");
    ::close(socket);
    EXPECT_EQ(reason(folder / "none"), "No such file or directory");
}

// Linux reports an error for a read of this file at position 0, after it was opened.
TEST(read_file, reports_an_error_of_a_read) { EXPECT_EQ(reason("/proc/self/mem"), "Input/output error"); }

}  // namespace
