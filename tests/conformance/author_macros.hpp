#pragma once

struct factors {
    float first;
    float second;
};

#define library wrong
#define version wrong
