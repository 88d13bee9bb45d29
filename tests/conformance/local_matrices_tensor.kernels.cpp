// The same kernels, compiled for CUDA devices with tensor cores (ingotc --arch sm_80).
// The generated header includes local_matrices.hpp, which has the type of a parameter, if this file does so itself.
#include "local_matrices.hpp"
#include "local_matrices.kernels.cpp"
