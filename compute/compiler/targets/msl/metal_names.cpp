#include "metal_names.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "../../middle_end/address_spaces.hpp"

namespace ingot::compiler::msl {

namespace {

// Keywords of C++14 and of Metal, types, and functions of Metal's library that the writer calls (Metal Shading Language
// Specification 3.0, chapters 2, 4, 5 and 6).
constexpr auto reserved = std::to_array<std::string_view>({
    "abs",
    "access",
    "acos",
    "acosh",
    "address",
    "addsat",
    "alignas",
    "alignof",
    "and",
    "array",
    "as_type",
    "asin",
    "asinh",
    "asm",
    "atan",
    "atan2",
    "atanh",
    "atomic_int",
    "atomic_uint",
    "atomic_ulong",
    "auto",
    "bfloat",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "ceil",
    "char",
    "clamp",
    "class",
    "clz",
    "compl",
    "const",
    "const_cast",
    "constant",
    "constexpr",
    "continue",
    "coord",
    "copysign",
    "cos",
    "cosh",
    "ctz",
    "decltype",
    "default",
    "delete",
    "device",
    "discard_fragment",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "exp",
    "exp10",
    "exp2",
    "explicit",
    "export",
    "extern",
    "fabs",
    "false",
    "fdim",
    "filter",
    "float",
    "float2",
    "float3",
    "float4",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "for",
    "fragment",
    "friend",
    "goto",
    "half",
    "half2",
    "half3",
    "half4",
    "if",
    "inline",
    "int",
    "int2",
    "int3",
    "int4",
    "isnan",
    "kernel",
    "ldexp",
    "level",
    "log",
    "log10",
    "log2",
    "long",
    "main",
    "max",
    "mem_flags",
    "memory_order_relaxed",
    "metal",
    "min",
    "mip_filter",
    "mutable",
    "nearest_place",
    "namespace",
    "new",
    "noexcept",
    "not",
    "nullptr",
    "operator",
    "or",
    "popcount",
    "pow",
    "precise",
    "private",
    "protected",
    "public",
    "ray_data",
    "register",
    "reinterpret_cast",
    "return",
    "reverse_bits",
    "rint",
    "rotate",
    "round",
    "rsqrt",
    "sampler",
    "short",
    "signed",
    "simd_ballot",
    "simd_shuffle",
    "simd_shuffle_down",
    "simd_shuffle_up",
    "simd_shuffle_xor",
    "simd_vote",
    "simdgroup_barrier",
    "sin",
    "sinh",
    "sizeof",
    "size_t",
    "sqrt",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "subsat",
    "switch",
    "tan",
    "tanh",
    "template",
    "this",
    "thread",
    "thread_local",
    "threadgroup",
    "threadgroup_barrier",
    "throw",
    "true",
    "trunc",
    "try",
    "typedef",
    "typeid",
    "typename",
    "uchar",
    "uint",
    "uint2",
    "uint3",
    "uint4",
    "ulong",
    "union",
    "unsigned",
    "ushort",
    "using",
    "vec",
    "vertex",
    "virtual",
    "visible",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "INFINITY",
    "exchange_if_equal",
    "copy_bytes",
    "fill_bytes",
    "is_of_class",
    "swap_bytes",
});

}  // namespace

std::string_view space_name(unsigned space) {
    switch (space) {
        case global_space:
            return "device";
        case constant_space:
            return "constant";
        case local_space:
            return "threadgroup";
        default:
            return "thread";
    }
}

std::string type_name(const llvm::Type& type) {
    if (type.isPointerTy()) return std::string(space_name(type.getPointerAddressSpace())) + " uchar*";
    if (type.isFloatTy()) return "float";
    if (type.isHalfTy()) return "half";
    if (type.isIntegerTy(1)) return "bool";
    if (type.isIntegerTy(8)) return "uchar";
    if (type.isIntegerTy(16)) return "ushort";
    if (type.isIntegerTy(32)) return "uint";
    if (type.isIntegerTy(64)) return "ulong";
    if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type); vector && vector->getNumElements() == 4)
        return type_name(*vector->getElementType()) + "4";  // the four channels of a texture
    std::string text;
    llvm::raw_string_ostream(text) << type;
    throw std::logic_error("internal error: Metal has no type for " + text);
}

std::string signed_type_name(const llvm::Type& type) {
    const std::string name = type_name(type);
    return name == "uchar" ? "char" : name == "bool" ? name : name.substr(1);
}

std::string literal(const llvm::ConstantInt& number) {
    const unsigned bits = number.getBitWidth();
    if (bits == 1) return number.isZero() ? "false" : "true";
    const std::string digits = std::to_string(number.getZExtValue());
    if (bits == 32) return digits + "u";
    if (bits == 64) return digits + "ul";
    return type_name(*number.getType()) + "(" + digits + ")";
}

std::string signed_literal(const llvm::ConstantInt& number) {
    const int64_t value = number.getSExtValue();
    // The literal of the least number would be the negation of a number that the type does not have.
    if (value == INT64_MIN) return "long(9223372036854775808ul)";
    if (number.getBitWidth() == 64) return std::to_string(value) + "l";
    if (value == INT32_MIN) return "int(2147483648u)";
    return std::to_string(value);
}

std::string literal(const llvm::ConstantFP& number) {
    const llvm::APFloat& value = number.getValueAPF();
    const bool is_half = number.getType()->isHalfTy();
    const std::string type = is_half ? "half" : "float";
    if (value.isNaN())
        return "as_type<" + type + ">(" + (is_half ? "ushort(" : "") + std::to_string(value.bitcastToAPInt().getZExtValue()) +
               (is_half ? "))" : "u)");
    if (value.isInfinity()) return std::string(value.isNegative() ? "-" : "") + (is_half ? "half(INFINITY)" : "INFINITY");
    const float exact = value.convertToFloat();
    std::array<char, 64> digits {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), exact).ptr;
    std::string text(digits.data(), end);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + (is_half ? "h" : "f");
}

bool begins_reserved(std::string_view word) {
    return word.starts_with("sampler_") || word.starts_with("texture") || word.starts_with("aliased_");
}

bool is_reserved(std::string_view word) { return begins_reserved(word) || std::ranges::find(reserved, word) != reserved.end(); }

std::string identifier(std::string_view text) {
    std::string name;
    for (const char letter : text) {
        if (llvm::isAlnum(letter))
            name += letter;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    if (name.empty()) return "value";
    if (llvm::isDigit(name.front())) name.insert(0, "value_");
    return name;
}

}  // namespace ingot::compiler::msl
