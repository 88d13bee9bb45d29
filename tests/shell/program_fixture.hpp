// Runs the whole program as a process without a display.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "temporary_folder.hpp"

namespace ingot::tests {

class program : public testing::Test {
protected:
    /// Runs the program in the test's folder and returns its exit status. `environment` is placed before the command,
    /// for example "SDL_VIDEODRIVER=offscreen".
    int run(const std::string& arguments, const std::string& environment = {}) {
        const std::string command =
            "cd '" + folder_.path().string() + "' && env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER XDG_CONFIG_HOME='" +
            settings_.path().string() + "' XDG_DATA_HOME='" + data_.path().string() + "' " + environment +
            " timeout 60 '" INGOT_TEST_PROGRAM "' " + arguments + " >'" + out_.string() + "' 2>'" + err_.string() + "'";
        const int status = std::system(command.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    /// Runs the program and sends it a signal after four seconds.
    int run_and_signal(const std::string& arguments, const std::string& signal, const std::string& environment = {}) {
        return run(arguments, environment + " timeout --preserve-status -s " + signal + " 4");
    }
    /// The standard output of the last run.
    std::string standard_output() const { return texts_.read("out"); }
    /// The standard error of the last run.
    std::string standard_error() const { return texts_.read("err"); }
    nlohmann::json stats(const std::string& name) const { return nlohmann::json::parse(folder_.read(name)); }

    temporary_folder folder_;
    temporary_folder settings_;  ///< the folder of saved settings
    temporary_folder data_;      ///< the folder of samples from outside

private:
    // A separate folder, so that the program's working folder contains only files that the program wrote.
    temporary_folder texts_;
    std::filesystem::path out_ = texts_ / "out";
    std::filesystem::path err_ = texts_ / "err";
};

}  // namespace ingot::tests
