// Properties of the target for which a kernel is compiled, as the language's headers query them.
#pragma once

#include <cstdint>

namespace ingot::detail {

/// Properties of a target. The headers contain several implementations of a function and choose one by these properties.
enum class target_feature : uint32_t {
    fuses_mad,              ///< mad() is fma(): the target computes fma in hardware
    converts_half,          ///< the target converts between half and float by instructions
    stores_image_bytes,     ///< images are written by ingot_device_image_store (bytes), not by …_image_write_… (channels)
    copies_asynchronously,  ///< the target has ingot_device_copy_to_local
    multiplies_half_tiles,  ///< the target has ingot_device_load_half_block and ingot_device_multiply_half_blocks
    prefetches,             ///< the target has ingot_device_prefetch
    /// The target has ingot_device_start_product, ingot_device_wait_for_products and ingot_device_show_local_writes.
    multiplies_local_matrices,
    has_32_sub_group_items,  ///< sub-groups have at least 32 work-items, but for the last one of a work-group
    computes_packs,          ///< a work-item computes with LLVM's vectors of up to 16 elements (pack)
};

#if defined(INGOT_DEVICE)
extern "C" {
/// Returns whether the target has the feature. `feature` is a compile-time constant, a value of target_feature. It is a
/// function and not a macro, so that ingotc parses a kernel file once for all targets. When ingotc then generates the
/// code of one target, it replaces the call by true or false.
[[gnu::const, gnu::nothrow]] bool ingot_device_target_has(uint32_t feature);
}
#endif

/// Does the target have the feature? False on the CPU debug device and in constant evaluation.
constexpr bool target_has([[maybe_unused]] target_feature feature) {
#if defined(INGOT_DEVICE)
    if (!__builtin_is_constant_evaluated()) return ingot_device_target_has(static_cast<uint32_t>(feature));
#endif
    return false;
}

}  // namespace ingot::detail
