// How emitters act at a point, in the plane and in space.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>
#include <span>

namespace ingot::samples::fluid {

/// The square of the distance from a line. `along_scale` is 1 / the square of its length; 0 for a point.
template <typename Point>
float squared_distance(const Point& from, const Point& to, float along_scale, const Point& point) {
    const Point line = to - from;
    const Point offset = point - from;
    const Point away = offset - line * clamp(dot(offset, line) * along_scale, 0.0f, 1.0f);
    return dot(away, away);
}

/// Returns 1 / the square of the line's length; 0 for a point.
template <typename Point>
float along_scale_of(const Point& from, const Point& to) {
    const Point line = to - from;
    const float length_squared = dot(line, line);
    return length_squared > 0.0f ? 1.0f / length_squared : 0.0f;
}

/// How strongly an emitter acts at a point in metres: 1 on its line, and 0 from twice its radius on, like a bell.
template <typename Emitter, typename Point>
float strength_at(const Emitter& source, const Point& point) {
    const float share = max(1.0f - squared_distance(source.from, source.to, source.along_scale, point) * source.away_scale, 0.0f);
    return share * share;
}

/// The share of the way to an emitter's value that is made in a step (implicit Euler, so that it never overshoots).
inline float approached(float rate) { return rate / (1.0f + rate); }

/// The emitters of a step, passed to the kernels by value.
template <typename Emitter>
struct list_of_emitters {
    static constexpr size_t most = 15;
    std::array<Emitter, most> all {};
    uint32_t count = 0;
    uint32_t unused[3] {};
};

/// Makes the list of at most list_of_emitters::most emitters, with the scales that strength_at() uses.
template <typename Emitter>
list_of_emitters<Emitter> make_list(std::span<const Emitter> emitters) {
    list_of_emitters<Emitter> list;
    list.count = static_cast<uint32_t>(emitters.size());
    std::ranges::copy(emitters, list.all.begin());
    for (Emitter& each : list.all) {
        each.along_scale = along_scale_of(each.from, each.to);
        each.away_scale = 1.0f / (4.0f * each.radius * each.radius);
    }
    return list;
}

}  // namespace ingot::samples::fluid
