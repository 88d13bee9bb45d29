#include <ingot/kernel.hpp>

using namespace ingot;

namespace soft {
kernel void blur(buffer<float> values) { values[0] = 1; }  // note: the first kernel of this name is here
}
namespace hard {
kernel void blur(buffer<float> values) { values[0] = 2; }  // error: another kernel has the name 'blur'
// advice: rename one: the host launches a kernel by its name alone, without its namespace and its parameters
}
