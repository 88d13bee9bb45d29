// The code of the toy machine. Each line is one instruction; its words are separated by spaces.
//
//     kernel NAME ARGUMENTS          begins a kernel with this number of arguments, in registers r0, r1, …
//     block N                        begins a block; block 0 is the first
//     R = OPERATION BITS A B         add sub mul udiv sdiv urem srem and or xor shl lshr ashr fadd fsub fmul fdiv
//     R = CONDITION BITS A B         LLVM's names of comparisons: ieq ine iult islt … foeq folt …; 1 or 0
//     R = CONVERSION BITS BITS A     zext sext trunc fpext fptrunc sitofp uitofp fptosi fptoui copy
//     R = select A B C
//     R = offset A BYTES [INDEX SCALE]…      pointer A plus BYTES plus the sum of INDEX * SCALE
//     R = load BITS A                store BITS A POINTER
//     R = phi [BLOCK A]…             the A that follows the number of the block that was executed before this one
//     R = call NAME A…               a device function of the middle end, or a mathematical intrinsic of LLVM
//     jump N    branch A N M         return
//
// R is a register, such as `r7`. A, B and C are registers or constants; a constant such as `#12` is the bits of a value
// as an unsigned number. BITS is the number of bits of the operation's type: 32 or 64 for floating-point operations. A
// conversion has two such numbers, for A and for R.
#pragma once

#include <compiler/device_module.hpp>
#include <string>

namespace ingot::compiler::toy {

/// Returns the code of all kernels in the lowered module. Throws std::runtime_error if the module contains an
/// instruction or a value that the machine does not support.
std::string write_toy(const device_module& unit);

}  // namespace ingot::compiler::toy
