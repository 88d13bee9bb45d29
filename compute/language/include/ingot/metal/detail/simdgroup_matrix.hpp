// Matrices of SIMD-groups (MSL 3.0, sections 2.4 and 6.7): matrices of 8 by 8 components, which the threads of a SIMD-group hold
// together. All threads of the group must reach the same call.
//
// Thread number i of 32 holds two components that are side by side. The specification leaves open which ones. Here they are those
// of Apple's GPUs, because existing kernels read and write them by thread_elements(): bits 4, 2 and 1 of i are the row, and bits
// 3 and 0 are the pair of columns. In a larger SIMD-group each 32 threads hold the whole matrix. In a smaller one of n threads,
// thread i holds also what the threads i + n, i + 2n, … of 32 would hold.
#pragma once

#include <ingot/language/target_feature.hpp>
#include <ingot/metal/detail/simdgroup.hpp>
#include <ingot/metal/detail/vector.hpp>

namespace metal {

namespace ingot_detail {

template <typename T>
concept matrix_number = std::is_same_v<T, float> || std::is_same_v<T, half> || std::is_same_v<T, bfloat>;

inline constexpr uint threads_of_matrix = 32;

/// The row of the components of a thread, and the first of their two columns.
constexpr uint matrix_row(uint thread_number) { return (thread_number >> 2 & 4u) | (thread_number >> 1 & 3u); }
constexpr uint matrix_column(uint thread_number) { return (thread_number >> 1 & 4u) | (thread_number << 1 & 2u); }
/// The thread that holds a component.
constexpr uint matrix_thread(uint row, uint column) {
    return (row & 4u) << 2 | (column & 4u) << 1 | (row & 3u) << 1 | (column >> 1 & 1u);
}

/// Are there at least 32 threads in each SIMD-group, so that each has one pair of components? Known at compile time for most
/// targets.
inline bool has_one_pair() {
    return ingot::detail::target_has(ingot::detail::target_feature::has_32_sub_group_items) || lanes() >= threads_of_matrix;
}

}  // namespace ingot_detail

template <typename T, int Cols, int Rows>
struct simdgroup_matrix {
    static_assert(ingot_detail::matrix_number<T>,
                  "the components of a simdgroup_matrix are half or float (MSL 3.0, section 2.4)");
    static_assert(Cols == 8 && Rows == 8, "a simdgroup_matrix has 8 columns and 8 rows (MSL 3.0, section 2.4)");

    typedef vec<T, 2> storage_type;

    simdgroup_matrix() = default;
    /// A matrix with the value on its diagonal, and zeros elsewhere.
    explicit simdgroup_matrix(T value) {
        ingot_set([=](uint row, uint column) { return row == column ? value : T(0.0f); });
    }

    /// The two components that this thread holds. In a SIMD-group of fewer than 32 threads, where a thread holds more, the whole
    /// matrix becomes NaN, so that no result looks right.
    thread storage_type& thread_elements() {
        if (!ingot_detail::has_one_pair())
            for (thread storage_type& each : ingot_pairs) each = storage_type(static_cast<T>(NAN));
        return ingot_pairs[0];
    }
    const thread storage_type& thread_elements() const { return const_cast<thread simdgroup_matrix*>(this)->thread_elements(); }

    /// Calls a function with the row and the column of each component that this thread holds, and stores the results.
    template <typename Function>
    void ingot_set(Function value) {
        ingot_for_each([&](uint row, uint column, uint pair) {
            ingot_pairs[pair] = storage_type(static_cast<T>(value(row, column)), static_cast<T>(value(row, column + 1)));
        });
    }
    /// Calls a function with the row, the first column and the number of each pair of this thread.
    template <typename Function>
    static void ingot_for_each(Function function) {
        const uint own = ingot_detail::lane() % ingot_detail::threads_of_matrix;
        function(ingot_detail::matrix_row(own), ingot_detail::matrix_column(own), 0u);
        if (ingot_detail::has_one_pair()) return;
        const uint size = ingot_detail::lanes();
        for (uint i = own + size, pair = 1; i < ingot_detail::threads_of_matrix; i += size, ++pair)
            function(ingot_detail::matrix_row(i), ingot_detail::matrix_column(i), pair);
    }
    /// Returns the pair of thread number `source` of 32, which can be another one for each thread. Only for has_one_pair().
    storage_type ingot_pair_of(uint source) const { return ingot::sub_group_shuffle(ingot_pairs[0], source); }
    /// Returns the pair of thread number `source` of 32, which is the same one for all threads.
    storage_type ingot_same_pair_of(uint source, uint size) const {
        return ingot::sub_group_shuffle(ingot_pairs[source / size], source % size);
    }

    storage_type ingot_pairs[ingot_detail::threads_of_matrix];
};
typedef simdgroup_matrix<half, 8, 8> simdgroup_half8x8;
typedef simdgroup_matrix<float, 8, 8> simdgroup_float8x8;
typedef simdgroup_matrix<bfloat, 8, 8> simdgroup_bfloat8x8;

/// A matrix with the same value in every component.
template <typename T, int Cols, int Rows = Cols, typename U = T>
simdgroup_matrix<T, Cols, Rows> make_filled_simdgroup_matrix(U value) {
    simdgroup_matrix<T, Cols, Rows> result;
    result.ingot_set([=](uint, uint) { return static_cast<T>(value); });
    return result;
}

namespace ingot_detail {

template <typename T, int Cols, int Rows, typename Pointer>
void load_matrix(thread simdgroup_matrix<T, Cols, Rows>& to, Pointer source, ulong row_length, ulong2 origin, bool transpose) {
    to.ingot_set([=](uint row, uint column) {
        return transpose ? source[(origin.y + column) * row_length + origin.x + row]
                         : source[(origin.y + row) * row_length + origin.x + column];
    });
}
template <typename T, int Cols, int Rows, typename Pointer>
void store_matrix(const thread simdgroup_matrix<T, Cols, Rows>& from, Pointer target, ulong row_length, ulong2 origin,
                  bool transpose) {
    simdgroup_matrix<T, Cols, Rows>::ingot_for_each([&](uint row, uint column, uint pair) {
        const ulong first =
            transpose ? (origin.y + column) * row_length + origin.x + row : (origin.y + row) * row_length + origin.x + column;
        target[first] = from.ingot_pairs[pair].x;
        target[first + (transpose ? row_length : 1)] = from.ingot_pairs[pair].y;
    });
}

// Computes a · b + c, where `start(pair)` is a pair of c. The products are summed up in float, by rising columns of a.
template <typename D, typename A, typename B, typename Start>
void multiply_matrices(thread simdgroup_matrix<D, 8, 8>& d, const thread simdgroup_matrix<A, 8, 8>& a,
                       const thread simdgroup_matrix<B, 8, 8>& b, Start start) {
    if (has_one_pair()) {
        const uint own = lane() % threads_of_matrix;
        const uint row = matrix_row(own);
        const uint column = matrix_column(own);
        float2 sum = start(0u);
#pragma clang loop unroll(full)
        for (uint k = 0; k < 8; k += 2) {
            const vec<A, 2> left = a.ingot_pair_of(matrix_thread(row, k));
            const vec<B, 2> first = b.ingot_pair_of(matrix_thread(k, column));
            const vec<B, 2> second = b.ingot_pair_of(matrix_thread(k + 1, column));
            const float x = static_cast<float>(left.x);
            const float y = static_cast<float>(left.y);
            sum.x += x * static_cast<float>(first.x) + y * static_cast<float>(second.x);
            sum.y += x * static_cast<float>(first.y) + y * static_cast<float>(second.y);
        }
        d.ingot_pairs[0] = vec<D, 2>(static_cast<D>(sum.x), static_cast<D>(sum.y));
        return;
    }
    // A thread cannot ask for another pair of a thread than its neighbours do. So each thread gets both matrices.
    float all_of_a[64];
    float all_of_b[64];
    const uint size = lanes();
    for (uint i = 0; i < threads_of_matrix; ++i) {
        const uint place = matrix_row(i) * 8 + matrix_column(i);
        const vec<A, 2> of_a = a.ingot_same_pair_of(i, size);
        const vec<B, 2> of_b = b.ingot_same_pair_of(i, size);
        all_of_a[place] = static_cast<float>(of_a.x);
        all_of_a[place + 1] = static_cast<float>(of_a.y);
        all_of_b[place] = static_cast<float>(of_b.x);
        all_of_b[place + 1] = static_cast<float>(of_b.y);
    }
    simdgroup_matrix<D, 8, 8>::ingot_for_each([&](uint row, uint column, uint pair) {
        float2 sum = start(pair);
        for (uint k = 0; k < 8; ++k) {
            sum.x += all_of_a[row * 8 + k] * all_of_b[k * 8 + column];
            sum.y += all_of_a[row * 8 + k] * all_of_b[k * 8 + column + 1];
        }
        d.ingot_pairs[pair] = vec<D, 2>(static_cast<D>(sum.x), static_cast<D>(sum.y));
    });
}

}  // namespace ingot_detail

/// Loads a matrix whose first component is at `matrix_origin` (column, row) of rows with `elements_per_row` components.
template <typename T, int Cols, int Rows>
void simdgroup_load(thread simdgroup_matrix<T, Cols, Rows>& d, const threadgroup T* src, ulong elements_per_row = Cols,
                    ulong2 matrix_origin = 0, bool transpose_matrix = false) {
    ingot_detail::load_matrix(d, src, elements_per_row, matrix_origin, transpose_matrix);
}
template <typename T, int Cols, int Rows>
void simdgroup_load(thread simdgroup_matrix<T, Cols, Rows>& d, const device T* src, ulong elements_per_row = Cols,
                    ulong2 matrix_origin = 0, bool transpose_matrix = false) {
    ingot_detail::load_matrix(d, src, elements_per_row, matrix_origin, transpose_matrix);
}

template <typename T, int Cols, int Rows>
void simdgroup_store(const thread simdgroup_matrix<T, Cols, Rows>& a, threadgroup T* dst, ulong elements_per_row = Cols,
                     ulong2 matrix_origin = 0, bool transpose_matrix = false) {
    ingot_detail::store_matrix(a, dst, elements_per_row, matrix_origin, transpose_matrix);
}
template <typename T, int Cols, int Rows>
void simdgroup_store(const thread simdgroup_matrix<T, Cols, Rows>& a, device T* dst, ulong elements_per_row = Cols,
                     ulong2 matrix_origin = 0, bool transpose_matrix = false) {
    ingot_detail::store_matrix(a, dst, elements_per_row, matrix_origin, transpose_matrix);
}

/// d = a · b + c. (Existing kernels multiply half and add float, so the matrices can have components of different types.)
template <typename D, typename A, typename B, typename C>
void simdgroup_multiply_accumulate(thread simdgroup_matrix<D, 8, 8>& d, const thread simdgroup_matrix<A, 8, 8>& a,
                                   const thread simdgroup_matrix<B, 8, 8>& b, const thread simdgroup_matrix<C, 8, 8>& c) {
    ingot_detail::multiply_matrices(d, a, b, [&](uint pair) {
        return float2(static_cast<float>(c.ingot_pairs[pair].x), static_cast<float>(c.ingot_pairs[pair].y));
    });
}
/// d = a · b
template <typename D, typename A, typename B>
void simdgroup_multiply(thread simdgroup_matrix<D, 8, 8>& d, const thread simdgroup_matrix<A, 8, 8>& a,
                        const thread simdgroup_matrix<B, 8, 8>& b) {
    ingot_detail::multiply_matrices(d, a, b, [](uint) { return float2(0.0f); });
}
template <typename T>
simdgroup_matrix<T, 8, 8> operator*(simdgroup_matrix<T, 8, 8> a, simdgroup_matrix<T, 8, 8> b) {
    simdgroup_matrix<T, 8, 8> result;
    simdgroup_multiply(result, a, b);
    return result;
}

}  // namespace metal
