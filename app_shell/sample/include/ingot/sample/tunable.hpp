// A parameter that `ingot tune` can choose for a device.
#pragma once

#include <cstdint>
#include <ingot/sample/parameter.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// A choice that decides how fast a sample is, and what it computes at most in the last bits: the size of its work-groups, or
/// which instance of a kernel template runs. `ingot tune SAMPLE` measures the values on a device and keeps the fastest one. The
/// sample declares the values, has the parameter in sample::parameters(), and calls get():
///
///     tunable groups_ {"group", {"8x8", "16x8", "32x4"}, "work-items of a group"};
///     …
///     const group_shape shape = group_shape_of(groups_.get()).value_or({8, 8});
///
/// The first value, "auto", is added: with it the sample uses what was measured on the device, or its own default.
class tunable final : public parameter_base {
public:
    static constexpr std::string_view automatic = "auto";

    tunable(std::string name, std::vector<std::string> values, std::string help);

    /// Returns the value to use: that of the user; with "auto" the one that was measured as the fastest on the device; "auto" if
    /// none was, so that the sample must choose.
    const std::string& get() const;

    /// Sets what was measured as the fastest; the shell does so before sample::load(). "auto": nothing was. Throws
    /// parameter_error if it is not one of the values.
    void set_tuned(const std::string& value);
    const std::string& tuned() const { return tuned_; }

private:
    std::string tuned_ {automatic};
};

/// The work-items of a group in two dimensions.
struct group_shape {
    uint32_t width = 1;
    uint32_t height = 1;
    friend bool operator==(const group_shape&, const group_shape&) = default;
};

/// Returns the shape that a text such as "32x4" names. Returns nothing for other texts, such as "auto".
std::optional<group_shape> group_shape_of(std::string_view text);

}  // namespace ingot
