// Random control-flow graphs as LLVM IR.
#pragma once

#include <cstdint>
#include <string>

namespace ingot::tests {

/// Returns a function `void @random(ptr addrspace(1) %word)` as LLVM IR. It has 5 to 16 blocks with random branches and
/// switches, and ends after at most 40 of them. Each block changes a variable, on which the
/// branches depend, so that the result tells which path was taken. The function depends only on the seed.
std::string random_function(uint64_t seed);

}  // namespace ingot::tests
