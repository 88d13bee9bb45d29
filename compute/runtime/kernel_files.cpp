#include "kernel_files.hpp"

#include <algorithm>
#include <ingot/runtime/kernel_statistics.hpp>
#include <utility>

#include "backend.hpp"

namespace ingot {

namespace backends {

void kernel_files::add(kernel_file_in_use file) {
    const std::lock_guard lock(guard_);
    kernel_file_in_use& known = files_[file.name];
    // An edited version of the file in the folder INGOT_KERNELS is still that file.
    if (file.replaced_by.empty()) file.replaced_by = known.replaced_by;
    known = std::move(file);
}

std::vector<kernel_file_in_use> kernel_files::in_use() const {
    const std::lock_guard lock(guard_);
    std::vector<kernel_file_in_use> all;
    all.reserve(files_.size());
    for (const auto& [name, file] : files_) all.push_back(file);
    return all;
}

void kernel_files::add_kernel(const std::string& file, const std::shared_ptr<const kernel_interface>& kernel) {
    const std::lock_guard lock(guard_);
    auto& all = kernels_[file];
    std::erase_if(all, [](const auto& each) { return each.expired(); });
    all.push_back(kernel);
}

std::vector<std::shared_ptr<const kernel_interface>> kernel_files::kernels(const std::string& file) const {
    std::vector<std::shared_ptr<const kernel_interface>> existing;
    const std::lock_guard lock(guard_);
    const auto found = kernels_.find(file);
    if (found == kernels_.end()) return existing;
    for (const auto& each : found->second)
        if (auto kernel = each.lock()) existing.push_back(std::move(kernel));
    return existing;
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

// Kernels that were made twice and report the same are listed once.
std::vector<kernel_statistics> kernel_statistics_in_use(const device& device, const std::string& name) {
    std::vector<kernel_statistics> all;
    for (const auto& kernel : device.implementation().files().kernels(name))
        for (kernel_statistics& each : kernel->statistics())
            if (std::ranges::find(all, each) == all.end()) all.push_back(std::move(each));
    return all;
}

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
    options.architecture = device.implementation().architecture();
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
