// The position of a work-item in its launch (Table 11 of the thesis that docs/host-library.md names).
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot {

// In code for a target these variables are constants: ingotc replaces each read by instructions or by a call of a function of
// the target. On the CPU debug device they are variables of the worker thread, so that a debugger can read them:
// `break nbody.kernels.cpp:20 if global_id.x == 5`.
#if defined(INGOT_DEVICE)
#define INGOT_WORK_ITEM_VARIABLE(name) extern const uint3 name asm("ingot_device_" #name)
#else
#define INGOT_WORK_ITEM_VARIABLE(name) extern thread_local constinit uint3 name
#endif

/// Index of the work-item in the whole launch, 0 to global_size - 1; 0 in unused dimensions.
INGOT_WORK_ITEM_VARIABLE(global_id);
/// Index of the work-item in its work-group, 0 to local_size - 1.
INGOT_WORK_ITEM_VARIABLE(local_id);
/// Index of the work-group, 0 to num_groups - 1.
INGOT_WORK_ITEM_VARIABLE(group_id);
/// Number of work-items in the launch; 1 in unused dimensions.
INGOT_WORK_ITEM_VARIABLE(global_size);
/// Number of work-items in a work-group.
INGOT_WORK_ITEM_VARIABLE(local_size);
/// Number of work-groups in the launch.
INGOT_WORK_ITEM_VARIABLE(num_groups);

#undef INGOT_WORK_ITEM_VARIABLE

/// Another name of num_groups, for existing kernels: the name in the thesis. Both names have the same symbol, so they are
/// the same variable.
#if defined(INGOT_DEVICE)
extern const uint3 group_size asm("ingot_device_num_groups");
#else
extern thread_local constinit uint3 group_size asm("_ZN5ingot10num_groupsE");
#endif

namespace detail {
constexpr uint32_t component(const uint3& value, uint32_t dimension) {
    switch (dimension) {
        case 0:
            return value.x;
        case 1:
            return value.y;
        case 2:
            return value.z;
        default:
            return 0;
    }
}
}  // namespace detail

/// Each of these functions returns one component of the variable that its name contains: get_global_id(1) is global_id.y.
/// `dimension` is 0 to 2; for other dimensions the result is 0.
inline uint32_t get_global_id(uint32_t dimension) { return detail::component(global_id, dimension); }
inline uint32_t get_local_id(uint32_t dimension) { return detail::component(local_id, dimension); }
inline uint32_t get_group_id(uint32_t dimension) { return detail::component(group_id, dimension); }
inline uint32_t get_global_size(uint32_t dimension) { return detail::component(global_size, dimension); }
inline uint32_t get_local_size(uint32_t dimension) { return detail::component(local_size, dimension); }
inline uint32_t get_num_groups(uint32_t dimension) { return detail::component(num_groups, dimension); }

}  // namespace ingot
