#include "output_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace ingot::compiler {

namespace {

bool has_contents(const std::filesystem::path& file, std::string_view contents) {
    std::error_code unknown;
    if (std::filesystem::file_size(file, unknown) != contents.size() || unknown) return false;
    std::ifstream stream(file, std::ios::binary);
    const std::string present {std::istreambuf_iterator<char>(stream), {}};
    return stream && present == contents;
}

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view why) {
    throw std::runtime_error(fmt::format("cannot write '{}': {}", file.string(), why));
}

}  // namespace

output_files::~output_files() {
    std::error_code ignored;
    for (const pending& each : waiting) std::filesystem::remove(each.temporary, ignored);
}

void output_files::add(const std::filesystem::path& file, std::string_view contents) {
    if (std::filesystem::is_directory(file)) fail(file, "it is a folder");
    if (has_contents(file, contents)) return;
    std::filesystem::path temporary = file;
    temporary += fmt::format(".{}.part", ::getpid());
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    if (!stream) fail(file, std::strerror(errno));
    waiting.push_back({file, temporary});
    stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    stream.close();
    if (!stream) fail(file, std::strerror(errno));
}

void output_files::commit() {
    for (const pending& each : waiting) {
        std::error_code failure;
        std::filesystem::rename(each.temporary, each.file, failure);
        if (failure) fail(each.file, failure.message());
    }
    waiting.clear();
}

}  // namespace ingot::compiler
