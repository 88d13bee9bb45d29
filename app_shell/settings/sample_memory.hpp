// What the window remembers of a sample between starts. Runs without a window, and those that a machine asks for, never read it.
#pragma once

#include <functional>
#include <ingot/sample/sample.hpp>
#include <map>
#include <span>
#include <string>

#include "session/session.hpp"

namespace ingot::shell {

struct sample_memory {
    parameter_settings parameters;   ///< those that differ from their defaults
    std::map<int, orbit> bookmarks;  ///< of the camera, by their key: 1 to 9
    friend bool operator==(const sample_memory&, const sample_memory&) = default;
};

/// Values that the sample does not take any more, after a change of it, are left out. What cannot be read goes to `report`.
sample_memory recall(const sample_description& of, const std::function<void(const std::string&)>& report);

/// Throws std::runtime_error where the file cannot be written.
void keep(const sample_description& of, const sample_memory& what);

/// What to keep of parameters as they are.
parameter_settings changed_settings(std::span<parameter_base* const> of);

}  // namespace ingot::shell
