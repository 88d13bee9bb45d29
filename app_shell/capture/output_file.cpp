#include "capture/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ingot/archive/replace_file.hpp>
#include <stdexcept>

namespace ingot::shell {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, std::string_view why) {
    throw std::runtime_error(fmt::format("'{}' cannot be written: {}", file.string(), why));
}

}  // namespace

void require_writable(const std::filesystem::path& file) {
    std::error_code ignored;
    if (file.empty() || !file.has_filename()) refuse(file, "this is not the name of a file");
    if (std::filesystem::is_directory(file, ignored)) refuse(file, "it is a folder");
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    if (!std::filesystem::is_directory(folder, ignored)) refuse(file, fmt::format("there is no folder '{}'", folder.string()));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        refuse(file, fmt::format("folder '{}': {}", folder.string(), std::strerror(errno)));
    if (std::filesystem::exists(file, ignored) && access(file.c_str(), W_OK) != 0) refuse(file, std::strerror(errno));
}

void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes) try {
    require_writable(file);
    archive::replace_file(file, bytes);
} catch (const std::filesystem::filesystem_error& problem) {
    refuse(file, problem.code().message());
}

void replace_file(const std::filesystem::path& file, std::string_view text) {
    replace_file(file, std::as_bytes(std::span(text)));
}

}  // namespace ingot::shell
