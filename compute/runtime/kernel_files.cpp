#include "kernel_files.hpp"

#include <utility>

#include "backend.hpp"

namespace ingot {

namespace backends {

void kernel_files::note(kernel_file_in_use file) {
    const std::lock_guard lock(guard);
    std::string name = file.name;
    files.insert_or_assign(std::move(name), std::move(file));
}

std::vector<kernel_file_in_use> kernel_files::in_use() const {
    const std::lock_guard lock(guard);
    std::vector<kernel_file_in_use> all;
    all.reserve(files.size());
    for (const auto& [name, file] : files) all.push_back(file);
    return all;
}

void kernel_files::replace(const std::string& name, std::optional<compiled_program> with) {
    const std::lock_guard lock(guard);
    replacements.erase(name);
    if (with) replacements.emplace(name, *std::move(with));
}

std::optional<compiled_program> kernel_files::replacement(const std::string& name) const {
    const std::lock_guard lock(guard);
    const auto found = replacements.find(name);
    return found == replacements.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace backends

std::vector<kernel_file_in_use> kernel_files_in_use(const device& on) { return on.implementation().files().in_use(); }

compile_options options_to_replace(const device& on, const kernel_file_in_use& file) {
    compile_options options;
    options.fast_math = file.fast_math;
    const backend_description& runs = description_of(on.backend());
    options.cpu_debug = runs.runs_code_of_program();
    // One at least: what has to be known of a kernel, such as its barriers, is found on the way to a target.
    if (runs.runs_code_of_program())
        options.targets.resize(1);
    else
        options.targets = {std::string(runs.code.front())};
    return options;
}

void replace_kernels(const device& on, const std::string& name, const compiled_program& with) {
    on.implementation().files().replace(name, with);
}

void restore_kernels(const device& on, const std::string& name) { on.implementation().files().replace(name, {}); }

}  // namespace ingot
