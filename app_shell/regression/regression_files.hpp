// The locations of a sample's cases and goldens.
#pragma once

#include <filesystem>

namespace ingot::regression {

inline std::filesystem::path cases_file(const std::filesystem::path& sample_folder) { return sample_folder / "regression.json"; }
inline std::filesystem::path goldens_folder(const std::filesystem::path& sample_folder) { return sample_folder / "goldens"; }

inline bool has_cases(const std::filesystem::path& sample_folder) {
    std::error_code ignored;
    return !sample_folder.empty() && std::filesystem::exists(cases_file(sample_folder), ignored);
}

}  // namespace ingot::regression
