#include "rehearsal/rehearsed_parts.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <ingot/archive/content_hash.hpp>
#include <ingot/runtime/users_cache.hpp>

namespace ingot::shell {

namespace fs = std::filesystem;

namespace {

std::string build_of(const fs::path& program) {
    std::error_code unknown;
    const auto written = fs::last_write_time(program, unknown).time_since_epoch().count();
    return fmt::format("{} {} {}", program.string(), written, fs::file_size(program, unknown));
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

// Empty files, but many of them after years.
void keep_few_files(const fs::path& folder) {
    constexpr ptrdiff_t most = 4096;
    std::error_code ignored;
    const fs::directory_iterator files(folder, ignored);
    if (std::distance(begin(files), end(files)) > most) fs::remove_all(folder, ignored);
}

}  // namespace

rehearsed_parts::rehearsed_parts(const fs::path& program) : build(build_of(program)), folder(users_cache_folder("rehearsed")) {
    if (!folder.empty()) keep_few_files(folder);
}

std::string rehearsed_parts::key_of(const rehearsed_part& part) const {
    std::string text = build + "\n" + variable("INGOT_KERNELS") + "\n" + variable("POCL_CACHE_DIR");
    text += fmt::format("\n{}\n{}\n", part.sample, part.leads_to);
    if (part.on.backend)
        text += fmt::format("{} {} {}", to_string(*part.on.backend), part.on.index,
                            find_device(*part.on.backend, part.on.index).properties().driver);
    return archive::to_string(archive::digest_of({text}));
}

fs::path rehearsed_parts::file_of(const std::string& key) const { return folder / key; }

bool rehearsed_parts::has(const rehearsed_part& part) const {
    const std::string key = key_of(part);
    std::error_code unknown;
    return in_this_run.contains(key) || (!folder.empty() && fs::exists(file_of(key), unknown));
}

void rehearsed_parts::add(const rehearsed_part& part) {
    const std::string key = key_of(part);
    in_this_run.insert(key);
    if (folder.empty()) return;
    std::error_code ignored;  // it is only a help
    fs::create_directories(folder, ignored);
    std::ofstream(file_of(key)).flush();
}

}  // namespace ingot::shell
