// The kernel files that a device's programs are made of, and what takes their place.
#pragma once

#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/kernel_replacement.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ingot::backends {

class kernel_files {
public:
    void note(kernel_file_in_use file);
    std::vector<kernel_file_in_use> in_use() const;

    void replace(const std::string& name, std::optional<compiled_program> with);
    std::optional<compiled_program> replacement(const std::string& name) const;

private:
    mutable std::mutex guard;
    std::map<std::string, kernel_file_in_use> files;
    std::map<std::string, compiled_program> replacements;
};

}  // namespace ingot::backends
