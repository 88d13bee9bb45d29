// A file that includes itself twice, with a different value of PART each time.
#ifndef PART
#include <ingot/kernel.hpp>

using namespace ingot;

#define PART 1
#include __FILE__
#undef PART
#define PART 2
#include __FILE__

kernel void both(buffer<float> values) { values[global_id.x] = first(values[0]) + second(values[1]); }
#elif PART == 1
static float first(float x) { return x; }
#else
static float second(float x) { return 2 * x; }
#endif
