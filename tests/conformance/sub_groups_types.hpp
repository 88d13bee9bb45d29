#pragma once

#include <cstdint>

struct sub_group_place {
    uint32_t size;
    uint32_t id;
    uint32_t local_id;
    uint32_t count;
};
