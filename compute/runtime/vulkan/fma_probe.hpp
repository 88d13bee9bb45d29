// Finds out whether a driver's Fma rounds once. Vulkan lets it round twice, as lavapipe does.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace ingot::backends::vulkan {

class device;
struct driver_facts;

/// Returns factors of products and summands, three numbers for each sum, for which one rounding and two give different results.
template <typename Real>
std::vector<Real> telling_sums();

/// Are all results those of one rounding?
template <typename Real>
bool round_once(std::span<const Real> sums, std::span<const Real> results) {
    if (results.size() * 3 != sums.size()) return false;
    for (size_t i = 0; i < results.size(); ++i)
        if (results[i] != std::fma(sums[3 * i], sums[3 * i + 1], sums[3 * i + 2])) return false;
    return true;
}

/// Computes the sums on the device by its Fma. Throws error if the kernel cannot run.
template <typename Real>
std::vector<Real> fma_on(const std::shared_ptr<device>& tested, const driver_facts& facts, std::span<const Real> sums);

/// Returns the facts with exact_fma and exact_double_fma as a small kernel on the device finds them. They stay false where it
/// cannot run.
driver_facts probe_fma(const std::shared_ptr<device>& tested, driver_facts facts);

/// The same, but takes what an earlier program has found with the same driver from the program cache.
driver_facts find_fma(const std::shared_ptr<device>& tested, driver_facts facts);

}  // namespace ingot::backends::vulkan
