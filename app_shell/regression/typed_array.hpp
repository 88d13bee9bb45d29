// Reads the arrays of a state as numbers.
#pragma once

#include <fmt/format.h>

#include <ingot/sample/state.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "regression_case.hpp"

namespace ingot::regression {

/// Returns the array's elements as doubles. Throws std::runtime_error if the array does not exist, or if its size is
/// not a multiple of the element's size.
inline std::vector<double> read_numbers(const state& state, const std::string& name, element type) try {
    if (!state.contains(name)) {
        std::string names;
        for (const auto& [each, ignored] : state.contents()) names += (names.empty() ? "" : ", ") + each;
        throw std::runtime_error(
            fmt::format("the state has no array '{}'; its arrays are: {}", name, names.empty() ? "none" : names));
    }
    const auto widened = [](const auto& values) { return std::vector<double>(values.begin(), values.end()); };
    switch (type) {
        case element::float32:
            return widened(state.get<float>(name));
        case element::float64:
            return state.get<double>(name);
        case element::int32:
            return widened(state.get<int32_t>(name));
        case element::uint32:
            return widened(state.get<uint32_t>(name));
        case element::int64:
            return widened(state.get<int64_t>(name));
        case element::uint64:
            return widened(state.get<uint64_t>(name));
    }
    return {};
} catch (const std::out_of_range& problem) {
    throw std::runtime_error(problem.what());
}

}  // namespace ingot::regression
