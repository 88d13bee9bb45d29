// The same kernels, compiled for CUDA devices whose tensor cores read local memory, and for others (ingotc --arch sm_80,sm_90a).
// The generated header includes local_matrices.hpp, which has the type of a parameter, if this file does so itself.
#include "local_matrices.hpp"
#include "local_matrices.kernels.cpp"
