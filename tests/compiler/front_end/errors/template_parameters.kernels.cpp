#include <ingot/kernel.hpp>

using namespace ingot;

template <uint32_t... sizes>  // error: template parameter 'sizes' of kernel 'packed' is a pack
// advice: a parameter of a kernel template must be a type, a number, a bool, an enumeration or a plain struct
kernel void packed(buffer<float> values) {
    values[0] = sizeof...(sizes);
}
template <auto amount>  // error: template parameter 'amount' of kernel 'deduced' has the type auto
kernel void deduced(buffer<float> values) {
    values[0] = amount;
}
template <typename T, T amount>  // error: template parameter 'amount' of kernel 'dependent' depends on another parameter
kernel void dependent(buffer<T> values) {
    values[0] = amount;
}
template <const int* table>  // error: template parameter 'table' of kernel 'pointed' is a pointer
kernel void pointed(buffer<int> values) {
    values[0] = *table;
}
template <const int& number>  // error: template parameter 'number' of kernel 'referred' is a reference
kernel void referred(buffer<int> values) {
    values[0] = number;
}
template <template <typename> typename wrapper>  // error: template parameter 'wrapper' of kernel 'wrapped' is a template
kernel void wrapped(wrapper<float> values) {
    values[0] = 0;
}

static constexpr int three = 3;
using all = instances<packed<1, 2>, deduced<1>, dependent<int, 1>, pointed<&three>, referred<three>, wrapped<buffer>>;
