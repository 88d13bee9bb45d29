// Tests of local_matrix. The matrices hold small integers, so that each sum is exact, whatever its order is.
#include "local_matrices.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <random>
#include <vector>

#include "every_device.hpp"
#include "local_matrices.kernels.hpp"
#include "local_matrices_tensor.kernels.hpp"
#include "local_matrices_wide.kernels.hpp"

namespace {

using namespace ingot;
using namespace local_matrix_shapes;
using enum matrix_layout;

template <typename T>
std::vector<T> random_elements(size_t count, uint32_t seed) {
    std::minstd_rand engine(seed);
    std::vector<T> elements;
    for (size_t i = 0; i < count; ++i) elements.push_back(static_cast<T>(static_cast<int>(engine() % 17) - 8));
    return elements;
}

// A matrix in memory.
template <typename T>
struct matrix_view {
    const T* first = nullptr;
    size_t stride = 0;
    matrix_layout layout = row_major;
    double operator()(size_t row, size_t column) const {
        return static_cast<double>(first[layout == row_major ? row * stride + column : column * stride + row]);
    }
};

template <typename T>
double product_at(const matrix_view<T>& a, const matrix_view<T>& b, size_t row, size_t column, size_t k) {
    double sum = 0.0;
    for (size_t i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
    return sum;
}

class local_matrices_on : public ingot::testing::every_device {
protected:
    template <typename T>
    device_buffer<T> buffer_of(const std::vector<T>& elements) {
        return device_.create_buffer<T>(std::span<const T>(elements));
    }

    // Has the device this many bytes of local memory? If not, skips the test after what it can run.
    bool has_local_memory(uint64_t needed) {
        if (needed <= device_.properties().local_memory) return true;
        missing_local_memory_ = needed;
        return false;
    }
    void TearDown() override {
        if (missing_local_memory_ == 0) return;
        GTEST_SKIP() << "a kernel needs " << missing_local_memory_ << " bytes of local memory, the device has "
                     << device_.properties().local_memory << "; kernels that need less were run";
    }

    template <shape size, matrix_layout of_a, matrix_layout of_b>
    void expect_product(const auto& program) {
        if (!has_local_memory((size_t {size.rows} + size.columns) * size.k * sizeof(half) + own_local_memory)) return;
        const auto a = random_elements<half>(size_t {size.rows} * size.k, 1);
        const auto b = random_elements<half>(size_t {size.k} * size.columns, 2);
        const auto left = buffer_of(a);
        const auto right = buffer_of(b);
        auto product = device_.create_buffer<float>(size_t {size.rows} * size.product_columns(), -1.0f);
        const auto kernel = program.template multiply_halves<size, of_a, of_b>();
        // One group of two dimensions.
        queue_.run(kernel, range(64, size.parts() * 2).groups_of(64, size.parts() * 2), left, right, product);
        const matrix_view<half> a_view {a.data(), of_a == row_major ? size.k : size.rows, of_a};
        const matrix_view<half> b_view {b.data(), of_b == row_major ? size.columns : size.k, of_b};
        std::vector<float> expected;
        for (uint32_t row = 0; row < size.rows; ++row)
            for (uint32_t column = 0; column < size.product_columns(); ++column)
                expected.push_back(static_cast<float>(2.0 * product_at(a_view, b_view, row, column, size.k)));
        EXPECT_EQ(product.read(queue_), expected) << size.m << " x " << size.n << " x " << size.k;
    }

    // Besides the matrices.
    static constexpr uint64_t own_local_memory = 8;

    // Calls test(program) for the kernels compiled without options, and then for the same kernels compiled for CUDA devices with
    // tensor cores. CUDA devices with a compute capability below 8.0 cannot run the latter.
    void for_each_program(const auto& test) {
        test(local_matrices_program(device_));
        if (device_.backend() == backend::cuda && device_.properties().compute_capability < version_number {8, 0}) return;
        test(local_matrices_tensor_program(device_));
        test(local_matrices_wide_program(device_));
    }

private:
    uint64_t missing_local_memory_ = 0;
};

TEST_P(local_matrices_on, products_of_halves) {
    for_each_program([this](const auto& program) {
        expect_product<shapes[0], row_major, row_major>(program);
        expect_product<shapes[1], row_major, row_major>(program);
        expect_product<shapes[2], row_major, row_major>(program);
    });
}

TEST_P(local_matrices_on, layouts) {
    for_each_program([this](const auto& program) {
        expect_product<shapes[1], row_major, column_major>(program);
        expect_product<shapes[1], column_major, row_major>(program);
        expect_product<shapes[1], column_major, column_major>(program);
        expect_product<shapes[2], column_major, column_major>(program);
        expect_product<shapes[3], column_major, row_major>(program);
    });
}

TEST_P(local_matrices_on, stages) {
    if (!has_local_memory(6 * sizeof(square_matrix) + own_local_memory)) return;
    for_each_program([this](const auto& program) {
        const auto a = random_elements<half>(size_t {steps} * 64 * 64, 1);
        const auto b = random_elements<half>(size_t {steps} * 64 * 64, 2);
        const auto left = buffer_of(a);
        const auto right = buffer_of(b);
        for (const uint32_t stride : {64u, 66u, 65u}) {
            auto product = device_.create_buffer<half>(size_t {64} * stride, half(-1.0f));
            queue_.run(program.multiply_in_stages, range(128).groups_of(128), left, right, product, stride, local<float>(2),
                       local<square_matrix>(6));
            std::vector<half> expected(size_t {64} * stride, half(-1.0f));
            for (uint32_t row = 0; row < 64; ++row)
                for (uint32_t column = 0; column < 64; ++column) {
                    double sum = 4.0;
                    for (size_t step = 0; step < steps; ++step)
                        sum +=
                            product_at<half>({a.data() + step * 64 * 64, 64}, {b.data() + step * 64 * 64, 64}, row, column, 64);
                    expected[size_t {row} * stride + column] = half(static_cast<float>(sum * 0.25));
                }
            EXPECT_EQ(product.read(queue_), expected) << "stride " << stride;
        }
    });
}

TEST_P(local_matrices_on, other_types) {
    for_each_program([this](const auto& program) {
        const auto floats = random_elements<float>(size_t {64} * 32, 1);
        const auto more_floats = random_elements<float>(size_t {32} * 64, 2);
        auto product = device_.create_buffer<float>(size_t {64} * 64, -1.0f);
        queue_.run(program.multiply_floats, range(128).groups_of(128), buffer_of(floats), buffer_of(more_floats), product);
        std::vector<float> expected;
        for (uint32_t column = 0; column < 64; ++column)
            for (uint32_t row = 0; row < 64; ++row)
                expected.push_back(static_cast<float>(
                    product_at<float>({floats.data(), 32}, {more_floats.data(), 32, column_major}, row, column, 32)));
        EXPECT_EQ(product.read(queue_), expected);

        const auto bytes = random_elements<int8_t>(size_t {64} * 128, 3);
        const auto more_bytes = random_elements<int8_t>(size_t {128} * 128, 4);
        const auto sums = random_elements<int32_t>(size_t {64} * 128, 5);
        auto integers = buffer_of(sums);
        queue_.run(program.multiply_bytes, range(128).groups_of(128), buffer_of(bytes), buffer_of(more_bytes), integers);
        std::vector<int32_t> expected_integers;
        for (uint32_t row = 0; row < 64; ++row)
            for (uint32_t column = 0; column < 128; ++column)
                expected_integers.push_back(
                    sums[size_t {row} * 128 + column] +
                    static_cast<int32_t>(product_at<int8_t>({bytes.data(), 128}, {more_bytes.data(), 128}, row, column, 128)));
        EXPECT_EQ(integers.read(queue_), expected_integers);
    });
}

TEST_P(local_matrices_on, elements) {
    if (!has_local_memory((size_t {64} * 64 + size_t {64} * 64 + size_t {64} * 128) * sizeof(half) + own_local_memory)) return;
    for_each_program([this](const auto& program) {
        const auto copied = random_elements<half>(size_t {64} * 128, 1);
        auto product = device_.create_buffer<float>(size_t {64} * 64, -1.0f);
        auto elements = device_.create_buffer<float>(size_t {64} * 128, -1.0f);
        queue_.run(program.write_elements, range(128).groups_of(128), buffer_of(copied), product, elements);
        std::vector<float> expected;  // each element of A is row % 4, and B is 2 on its diagonal
        for (uint32_t row = 0; row < 64; ++row) expected.insert(expected.end(), 64, 1.0f + 2.0f * static_cast<float>(row % 4));
        EXPECT_EQ(product.read(queue_), expected);
        EXPECT_EQ(elements.read(queue_), std::vector<float>(copied.begin(), copied.end()));
    });
}

INGOT_TEST_ON_EVERY_DEVICE(local_matrices_on);

}  // namespace
