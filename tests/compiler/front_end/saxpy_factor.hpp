// A parameter type that kernel and host share.
#pragma once

struct saxpy_factor {
    float value;
};
