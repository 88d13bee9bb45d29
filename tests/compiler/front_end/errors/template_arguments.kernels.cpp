#include <ingot/kernel.hpp>
#include <limits>

using namespace ingot;

struct hidden {  // note: 'hidden' is declared here
    int number;
};
template <typename T>
kernel void typed(buffer<float> values) {
    values[0] = sizeof(T);
}
using of_types = instances<typed<hidden>>;  // error: the argument for template parameter 'T' of kernel 'typed' is declared in the kernel file, which host code does not include
// advice: move 'hidden' to a header that both this file and the host code include

template <float amount>
kernel void added(buffer<float> values) {
    values[0] += amount;
}
using of_numbers = instances<added<std::numeric_limits<float>::infinity()>>;  // error: the argument for template parameter 'amount' of kernel 'added' is not a finite number
// advice: the arguments of an instance can be named types, numbers, bools, enumerators, and plain structs of these

template <std::pair<int, int> amounts>
kernel void moved(buffer<int> values) {
    values[0] += amounts.first;
}
using of_pairs = instances<moved<std::pair(1, 2)>>;  // error: the argument for template parameter 'amounts' of kernel 'moved' holds a 'pair<int32_t, int32_t>', which has a constructor
