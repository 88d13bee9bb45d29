// The measured times of the kernels that a remark of the advisor is about.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/source_advice.hpp"
#include "statistics/kernel_table.hpp"

namespace ingot::shell {

/// Returns the times of the kernels that were launched, for the end of a line: "3.57 ms, 92 % of all kernels". Of several kernels
/// they are the sums. Returns "" if none was launched.
std::string short_times_text(std::span<const std::string> kernels, std::span<const kernel_row> measured);

/// Returns a line for each of the kernels that was launched, for a tooltip: "trace: 3.570 ms for a launch, 92 % of the time of
/// all kernels, 45 % of the device's peak".
std::string times_text(std::span<const std::string> kernels, std::span<const kernel_row> measured);

/// Returns the kernels of the remarks that are at a line of the file, or of the page with all remarks, each once.
std::vector<std::string> kernels_at(std::span<const advised_place> places, size_t line, bool is_on_page);

}  // namespace ingot::shell
