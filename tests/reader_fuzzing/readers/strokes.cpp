// Strokes of the mouse (text).
#include "strokes.hpp"

#include <cmath>
#include <stdexcept>

#include "all_targets.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    using namespace samples::fluid;
    const auto strokes = read_or_reject<std::runtime_error>([&] { return read_strokes(write_input("hand.strokes", input)); });
    if (!strokes) return outcome::rejected;
    for (const stroke& each : *strokes) {
        require(each.pigment < 3 && each.radius > 0.0f, "pigments and radii are in their ranges");
        require(std::isfinite(each.from.x) && std::isfinite(each.from.y) && std::isfinite(each.to.x) && std::isfinite(each.to.y),
                "the points of a stroke are finite");
    }
    const std::string text = strokes_text(*strokes);
    const auto again = read_or_reject<std::runtime_error>(
        [&] { return read_strokes(write_input("again.strokes", std::as_bytes(std::span(text)))); });
    require(text.size() > 8u << 20u || (again && *again == *strokes), "strokes that are written are read as the same strokes");
    return outcome::accepted;
}

}  // namespace

const target strokes_target {"strokes", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
