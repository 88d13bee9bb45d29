#include "kernels/kernel_reload.hpp"

#include <fmt/format.h>

namespace ingot::shell {

namespace {

/// Removes the folder of the kernels from the paths in the compiler's messages, which are shown in a narrow panel.
std::string with_short_paths(std::string messages, const std::filesystem::path& folder) {
    if (folder.empty()) return messages;
    const std::string prefix = (folder / "").string();
    for (size_t at = messages.find(prefix); at != std::string::npos; at = messages.find(prefix, at))
        messages.erase(at, prefix.size());
    return messages;
}

}  // namespace

bool kernel_reload::update(session& running) {
    watch_.check(running.description().kernel_folder(), running.current_device());
    news_.compiling_file = watch_.compiling_file();
    const auto result = watch_.take_result();
    if (!result) return false;
    if (result->kernels) return load(running, *result);
    news_.problems.insert_or_assign(result->file.name, with_short_paths(result->messages, running.description().kernel_folder()));
    fmt::print(stderr, "{}\n", result->messages);
    return false;
}

/// Replaces the kernels for the device that they were compiled for. If the session runs on that device, makes the session
/// create its sample again, with the state of the old sample. If this fails, restores the kernels that worked last.
/// Returns true if the session now runs the new kernels.
bool kernel_reload::load(session& running, const compiled_edit& edit) {
    replace_kernels(edit.target, edit.file.name, *edit.kernels);
    if (edit.target != running.current_device()) {
        // The session moved to another device during the compilation. Nothing has run the new kernels yet. Therefore
        // good_kernels_ does not get them.
        news_.problems.erase(edit.file.name);
        return false;
    }
    const std::pair place(edit.target.backend(), edit.file.name);
    try {
        running.switch_device(edit.target);
    } catch (const std::exception& problem) {
        news_.problems.insert_or_assign(edit.file.name, problem.what());
        fmt::print(stderr, "ingot: {}\n", problem.what());
        const auto before = good_kernels_.find(place);
        if (before == good_kernels_.end())
            restore_kernels(edit.target, edit.file.name);
        else
            replace_kernels(edit.target, edit.file.name, before->second);
        return false;
    }
    good_kernels_.insert_or_assign(place, *edit.kernels);
    news_.problems.erase(edit.file.name);
    news_.loaded_file = edit.file.name;
    news_.loaded_at = std::chrono::steady_clock::now();
    return true;
}

}  // namespace ingot::shell
