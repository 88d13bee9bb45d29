#include <ingot/kernel.hpp>

using namespace ingot;

namespace soft {
kernel void blur(buffer<float> values) { values[0] = 1; }  // note: the first is here
}
namespace hard {
kernel void blur(buffer<float> values) { values[0] = 2; }  // error: a second kernel 'blur'
// advice: rename one: the host launches kernels by their names, which neither a namespace nor parameters tell apart
}
