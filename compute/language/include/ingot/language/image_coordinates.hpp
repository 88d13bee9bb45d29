// A kernel can read an image at any coordinate. The functions in this header replace the coordinate by one for which the
// specification of every device defines the result of the read.
#pragma once

#include <concepts>
#include <cstdint>
#include <ingot/language/image_types.hpp>
#include <ingot/language/math.hpp>

namespace ingot::detail {

/// The number of components of a coordinate, and their type.
template <typename T>
struct coordinate_traits {};
template <typename T>
    requires std::is_arithmetic_v<T>
struct coordinate_traits<T> {
    using scalar = T;
    static constexpr uint32_t components = 1;
    static constexpr T get(T value, uint32_t) { return value; }
};
template <typename T, size_t N>
struct coordinate_traits<vector<T, N>> {
    using scalar = T;
    static constexpr uint32_t components = N;
    static constexpr T get(const vector<T, N>& value, uint32_t i) { return value[i]; }
};

template <vector_like Named>
struct coordinate_traits<Named> : coordinate_traits<vector_of_t<Named>> {
    static constexpr auto get(const Named& value, uint32_t i) { return value[i]; }
};

template <typename T>
concept integer_coordinate =
    std::integral<typename coordinate_traits<T>::scalar> && !std::same_as<typename coordinate_traits<T>::scalar, bool> &&
    sizeof(typename coordinate_traits<T>::scalar) <= 4;
template <typename T>
concept normalised_coordinate = std::floating_point<typename coordinate_traits<T>::scalar>;

/// Converts to int32_t. Unsigned numbers of at least 2^31 become negative: if global_id.x is 0, `global_id.x - 1` wraps
/// around to 2^32 - 1, and becomes -1 here.
template <std::integral T>
constexpr int32_t to_int32(T value) {
    return static_cast<int32_t>(value);
}

/// Returns the coordinate inside of `size` pixels for the modes that repeat; the unchanged coordinate for other modes.
template <address_mode mode, std::integral T>
constexpr int32_t addressed(T coordinate, uint32_t size) {
    if constexpr (mode == address_mode::edge || mode == address_mode::border) {
        return to_int32(coordinate);
    } else {
        const uint32_t period = mode == address_mode::repeat ? size : 2 * size;
        // A negative value v is counted from the end of the period, by -1 - v, which does not overflow.
        const int32_t value = to_int32(coordinate);
        const uint32_t place =
            value >= 0 ? static_cast<uint32_t>(value) % period : period - 1 - static_cast<uint32_t>(-1 - value) % period;
        return static_cast<int32_t>(place < size ? place : period - 1 - place);
    }
}

/// Returns a normalised coordinate at which the read is defined on every device. NaN becomes 0. If `mode` repeats the image,
/// infinity becomes 0 too. For other modes, a coordinate far outside of the image is replaced by one closer to the image that
/// reads the same pixel.
template <address_mode mode>
inline float sampled(float coordinate) {
    if constexpr (mode == address_mode::edge || mode == address_mode::border) {
        if (!(coordinate > -1.0f)) return coordinate <= -1.0f ? -1.0f : 0.0f;
        return coordinate < 2.0f ? coordinate : 2.0f;
    } else {
        if (!(run_time_math::fabs(coordinate) <= 3.402823466e38f)) return 0.0f;
#if defined(INGOT_DEVICE)
        // Texture units convert the coordinate to a fixed-point number, which would lose bits of a large coordinate. Therefore
        // subtract whole periods first.
        if constexpr (mode == address_mode::repeat) return coordinate - run_time_math::floor(coordinate);
        return run_time_math::fabs(coordinate - 2.0f * run_time_math::rint(0.5f * coordinate));
#else
        return coordinate;
#endif
    }
}

/// The point where a ray from the centre of a cube meets the cube: the face (0 to 5 for +x, -x, +y, -y, +z, -z) and normalised
/// coordinates on this face (OpenGL 4.5, section 8.13).
struct cube_place {
    uint32_t face;
    float x, y;
};

/// Returns the point where a ray in this direction meets the cube. A component that is NaN is treated as 0, and an infinite
/// component as the largest float.
inline cube_place place_on_cube(float3 direction) {
    constexpr float largest = 3.402823466e38f;
    const auto finite = [](float value) {
        if (!(value >= -largest)) return value < 0.0f ? -largest : 0.0f;
        return value <= largest ? value : largest;
    };
    const float x = finite(direction.x);
    const float y = finite(direction.y);
    const float z = finite(direction.z);
    const float x_length = run_time_math::fabs(x);
    const float y_length = run_time_math::fabs(y);
    const float z_length = run_time_math::fabs(z);
    cube_place place {0, 0.0f, 0.0f};
    float length = x_length;
    if (x_length >= y_length && x_length >= z_length) {
        place = x >= 0.0f ? cube_place {0, -z, -y} : cube_place {1, z, -y};
    } else if (y_length >= z_length) {
        place = y >= 0.0f ? cube_place {2, x, z} : cube_place {3, x, -z};
        length = y_length;
    } else {
        place = z >= 0.0f ? cube_place {4, x, -y} : cube_place {5, -x, -y};
        length = z_length;
    }
    // The vector 0 has no direction; the result is the middle of the first face.
    if (!(length > 0.0f)) return {0, 0.5f, 0.5f};
    return {place.face, (place.x / length + 1.0f) * 0.5f, (place.y / length + 1.0f) * 0.5f};
}

}  // namespace ingot::detail
