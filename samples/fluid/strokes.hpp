// Strokes of the mouse, and files with them, from which a run repeats them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/language/vector.hpp>
#include <span>
#include <string>
#include <vector>

namespace ingot::samples::fluid {

/// What a stroke does.
enum class tool : uint32_t { ink, wind, obstacle, erase };

/// A piece of the mouse's path with its button held.
struct stroke {
    uint64_t step = 0;  ///< the step in which it acts, counted from 0
    tool used = tool::ink;
    uint32_t pigment = 0;  ///< 0 to 2
    float2 from {};        ///< metres from the lower left corner
    float2 to {};
    float radius = 0.03f;  ///< metres
    uint32_t unused = 0;
    friend bool operator==(const stroke& a, const stroke& b) {
        return a.step == b.step && a.used == b.used && a.pigment == b.pigment && all(a.from == b.from) && all(a.to == b.to) &&
               a.radius == b.radius;
    }
};

/// Reads a file of strokes. Each line is
///
///     STEP TOOL X Y X Y RADIUS PIGMENT
///
/// where TOOL is ink, wind, obstacle or erase, both points and the radius are in metres, and the pigment is 1 to 3. Empty lines
/// and lines that begin with # are skipped, and the steps must not decrease. Throws std::runtime_error, whose message names the
/// file, the line and what is wrong.
std::vector<stroke> read_strokes(const std::filesystem::path& file);

/// Returns the text of a file that read_strokes() reads as the same strokes.
std::string strokes_text(std::span<const stroke> strokes);

}  // namespace ingot::samples::fluid
