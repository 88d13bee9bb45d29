// Links to what a window shows: `ingot://nbody?preset=galaxies&camera=0,0,0,4.6,17,52` means the same as
// `ingot run nbody --preset galaxies --camera 0,0,0,4.6,17,52`.
//
// A link may come from anyone, for example from a web page. Therefore it can only select what a window shows: the sample, its
// parameters, a preset by name, the device and the view. It cannot name a file to read or to write.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/command_line.hpp"
#include "command_line/command_text.hpp"

namespace ingot::shell {

/// Does the text begin like a link?
bool is_link(std::string_view text);

/// Returns the link to a scene, without the files that its parameters name.
std::string format_link(const window_scene& scene);

/// Returns the arguments of the program that a link stands for: "run", "nbody", "--preset", "galaxies". Throws a usage_error if
/// the text is not a link, names no known sample, or has a part that a link may not have.
std::vector<std::string> arguments_of_link(std::string_view link, std::span<const sample_description> samples);

}  // namespace ingot::shell
