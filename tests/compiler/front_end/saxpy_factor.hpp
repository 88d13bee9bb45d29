// Shared by the kernel and the host.
#pragma once

struct saxpy_factor {
    float value;
};
