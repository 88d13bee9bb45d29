// A variable of the environment, for one test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace ingot::tests {

/// A variable of the environment with another value while this object lives.
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

}  // namespace ingot::tests
