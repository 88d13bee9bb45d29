#include "kernels/kernel_watch.hpp"

#include <algorithm>

namespace ingot::shell {

namespace {

constexpr auto time_between_checks = std::chrono::milliseconds(300);

std::optional<std::filesystem::file_time_type> modification_time(const std::filesystem::path& file) {
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(file, missing);
    return missing ? std::nullopt : std::optional(time);
}

// Returns the kernel file and all headers in its folder. If one of them belongs only to another kernel file, an edit of it
// causes a compilation without need, which costs little.
std::vector<std::filesystem::path> with_headers_in_folder(const std::filesystem::path& file) {
    std::vector<std::filesystem::path> files {file};
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator(file.parent_path(), ignored))
        if (each.path().extension() == ".hpp" || each.path().extension() == ".h") files.push_back(each.path());
    return files;
}

compiled_edit compile_now(const std::filesystem::path& file, const device& device, const kernel_file_in_use& kernel_file) {
    compiled_edit edit {device, kernel_file, {}, {}};
    try {
        edit.kernels = compile(file, replacement_options(device, kernel_file));
        edit.messages = edit.kernels->text();
    } catch (const compile_error& problem) {
        edit.messages = problem.text();
    } catch (const std::exception& problem) {
        edit.messages = problem.what();
    }
    return edit;
}

}  // namespace

// Returns the latest modification time of the kernel file and of the files that it includes. Before the first
// successful compilation the included files are unknown, and all headers in the kernel file's folder count instead.
// Returns nothing if the kernel file is missing, as it can be for a moment while an editor saves it. The next check()
// then tries again.
std::optional<kernel_watch::file_time> kernel_watch::latest_change(const std::filesystem::path& file) const {
    const auto entry = included_files_.find(file);
    std::optional<file_time> found = modification_time(file);
    if (!found) return found;
    for (const auto& each : entry == included_files_.end() ? with_headers_in_folder(file) : entry->second)
        if (const auto time = modification_time(each)) found = std::max(*found, *time);
    return found;
}

void kernel_watch::check(const std::filesystem::path& folder, const device& device, clock::time_point current_time) {
    if (folder.empty() || !compiling_file_.empty() || current_time - last_check_ < time_between_checks) return;
    last_check_ = current_time;
    for (const kernel_file_in_use& each : kernel_files_in_use(device)) {
        const auto file = each.replaced_by.empty() ? folder / each.name : each.replaced_by;
        const auto time = latest_change(file);
        if (!time) continue;
        // The version at the first check counts as unedited for every backend. A newer version is compiled once for
        // each backend.
        const file_time first = first_seen_.try_emplace(file, *time).first->second;
        const auto last = compiled_times_.try_emplace({device.backend(), file}, first).first;
        if (*time <= last->second) continue;
        last->second = *time;
        return compile_in_background(file, device, each);
    }
}

void kernel_watch::compile_in_background(const std::filesystem::path& file, const device& device,
                                         const kernel_file_in_use& kernel_file) {
    compiling_file_ = kernel_file.name;
    compiling_path_ = file;
    result_ = std::async(std::launch::async, compile_now, file, device, kernel_file);
}

std::optional<compiled_edit> kernel_watch::take_result() {
    if (compiling_file_.empty() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return {};
    compiling_file_.clear();
    compiled_edit edit = result_.get();
    if (edit.kernels) included_files_.insert_or_assign(compiling_path_, edit.kernels->files());
    return edit;
}

}  // namespace ingot::shell
