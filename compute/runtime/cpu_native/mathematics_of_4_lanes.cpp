#include "mathematics_by_lane.hpp"

namespace ingot::backends::cpu_native {

const functions_by_lane& mathematics_of_4_lanes() {
    using lanes = float __attribute__((vector_size(4 * 4)));
    static const functions_by_lane all = make_functions<lanes>();
    return all;
}

}  // namespace ingot::backends::cpu_native
