// Where the files lie that Ingot's programs need while they run: the compiler, headers, samples.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace ingot::installation {

/// Where Ingot's files lie. A tree that was installed, or unpacked, can lie anywhere: it is found from a program in it. All other
/// programs use the sources and the build that they were made from.
struct tree {
    std::vector<std::filesystem::path> headers;  ///< folders of <ingot/kernel.hpp> and <ingot/ingot.hpp>
    std::filesystem::path resources;             ///< `samples`, `assets` and `warp`, by the same names as in the sources
    std::filesystem::path bundle;                ///< what an archive brings along of other projects; may be missing
};

/// The tree that `program` lies in.
tree tree_of(const std::filesystem::path& program);

/// The tree of the program that runs.
const tree& own_tree();

/// The folder `name` of what the running program's archive brings along, or `of_system` where there is none.
std::filesystem::path bundled_or(std::string_view name, const std::filesystem::path& of_system);

/// Files that may be the program ingotc, the likeliest first: beside the running program; in PATH, as a user's own program lies
/// anywhere; where the project was to be installed; where it was built.
std::vector<std::filesystem::path> places_of_compiler();

}  // namespace ingot::installation
