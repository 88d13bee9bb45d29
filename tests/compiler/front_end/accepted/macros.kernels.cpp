// The author's macros end with the file. The code that ingotc appends uses these words.
#include <ingot/kernel.hpp>

kernel void set(ingot::buffer<float> values) { values[ingot::global_id.x] = 1; }

#define set(x) wrong
#define auto wrong
#define const wrong
#define constexpr wrong
#define extern wrong
#define ingot wrong
#define namespace wrong
#define static wrong
#define template wrong
#define void wrong
