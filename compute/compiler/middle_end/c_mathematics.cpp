#include "c_mathematics.hpp"

#include <llvm/ADT/STLExtras.h>

#include <array>

namespace ingot::compiler {

namespace {

constexpr std::array<llvm::StringRef, 34> c_functions {
    "acos", "acosh", "asin",      "asinh", "atan", "atanh", "atan2", "cbrt",   "copysign", "cos",      "cosh",  "erf",
    "erfc", "exp",   "exp2",      "expm1", "fdim", "fmax",  "fmin",  "fmod",   "hypot",    "log",      "log10", "log1p",
    "log2", "pow",   "remainder", "sin",   "sinh", "tan",   "tanh",  "tgamma", "lgamma",   "nextafter"};

}  // namespace

bool is_c_mathematics(llvm::StringRef name) { return llvm::is_contained(c_functions, name); }

llvm::StringRef c_mathematics_of(llvm::Intrinsic::ID intrinsic) {
    switch (intrinsic) {
        case llvm::Intrinsic::sin:
            return "sin";
        case llvm::Intrinsic::cos:
            return "cos";
        case llvm::Intrinsic::tan:
            return "tan";
        case llvm::Intrinsic::asin:
            return "asin";
        case llvm::Intrinsic::acos:
            return "acos";
        case llvm::Intrinsic::atan:
            return "atan";
        case llvm::Intrinsic::atan2:
            return "atan2";
        case llvm::Intrinsic::sinh:
            return "sinh";
        case llvm::Intrinsic::cosh:
            return "cosh";
        case llvm::Intrinsic::tanh:
            return "tanh";
        case llvm::Intrinsic::pow:
            return "pow";
        case llvm::Intrinsic::exp:
            return "exp";
        case llvm::Intrinsic::exp2:
            return "exp2";
        case llvm::Intrinsic::exp10:
            return "exp10";
        case llvm::Intrinsic::log:
            return "log";
        case llvm::Intrinsic::log2:
            return "log2";
        case llvm::Intrinsic::log10:
            return "log10";
        default:
            return {};
    }
}

}  // namespace ingot::compiler
