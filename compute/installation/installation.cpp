#include <chrono>
#include <cstdlib>
#include <ingot/installation/installation.hpp>
#include <sstream>
#include <string>
#include <system_error>

#include "places.hpp"
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

namespace ingot::installation {

namespace fs = std::filesystem;

fs::path program_file() {
#if defined(__APPLE__)
    uint32_t size = 0;
    ::_NSGetExecutablePath(nullptr, &size);
    std::string path(size, '\0');
    if (::_NSGetExecutablePath(path.data(), &size) != 0) return {};
    std::error_code unknown;
    return fs::canonical(path.c_str(), unknown);
#else
    std::error_code unknown;
    return fs::read_symlink("/proc/self/exe", unknown);
#endif
}

std::string identity_of(const fs::path& program) {
    std::error_code unknown;
    const auto time = fs::last_write_time(program, unknown).time_since_epoch();
    const auto size = fs::file_size(program, unknown);
    return program.string() + " " + std::to_string(size) + " " +
           std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

tree tree_of(const fs::path& program) {
    std::error_code ignored;
    const fs::path prefix =
        (fs::weakly_canonical(program, ignored).parent_path() / places::prefix_from_programs).lexically_normal();
    tree installed {.headers = {prefix / places::installed_headers},
                    .resources = prefix / places::installed_resources,
                    .bundle = prefix / places::installed_bundle};
    if (fs::is_directory(installed.resources, ignored)) return installed;
    const fs::path sources(places::sources);
    return {.headers = {sources / "compute/language/include", sources / "compute/runtime/include"},
            .resources = sources,
            .bundle = {}};
}

const tree& current_tree() {
    static const tree own = tree_of(program_file());
    return own;
}

fs::path bundled_folder(std::string_view name, const fs::path& of_system) {
    std::error_code ignored;
    const fs::path bundled = current_tree().bundle / name;
    return !current_tree().bundle.empty() && fs::is_directory(bundled, ignored) ? bundled : of_system;
}

std::vector<fs::path> compiler_candidates() {
    std::vector<fs::path> found {program_file().parent_path() / "ingotc"};
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty()) found.push_back(fs::path(folder) / "ingotc");
    found.emplace_back(places::configured_compiler);
    found.emplace_back(places::built_compiler);
    return found;
}

}  // namespace ingot::installation
