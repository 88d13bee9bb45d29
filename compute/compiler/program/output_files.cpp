#include "output_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>

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
    if (std::filesystem::is_directory(file)) fail(file, "it is a folder");
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file))
        fail(file, "it is a device or a pipe, not a regular file");
    if (has_contents(file, contents)) return;
    archive::file_replacement replacement(file, std::as_bytes(std::span(contents)));
    if (std::ranges::find(waiting_, replacement.replaced(), &archive::file_replacement::replaced) != waiting_.end())
        fail(file, "two outputs have this name; give each its own file");
    waiting_.push_back(std::move(replacement));
} catch (const std::filesystem::filesystem_error& problem) {
    fail(file, archive::reason_not_written(file, problem.code()));
}

void output_files::commit() {
    for (archive::file_replacement& each : waiting_) try {
            each.commit();
        } catch (const std::filesystem::filesystem_error& problem) {
            fail(each.replaced(), archive::reason_not_written(each.replaced(), problem.code()));
        }
    waiting_.clear();
}

}  // namespace ingot::compiler
