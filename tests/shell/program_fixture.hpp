// The whole program as a process, with no display.
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
    /// Runs it in the test's folder; `environment` comes before the command.
    int run(const std::string& arguments, const std::string& environment = {}) {
        const std::string command = "cd '" + folder.path().string() +
                                    "' && env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER XDG_CONFIG_HOME='" +
                                    settings.path().string() + "' " + environment + " timeout 60 '" INGOT_TEST_PROGRAM "' " +
                                    arguments + " >'" + out.string() + "' 2>'" + err.string() + "'";
        const int status = std::system(command.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    /// The same with a signal after some seconds.
    int run_and_signal(const std::string& arguments, const std::string& signal, const std::string& environment = {}) {
        return run(arguments, environment + " timeout --preserve-status -s " + signal + " 4");
    }
    std::string printed() const { return texts.read("out"); }
    std::string told() const { return texts.read("err"); }
    nlohmann::json stats(const std::string& name) const { return nlohmann::json::parse(folder.read(name)); }

    temporary_folder folder;
    temporary_folder settings;  ///< what the window keeps

private:
    // Not the folder that the program runs in: that one holds only what the program wrote.
    temporary_folder texts;
    std::filesystem::path out = texts / "out";
    std::filesystem::path err = texts / "err";
};

}  // namespace ingot::tests
