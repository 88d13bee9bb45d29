#include <ingot/kernel.hpp>
#include <iostream>

using namespace ingot;

static float gain = 2;
thread_local int mine = 0;
extern const float elsewhere;
constexpr float fixed = 3;
static const float table[] {1, 2, 3};

kernel void scale(buffer<float> values) {
    values[0] *= gain;  // error: a kernel cannot use a variable of the host program: 'gain'
    // advice: pass it as a param<T> or a buffer<T>; a constexpr variable can be used directly
    values[1] = static_cast<float>(mine);  // error: a kernel cannot use a variable of the host program: 'mine'
    values[2] = elsewhere;  // error: a kernel cannot use a variable of the host program: 'elsewhere'
    static int calls = 0;  // error: a kernel cannot keep a variable between calls: 'calls'
    // advice: make it constexpr or an ordinary local variable; to keep data after a launch, store it in a buffer
    values[3] = static_cast<float>(++calls);
    values[4] = fixed * table[global_id.x];
    static const int squares[] {1, 4, 9};
    values[5] = static_cast<float>(squares[global_id.x]);
    std::cout.put('x');  // error: a kernel cannot use a variable of the host program: 'std::cout'
    // advice: print with print("x is $", x[0]) or printf
    std::cout << "x is " << values[0] << std::endl;  // error: a kernel cannot use a variable of the host program: 'std::cout'
    std::cerr << values[1] << '\n';  // error: a kernel cannot use a variable of the host program: 'std::cerr'
}
