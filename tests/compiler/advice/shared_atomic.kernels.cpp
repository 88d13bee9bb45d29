// Rule shared-atomic.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void sums(buffer<const float> values, buffer<float> total, param<uint32_t> count) {
    if (global_id.x >= count) return;
    atomic_add(&total[0], values[global_id.x]);  // remark: shared-atomic
}

kernel void finds_greatest(buffer<const uint32_t> values, buffer<uint32_t> greatest) {
    atomic_max(&greatest[0], values[global_id.x]);  // remark: shared-atomic
}

// One work-item of each group, a place that depends on data, a rare event, and a result that is used.
kernel void sums_groups(buffer<const float> values, buffer<float> total) {
    const float sum = work_group_reduce<64>(values[global_id.x], [](float a, float b) { return a + b; });
    if (local_id.x == 0) atomic_add(&total[0], sum);
}

kernel void counts(buffer<const uint32_t> values, buffer<uint32_t> bins) { atomic_inc(&bins[values[global_id.x] % 16]); }

kernel void reports_wrong(buffer<const float> values, buffer<uint32_t> wrong) {
    if (values[global_id.x] < 0) atomic_inc(&wrong[0]);
}

kernel void appends(buffer<const float> values, buffer<uint32_t> count, buffer<float> list) {
    list[atomic_inc(&count[0])] = values[global_id.x];
}
