// The toy machine's code. One line is one instruction; words are separated by spaces.
//
//     kernel NAME ARGUMENTS          begins a kernel: its arguments are in registers 0, 1, …
//     block N                        begins a block; block 0 is the first
//     R = OPERATION BITS A B         add sub mul udiv sdiv urem srem and or xor shl lshr ashr fadd fsub fmul fdiv
//     R = CONDITION BITS A B         LLVM's names of comparisons: ieq ine iult islt … foeq folt …; 1 or 0
//     R = CONVERSION BITS BITS A     zext sext trunc fpext fptrunc sitofp uitofp fptosi fptoui copy
//     R = select A B C
//     R = offset A BYTES [INDEX SCALE]…      a pointer and a sum of numbers
//     R = load BITS A                store BITS A POINTER
//     R = phi [BLOCK A]…             by the block that was left
//     R = call NAME A…               a device function of the middle end's table, or a mathematical function of LLVM
//     jump N    branch A N M         return
//
// R is a register, `r7`; A, B and C are registers or constants, `#12`: the bits of a value as an unsigned number. BITS is the
// number of bits; of floating-point operations 32 or 64.
#pragma once

#include <compiler/device_module.hpp>
#include <string>

namespace ingot::compiler::toy {

/// Throws std::runtime_error where the module holds an instruction that the machine does not have.
std::string write_toy(const device_module& unit);

}  // namespace ingot::compiler::toy
