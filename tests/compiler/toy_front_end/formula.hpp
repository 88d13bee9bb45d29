// The toy language, in files *.formula. Each line defines a kernel. For each work-item, a kernel writes one element of
// its first buffer:
//
//     kernel scaled(out buffer float a, buffer float b, float factor) = b[i] * factor + i
//
// Numbers, values and elements are floats. `i` is the global id of the work-item, and the element that a kernel writes
// is a[i]. An expression in brackets is the index of an element of a buffer; the index is rounded towards zero. Text after
// `#` is a comment.
#pragma once

#include <compiler/diagnostic.hpp>
#include <compiler/host_code/kernel_description.hpp>
#include <memory>
#include <string>
#include <vector>

namespace ingot::compiler::formula {

/// A node of a formula's syntax tree.
struct expression {
    /// `place` is `i`; `value` is a parameter that is not a buffer; `element` is an element of a buffer.
    enum class kind { number, place, value, element, sum, difference, product, quotient };

    kind is = kind::number;
    float number = 0;                                ///< for the kind `number`
    unsigned parameter = 0;                          ///< for `value` and `element`: the index of the kernel's parameter
    std::vector<std::unique_ptr<expression>> parts;  ///< the index of an element, or the two operands
};

/// One line of the file.
struct kernel {
    kernel_description description;
    std::unique_ptr<expression> result;  ///< the value for element i of parameter 0
};

/// Returns the kernels in the text. Appends the first error of each wrong line to `errors`, and an error if the text has no
/// kernel. If there are errors, the list of kernels is incomplete.
std::vector<kernel> parse(const std::string& file, const std::string& text, std::vector<diagnostic>& errors);

}  // namespace ingot::compiler::formula
