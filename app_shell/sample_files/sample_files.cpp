#include "sample_files/sample_files.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <ingot/installation/users_cache.hpp>
#include <ingot/sample/sample_library.hpp>
#include <string_view>
#include <system_error>

namespace ingot::shell {

namespace fs = std::filesystem;

namespace {

constexpr const char* symbol = "ingot_sample_library";

[[noreturn]] void reject(const fs::path& file, std::string_view problem) {
    throw sample_file_error(fmt::format("the sample '{}' was not loaded: {}", file.string(), problem));
}

std::string rebuild_advice() {
    return fmt::format(
        "build it again with the CMake package of this Ingot {}, in a new build folder (find_package(Ingot {} "
        "COMPONENTS shell))",
        sample_interface_version, sample_interface_version);
}

/// Rejects files that the dynamic linker would describe in its own terms.
void check_file(const fs::path& file) {
    std::error_code unknown;
    if (!fs::exists(file, unknown) && file.extension().empty() && !file.has_parent_path())
        reject(file,
               "there is no such file; --sample gives the .so of a sample from outside, and one of Ingot's own is "
               "named without it");
    if (!fs::exists(file, unknown)) reject(file, "there is no such file; give the .so that the sample's build has made");
    if (!fs::is_regular_file(file, unknown)) reject(file, "it is not a file; give the .so that the sample's build has made");
    std::ifstream stream(file, std::ios::binary);
    std::array<char, 4> begin {};
    if (!stream) reject(file, "it cannot be read; check its permissions");
    stream.read(begin.data(), begin.size());
    if (std::string_view(begin.data(), begin.size()) != "\177ELF")
        reject(file, "it is not a shared library; give the .so that the sample's build has made");
}

std::string last_problem_of_linker() {
    const char* const text = ::dlerror();
    return text ? text : "unknown error";
}

fs::path absolute_folder(const char* variable) {
    const char* const value = std::getenv(variable);
    return value && fs::path(value).is_absolute() ? fs::path(value) : fs::path();
}

/// Returns the .so files of the folder, sorted.
std::vector<fs::path> files_of(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code unknown;
    for (const auto& each : fs::directory_iterator(folder, unknown))
        if (each.path().extension() == ".so") found.push_back(each.path());
    std::ranges::sort(found);
    return found;
}

/// Collects samples and problems.
class collector {
public:
    explicit collector(std::span<const sample_description> built_in) : built_in_(built_in) {}

    /// Returns false if there is a problem.
    bool add(const fs::path& file, bool must_be_own) {
        std::error_code unknown;
        const fs::path real = fs::weakly_canonical(file, unknown);
        if (std::ranges::find(result.samples, real, &sample_description::library) != result.samples.end()) return true;
        try {
            if (must_be_own && fs::exists(real, unknown) && !installation::is_users_own_file(real))
                reject(file, "other users may write to it, or it belongs to one; 'chmod go-w' makes a file of your own usable");
            sample_description loaded = load_sample_file(real);
            check_name(loaded, file);
            result.samples.push_back(std::move(loaded));
            return true;
        } catch (const sample_file_error& problem) {
            result.problems.emplace_back(problem.what());
            return false;
        }
    }

    loaded_samples result;

private:
    void check_name(const sample_description& loaded, const fs::path& file) const {
        if (std::ranges::find(built_in_, loaded.name, &sample_description::name) != built_in_.end())
            reject(file, fmt::format("Ingot itself has a sample '{}'; give the sample another name in its CMakeLists.txt",
                                     loaded.name));
        const auto other = std::ranges::find(result.samples, loaded.name, &sample_description::name);
        if (other != result.samples.end())
            reject(file,
                   fmt::format("'{}' has a sample '{}' too; remove one of the files, or give one sample another name in its "
                               "CMakeLists.txt",
                               other->library.string(), loaded.name));
    }

    std::span<const sample_description> built_in_;
};

}  // namespace

sample_description load_sample_file(const fs::path& file) {
    check_file(file);
    // The library may only be loaded now, with all functions that it needs; otherwise it would fail at the first call.
    void* const library = ::dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) reject(file, fmt::format("{}; {}", last_problem_of_linker(), rebuild_advice()));
    const void* const found = ::dlsym(library, symbol);
    if (!found)
        reject(file, fmt::format("it is a shared library without a sample (no symbol {}); build a sample with the CMake function "
                                 "ingot_add_sample()",
                                 symbol));
    const auto& described = *static_cast<const sample_library*>(found);
    if (std::string_view(described.version) != sample_interface_version)
        reject(file, fmt::format("it was built with Ingot {}; {}", described.version, rebuild_advice()));
    if (std::string_view(described.interface_hash) != sample_interface_hash)
        reject(file, fmt::format("it was built with other headers of Ingot {}; {}", described.version, rebuild_advice()));

    sample_description sample {.name = described.name,
                               .title = described.title,
                               .summary = described.summary,
                               .presets = {},
                               .create = described.create};
    std::error_code unknown;
    sample.library = fs::weakly_canonical(file, unknown);
    // `cmake --install` puts the sample's files beside the library. In a build they are in the sources.
    const fs::path beside = sample.library.parent_path() / sample.name;
    sample.folder = fs::is_directory(beside, unknown) ? beside : fs::path(described.folder);
    if (const fs::path presets = sample.folder / "presets.json"; fs::exists(presets, unknown)) sample.presets = presets;
    return sample;
}

fs::path users_sample_folder() {
    if (const fs::path data = absolute_folder("XDG_DATA_HOME"); !data.empty()) return data / "ingot/samples";
    const fs::path home = absolute_folder("HOME");
    return home.empty() ? home : home / ".local/share/ingot/samples";
}

loaded_samples load_sample_files(std::span<const fs::path> named, const fs::path& folder,
                                 std::span<const sample_description> built_in) {
    collector all(built_in);
    for (const fs::path& each : named) all.result.has_problem_of_named_file |= !all.add(each, false);
    if (!folder.empty())
        for (const fs::path& each : files_of(folder)) all.add(each, true);
    return std::move(all.result);
}

}  // namespace ingot::shell
