// Which of an archive's PTX a device runs.
#pragma once

#include <compare>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace ingot::backends::cuda {

/// "Compute capability" in NVIDIA's words: 9.0 is sm_90.
struct compute_capability {
    uint32_t major = 0;
    uint32_t minor = 0;
    friend auto operator<=>(const compute_capability&, const compute_capability&) = default;
};

/// Lanes of single precision in one multiprocessor ("CUDA C++ Programming Guide", throughput of arithmetic instructions).
uint32_t float_lanes(compute_capability of);

/// "sm_90".
std::string to_string(compute_capability capability);

/// What an architecture's name asks of a device.
struct architecture {
    /// sm_90 runs on this and all later devices, sm_90a only on its own, sm_100f also on later ones of its family.
    enum class reach { later, family, own };

    compute_capability lowest;
    reach runs_on = reach::later;

    bool covers(compute_capability device) const;
};

/// Nothing where `name` is none of "sm_70", "sm_90a", "sm_100f" and the like.
std::optional<architecture> architecture_from(std::string_view name);

/// The PTX for the highest architecture that the device runs; of equals, the one that fits it more closely. Null where there is
/// none.
const archive::code* find_ptx(const archive::archive& contents, compute_capability device);

}  // namespace ingot::backends::cuda
