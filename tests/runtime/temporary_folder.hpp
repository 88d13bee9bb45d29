// Surroundings of a test that end with it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace ingot::testing {

/// A new, empty folder.
class temporary_folder {
public:
    temporary_folder() {
        std::string name = (std::filesystem::path(::testing::TempDir()) / "ingot_test_XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::filesystem::filesystem_error("no folder for a test", {});
        folder = name;
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    const std::filesystem::path& path() const { return folder; }

private:
    std::filesystem::path folder;
};

/// A variable of the environment with another value.
class environment_value {
public:
    environment_value(const char* variable, const std::string& value) : name(variable) {
        if (const char* const old = std::getenv(variable)) before = old;
        ::setenv(variable, value.c_str(), 1);
    }
    environment_value(const environment_value&) = delete;
    environment_value& operator=(const environment_value&) = delete;
    ~environment_value() {
        if (before)
            ::setenv(name, before->c_str(), 1);
        else
            ::unsetenv(name);
    }

private:
    const char* name;
    std::optional<std::string> before;
};

}  // namespace ingot::testing
