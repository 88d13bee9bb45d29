#include "oldest_files.hpp"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace ingot {

namespace fs = std::filesystem;

namespace {

// Removes the oldest entries of this type until `limit` of them are left.
void remove_oldest(const fs::path& folder, size_t limit, fs::file_type type) {
    std::vector<std::pair<fs::file_time_type, fs::path>> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        std::error_code gone;  // set if another process has removed the entry
        if (entry.symlink_status(gone).type() != type) continue;
        const fs::file_time_type use_time = entry.last_write_time(gone);
        if (!gone) entries.emplace_back(use_time, entry.path());
    }
    if (entries.size() <= limit) return;
    const auto end = entries.begin() + static_cast<std::ptrdiff_t>(entries.size() - limit);
    std::ranges::nth_element(entries, end);
    std::error_code ignored;
    for (auto old = entries.begin(); old != end; ++old) fs::remove_all(old->second, ignored);
}

}  // namespace

void remove_oldest_files(const fs::path& folder, size_t limit) { remove_oldest(folder, limit, fs::file_type::regular); }

void remove_oldest_folders(const fs::path& folder, size_t limit) { remove_oldest(folder, limit, fs::file_type::directory); }

}  // namespace ingot
