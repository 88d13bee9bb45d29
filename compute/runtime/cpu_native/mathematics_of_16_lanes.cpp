#include "mathematics_by_lane.hpp"

namespace ingot::backends::cpu_native {

// Without the option of the compiler (CMakeLists.txt), vectors would be passed in memory: then there are no functions.
const functions_by_lane& mathematics_of_16_lanes() {
#if defined(__AVX512F__)
    using lanes = float __attribute__((vector_size(4 * 16)));
    static const functions_by_lane all = make_functions<lanes>();
#else
    static const functions_by_lane all {};
#endif
    return all;
}

}  // namespace ingot::backends::cpu_native
