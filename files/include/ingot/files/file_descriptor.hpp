// Open files, pipes, and files without a name.
#pragma once

#include <utility>

namespace ingot::files {

/// Owns the number of an open file. The destructor closes the file. A negative number is no file.
class file_descriptor {
public:
    explicit file_descriptor(int number = -1) : number_(number) {}
    file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    file_descriptor& operator=(file_descriptor&& other) noexcept {
        if (this != &other) {
            close();
            number_ = std::exchange(other.number_, -1);
        }
        return *this;
    }
    ~file_descriptor() { close(); }

    int get() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    /// Gives the file to the caller, who closes it.
    int release() { return std::exchange(number_, -1); }
    /// Closes the file, if there is one.
    void close() noexcept;

private:
    int number_;
};

/// The two ends of a pipe.
struct pipe_ends {
    file_descriptor readable;
    file_descriptor writable;
};

/// Creates a pipe. Programs that this process starts do not inherit its ends. Throws std::system_error.
pipe_ends create_pipe();

/// Creates an empty file that has no name and ends with its last file descriptor; on Linux it is in memory. Programs that
/// this process starts do not inherit it. Throws std::system_error.
file_descriptor create_unnamed_file();

}  // namespace ingot::files
