// A large function that exchanges values in sub-groups, called so often that ingotc keeps it as a function.
#include <ingot/kernel.hpp>

#include "kept_functions.hpp"

using namespace ingot;

static uint32_t mix_in_sub_group(uint32_t x) {
    const uint32_t other = sub_group_shuffle(x, sub_group_size() - 1 - sub_group_local_id());
    return kept_functions::mix(kept_functions::table, x) + other * 3;
}
kernel void sub_groups(buffer<uint32_t> results, buffer<uint32_t> sizes) {
    sizes[global_id.x] = sub_group_size();
    results[global_id.x] =
        kept_functions::call_often<kept_functions::often>(global_id.x, [](uint32_t x) { return mix_in_sub_group(x); });
}
