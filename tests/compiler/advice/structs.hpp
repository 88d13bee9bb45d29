// Types of the kernels' parameters in this folder.
#pragma once

#include <cstdint>

struct particle {
    float position[3];
    float velocity[3];
    float mass;
    float age;
    uint32_t colour;
    uint32_t id;
    float padding[2];
};

struct number_pair {
    float real;
    float imaginary;
};

struct settings {
    float scale;
    float offset;
};

struct weights {
    float of_kinds[64];
};
