#include "kernels/kernel_reload.hpp"

#include <fmt/format.h>

namespace ingot::shell {

bool kernel_reload::update(session& running) {
    watch.look(running.description().kernel_folder(), running.running_on());
    told.compiling = watch.compiling();
    const auto made = watch.take();
    if (!made) return false;
    if (made->kernels) return use(running, *made);
    told.problems.insert_or_assign(made->file.name, made->said);
    fmt::print(stderr, "{}\n", made->said);
    return false;
}

/// The session makes the sample a second time, with the edited kernels, which takes over the first one's state.
bool kernel_reload::use(session& running, const compiled_edit& edit) {
    replace_kernels(edit.on, edit.file.name, *edit.kernels);
    const std::pair place(edit.on.backend(), edit.file.name);
    try {
        if (edit.on == running.running_on()) running.switch_device(edit.on);
    } catch (const std::exception& problem) {
        told.problems.insert_or_assign(edit.file.name, problem.what());
        fmt::print(stderr, "ingot: {}\n", problem.what());
        const auto before = good_kernels.find(place);
        if (before == good_kernels.end())
            restore_kernels(edit.on, edit.file.name);
        else
            replace_kernels(edit.on, edit.file.name, before->second);
        return false;
    }
    good_kernels.insert_or_assign(place, *edit.kernels);
    told.problems.erase(edit.file.name);
    told.taken = edit.file.name;
    told.took_over = std::chrono::steady_clock::now();
    return true;
}

}  // namespace ingot::shell
