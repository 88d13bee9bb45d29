// Sets an environment variable for one test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace ingot::tests {

/// Sets an environment variable. The destructor restores the variable's old value, or removes the variable if it was not set
/// before.
class environment_value {
public:
    environment_value(const char* variable, const std::string& value) : name_(variable) {
        if (const char* const old = std::getenv(variable)) before_ = old;
        ::setenv(variable, value.c_str(), 1);
    }
    environment_value(const environment_value&) = delete;
    environment_value& operator=(const environment_value&) = delete;
    ~environment_value() {
        if (before_)
            ::setenv(name_, before_->c_str(), 1);
        else
            ::unsetenv(name_);
    }

private:
    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace ingot::tests
