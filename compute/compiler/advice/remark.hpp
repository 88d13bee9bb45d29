// What the advisor says about one place in a kernel file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../diagnostic.hpp"

namespace ingot::compiler::advice {

/// One remark: what would make kernels faster.
struct remark {
    std::string rule;                  ///< the name of the rule: "integer-division"
    std::vector<std::string> kernels;  ///< the names of the kernels that contain the code, in the order of the file
    source_location location;          ///< the line of the author's code
    std::string message;               ///< what the code does, and why that is slow on which devices
    std::string advice;                ///< what to write instead
};

/// Returns the page that explains a rule, as a path in the project with the heading: "docs/advice.md#integer-division".
std::string page_of(std::string_view rule);

}  // namespace ingot::compiler::advice
