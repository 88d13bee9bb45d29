// Types of kernel parameters. A buffer cannot hold list_node, chain or counted.
#pragma once

#include <cstdint>

struct list_node {
    int value;
    list_node* next;
};

struct chain {
    list_node first;
};

struct counted {
    int value;
    counted(const counted& other) : value(other.value + 1) {}
};

struct record {
    uint32_t words[40];
};

// 4352 bytes: the maximum size of all arguments of a launch.
struct large {
    float values[1088];
};
