// Strokes of the mouse (text).
#include <cmath>
#include <ingot/sample/strokes.hpp>
#include <stdexcept>

#include "all_targets.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    // That of the fluid. In space there are only more numbers.
    const stroke_format format {.tools = {"ink", "wind", "obstacle", "erase"}, .unit = "metres", .pigments = 3};
    const auto strokes =
        read_or_reject<std::runtime_error>([&] { return read_strokes(write_input("hand.strokes", input), format); });
    if (!strokes) return outcome::rejected;
    for (const drawn_stroke& each : *strokes) {
        require(each.tool < 4 && each.pigment < 3 && each.radius > 0.0f, "tools, pigments and radii are in their ranges");
        require(std::isfinite(each.from.x) && std::isfinite(each.from.y) && std::isfinite(each.to.x) && std::isfinite(each.to.y),
                "the points of a stroke are finite");
    }
    const std::string text = strokes_text(*strokes, format);
    const auto again = read_or_reject<std::runtime_error>(
        [&] { return read_strokes(write_input("again.strokes", std::as_bytes(std::span(text))), format); });
    require(text.size() > 8u << 20u || (again && *again == *strokes), "strokes that are written are read as the same strokes");
    return outcome::accepted;
}

}  // namespace

const target strokes_target {"strokes", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
