// SIMD-groups and quad-groups. A file of its own, because not every device has sub-groups.
#include <metal_stdlib>
using namespace metal;

// For each thread the values of the functions.
kernel void simd(device uint* out, uint i [[thread_position_in_grid]], uint lane [[thread_index_in_simdgroup]],
                 uint size [[threads_per_simdgroup]], uint number [[simdgroup_index_in_threadgroup]],
                 uint count [[simdgroups_per_threadgroup]]) {
    device uint* const mine = out + i * 32;
    const uint value = 10 + lane;
    mine[0] = lane;
    mine[1] = size;
    mine[2] = number;
    mine[3] = count;
    mine[4] = simd_sum(value);
    mine[5] = simd_max(value);
    mine[6] = simd_min(value);
    mine[7] = simd_shuffle_down(value, 1);
    mine[8] = simd_shuffle_up(value, 1);
    mine[9] = simd_shuffle_xor(value, 1);
    mine[10] = simd_broadcast(value, 2);
    mine[11] = simd_prefix_exclusive_sum(value);
    mine[12] = simd_prefix_inclusive_sum(value);
    mine[13] = simd_shuffle_rotate_down(value, 1);
    mine[14] = simd_shuffle_rotate_up(value, 1);
    mine[15] = uint(ulong(simd_ballot((lane & 1) == 0)));
    mine[16] = simd_shuffle_and_fill_down(value, value + 100, 1);
    mine[17] = simd_shuffle_and_fill_up(value, value + 100, 1);
    mine[18] = simd_xor(value);
    mine[19] = uint(simd_product(2.0f));
    mine[20] = quad_sum(value);
    mine[21] = quad_shuffle_down(value, 2);
    mine[22] = quad_shuffle_up(value, 2);
    mine[23] = quad_shuffle_rotate_up(value, 1);
    mine[24] = quad_prefix_exclusive_sum(value);
    mine[25] = uint(quad_ballot(lane % 4 == 1));
    mine[26] = quad_shuffle_and_fill_down(value, value + 100, 1, 2);
    mine[27] = simd_all(value > 5) && simd_any(lane == 0) && !simd_all(lane == 0 && size > 1) ? 1 : 0;
    mine[28] = simd_is_first() ? 1 : 0;
    mine[29] = uint(simd_sum(float2(1, value)).x);
    // Whether further functions agree with those above.
    uint wrong = 0;
    wrong |= simd_broadcast_first(value) == 10 ? 0 : 1;
    wrong |= simd_shuffle(value, ushort(size - 1 - lane)) == 10 + size - 1 - lane ? 0 : 2;
    wrong |= quad_broadcast(value, 2) == value - lane % 4 + 2 && quad_broadcast_first(value) == value - lane % 4 ? 0 : 4;
    wrong |= quad_shuffle(value, ushort(3 - lane % 4)) == value - lane % 4 + 3 - lane % 4 ? 0 : 8;
    wrong |= quad_shuffle_xor(value, 3) == 10 + (lane ^ 3) ? 0 : 16;
    wrong |= quad_all(value > 9) && quad_any(lane % 4 == 3) && !quad_all(lane % 4 == 3) && !quad_any(value == 9) ? 0 : 32;
    wrong |= quad_is_first() == (lane % 4 == 0) ? 0 : 64;
    wrong |= quad_and(lane % 4) == 0 && quad_or(lane % 4) == 3 && quad_xor(1u << lane % 4) == 15 ? 0 : 128;
    wrong |= quad_vote::vote_t(quad_vote(0xff)) == 15 && quad_vote(15).all() && !quad_vote(14).all() && quad_vote(1).any() ? 0 : 256;
    wrong |= uint(quad_active_threads_mask()) == 15 ? 0 : 512;
    wrong |= ulong(simd_active_threads_mask()) == (size >= 64 ? ~0ul : (1ul << size) - 1) ? 0 : 1024;
    wrong |= simd_shuffle_and_fill_down(value, value + 100, 1, 4) == (lane % 4 < 3 ? value + 1 : value - 3 + 100) ? 0 : 2048;
    wrong |= simd_shuffle_and_fill_up(value, value + 100, 1, 4) == (lane % 4 > 0 ? value - 1 : value + 3 + 100) ? 0 : 4096;
    wrong |= quad_shuffle_and_fill_up(value, value + 100, 1) == (lane % 4 > 0 ? value - 1 : value + 3 + 100) ? 0 : 8192;
    mine[30] = wrong;
}

// The matrices of one SIMD-group: `left` and `right` are 8 × 8 components, `wide` is 16 × 16, `out` gets 8 × 8 components for
// each of the results.
kernel void matrices(device const float* left [[buffer(0)]], device const float* right [[buffer(1)]],
                     device const float* wide [[buffer(2)]], device float* out [[buffer(3)]],
                     threadgroup float* tile [[threadgroup(0)]], uint lane [[thread_index_in_simdgroup]],
                     uint size [[threads_per_simdgroup]]) {
    static_assert(is_same_v<simdgroup_float8x8, simdgroup_matrix<float, 8, 8>>, "");
    simdgroup_float8x8 a, b, d;
    simdgroup_load(a, left);
    simdgroup_load(b, right);
    simdgroup_multiply(d, a, b);
    simdgroup_store(d, out);
    simdgroup_multiply_accumulate(d, a, b, d);
    simdgroup_store(d, out + 64);
    simdgroup_store(a * b, out + 128, 8, ulong2(0, 0), true);
    simdgroup_store(simdgroup_float8x8(3.0f), out + 192);
    simdgroup_store(make_filled_simdgroup_matrix<float, 8, 8>(0.5f), out + 256);
    // A block of a larger matrix, as it is and transposed.
    simdgroup_load(d, wide, 16, ulong2(8, 4));
    simdgroup_store(d, out + 320);
    simdgroup_load(d, wide, 16, ulong2(8, 4), true);
    simdgroup_store(d, out + 384);
    // Through memory of the threadgroup, and back.
    simdgroup_store(a, tile, 8);
    simdgroup_barrier(mem_flags::mem_threadgroup);
    for (uint i = lane; i < 64; i += size) out[448 + i] = tile[i];
    simdgroup_load(d, tile, 8, 0, true);
    simdgroup_store(d, out + 512);
    // Components of two types.
    simdgroup_half8x8 h(2.0h);
    simdgroup_multiply_accumulate(d, a, h, make_filled_simdgroup_matrix<float, 8>(1.0f));
    simdgroup_store(d, out + 576);
}

// Each thread doubles the components that it holds.
kernel void matrix_components(device float* numbers) {
    simdgroup_float8x8 m;
    simdgroup_load(m, numbers);
    m.thread_elements()[0] *= 2;
    m.thread_elements() = float2(m.thread_elements()[0], 2 * m.thread_elements().y);
    simdgroup_barrier(mem_flags::mem_device);
    simdgroup_store(m, numbers);
}

// Threadgroups whose number of threads is no multiple of the SIMD-groups': for each thread its place, the number of threads in its
// SIMD-group, whether all of these agree and whether a vote is complete, and the value of the neighbour.
kernel void partial(device uint* out, uint i [[thread_position_in_grid]], uint local [[thread_index_in_threadgroup]],
                    uint lane [[thread_index_in_simdgroup]], uint number [[simdgroup_index_in_threadgroup]],
                    uint size [[threads_per_simdgroup]]) {
    threadgroup uint tile[128];
    tile[local] = 1000 + i;
    simdgroup_barrier(mem_flags::mem_threadgroup);
    device uint* const mine = out + i * 6;
    mine[0] = lane;
    mine[1] = number;
    mine[2] = size;
    mine[3] = simd_sum(1u);
    mine[4] = (simd_all(true) ? 1 : 0) + (simd_ballot(true).all() ? 2 : 0) + (simd_ballot(lane != 1).all() ? 4 : 0);
    mine[5] = tile[local ^ 1];
    simdgroup_barrier(mem_flags::mem_threadgroup);
}
