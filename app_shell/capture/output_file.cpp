#include "capture/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
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

void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    require_writable(file);
    // A device or a pipe (/dev/stdout) is written to; only a file can be replaced.
    std::error_code problem;
    const bool special = std::filesystem::exists(file, problem) && !std::filesystem::is_regular_file(file, problem);
    const auto unfinished = special ? file : std::filesystem::path(fmt::format("{}.{}.tmp", file.string(), getpid()));
    std::ofstream out(unfinished, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.close();
    const std::string answer = std::strerror(errno);
    problem.clear();
    if (out && !special) std::filesystem::rename(unfinished, file, problem);
    if (out && !problem) return;
    std::error_code ignored;
    if (!special) std::filesystem::remove(unfinished, ignored);
    refuse(file, problem ? problem.message() : answer);
}

void replace_file(const std::filesystem::path& file, std::string_view text) {
    replace_file(file, std::as_bytes(std::span(text)));
}

}  // namespace ingot::shell
