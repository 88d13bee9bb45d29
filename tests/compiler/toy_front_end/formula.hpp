// The toy language, in files *.formula. A line is a kernel that writes one element of its first buffer for each work-item:
//
//     kernel scaled(out buffer float a, buffer float b, float factor) = b[i] * factor + i
//
// Numbers, values and elements are floats; `i` is the work-item's place. A buffer's element is named by an expression, which is
// rounded towards zero. Text after `#` is a comment.
#pragma once

#include <compiler/diagnostic.hpp>
#include <compiler/host_code/kernel_description.hpp>
#include <memory>
#include <string>
#include <vector>

namespace ingot::compiler::formula {

/// A node of a formula's tree.
struct expression {
    enum class kind { number, place, value, element, sum, difference, product, quotient };

    kind is = kind::number;
    float number = 0;                                ///< of a number
    unsigned parameter = 0;                          ///< of a value or an element: its index in the kernel's signature
    std::vector<std::unique_ptr<expression>> parts;  ///< an element's index, or two operands
};

struct kernel {
    kernel_description description;
    std::unique_ptr<expression> result;  ///< of parameter 0 at the work-item's place
};

/// The kernels of the text. What is wrong with it is in `errors`; then the kernels are not to be used.
std::vector<kernel> parse(const std::string& file, const std::string& text, std::vector<diagnostic>& errors);

}  // namespace ingot::compiler::formula
