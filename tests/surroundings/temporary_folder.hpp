// A temporary folder for one test.
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

/// Creates an empty folder; the destructor removes it with its contents.
class temporary_folder {
public:
    temporary_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "ingot_test_XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::filesystem::filesystem_error("cannot create a temporary folder", {});
        folder_ = name;
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    std::filesystem::path operator/(const std::filesystem::path& name) const { return folder_ / name; }
    const std::filesystem::path& path() const { return folder_; }
    bool empty() const { return std::filesystem::is_empty(folder_); }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& each : std::filesystem::directory_iterator(folder_)) names.push_back(each.path().filename().string());
        std::ranges::sort(names);
        return names;
    }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }
    std::string read(const std::string& name) const {
        std::ifstream stream(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

private:
    std::filesystem::path folder_;
};

}  // namespace ingot::tests
