#include "alias_table.hpp"

#include <cstdint>

namespace ingot::samples::pathtracer {

std::vector<alias_entry> make_alias_table(std::span<const double> weights) {
    std::vector<alias_entry> table(weights.size());
    double sum = 0.0;
    for (const double weight : weights) sum += weight;
    if (!(sum > 0.0)) return table;

    // Scale the weights to a mean of 1, and separate entries below 1 from the others.
    std::vector<double> share(weights.size());
    std::vector<uint32_t> small;
    std::vector<uint32_t> large;
    for (uint32_t i = 0; i < weights.size(); ++i) {
        share[i] = weights[i] / sum * static_cast<double>(weights.size());
        (share[i] < 1.0 ? small : large).push_back(i);
    }
    // Fill each small entry up to 1 with a part of a large one, which shrinks by that part.
    while (!small.empty() && !large.empty()) {
        const uint32_t less = small.back();
        const uint32_t more = large.back();
        small.pop_back();
        table[less] = {static_cast<float>(share[less]), more};
        share[more] -= 1.0 - share[less];
        if (share[more] < 1.0) {
            large.pop_back();
            small.push_back(more);
        }
    }
    // The remaining entries have a share of 1, apart from rounding errors, and need no other index.
    return table;
}

}  // namespace ingot::samples::pathtracer
