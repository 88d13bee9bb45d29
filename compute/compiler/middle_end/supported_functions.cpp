#include "supported_functions.hpp"

#include <llvm/IR/Intrinsics.h>

#include "device_functions.hpp"

namespace ingot::compiler {

namespace {

// Returns whether every target supports the intrinsic: one of ingotc's passes replaces it, or the back end translates or
// ignores it.
bool is_known_intrinsic(llvm::Intrinsic::ID intrinsic) {
    switch (intrinsic) {
        // Hints for the optimiser, and debug information.
        case llvm::Intrinsic::annotation:
        case llvm::Intrinsic::assume:
        case llvm::Intrinsic::dbg_assign:
        case llvm::Intrinsic::dbg_declare:
        case llvm::Intrinsic::dbg_label:
        case llvm::Intrinsic::dbg_value:
        case llvm::Intrinsic::donothing:
        case llvm::Intrinsic::expect:
        case llvm::Intrinsic::expect_with_probability:
        case llvm::Intrinsic::experimental_noalias_scope_decl:
        case llvm::Intrinsic::fake_use:
        case llvm::Intrinsic::invariant_end:
        case llvm::Intrinsic::invariant_start:
        case llvm::Intrinsic::is_constant:
        case llvm::Intrinsic::launder_invariant_group:
        case llvm::Intrinsic::lifetime_end:
        case llvm::Intrinsic::lifetime_start:
        case llvm::Intrinsic::objectsize:
        case llvm::Intrinsic::ptr_annotation:
        case llvm::Intrinsic::sideeffect:
        case llvm::Intrinsic::ssa_copy:
        case llvm::Intrinsic::strip_invariant_group:
        case llvm::Intrinsic::var_annotation:
        // Memory.
        case llvm::Intrinsic::memcpy:
        case llvm::Intrinsic::memcpy_inline:
        case llvm::Intrinsic::memmove:
        case llvm::Intrinsic::memset:
        case llvm::Intrinsic::memset_inline:
        // Program termination.
        case llvm::Intrinsic::trap:
        case llvm::Intrinsic::ubsantrap:
        // Integers.
        case llvm::Intrinsic::abs:
        case llvm::Intrinsic::bitreverse:
        case llvm::Intrinsic::bswap:
        case llvm::Intrinsic::ctlz:
        case llvm::Intrinsic::ctpop:
        case llvm::Intrinsic::cttz:
        case llvm::Intrinsic::fshl:
        case llvm::Intrinsic::fshr:
        case llvm::Intrinsic::sadd_sat:
        case llvm::Intrinsic::sadd_with_overflow:
        case llvm::Intrinsic::scmp:
        case llvm::Intrinsic::smax:
        case llvm::Intrinsic::smin:
        case llvm::Intrinsic::smul_with_overflow:
        case llvm::Intrinsic::ssub_sat:
        case llvm::Intrinsic::ssub_with_overflow:
        case llvm::Intrinsic::uadd_sat:
        case llvm::Intrinsic::uadd_with_overflow:
        case llvm::Intrinsic::ucmp:
        case llvm::Intrinsic::umax:
        case llvm::Intrinsic::umin:
        case llvm::Intrinsic::umul_with_overflow:
        case llvm::Intrinsic::usub_sat:
        case llvm::Intrinsic::usub_with_overflow:
        // Floating-point numbers.
        case llvm::Intrinsic::canonicalize:
        case llvm::Intrinsic::ceil:
        case llvm::Intrinsic::copysign:
        case llvm::Intrinsic::fabs:
        case llvm::Intrinsic::floor:
        case llvm::Intrinsic::fma:
        case llvm::Intrinsic::fmuladd:
        case llvm::Intrinsic::fptosi_sat:
        case llvm::Intrinsic::fptoui_sat:
        case llvm::Intrinsic::frexp:
        case llvm::Intrinsic::is_fpclass:
        case llvm::Intrinsic::ldexp:
        case llvm::Intrinsic::llrint:
        case llvm::Intrinsic::llround:
        case llvm::Intrinsic::lrint:
        case llvm::Intrinsic::lround:
        case llvm::Intrinsic::maximum:
        case llvm::Intrinsic::maximumnum:
        case llvm::Intrinsic::maxnum:
        case llvm::Intrinsic::minimum:
        case llvm::Intrinsic::minimumnum:
        case llvm::Intrinsic::minnum:
        case llvm::Intrinsic::modf:
        case llvm::Intrinsic::nearbyint:
        case llvm::Intrinsic::rint:
        case llvm::Intrinsic::round:
        case llvm::Intrinsic::roundeven:
        case llvm::Intrinsic::sqrt:
        case llvm::Intrinsic::trunc:
        // Vectors (types with the attribute vector_size or ext_vector_type).
        case llvm::Intrinsic::vector_reduce_add:
        case llvm::Intrinsic::vector_reduce_and:
        case llvm::Intrinsic::vector_reduce_fadd:
        case llvm::Intrinsic::vector_reduce_fmax:
        case llvm::Intrinsic::vector_reduce_fmin:
        case llvm::Intrinsic::vector_reduce_fmul:
        case llvm::Intrinsic::vector_reduce_mul:
        case llvm::Intrinsic::vector_reduce_or:
        case llvm::Intrinsic::vector_reduce_smax:
        case llvm::Intrinsic::vector_reduce_smin:
        case llvm::Intrinsic::vector_reduce_umax:
        case llvm::Intrinsic::vector_reduce_umin:
        case llvm::Intrinsic::vector_reduce_xor:
            return true;
        default:
            return false;
    }
}

}  // namespace

bool is_supported_function(const llvm::Function& function, std::string_view own_intrinsics) {
    if (!function.isIntrinsic()) return is_built_in(function);
    const bool is_own = !own_intrinsics.empty() && function.getName().starts_with({own_intrinsics.data(), own_intrinsics.size()});
    return is_own || is_known_intrinsic(function.getIntrinsicID());
}

std::string intrinsic_source_name(const llvm::Function& intrinsic) {
    switch (intrinsic.getIntrinsicID()) {
        case llvm::Intrinsic::addressofreturnaddress:
            return "_AddressOfReturnAddress";
        case llvm::Intrinsic::clear_cache:
            return "__builtin___clear_cache";
        case llvm::Intrinsic::debugtrap:
            return "__builtin_debugtrap";
        case llvm::Intrinsic::eh_dwarf_cfa:
            return "__builtin_dwarf_cfa";
        case llvm::Intrinsic::eh_return_i64:
            return "__builtin_eh_return";
        case llvm::Intrinsic::eh_sjlj_longjmp:
            return "__builtin_longjmp";
        case llvm::Intrinsic::eh_sjlj_setjmp:
            return "__builtin_setjmp";
        case llvm::Intrinsic::eh_unwind_init:
            return "__builtin_unwind_init";
        case llvm::Intrinsic::frameaddress:
            return "__builtin_frame_address";
        case llvm::Intrinsic::get_rounding:
            return "__builtin_flt_rounds";
        case llvm::Intrinsic::init_trampoline:
            return "__builtin_init_trampoline";
        case llvm::Intrinsic::powi:
            return "__builtin_powi";
        case llvm::Intrinsic::readcyclecounter:
            return "__builtin_readcyclecounter";
        case llvm::Intrinsic::readsteadycounter:
            return "__builtin_readsteadycounter";
        case llvm::Intrinsic::returnaddress:
            return "__builtin_return_address";
        case llvm::Intrinsic::set_rounding:
            return "__builtin_set_flt_rounds";
        case llvm::Intrinsic::thread_pointer:
            return "__builtin_thread_pointer";
        default:
            return intrinsic.getName().str();
    }
}

}  // namespace ingot::compiler
