// An open file.
#pragma once

#include <unistd.h>

#include <utility>

namespace ingot::files {

/// Closes the file in its destructor. A negative number is no file.
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

private:
    void close() {
        if (number_ >= 0) ::close(number_);
    }
    int number_;
};

}  // namespace ingot::files
