#include "header_folders.hpp"

#include <filesystem>
#include <system_error>

#include "folders.hpp"

namespace ingot::compiler {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> find_folders() {
    std::error_code unknown;
    const fs::path installed = fs::read_symlink("/proc/self/exe", unknown).parent_path().parent_path() / "include";
    if (fs::exists(installed / "ingot" / "kernel.hpp", unknown)) return {installed.string()};
    return {std::string(folders::language), std::string(folders::runtime)};
}

}  // namespace

const std::vector<std::string>& header_folders() {
    static const std::vector<std::string> found = find_folders();
    return found;
}

}  // namespace ingot::compiler
