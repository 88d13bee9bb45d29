#include "capture/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ingot/files/replace_file.hpp>
#include <stdexcept>

namespace ingot::shell {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view reason) {
    throw unwritable_file(fmt::format("'{}' cannot be written: {}", file.string(), reason));
}

}  // namespace

void require_writable(const std::filesystem::path& file) {
    std::error_code ignored;
    if (file.empty() || !file.has_filename()) fail(file, "this is not a file name");
    if (std::filesystem::is_directory(file, ignored)) fail(file, "it is a folder");
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    if (!std::filesystem::is_directory(folder, ignored))
        fail(file, files::reason_not_written(file, std::make_error_code(std::errc::not_a_directory)));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        fail(file, fmt::format("folder '{}': {}", folder.string(), std::strerror(errno)));
    if (std::filesystem::exists(file, ignored) && access(file.c_str(), W_OK) != 0) fail(file, std::strerror(errno));
}

void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes) try {
    require_writable(file);
    files::replace_file(file, bytes);
} catch (const std::filesystem::filesystem_error& problem) {
    fail(file, problem.code().message());
}

void replace_file(const std::filesystem::path& file, std::string_view text) {
    replace_file(file, std::as_bytes(std::span(text)));
}

}  // namespace ingot::shell
