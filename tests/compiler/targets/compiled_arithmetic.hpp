// The arithmetic that the target vulkan creates, compiled for this processor. No header of LLVM is needed here: the folder of
// those of Debian has a file that hides one of the standard library's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ingot::testing {

enum class software_operation { quotient, root, fma };
enum class real_type { of_half, of_float, of_double };

/// A function that computes an operation for arrays of numbers.
class compiled_arithmetic {
public:
    /// Results of float's divisions and roots are estimates. With a `relative_error` other than 0 they are wrong, with 1 and -1
    /// by as many units as the code permits.
    compiled_arithmetic(software_operation operation, real_type type, double relative_error);
    ~compiled_arithmetic();
    compiled_arithmetic(const compiled_arithmetic&) = delete;
    compiled_arithmetic& operator=(const compiled_arithmetic&) = delete;

    /// The numbers have the constructor's type; a half is its bits.
    template <typename T>
    std::vector<T> operator()(const std::array<std::vector<T>, 3>& operands) const {
        std::vector<T> results(operands[0].size());
        function_(operands[0].data(), operands[1].data(), operands[2].data(), results.data(), results.size());
        return results;
    }

private:
    using function_type = void(const void*, const void*, const void*, void*, uint64_t);
    struct compiler;
    std::unique_ptr<compiler> compiler_;
    function_type* function_ = nullptr;
};

}  // namespace ingot::testing
