// Selects the PTX of an archive that a device can run.
#pragma once

#include <compare>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace ingot::backends::cuda {

/// NVIDIA's "compute capability": 9.0 is the architecture sm_90.
struct compute_capability {
    uint32_t major = 0;
    uint32_t minor = 0;
    friend auto operator<=>(const compute_capability&, const compute_capability&) = default;
};

/// The number of single-precision lanes in one multiprocessor ("CUDA C++ Programming Guide", table of the throughput of
/// arithmetic instructions).
uint32_t single_precision_lanes(compute_capability capability);

/// Returns the name of the architecture: "sm_90".
std::string to_string(compute_capability capability);

/// The devices that run code for an architecture, as its name defines them.
struct architecture {
    /// Code for sm_90 runs on devices of 9.0 and all later ones (all_later), code for sm_100f on devices of 10.0 and
    /// later ones of the same major number (same_family), and code for sm_90a on devices of exactly 9.0 (same_device).
    enum class compatibility { all_later, same_family, same_device };

    compute_capability lowest;
    compatibility compatibility = compatibility::all_later;

    /// Does the device run code for this architecture?
    bool supports(compute_capability device) const;
};

/// Parses a name of the form "sm_70", "sm_90a" or "sm_100f". Returns nothing for other names.
std::optional<architecture> parse_architecture(std::string_view name);

/// Returns the PTX for the highest architecture that the device can run; null if there is none. Among equal
/// architectures it prefers the more specific one: "a" before "f", and "f" before no suffix.
const archive::code* find_ptx(const archive::archive& contents, compute_capability device);

}  // namespace ingot::backends::cuda
