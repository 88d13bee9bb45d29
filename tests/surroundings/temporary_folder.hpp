// A folder of one test, gone with it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

namespace ingot::tests {

/// A new, empty folder.
class temporary_folder {
public:
    temporary_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "ingot_test_XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::filesystem::filesystem_error("no folder for a test", {});
        folder = name;
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }

    std::filesystem::path operator/(const std::filesystem::path& name) const { return folder / name; }
    const std::filesystem::path& path() const { return folder; }
    bool empty() const { return std::filesystem::is_empty(folder); }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& each : std::filesystem::directory_iterator(folder)) names.push_back(each.path().filename().string());
        std::ranges::sort(names);
        return names;
    }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name, std::ios::binary) << text;
        return folder / name;
    }
    std::string read(const std::string& name) const {
        std::ifstream in(folder / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::filesystem::path folder;
};

}  // namespace ingot::tests
