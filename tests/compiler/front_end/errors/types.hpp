// Types of parameters; no buffer can hold the first ones.
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

// As large as all arguments of a launch together.
struct large {
    float values[1088];
};
