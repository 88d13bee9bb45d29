// What the advisor says about one place in a kernel file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "../diagnostic.hpp"

namespace ingot::compiler::advice {

/// A replacement of text within one line of a file.
struct text_edit {
    source_location place;  ///< the first replaced byte, or where to insert; line and column are known
    uint32_t length = 0;    ///< of the replaced text in bytes; 0 inserts
    std::string text;       ///< may contain line ends
    friend bool operator==(const text_edit& a, const text_edit& b) {
        const auto all = [](const text_edit& each) {
            return std::tie(each.place.file, each.place.line, each.place.column, each.length, each.text);
        };
        return all(a) == all(b);
    }
};

/// A change that follows the advice. The file compiles with it, the launches stay as they are, and the remark is gone.
struct fix {
    std::string description;       ///< "write 0.1f"
    std::vector<text_edit> edits;  ///< in the order of the file; they do not overlap
    friend bool operator==(const fix& a, const fix& b) = default;
};

/// One remark: what would make kernels faster.
struct remark {
    std::string rule;                  ///< the name of the rule: "integer-division"
    std::vector<std::string> kernels;  ///< the names of the kernels that contain the code, in the order of the file
    source_location location;          ///< the line of the author's code
    std::string message;               ///< what the code does, and why that is slow on which devices
    std::string advice;                ///< what to write instead
    std::optional<fix> mechanical {};  ///< the change, if it is a mechanical one
};

/// Returns the page that explains a rule, as a path in the project with the heading: "docs/advice.md#integer-division".
std::string page_of(std::string_view rule);

}  // namespace ingot::compiler::advice
