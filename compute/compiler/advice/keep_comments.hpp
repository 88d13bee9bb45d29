// Comments by which an author keeps code as it is:
//     out[i] = a[i] / n;  // ingot: keep n changes with each launch
// A comment at the end of a line is about that line. A comment on a line of its own is about the next line that is no comment.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../diagnostic.hpp"
#include "remark.hpp"
#include "source_lines.hpp"

namespace ingot::compiler::advice {

/// The lines of some files that remarks are not to name.
class kept_lines {
public:
    /// Reads the comments of the files. A comment without a reason is an error.
    kept_lines(const std::vector<std::string>& files, source_lines& lines);

    const std::vector<diagnostic>& errors() const { return errors_; }

    /// Removes the remarks about the lines.
    void remove_from(std::vector<remark>& remarks) const;

private:
    void read(const std::string& file, const std::vector<std::string>& lines);

    std::set<std::pair<std::string, uint32_t>> kept_;  // the full path of a file, and a line
    std::vector<diagnostic> errors_;
};

}  // namespace ingot::compiler::advice
