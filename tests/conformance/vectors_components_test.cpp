// Tests of Table 9 of the thesis that docs/host-library.md names: construction, assignment and access of vectors, and the
// memory layout of vectors.
#include <algorithm>
#include <array>
#include <cstddef>

#include "vectors_components.kernels.hpp"
#include "vectors_fixture.hpp"

namespace ingot::testing {

namespace {

constexpr uint32_t items = 16;

// Four components as plain numbers. The tests compute the expected values with these instead of Ingot's vectors.
template <typename T>
using numbers = std::array<T, 4>;

template <typename T>
struct component_results {
    std::vector<vector<T, 4>> a, b;
    result_table<T> table;

    // Compares one row of each work-item with `expected`, a function of the operands' components and the work-item's
    // index. The first `count` components must agree.
    template <typename Expected>
    void expect(component_row row, size_t count, Expected expected) const {
        for (uint32_t item = 0; item < items; ++item) {
            const numbers<T> left {a[item].x, a[item].y, a[item].z, a[item].w};
            const numbers<T> right {b[item].x, b[item].y, b[item].z, b[item].w};
            const numbers<T> all = expected(left, right, item);
            for (uint32_t i = 0; i < count; ++i)
                EXPECT_EQ(table.at(row, item, i), all[i]) << "row " << row << ", item " << item << ", component " << i;
        }
    }
};

using program_type = vectors_components_program;

template <typename T, typename Kernel>
component_results<T> results_of(vectors& test, Kernel program_type::* kernel_member) {
    using V = vector<T, 4>;
    const program_type program(test.tested_device());
    component_results<T> results {random_vectors<V>(items, 1, 100, 5), random_vectors<V>(items, 1, 100, 6), {}};
    results.table = test.run<T>(program.*kernel_member, component_rows, results.a, results.b);
    return results;
}

// Runs `check` for the results of each type. The second argument of `check` has the type of the components.
template <typename Check>
void for_each_type(vectors& test, Check check) {
    check(results_of<float>(test, &program_type::components_of_float), float {});
    if (test.has_double()) check(results_of<double>(test, &program_type::components_of_double), double {});
    check(results_of<int16_t>(test, &program_type::components_of_short), int16_t {});
    check(results_of<size_t>(test, &program_type::components_of_size), size_t {});
}

template <typename T>
numbers<T> replace_component(numbers<T> components, size_t index, T value) {
    components[index] = value;
    return components;
}
template <typename T>
numbers<T> where_less(const numbers<T>& a, const numbers<T>& b, auto value, auto otherwise) {
    numbers<T> result {};
    for (size_t i = 0; i < 4; ++i) result[i] = static_cast<T>(a[i] < b[i] ? value(i) : otherwise(i));
    return result;
}

TEST_P(vectors, constructors) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(default_value, 4, [](n, n, uint32_t) { return n {0, 0, 0, 0}; });
        results.expect(from_scalar, 4, [](n a, n, uint32_t) { return n {a[1], a[1], a[1], a[1]}; });
        results.expect(from_scalars, 4, [](n a, n, uint32_t) { return n {a[3], a[2], a[1], a[0]}; });
        results.expect(from_parts, 4, [](n a, n b, uint32_t) { return n {a[0], a[1], b[0], b[1]}; });
        results.expect(from_part_last, 4, [](n a, n b, uint32_t) { return n {a[0], b[0], b[1], b[2]}; });
        results.expect(from_part_between, 4, [](n a, n b, uint32_t) { return n {a[0], b[0], b[1], a[1]}; });
        results.expect(from_other_type, 3, [](n, n, uint32_t) { return n {static_cast<T>(1.75), 2, static_cast<T>(100.5), 0}; });
        results.expect(from_larger, 2, [](n a, n, uint32_t) { return a; });
    });
}

TEST_P(vectors, assignment) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(assigned_all, 4, [](n, n b, uint32_t) { return n {b[0], b[0], b[0], b[0]}; });
        results.expect(assigned_part, 4, [](n a, n b, uint32_t) { return n {b[0], b[1], a[2], a[3]}; });
        results.expect(assigned_named, 4, [](n a, n b, uint32_t) { return n {b[2], b[1], b[0], a[3]}; });
    });
}

TEST_P(vectors, index) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(indexed, 1, [](n a, n, uint32_t item) { return n {a[item % 4]}; });
        results.expect(written_by_index, 4, [](n a, n b, uint32_t item) { return replace_component(a, item % 4, b[0]); });
    });
}

TEST_P(vectors, named_components) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(single_names, 4, [](n a, n, uint32_t) { return n {a[3], a[2], a[1], a[0]}; });
        results.expect(name_xy, 2, [](n a, n, uint32_t) { return a; });
        results.expect(name_zw, 2, [](n a, n, uint32_t) { return n {a[2], a[3]}; });
        results.expect(name_xyz, 3, [](n a, n, uint32_t) { return a; });
        results.expect(name_lo, 4, [](n a, n, uint32_t) { return n {a[0], a[1], a[3], a[1]}; });
        results.expect(name_hi, 4, [](n a, n, uint32_t) { return n {a[2], a[3], a[0], a[3]}; });
        results.expect(name_repeated, 4, [](n a, n, uint32_t) { return n {a[0], a[0], a[2], a[1]}; });
        results.expect(written_name, 4, [](n a, n b, uint32_t) { return n {b[1], a[1], b[2], b[0]}; });
        results.expect(added_to_name, 4, [](n a, n b, uint32_t) {
            return n {static_cast<T>((a[0] + b[2]) * 3), static_cast<T>((a[1] + b[1]) * 3), a[2], static_cast<T>(a[3] + b[0])};
        });
    });
}

TEST_P(vectors, names_are_values) {
    for_each_type(*this, []<typename T>(const component_results<T>& actual, T) {
        using n = numbers<T>;
        actual.expect(name_of_other_type, 2, [](n a, n, uint32_t) {
            return n {static_cast<T>(static_cast<int32_t>(a[3])), static_cast<T>(static_cast<int32_t>(a[1]))};
        });
        actual.expect(name_of_name, 3, [](n a, n, uint32_t) { return n {a[2], a[3], a[1]}; });
        actual.expect(name_in_variable, 3, [](n a, n, uint32_t) { return n {a[2], a[3], a[0]}; });
        actual.expect(name_of_name_by_letter, 4, [](n a, n, uint32_t) { return n {a[1], a[3], a[2], a[0]}; });
        actual.expect(name_by_index, 4,
                      [](n a, n, uint32_t item) { return n {a[2 - item % 3], a[1], a[0], item % 2 == 0 ? a[2] : a[0]}; });
        actual.expect(chosen_name, 3, [](n a, n b, uint32_t item) { return item % 2 == 0 ? a : n {b[2], b[1], b[0]}; });
        actual.expect(chosen_name_or_vector, 3,
                      [](n a, n b, uint32_t item) { return item % 2 == 0 ? n {b[0], b[0], b[0]} : n {a[1], a[2], a[3]}; });
        actual.expect(changed_name, 4, [](n, n b, uint32_t) { return n {b[3], b[2], static_cast<T>(b[1] + 1), b[0]}; });
        actual.expect(name_from_same_name, 4, [](n, n b, uint32_t) { return n {b[0], b[1], b[3], b[2]}; });
        actual.expect(function_of_name, 4, [](n a, n b, uint32_t) {
            return n {std::max({a[1], a[2], a[3]}), std::max(a[1], b[1]), std::min(a[0], b[1]), std::min({a[0], a[1], a[2]})};
        });
        actual.expect(copy_of_name, 4, [](n a, n b, uint32_t) { return n {b[0], b[2], b[1], a[0]}; });
    });
}

TEST_P(vectors, signed_and_unsigned) {
    for_each_type(*this, []<typename T>(const component_results<T>& actual, T) {
        using n = numbers<T>;
        actual.expect(mixed_sum, 2, [](n, n, uint32_t i) { return n {static_cast<T>(i), static_cast<T>(i + 4)}; });
        actual.expect(mixed_difference, 2, [](n, n, uint32_t i) {
            const auto item = static_cast<int32_t>(i);
            return n {static_cast<T>(3 - item), static_cast<T>(1 - item)};
        });
        actual.expect(mixed_product, 2, [](n, n, uint32_t i) { return n {static_cast<T>((i + 2) * 2), static_cast<T>(i * 3)}; });
    });
}

TEST_P(vectors, data) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(by_data, 1, [](n a, n, uint32_t item) { return n {a[item % 4]}; });
        results.expect(written_by_data, 4, [](n a, n b, uint32_t item) { return replace_component(a, item % 4, b[1]); });
    });
}

TEST_P(vectors, ref) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(by_ref, 3, [](n a, n, uint32_t) { return n {a[2], a[2], a[0]}; });
        results.expect(by_ref_idx, 3, [](n a, n, uint32_t) { return n {a[3], a[0], a[1]}; });
        results.expect(written_by_ref, 4, [](n a, n b, uint32_t) { return n {b[1], b[2], a[2], b[0]}; });
        results.expect(added_to_ref, 4, [](n a, n b, uint32_t) {
            return n {static_cast<T>(a[0] + b[2]), static_cast<T>(a[1] + b[0]), static_cast<T>(a[2] + b[1]), a[3]};
        });
    });
}

TEST_P(vectors, swizzle) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(swizzled, 4, [](n a, n, uint32_t) { return n {a[2], a[3], a[0], a[1]}; });
        results.expect(swizzled_repeated, 3, [](n a, n, uint32_t) { return n {a[1], a[1], a[0]}; });
    });
}

TEST_P(vectors, as_tuple) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(tuple, 4, [](n a, n, uint32_t) { return n {a[1], a[0], a[3], a[2]}; });
        results.expect(written_by_tuple, 4, [](n a, n b, uint32_t) { return n {b[1], b[2], b[0], a[3]}; });
    });
}

TEST_P(vectors, set) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        results.expect(set_all, 4, [](n, n b, uint32_t) { return n {b[1], b[1], b[1], b[1]}; });
        results.expect(set_scalars, 4, [](n, n b, uint32_t) { return n {b[3], b[0], b[1], b[2]}; });
        results.expect(set_vector, 4, [](n a, n, uint32_t) { return a; });
        results.expect(set_part, 4, [](n a, n b, uint32_t) { return n {b[2], b[3], a[2], a[3]}; });
        results.expect(set_where, 4, [](n a, n b, uint32_t) {
            return where_less(a, b, [&](size_t i) { return b[i]; }, [&](size_t i) { return a[i]; });
        });
        results.expect(set_scalar_where, 4, [](n a, n b, uint32_t) {
            return where_less(a, b, [](size_t) { return T(7); }, [&](size_t i) { return a[i]; });
        });
        results.expect(selected, 4, [](n a, n b, uint32_t) {
            return where_less(a, b, [&](size_t i) { return a[i]; }, [](size_t) { return T(9); });
        });
    });
}

TEST_P(vectors, apply) {
    for_each_type(*this, []<typename T>(const component_results<T>& results, T) {
        using n = numbers<T>;
        const auto times = [](n a, int factor) {
            for (T& each : a) each = static_cast<T>(each * static_cast<T>(factor));
            return a;
        };
        results.expect(applied_to_each, 4, [&](n a, n, uint32_t) { return times(a, 2); });
        results.expect(applied_in_place, 4, [&](n a, n, uint32_t) { return times(a, 4); });
        results.expect(applied_where, 4, [&](n a, n b, uint32_t) {
            return where_less(a, b, [&](size_t i) { return a[i] + a[i]; }, [&](size_t i) { return a[i]; });
        });
        results.expect(applied_in_place_where, 4, [&](n a, n b, uint32_t) {
            return where_less(a, b, [&](size_t i) { return a[i]; }, [&](size_t i) { return a[i] + a[i]; });
        });
    });
}

// Compares the sizes, alignments and offsets of vectors in kernels with the documented ones.
TEST_P(vectors, layout) {
    struct shape {
        uint32_t size, alignment;
    };
    const std::vector<shape> promised {
        {1, 1},   {2, 2},  {3, 1},   {4, 4},              // bool1 … bool4
        {3, 1},   {4, 4},  {6, 2},   {6, 2},   {8, 8},    // uchar3, short2, short3, half3, half4
        {4, 4},   {8, 8},  {12, 4},  {16, 16},            // int1, int2, uint3, int4
        {4, 4},   {8, 8},  {12, 4},  {16, 16},            // float1 … float4
        {16, 16}, {24, 8}, {16, 16}, {24, 8},  {32, 16},  // long2, ulong3, double2 … double4
    };
    auto out = device_.create_buffer<uint32_t>(promised.size() * 4, 0u);
    const program_type program(device_);
    queue_.run(program.layouts, range(1), out);
    const std::vector<uint32_t> results = out.read(queue_);
    for (size_t i = 0; i < promised.size(); ++i) {
        const auto [size, alignment] = promised[i];
        EXPECT_EQ(results[i * 4], size) << i;
        EXPECT_EQ(results[i * 4 + 1], alignment) << i;
        EXPECT_EQ(results[i * 4 + 2], alignment) << i;  // the vector's offset after one byte
        EXPECT_EQ(results[i * 4 + 3], alignment + size) << i;
    }
    static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(float4) == 16 && alignof(float4) == 16);
    static_assert(sizeof(double4) == 32 && alignof(double4) == 16 && sizeof(half2) == 4 && alignof(half2) == 4);
    static_assert(std::is_trivially_copyable_v<float3> && std::is_trivially_copyable_v<half4>);

    // The host assembles the bytes itself, without a struct: each field at its documented offset.
    std::vector<uint8_t> bytes(112);
    const auto put = [&](size_t offset, auto value) { std::memcpy(bytes.data() + offset, &value, sizeof(value)); };
    put(0, uint8_t {200});
    for (size_t i = 0; i < 3; ++i) put(4 + i * 4, static_cast<float>(i) + 0.5f);
    for (size_t i = 0; i < 2; ++i) put(16 + i * 2, static_cast<uint16_t>(0x3c00 + i));  // 1 and 1 + 2^-10
    for (size_t i = 0; i < 3; ++i) put(24 + i * 8, static_cast<double>(i) + 10.25);
    for (size_t i = 0; i < 3; ++i) put(48 + i, static_cast<uint8_t>(i + 250));
    for (size_t i = 0; i < 4; ++i) put(64 + i * 4, static_cast<float>(i) - 7.5f);
    auto values = device_.create_buffer<float>(6 * 4, 0.0f);
    if (!has_double()) return;  // the struct has one
    queue_.run(program.read_layouts, range(1), device_.create_buffer<uint8_t>(bytes), values);
    const std::vector<float> read = values.read(queue_);
    const std::vector<float> expected {200.0f, 0,      0,      0, 0.5f,   1.5f,   2.5f,   0, 1.0f,  1.0009765625f, 0,     0,
                                       10.25f, 11.25f, 12.25f, 0, 250.0f, 251.0f, 252.0f, 0, -7.5f, -6.5f,         -5.5f, -4.5f};
    EXPECT_EQ(read, expected);
}

}  // namespace

}  // namespace ingot::testing
