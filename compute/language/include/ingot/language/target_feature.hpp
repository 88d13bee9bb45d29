// What the language's headers ask about the target that a kernel is compiled for.
#pragma once

#include <cstdint>

namespace ingot::detail {

/// Properties of a target. The headers choose by them how to express a function.
enum class target_feature : uint32_t {
    fuses_mad,           ///< mad() is fma(): the target computes fma in hardware
    converts_half,       ///< the target converts between half and float by instructions
    stores_image_bytes,  ///< an image is written by bytes (image_store), not by channels (image_write_…)
};

#if defined(INGOT_DEVICE)
extern "C" {
/// Does the target have the feature, a constant of type target_feature? ingotc replaces the call by a constant when it
/// compiles for one target, so that one parse of a kernel file serves all targets.
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
