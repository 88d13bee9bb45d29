// Types that no buffer can hold.
#pragma once

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
