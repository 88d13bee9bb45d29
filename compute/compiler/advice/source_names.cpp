#include "source_names.hpp"

#include <algorithm>
#include <filesystem>
#include <ingot/sarif.hpp>
#include <system_error>
#include <tuple>

namespace ingot::compiler::advice {

namespace {

std::string full_path(const std::string& file) {
    std::error_code unknown;
    const std::filesystem::path full = std::filesystem::weakly_canonical(file, unknown);
    return unknown ? file : full.string();
}

}  // namespace

source_names::source_names(const std::string& kernel_file, const std::vector<std::string>& opened) {
    const auto add = [&](const std::string& name) {
        if (names_.emplace(full_path(name), name).second) all_.push_back(name);
    };
    add(kernel_file);
    for (const std::string& each : opened) add(each);
}

std::string source_names::of(const std::string& path) const {
    const auto found = names_.find(full_path(path));
    return found == names_.end() ? sarif::relative_path(path) : found->second;
}

void source_names::give_to(std::vector<remark>& remarks) const {
    for (remark& each : remarks) {
        each.location.file = of(each.location.file);
        if (!each.mechanical) continue;
        for (text_edit& edit : each.mechanical->edits) edit.place.file = of(edit.place.file);
    }
    std::ranges::sort(remarks, {}, [](const remark& each) {
        return std::tie(each.location.file, each.location.line, each.location.column, each.rule);
    });
}

}  // namespace ingot::compiler::advice
