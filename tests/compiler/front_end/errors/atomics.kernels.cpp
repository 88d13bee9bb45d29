#include <atomic>
#include <ingot/kernel.hpp>

using namespace ingot;

struct pair_of_longs {
    uint64_t first;
    uint64_t second;
};

kernel void wide(buffer<uint64_t> values) {
    local_buffer<pair_of_longs, 4> pairs;
    pairs[local_id.x] = {1, 2};
    const pair_of_longs found = std::atomic_ref(pairs[0]).load();  // error: devices have atomic operations on numbers of 8, 16, 32 and 64 bits only
    values[0] = found.first;
}
// advice: use an integer, for example uint32_t, or store its parts in several atomic values
