#include "flow_terms.hpp"

#include <algorithm>
#include <cmath>

namespace ingot::samples::fluid {

flow_measures sum_of(std::span<const column_measures> columns, double cell, double measure) {
    flow_measures sums;
    double residual = 0.0;
    double before = 0.0;
    double after = 0.0;
    double cells = 0.0;
    for (const column_measures& column : columns) {
        sums.ink[0] += measure * column.ink.x;
        sums.ink[1] += measure * column.ink.y;
        sums.ink[2] += measure * column.ink.z;
        sums.ink[3] += measure * column.ink.w;
        residual += column.residual_squared;
        before += column.before_squared;
        after += column.after_squared;
        cells += column.fluid_cells;
        sums.energy += measure * column.energy;
        sums.fastest = std::max(sums.fastest, std::sqrt(double {column.fastest}));
    }
    if (before > 0.0) sums.residual = std::sqrt(residual / before);
    if (cells > 0.0) {
        sums.divergence_before = std::sqrt(before / cells) / cell;
        sums.divergence_after = std::sqrt(after / cells) / cell;
    }
    return sums;
}

}  // namespace ingot::samples::fluid
