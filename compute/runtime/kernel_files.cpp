#include "kernel_files.hpp"

#include <utility>

#include "backend.hpp"

namespace ingot {

namespace backends {

void kernel_files::add(kernel_file_in_use file) {
    const std::lock_guard lock(guard_);
    std::string name = file.name;
    files_.insert_or_assign(std::move(name), std::move(file));
}

std::vector<kernel_file_in_use> kernel_files::in_use() const {
    const std::lock_guard lock(guard_);
    std::vector<kernel_file_in_use> all;
    all.reserve(files_.size());
    for (const auto& [name, file] : files_) all.push_back(file);
    return all;
}

std::optional<compiled_program> kernel_files::replace(const std::string& name, std::optional<compiled_program> replacement) {
    const std::lock_guard lock(guard_);
    std::optional<compiled_program> before;
    if (const auto found = replacements_.find(name); found != replacements_.end()) {
        before = std::move(found->second);
        replacements_.erase(found);
    }
    if (replacement) replacements_.emplace(name, *std::move(replacement));
    return before;
}

std::optional<compiled_program> kernel_files::replacement(const std::string& name) const {
    const std::lock_guard lock(guard_);
    const auto found = replacements_.find(name);
    return found == replacements_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace backends

std::vector<kernel_file_in_use> kernel_files_in_use(const device& device) { return device.implementation().files().in_use(); }

compile_options replacement_options(const device& device, const kernel_file_in_use& file) {
    compile_options options;
    options.fast_math = file.fast_math;
    const backend_description& runs = description_of(device.backend());
    options.cpu_debug = runs.runs_in_process();
    // Keep one target even if its code is not used. The compiler finds out some properties of a kernel only while it
    // compiles for a target, for example whether the kernel uses barriers.
    if (runs.runs_in_process())
        options.targets = {"spirv"};
    else
        options.targets = {std::string(runs.targets.front())};
    return options;
}

void replace_kernels(const device& device, const std::string& name, const compiled_program& replacement) {
    device.implementation().files().replace(name, replacement);
}

void restore_kernels(const device& device, const std::string& name) { device.implementation().files().replace(name, {}); }

temporary_replacement::temporary_replacement(const device& device, std::string name, const compiled_program& replacement)
    : device_(device), name_(std::move(name)), before_(device.implementation().files().replace(name_, replacement)) {}

temporary_replacement::temporary_replacement(temporary_replacement&& other) noexcept
    : device_(std::exchange(other.device_, std::nullopt)), name_(std::move(other.name_)), before_(std::move(other.before_)) {}

temporary_replacement::~temporary_replacement() {
    if (device_) device_->implementation().files().replace(name_, std::move(before_));
}

}  // namespace ingot
