// The names of source files in remarks. Debug locations have full paths, which do not show how the user named a file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "remark.hpp"

namespace ingot::compiler::advice {

/// Gives each file one name: the kernel file that which the user wrote, and the files that it includes those by which Clang has
/// opened them, so that they are relative or full paths as that of the kernel file or of an option -I is.
class source_names {
public:
    /// `opened` are the kernel file and the files that it includes, as Clang has opened them.
    source_names(const std::string& kernel_file, const std::vector<std::string>& opened);

    /// Returns the names of all files, each once.
    const std::vector<std::string>& all() const { return all_; }

    /// Returns the name of a file. Returns the path itself, relative to the current folder if it is in there, for a file that
    /// nothing has opened: a directive #line can name one.
    std::string of(const std::string& path) const;

    /// Gives the places of remarks and fixes the names of their files, and brings the remarks into the order of their places.
    void give_to(std::vector<remark>& remarks) const;

private:
    std::vector<std::string> all_;
    std::map<std::string, std::string> names_;  // by full path
};

}  // namespace ingot::compiler::advice
