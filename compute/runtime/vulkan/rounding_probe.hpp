// Finds out whether a driver rounds correctly. Vulkan lets its Fma round twice, as lavapipe's does, and lets quotients and square
// roots differ from the exact results.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace ingot::backends::vulkan {

class device;
struct driver_facts;

/// The operations that the kernel of the probe computes of three operands a, b and c, in the order of its results.
enum class probed_operation {
    fma,       ///< a * b + c
    quotient,  ///< a / b
    root,      ///< the square root of a
};
inline constexpr size_t probed_operations = 3;

/// Returns the result that is rounded once, to the nearest.
template <typename Real>
Real exact_result(probed_operation operation, Real a, Real b, Real c) {
    if (operation == probed_operation::fma) return std::fma(a, b, c);
    return operation == probed_operation::quotient ? a / b : std::sqrt(a);
}

/// Returns operands, three for each result, whose results tell how an operation is rounded: one rounding of a sum gives another
/// result than two, and quotients and roots are nearly in the middle between two numbers.
template <typename Real>
std::vector<Real> telling_operands(probed_operation operation);

/// Is each result that of one rounding? There is one result for each three operands.
template <typename Real>
bool are_exact(probed_operation operation, std::span<const Real> operands, std::span<const Real> results) {
    if (results.size() * 3 != operands.size()) return false;
    for (size_t i = 0; i < results.size(); ++i)
        if (results[i] != exact_result(operation, operands[3 * i], operands[3 * i + 1], operands[3 * i + 2])) return false;
    return true;
}

/// Computes an operation on the device by the driver's own instruction. Throws error if the kernel cannot run.
template <typename Real>
std::vector<Real> results_on(const std::shared_ptr<device>& tested, const driver_facts& facts, probed_operation operation,
                             std::span<const Real> operands);

/// Returns the facts about rounding as a small kernel on the device finds them. What is known to be exact stays so, also where
/// the kernel cannot run.
driver_facts probe_rounding(const std::shared_ptr<device>& tested, driver_facts facts);

/// The same, but takes what an earlier program has found with the same driver from the program cache.
driver_facts find_rounding(const std::shared_ptr<device>& tested, driver_facts facts);

}  // namespace ingot::backends::vulkan
