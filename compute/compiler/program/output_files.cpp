#include "output_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

namespace ingot::compiler {

namespace {

// Does the file already exist with exactly these contents?
bool has_contents(const std::filesystem::path& file, std::string_view contents) {
    std::error_code unknown;
    if (std::filesystem::file_size(file, unknown) != contents.size() || unknown) return false;
    std::ifstream stream(file, std::ios::binary);
    const std::string present {std::istreambuf_iterator<char>(stream), {}};
    return stream && present == contents;
}

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view reason) {
    throw std::runtime_error(fmt::format("cannot write '{}': {}", file.string(), reason));
}

}  // namespace

void output_files::add(const std::filesystem::path& file, std::string_view contents) try {
    const auto is_file = [&](const std::filesystem::path& other) { return files::is_same_file(file, other); };
    if (std::ranges::any_of(added_, is_file)) fail(file, "two outputs have this name; give each its own file");
    added_.push_back(file);
    if (std::filesystem::is_directory(file)) fail(file, "it is a folder");
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file))
        fail(file, "it is a device or a pipe, not a regular file");
    if (has_contents(file, contents)) return;
    waiting_.emplace_back(file, std::as_bytes(std::span(contents)));
} catch (const std::filesystem::filesystem_error& problem) {
    fail(file, files::reason_not_written(file, problem.code()));
}

void output_files::commit() {
    for (files::file_replacement& each : waiting_) try {
            each.commit();
        } catch (const std::filesystem::filesystem_error& problem) {
            fail(each.replaced(), files::reason_not_written(each.replaced(), problem.code()));
        }
    waiting_.clear();
}

}  // namespace ingot::compiler
