#include "oldest_files.hpp"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace ingot {

namespace fs = std::filesystem;

void remove_oldest_files(const fs::path& folder, size_t limit) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        std::error_code gone;  // set if another process has removed the file
        if (!entry.is_regular_file(gone)) continue;
        const fs::file_time_type use_time = entry.last_write_time(gone);
        if (!gone) files.emplace_back(use_time, entry.path());
    }
    if (files.size() <= limit) return;
    const auto end = files.begin() + static_cast<std::ptrdiff_t>(files.size() - limit);
    std::ranges::nth_element(files, end);
    std::error_code ignored;
    for (auto old = files.begin(); old != end; ++old) fs::remove(old->second, ignored);
}

}  // namespace ingot
