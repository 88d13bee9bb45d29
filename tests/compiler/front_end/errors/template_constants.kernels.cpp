#include <ingot/kernel.hpp>

using namespace ingot;

template <uint32_t count>
kernel void counted(buffer<uint32_t> values) {
    values[0] = count;
}
uint32_t from_somewhere();
using of_calls = instances<counted<from_somewhere()>>;  // error: non-type template parameter 'kernels' with type 'auto' has incompatible initializer of type '<overloaded function type>'
// advice: an instance needs one constant argument for each template parameter: `blur<3>`
