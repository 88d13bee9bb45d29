// Tests of matrix_tile. The matrices hold small integers, so that each product is exact, whatever the order of its sums is.
#include "matrix_tiles.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <random>
#include <vector>

#include "every_device.hpp"
#include "matrix_tiles.kernels.hpp"
#include "matrix_tiles_tensor.kernels.hpp"

namespace {

using namespace ingot;
using matrix_tile_shapes::shape;
using matrix_tile_shapes::shapes;
using matrix_tile_shapes::tiles_of_group;
using enum matrix_layout;

// A matrix in memory.
template <typename T>
struct matrix {
    uint32_t rows = 0;
    uint32_t columns = 0;
    matrix_layout layout = row_major;
    std::vector<T> elements {};

    static matrix random(uint32_t rows, uint32_t columns, matrix_layout layout, uint32_t seed) {
        matrix result {rows, columns, layout};
        std::minstd_rand engine(seed);
        for (uint32_t i = 0; i < rows * columns; ++i)
            result.elements.push_back(static_cast<T>(static_cast<int>(engine() % 17) - 8));
        return result;
    }
    T& operator()(uint32_t row, uint32_t column) {
        return elements[layout == row_major ? row * columns + column : column * rows + row];
    }
};

template <typename A, typename C>
void add_product(matrix<A>& a, matrix<A>& b, matrix<C>& sums) {
    for (uint32_t row = 0; row < a.rows; ++row)
        for (uint32_t column = 0; column < b.columns; ++column) {
            double sum = static_cast<double>(sums(row, column));
            for (uint32_t k = 0; k < a.columns; ++k) sum += static_cast<double>(a(row, k)) * static_cast<double>(b(k, column));
            sums(row, column) = static_cast<C>(sum);
        }
}

class matrix_tiles_on : public ingot::testing::every_device {
protected:
    template <typename A, typename C>
    void expect_product(const auto& kernel, const shape& size, matrix_layout of_a = row_major, matrix_layout of_b = row_major,
                        matrix_layout of_c = row_major) {
        auto a = matrix<A>::random(size.m, size.k, of_a, 1);
        auto b = matrix<A>::random(size.k, size.n, of_b, 2);
        auto c = matrix<C>::random(size.m, size.n, of_c, 3);
        const auto left = device_.create_buffer<A>(std::span<const A>(a.elements));
        const auto right = device_.create_buffer<A>(std::span<const A>(b.elements));
        auto sums = device_.create_buffer<C>(std::span<const C>(c.elements));
        queue_.run(kernel, range(matrix_tile_items).groups_of(matrix_tile_items), left, right, sums);
        add_product(a, b, c);
        EXPECT_EQ(sums.read(queue_), c.elements);
    }

    template <matrix_layout of_a, matrix_layout of_b>
    void expect_local_products(const auto& program) {
        const shape size = shapes[1];
        auto a = matrix<half>::random(size.m, size.k, of_a, 1);
        std::vector<half> right_elements;
        std::vector<float> expected;
        for (uint32_t tile = 0; tile < tiles_of_group; ++tile) {
            auto b = matrix<half>::random(size.k, size.n, of_b, 2 + tile);
            matrix<float> c {size.m, size.n, row_major, std::vector<float>(size_t {size.m} * size.n)};
            add_product(a, b, c);  // twice, because the kernel calls multiply_add twice
            add_product(a, b, c);
            right_elements.insert(right_elements.end(), b.elements.begin(), b.elements.end());
            expected.insert(expected.end(), c.elements.begin(), c.elements.end());
        }
        const auto left = device_.create_buffer<half>(std::span<const half>(a.elements));
        const auto right = device_.create_buffer<half>(std::span<const half>(right_elements));
        auto sums = device_.create_buffer<float>(expected.size(), -1.0f);
        const auto kernel = program.template multiply_halves_in_local_memory<of_a, of_b>();
        // One group of two dimensions, with 16 * 2 = 32 work-items for each tile.
        queue_.run(kernel, range(16, 2 * tiles_of_group).groups_of(16, 2 * tiles_of_group), left, right, sums);
        EXPECT_EQ(sums.read(queue_), expected);
    }

    // Calls test(program) for the kernels compiled without options, and then for the same kernels compiled for CUDA devices
    // with tensor cores. CUDA devices with a compute capability below 8.0 cannot run the latter.
    void for_each_program(const auto& test) {
        test(matrix_tiles_program(device_));
        if (device_.backend() == backend::cuda && device_.properties().compute_capability < version_number {8, 0}) return;
        test(matrix_tiles_tensor_program(device_));
    }
};

TEST_P(matrix_tiles_on, products_of_halves) {
    for_each_program([this](const auto& program) {
        expect_product<half, float>(program.template multiply_halves<shapes[0], row_major, row_major, row_major>(), shapes[0]);
        expect_product<half, float>(program.template multiply_halves<shapes[1], row_major, row_major, row_major>(), shapes[1]);
        expect_product<half, float>(program.template multiply_halves<shapes[2], row_major, row_major, row_major>(), shapes[2]);
    });
}

TEST_P(matrix_tiles_on, layouts) {
    for_each_program([this](const auto& program) {
        expect_product<half, float>(program.template multiply_halves<shapes[0], column_major, row_major, row_major>(), shapes[0],
                                    column_major);
        expect_product<half, float>(program.template multiply_halves<shapes[0], row_major, column_major, row_major>(), shapes[0],
                                    row_major, column_major);
        expect_product<half, float>(program.template multiply_halves<shapes[0], row_major, row_major, column_major>(), shapes[0],
                                    row_major, row_major, column_major);
        expect_product<half, float>(program.template multiply_halves<shapes[1], column_major, column_major, column_major>(),
                                    shapes[1], column_major, column_major, column_major);
    });
}

TEST_P(matrix_tiles_on, other_types) {
    for_each_program([this](const auto& program) {
        expect_product<float, float>(program.multiply_floats, shapes[1]);
        expect_product<int8_t, int32_t>(program.multiply_bytes, shapes[1]);
        expect_product<float, half>(program.multiply_floats_to_halves, shapes[0]);
    });
}

TEST_P(matrix_tiles_on, local_memory) {
    for_each_program([this](const auto& program) {
        expect_local_products<row_major, row_major>(program);
        expect_local_products<row_major, column_major>(program);
        expect_local_products<column_major, row_major>(program);
        expect_local_products<column_major, column_major>(program);
    });
}

TEST_P(matrix_tiles_on, elements) {
    for_each_program([this](const auto& program) {
        auto sums = device_.create_buffer<float>(size_t {32} * 48, 0.0f);
        queue_.run(program.change_elements, range(matrix_tile_items).groups_of(matrix_tile_items), sums);
        std::vector<float> expected;  // each element of the product is 1 + 16 * 2 * 0.25 = 9
        for (uint32_t row = 0; row < 32; ++row)
            for (uint32_t column = 0; column < 48; ++column) expected.push_back(9.0f + static_cast<float>(row * 100 + column));
        EXPECT_EQ(sums.read(queue_), expected);
    });
}

INGOT_TEST_ON_EVERY_DEVICE(matrix_tiles_on);

}  // namespace
