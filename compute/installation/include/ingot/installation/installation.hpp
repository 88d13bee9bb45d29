// Locates the files that Ingot's programs use while they run: the compiler, the headers, the samples.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::installation {

/// Returns the executable file of the running program; an empty path if the system does not report it.
std::filesystem::path program_file();

/// Returns a text that changes when the program's file is replaced: its path, size and time of modification.
std::string identity_of(const std::filesystem::path& program);

/// The folders of one installation of Ingot. A tree that was installed or unpacked can be anywhere, so its folders are found
/// from the path of the program. A program that is not in such a tree uses the source tree from which it was built.
struct tree {
    std::vector<std::filesystem::path> headers;  ///< include folders with <ingot/kernel.hpp> and <ingot/ingot.hpp>
    std::filesystem::path resources;             ///< contains `samples`, `assets` and `warp`, named as in the sources
    /// Folder of the third-party files that the .tar.zst package contains. In other installations this folder does not exist;
    /// for a source tree the path is empty.
    std::filesystem::path bundle;
};

/// Returns the tree whose files the program with this executable file uses.
tree tree_of(const std::filesystem::path& program);

/// Returns the tree whose files the running program uses.
const tree& current_tree();

/// Returns the folder `name` in the bundle of the running program's tree. If this folder does not exist, returns `of_system`,
/// the corresponding folder of the operating system.
std::filesystem::path bundled_folder(std::string_view name, const std::filesystem::path& of_system);

/// Returns the paths where the program ingotc may be, in the order in which to try them: the folder of the running
/// program, the folders of PATH, the folder where `cmake --install` puts programs, the folder where ingotc was built.
/// The files need not exist.
std::vector<std::filesystem::path> compiler_candidates();

}  // namespace ingot::installation
