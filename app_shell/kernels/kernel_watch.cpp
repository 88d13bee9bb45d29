#include "kernels/kernel_watch.hpp"

#include <algorithm>

namespace ingot::shell {

namespace {

constexpr auto time_between_looks = std::chrono::milliseconds(300);

std::optional<std::filesystem::file_time_type> time_of(const std::filesystem::path& file) {
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(file, missing);
    return missing ? std::nullopt : std::optional(time);
}

// Headers may be of another kernel file; they are few.
std::vector<std::filesystem::path> with_headers_beside(const std::filesystem::path& file) {
    std::vector<std::filesystem::path> files {file};
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator(file.parent_path(), ignored))
        if (each.path().extension() == ".hpp" || each.path().extension() == ".h") files.push_back(each.path());
    return files;
}

compiled_edit compile_now(const std::filesystem::path& file, const device& on, const kernel_file_in_use& what) {
    compiled_edit made {on, what, {}, {}};
    try {
        made.kernels = compile(file, options_to_replace(on, what));
        made.said = made.kernels->text();
    } catch (const compile_error& problem) {
        made.said = problem.text();
    } catch (const std::exception& problem) {
        made.said = problem.what();
    }
    return made;
}

}  // namespace

// While an editor writes, a file may be gone for a moment: then it is looked at again later.
std::optional<kernel_watch::file_time> kernel_watch::newest(const std::filesystem::path& file) const {
    const auto known = went_in.find(file);
    std::optional<file_time> found = time_of(file);
    if (!found) return found;
    for (const auto& each : known == went_in.end() ? with_headers_beside(file) : known->second)
        if (const auto time = time_of(each)) found = std::max(*found, *time);
    return found;
}

void kernel_watch::look(const std::filesystem::path& folder, const device& on, clock::time_point now) {
    if (folder.empty() || !under_way.empty() || now - last_look < time_between_looks) return;
    last_look = now;
    for (const kernel_file_in_use& each : kernel_files_in_use(on)) {
        const auto file = folder / each.name;
        const auto time = newest(file);
        if (!time) continue;
        const file_time first = first_seen.try_emplace(file, *time).first->second;
        const auto last = compiled.try_emplace({on.backend(), file}, first).first;
        if (*time <= last->second) continue;
        last->second = *time;
        return compile_beside(file, on, each);
    }
}

void kernel_watch::compile_beside(const std::filesystem::path& file, const device& on, const kernel_file_in_use& what) {
    under_way = what.name;
    file_under_way = file;
    result = std::async(std::launch::async, compile_now, file, on, what);
}

std::optional<compiled_edit> kernel_watch::take() {
    if (under_way.empty() || result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return {};
    under_way.clear();
    compiled_edit made = result.get();
    if (made.kernels) went_in.insert_or_assign(file_under_way, made.kernels->files());
    return made;
}

}  // namespace ingot::shell
