// Comments by which an author keeps code as it is:
//     out[i] = a[i] / n;  // ingot: keep n changes with each launch
// A comment at the end of a line is about that line. A comment on a line of its own is about the next line that is no comment.
#pragma once

#include <string>
#include <vector>

#include "../diagnostic.hpp"
#include "remark.hpp"
#include "source_lines.hpp"

namespace ingot::compiler::advice {

/// A comment that gives a reason.
struct keep_comment {
    source_location place;
    bool is_used = false;  ///< silences a remark
};

/// The lines of some files that remarks are not to name.
class kept_lines {
public:
    /// Reads the comments of the files, by the names that remarks give them. A comment without a reason is an error.
    kept_lines(const std::vector<std::string>& files, source_lines& lines);

    const std::vector<diagnostic>& errors() const { return errors_; }

    /// Removes the remarks about the lines. Returns the comments that give a reason.
    std::vector<keep_comment> remove_from(std::vector<remark>& remarks) const;

private:
    void read(const std::string& file, const std::vector<std::string>& lines);

    struct comment {
        source_location place;  // of the comment
        uint32_t line = 0;      // the line that the comment is about
    };
    std::vector<comment> comments_;
    std::vector<diagnostic> errors_;
};

}  // namespace ingot::compiler::advice
