// A local_buffer does not construct its elements, so types whose objects would be initialised are refused.
#include <ingot/kernel.hpp>
#include <utility>

using namespace ingot;

struct sum {
    float value = 0;
};
struct counter {
    counter() : count(1) {}
    uint32_t count;
};
struct holder {
    float3 place;
    counter inner[2];
};
struct plain {
    float4 place;
    matrix4f turn;
    uint32_t count;
};

// The same for local memory whose size the launch gives.
kernel void launched(buffer<float> values, local_buffer<counter> counters) {  // error: a local_buffer does not construct its elements, but the constructor 'counter()' of 'counter' would initialise them
    values[0] = float(counters[0].count);
}

kernel void sums(buffer<float> values) {
    local_buffer<sum, 64> tile;  // error: a local_buffer does not construct its elements, but the initialiser of 'value' of 'sum' would initialise them
    // advice: remove the initialiser of 'value' from the type: local memory has any contents at first. Let the work-items write the first values instead, as in `tile[local_id.x] = value; local_barrier();`
    // advice: remove the constructor 'counter()' from the type: local memory has any contents at first. Let the work-items write the first values instead, as in `tile[local_id.x] = value; local_barrier();`
    local_buffer<counter, 8, 8> counters;  // error: a local_buffer does not construct its elements, but the constructor 'counter()' of 'counter' would initialise them
    local_buffer<holder, 8> holders;  // error: a local_buffer does not construct its elements, but the constructor 'counter()' of 'holder' would initialise them
    local_buffer<plain, 8> plain_ones;
    values[0] = tile[0].value + float(counters[0][0].count) + holders[0].place.x + plain_ones[0].place.x;
}
