// Tests of work-items that fail. #undef NDEBUG enables the assertions of this file in all builds of the program.
#include <ingot/kernel.hpp>
#undef NDEBUG
#include <array>
#include <bitset>
#include <cassert>
#include <optional>
#include <string_view>
#include <variant>

using namespace ingot;

kernel void check_limit(buffer<uint32_t> values, param<uint32_t> limit) {
    const uint32_t value = values[global_id.x];
    assert(value < limit);
    values[global_id.x] = value + 1000;
}

static void check_in_function(uint32_t value, uint32_t limit) { assert(value < limit && "of the function"); }
kernel void check_position(buffer<uint32_t> values, param<uint32_t> limit) {
    const uint32_t index = global_id.y * global_size.x + global_id.x;
    check_in_function(values[index], limit);
    values[index] += 1000;
}

// There is an assertion before, between and after the barriers. Work-item `bad_item` fails, and `bad_round` selects the
// assertion that fails: 100 is the one before all barriers, 200 the one after all barriers, r the first one of round r, and
// 50 + r the second one of round r, which exists only if `rounds` is greater than 6.
kernel void check_between_barriers(buffer<uint32_t> values, param<uint32_t> rounds, param<uint32_t> bad_round,
                                   param<uint32_t> bad_item) {
    local_buffer<uint32_t, 16> tile;
    tile[local_id.x] = values[global_id.x];
    assert(bad_round != 100 || global_id.x != bad_item);
    local_barrier();
    uint32_t sum = 0;
    for (uint32_t round = 0; round < rounds; ++round) {
        sum += tile[(local_id.x + round) % 16];
        assert(bad_round != round || global_id.x != bad_item);
        local_barrier();
        tile[local_id.x] += round;
        if (rounds > 6) {
            assert(bad_round != round + 50 || global_id.x != bad_item);
            barrier();
            sum += 1;
        }
        local_barrier();
    }
    assert(bad_round != 200 || global_id.x != bad_item);
    values[global_id.x] = sum + 1000;
}

// After each barrier, the work-item can next reach a barrier of another branch, a barrier of the next round, or the end of the
// kernel. Work-item `bad_item` fails, and `bad_round` selects the assertion that fails: r is the first one of round r (only for
// r % 3 == 1), 50 + r the second one and 100 + r the third one.
kernel void check_behind_barriers(buffer<uint32_t> values, param<uint32_t> rounds, param<uint32_t> bad_round,
                                  param<uint32_t> bad_item) {
    local_buffer<uint32_t, 16> tile;
    uint32_t sum = values[global_id.x];
    for (uint32_t round = 0; round < rounds; ++round) {
        tile[local_id.x] = sum;
        if (round % 3 == 1) {
            local_barrier();
            sum += 5;
            assert(bad_round != round || global_id.x != bad_item);
        } else {
            barrier();
        }
        const uint32_t other = tile[15 - local_id.x];
        assert(bad_round != round + 50 || global_id.x != bad_item);
        if (round % 2 == 0) local_barrier();
        sum += other % 7;
        assert(bad_round != round + 100 || global_id.x != bad_item);
        if (round % 2 == 1) local_barrier();
    }
    if (sum % 2 == 0)
        values[global_id.x] = sum + 1000;
    else
        values[global_id.x] = sum + 2000;
}

kernel void use_array(buffer<uint32_t> values, param<uint32_t> index) {
    const std::array<uint32_t, 3> some {values[0], 7, 9};
    values[global_id.x] = some.at(index + global_id.x);
}
kernel void use_optional(buffer<uint32_t> values, param<uint32_t> index) {
    std::optional<uint32_t> some;
    if (global_id.x != index) some = values[global_id.x];
    values[global_id.x] = some.value() + 1000;
}
kernel void use_variant(buffer<uint32_t> values, param<uint32_t> index) {
    std::variant<uint32_t, float> some(values[global_id.x]);
    if (global_id.x == index) some = 2.5f;
    values[global_id.x] = std::get<uint32_t>(some) + 1000;
}
kernel void use_text(buffer<uint32_t> values, param<uint32_t> index) {
    constexpr std::string_view text = "abc";
    values[global_id.x] = static_cast<uint32_t>(text.substr(global_id.x == index ? 4 : 3).size());
}
kernel void use_bits(buffer<uint32_t> values, param<uint32_t> index) {
    std::bitset<40> bits;
    bits.set(global_id.x == index ? 40 : 39);
    values[global_id.x] = static_cast<uint32_t>(bits.count());
}
