// A value whose type print() does not support.
#include <ingot/kernel.hpp>

using namespace ingot;

struct body {
    float3 place;
    float mass;
};

kernel void heavy(buffer<body> bodies) {
    print("$", bodies[0]);  // error: no matching function for call to 'print'
}
