// The same kernels, compiled for CUDA devices that copy asynchronously (ingotc --arch sm_80).
#include "work_group_copies.kernels.cpp"
