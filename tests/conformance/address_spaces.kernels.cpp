// Tests of Table 10 of the thesis that docs/host-library.md names: kernel functions and address spaces.
#include <ingot/kernel.hpp>

#include "address_spaces_types.hpp"

using namespace ingot;

// Constants at namespace scope and in a class. They are in constant memory.
constexpr constant_array<float, 4> weights {0.5f, 1.0f, 1.5f, 2.0f};
static const uint32_t offsets[3] {10, 20, 30};
namespace {
struct table {
    static constexpr constant_array<uint16_t, 5> values {1, 10, 100, 1000, 10000};
};
}  // namespace

kernel void write_seven(buffer<uint32_t> values) { values[global_id.x] = 7; }

// Each of these functions takes pointers to one address space only.
static float sum_of_global(global_pointer<const float> values, uint32_t count) {
    float sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += values[i];
    return sum;
}
static void reverse_in_local(local_pointer<uint32_t> values) {
    const uint32_t value = values[local_size.x - 1 - local_id.x];
    local_barrier();
    values[local_id.x] = value;
    local_barrier();
}
static float weight_of(constant_pointer<float> source, uint32_t index) { return source[index % 4]; }

// One function template accepts pointers to any address space, as templates do in the thesis.
template <typename Pointer>
static float first_two(Pointer source) {
    return source[0] + source[1];
}

kernel void use_global(buffer<const float> values, buffer<float> sums, param<uint32_t> count) {
    sums[global_id.x] = sum_of_global(values + global_id.x * size_t {count}, count) + first_two(values.data());
}
kernel void use_local(buffer<uint32_t> result) {
    local_buffer<uint32_t, 32> tile;
    tile[local_id.x] = global_id.x;
    local_barrier();
    reverse_in_local(tile.data());
    result[global_id.x] = tile[local_id.x];
}
kernel void use_constant(buffer<float> result) {
    result[global_id.x] = weight_of(weights, global_id.x) + static_cast<float>(offsets[global_id.x % 3]) +
                          static_cast<float>(table::values[global_id.x % 5]) + first_two(&weights[2]);
}

// Checks that a kernel can also read a buffer that it may write, that such a buffer converts to a read-only buffer, and that
// the elements of a buffer may be structs.
static uint32_t read_only(buffer<const uint32_t> source, uint32_t index) { return *(source + index); }
kernel void use_buffers(buffer<const uint32_t> in, buffer<uint32_t> out, buffer<odd_struct> structs) {
    out[global_id.x] = in[global_id.x] * 2;
    out[global_id.x] += read_only(out, global_id.x) + *in;
    structs[global_id.x].letters[1] = structs->letters[0];
    structs[global_id.x].number += global_id.x;
}

// Each work-item reads an element that another work-item of its group wrote.
kernel void use_local_1d(buffer<uint32_t> result) {
    local_buffer<uint32_t, 24> values;
    static_assert(values.size() == 24);
    values[local_id.x] = global_id.x;
    local_barrier();
    result[global_id.x] = values[(local_id.x + 1) % 24];
}
kernel void use_local_2d(buffer<uint32_t> result) {
    local_buffer<uint32_t, 4, 6> values;
    static_assert(values.size() == 24);
    values[local_id.y][local_id.x] = global_id.y * global_size.x + global_id.x;
    local_barrier();
    result[global_id.y * global_size.x + global_id.x] = values[3 - local_id.y][5 - local_id.x];
}
kernel void use_local_3d(buffer<uint32_t> result) {
    local_buffer<uint32_t, 2, 3, 4> values;
    static_assert(values.size() == 24);
    const uint32_t item = (local_id.z * 3 + local_id.y) * 4 + local_id.x;
    values[local_id.z][local_id.y][local_id.x] = item;
    local_barrier();
    const uint32_t other = values[1 - local_id.z][2 - local_id.y][3 - local_id.x];
    // The memory layout is that of an array uint32_t[2][3][4].
    result[item] = other * 100 + values.data()[item];
}

kernel void use_constant_buffer(constant_buffer<float> filter, constant_buffer<odd_struct> structs, buffer<const float> in,
                                buffer<float> out, param<uint32_t> count) {
    float sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += filter[i] * in[global_id.x + i];
    out[global_id.x] = sum + static_cast<float>(structs->number) + static_cast<float>(structs[1].letters[2]);
}

kernel void use_constant_arrays(buffer<float> result, param<uint32_t> shift) {
    static constexpr constant_array<float, 3> filter_values {1.0f, 2.0f, 4.0f};
    result[global_id.x] = filter_values[(global_id.x + shift) % 3] * weights[global_id.x % 4];
}

// The parameter may be null. The kernel use_null passes pointers to global, local, constant and private memory.
static uint32_t second_or_7(const uint32_t* source) { return source ? source[1] : 7; }
kernel void use_null(buffer<const uint32_t> in, buffer<uint32_t> out) {
    local_buffer<uint32_t, 17> tile;
    tile[local_id.x] = 100 + local_id.x;
    if (local_id.x == 0) tile[16] = 116;
    local_barrier();
    const uint32_t own_values[3] {in[0] + 200, in[1] + 201, in[2] + 202};
    const uint32_t* of_buffer = nullptr;
    const uint32_t* of_local = nullptr;
    const uint32_t* of_constants = nullptr;
    const uint32_t* of_own = nullptr;
    for (uint32_t i = 0; i < global_id.x % 3; ++i) {
        of_buffer = &in[i];
        of_local = &tile[i * 15];
        of_constants = &offsets[i];
        of_own = &own_values[i];
    }
    uint32_t* const results = &out[global_id.x * 5];
    results[0] = second_or_7(of_buffer);
    results[1] = second_or_7(of_local);
    results[2] = second_or_7(of_constants);
    results[3] = second_or_7(of_own);
    results[4] = (of_buffer == nullptr) + 10 * (of_local == nullptr) + 100 * (of_constants == nullptr) + 1000 * !of_own +
                 10'000 * (of_local == tile.data());
}

kernel void use_params(buffer<float> result, param<uint8_t> small, param<odd_struct> odd, param<double> wide,
                       param<bool> negative, param<float3> three) {
    const float value = static_cast<float>(small) + static_cast<float>(odd.number) + static_cast<float>(odd.letters[2]) +
                        static_cast<float>(wide) + three.x + three.y + three.z;
    result[global_id.x] = negative ? -value : value;
}
