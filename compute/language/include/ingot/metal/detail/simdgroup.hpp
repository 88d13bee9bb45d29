// Functions of SIMD-groups and quad-groups (MSL 3.0, sections 6.9.2 and 6.9.3). A SIMD-group is a sub-group of the C++ language:
// all its threads must reach the same call. A quad-group is four threads with consecutive numbers in the SIMD-group.
#pragma once

#include <ingot/language/sub_group.hpp>
#include <ingot/metal/detail/common.hpp>
#include <ingot/metal/detail/compute.hpp>

namespace metal {

namespace ingot_detail {

template <typename T>
concept exchanged = scalar_or_vector<T> && !std::is_same_v<element_of<T>, bool>;
template <typename T>
concept exchanged_bits = exchanged<T> && std::is_integral_v<element_of<T>>;

inline uint lane() { return ingot::sub_group_local_id(); }
inline uint lanes() { return ingot::sub_group_size(); }
inline uint quad_lane() { return lane() & 3u; }

// The value of another lane. If there is no such lane, the own value.
template <typename T>
T of_lane(T data, uint source) {
    const uint size = lanes();
    const bool exists = source < size;
    const T found = ingot::sub_group_shuffle(data, exists ? source : 0u);
    return exists ? found : data;
}
template <typename T>
T of_quad_lane(T data, uint source) {
    return of_lane(data, (lane() & ~3u) + (source & 3u));
}

struct sum_of {
    template <typename T>
    T operator()(T a, T b) const {
        return T(a + b);
    }
};
struct product_of {
    template <typename T>
    T operator()(T a, T b) const {
        return T(a * b);
    }
};
struct least_of {
    template <typename T>
    T operator()(T a, T b) const {
        return metal::min(a, b);
    }
};
struct greatest_of {
    template <typename T>
    T operator()(T a, T b) const {
        return metal::max(a, b);
    }
};
struct and_of {
    template <typename T>
    T operator()(T a, T b) const {
        return T(a & b);
    }
};
struct or_of {
    template <typename T>
    T operator()(T a, T b) const {
        return T(a | b);
    }
};
struct xor_of {
    template <typename T>
    T operator()(T a, T b) const {
        return T(a ^ b);
    }
};

// Combines the values of the four threads, in the order of their numbers.
template <typename T, typename Combine>
T over_quad(T data, Combine combine) {
    const T first = of_quad_lane(data, 0);
    const T second = of_quad_lane(data, 1);
    const T third = of_quad_lane(data, 2);
    const T fourth = of_quad_lane(data, 3);
    return combine(combine(combine(first, second), third), fourth);
}
template <typename T, typename Combine>
T over_lower_of_quad(T data, T first, Combine combine) {
    const T values[3] = {of_quad_lane(data, 0), of_quad_lane(data, 1), of_quad_lane(data, 2)};
    const uint own = quad_lane();
    T result = first;
    if (own > 0) result = combine(result, values[0]);
    if (own > 1) result = combine(result, values[1]);
    if (own > 2) result = combine(result, values[2]);
    return result;
}

// Shifts within vectors of `width` lanes. Lanes without a source get values of `filling`.
template <typename T>
T filled_down(T data, T filling, uint delta, uint own, uint width, uint begin) {
    const uint source = own + delta;
    const T shifted = of_lane(data, begin + source % width);
    const T filled = of_lane(filling, begin + source % width);
    return source >= width ? filled : shifted;
}
template <typename T>
T filled_up(T data, T filling, uint delta, uint own, uint width, uint begin) {
    const uint source = own + width - delta;
    const T shifted = of_lane(data, begin + source % width);
    const T filled = of_lane(filling, begin + source % width);
    return own < delta ? filled : shifted;
}

}  // namespace ingot_detail

/// Waits until all threads of the SIMD-group have reached the barrier.
inline void simdgroup_barrier(mem_flags) { ingot::sub_group_barrier(); }

/// One bit for each thread of a SIMD-group.
class simd_vote {
public:
    typedef ulong vote_t;
    explicit constexpr simd_vote(vote_t vote = 0) : vote_(vote) {}
    explicit constexpr operator vote_t() const { return vote_; }
    bool all() const {
        // Lanes that do not exist have not voted.
        const uint size = ingot_detail::threads_of_whole_simdgroup();
        const vote_t every = size >= 64 ? ~vote_t(0) : (vote_t(1) << size) - 1;
        return (vote_ & every) == every;
    }
    bool any() const { return vote_ != 0; }

private:
    vote_t vote_;
};

inline simd_vote simd_ballot(bool expression) { return simd_vote(ingot::sub_group_ballot(expression)); }
inline simd_vote simd_active_threads_mask() { return simd_ballot(true); }
inline bool simd_all(bool expression) { return ingot::sub_group_all(expression); }
inline bool simd_any(bool expression) { return ingot::sub_group_any(expression); }
inline bool simd_is_first() { return ingot_detail::lane() == 0; }

template <ingot_detail::exchanged T>
T simd_broadcast(T data, ushort lane) {
    return ingot_detail::of_lane(data, lane);
}
template <ingot_detail::exchanged T>
T simd_broadcast_first(T data) {
    return ingot_detail::of_lane(data, 0);
}
template <ingot_detail::exchanged T>
T simd_shuffle(T data, ushort lane) {
    return ingot_detail::of_lane(data, lane);
}
template <ingot_detail::exchanged T>
T simd_shuffle_down(T data, ushort delta) {
    return ingot_detail::of_lane(data, ingot_detail::lane() + delta);
}
template <ingot_detail::exchanged T>
T simd_shuffle_up(T data, ushort delta) {
    return ingot_detail::of_lane(data, ingot_detail::lane() - delta);
}
template <ingot_detail::exchanged T>
T simd_shuffle_rotate_down(T data, ushort delta) {
    return ingot_detail::of_lane(data, (ingot_detail::lane() + delta) % ingot_detail::lanes());
}
template <ingot_detail::exchanged T>
T simd_shuffle_rotate_up(T data, ushort delta) {
    const uint size = ingot_detail::lanes();
    return ingot_detail::of_lane(data, (ingot_detail::lane() + size - delta % size) % size);
}
template <ingot_detail::exchanged T>
T simd_shuffle_xor(T data, ushort mask) {
    return ingot_detail::of_lane(data, ingot_detail::lane() ^ mask);
}
template <ingot_detail::exchanged T>
T simd_shuffle_and_fill_down(T data, T filling, ushort delta) {
    return ingot_detail::filled_down(data, filling, delta, ingot_detail::lane(), ingot_detail::lanes(), 0);
}
template <ingot_detail::exchanged T>
T simd_shuffle_and_fill_up(T data, T filling, ushort delta) {
    return ingot_detail::filled_up(data, filling, delta, ingot_detail::lane(), ingot_detail::lanes(), 0);
}
template <ingot_detail::exchanged T>
T simd_shuffle_and_fill_down(T data, T filling, ushort delta, ushort modulo) {
    const uint own = ingot_detail::lane() % modulo;
    return ingot_detail::filled_down(data, filling, delta, own, modulo, ingot_detail::lane() - own);
}
template <ingot_detail::exchanged T>
T simd_shuffle_and_fill_up(T data, T filling, ushort delta, ushort modulo) {
    const uint own = ingot_detail::lane() % modulo;
    return ingot_detail::filled_up(data, filling, delta, own, modulo, ingot_detail::lane() - own);
}

template <ingot_detail::exchanged T>
T simd_sum(T data) {
    return ingot::sub_group_reduce(data, ingot_detail::sum_of());
}
template <ingot_detail::exchanged T>
T simd_product(T data) {
    return ingot::sub_group_reduce(data, ingot_detail::product_of());
}
template <ingot_detail::exchanged T>
T simd_min(T data) {
    return ingot::sub_group_reduce(data, ingot_detail::least_of());
}
template <ingot_detail::exchanged T>
T simd_max(T data) {
    return ingot::sub_group_reduce(data, ingot_detail::greatest_of());
}
template <ingot_detail::exchanged_bits T>
T simd_and(T data) {
    return ingot::sub_group_reduce(data, ingot_detail::and_of());
}
template <ingot_detail::exchanged_bits T>
T simd_or(T data) {
    return ingot::sub_group_reduce(data, ingot_detail::or_of());
}
template <ingot_detail::exchanged_bits T>
T simd_xor(T data) {
    return ingot::sub_group_reduce(data, ingot_detail::xor_of());
}
template <ingot_detail::exchanged T>
T simd_prefix_inclusive_sum(T data) {
    return ingot::sub_group_inclusive_scan(data, ingot_detail::sum_of());
}
template <ingot_detail::exchanged T>
T simd_prefix_exclusive_sum(T data) {
    return ingot::sub_group_exclusive_scan(data, T(0), ingot_detail::sum_of());
}
template <ingot_detail::exchanged T>
T simd_prefix_inclusive_product(T data) {
    return ingot::sub_group_inclusive_scan(data, ingot_detail::product_of());
}
template <ingot_detail::exchanged T>
T simd_prefix_exclusive_product(T data) {
    return ingot::sub_group_exclusive_scan(data, T(1), ingot_detail::product_of());
}

/// One bit for each thread of a quad-group.
class quad_vote {
public:
    typedef uint vote_t;
    explicit constexpr quad_vote(vote_t vote = 0) : vote_(vote & 15u) {}
    explicit constexpr operator vote_t() const { return vote_; }
    bool all() const { return vote_ == 15u; }
    bool any() const { return vote_ != 0; }

private:
    vote_t vote_;
};

inline quad_vote quad_ballot(bool expression) {
    return quad_vote(ingot_detail::over_quad(expression ? 1u << ingot_detail::quad_lane() : 0u, ingot_detail::or_of()));
}
inline quad_vote quad_active_threads_mask() { return quad_ballot(true); }
inline bool quad_all(bool expression) { return quad_ballot(expression).all(); }
inline bool quad_any(bool expression) { return quad_ballot(expression).any(); }
inline bool quad_is_first() { return ingot_detail::quad_lane() == 0; }

template <ingot_detail::exchanged T>
T quad_broadcast(T data, ushort lane) {
    return ingot_detail::of_quad_lane(data, lane);
}
template <ingot_detail::exchanged T>
T quad_broadcast_first(T data) {
    return ingot_detail::of_quad_lane(data, 0);
}
template <ingot_detail::exchanged T>
T quad_shuffle(T data, ushort lane) {
    return ingot_detail::of_quad_lane(data, lane);
}
template <ingot_detail::exchanged T>
T quad_shuffle_down(T data, ushort delta) {
    const uint source = ingot_detail::quad_lane() + delta;
    return ingot_detail::of_quad_lane(data, source < 4 ? source : ingot_detail::quad_lane());
}
template <ingot_detail::exchanged T>
T quad_shuffle_up(T data, ushort delta) {
    const uint own = ingot_detail::quad_lane();
    return ingot_detail::of_quad_lane(data, own >= delta ? own - delta : own);
}
template <ingot_detail::exchanged T>
T quad_shuffle_rotate_down(T data, ushort delta) {
    return ingot_detail::of_quad_lane(data, ingot_detail::quad_lane() + delta);
}
template <ingot_detail::exchanged T>
T quad_shuffle_rotate_up(T data, ushort delta) {
    return ingot_detail::of_quad_lane(data, ingot_detail::quad_lane() - delta);
}
template <ingot_detail::exchanged T>
T quad_shuffle_xor(T data, ushort mask) {
    return ingot_detail::of_quad_lane(data, ingot_detail::quad_lane() ^ mask);
}
template <ingot_detail::exchanged T>
T quad_shuffle_and_fill_down(T data, T filling, ushort delta, ushort modulo = 4) {
    return simd_shuffle_and_fill_down(data, filling, delta, modulo);
}
template <ingot_detail::exchanged T>
T quad_shuffle_and_fill_up(T data, T filling, ushort delta, ushort modulo = 4) {
    return simd_shuffle_and_fill_up(data, filling, delta, modulo);
}
template <ingot_detail::exchanged T>
T quad_sum(T data) {
    return ingot_detail::over_quad(data, ingot_detail::sum_of());
}
template <ingot_detail::exchanged T>
T quad_product(T data) {
    return ingot_detail::over_quad(data, ingot_detail::product_of());
}
template <ingot_detail::exchanged T>
T quad_min(T data) {
    return ingot_detail::over_quad(data, ingot_detail::least_of());
}
template <ingot_detail::exchanged T>
T quad_max(T data) {
    return ingot_detail::over_quad(data, ingot_detail::greatest_of());
}
template <ingot_detail::exchanged_bits T>
T quad_and(T data) {
    return ingot_detail::over_quad(data, ingot_detail::and_of());
}
template <ingot_detail::exchanged_bits T>
T quad_or(T data) {
    return ingot_detail::over_quad(data, ingot_detail::or_of());
}
template <ingot_detail::exchanged_bits T>
T quad_xor(T data) {
    return ingot_detail::over_quad(data, ingot_detail::xor_of());
}
template <ingot_detail::exchanged T>
T quad_prefix_exclusive_sum(T data) {
    return ingot_detail::over_lower_of_quad(data, T(0), ingot_detail::sum_of());
}
template <ingot_detail::exchanged T>
T quad_prefix_inclusive_sum(T data) {
    return T(quad_prefix_exclusive_sum(data) + data);
}
template <ingot_detail::exchanged T>
T quad_prefix_exclusive_product(T data) {
    return ingot_detail::over_lower_of_quad(data, T(1), ingot_detail::product_of());
}
template <ingot_detail::exchanged T>
T quad_prefix_inclusive_product(T data) {
    return T(quad_prefix_exclusive_product(data) * data);
}

}  // namespace metal
