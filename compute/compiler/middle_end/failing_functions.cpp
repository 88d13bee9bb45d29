#include "failing_functions.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

#include <optional>

namespace ingot::compiler {

namespace {

constexpr llvm::StringRef throwing_prefix = "__throw_";
constexpr llvm::StringRef condition_prefix = "__throw_if_";              // libc++'s __throw_if_valueless
constexpr llvm::StringRef aborting_function = "__libcpp_verbose_abort";  // of libc++

// The indices of the operands of a function that reports a false assertion.
struct assertion_operands {
    unsigned condition;
    unsigned file;
    unsigned line;
};

// Returns the operands of the functions with which the C library and libstdc++ (with _GLIBCXX_ASSERTIONS) report a false
// assertion. Returns nothing for any other name.
std::optional<assertion_operands> operands_of_assertion(llvm::StringRef name) {
    if (name == "__assert_fail") return assertion_operands {0, 1, 2};
    if (name.starts_with("_ZSt21__glibcxx_assert_failPKciS0_S0_")) return assertion_operands {3, 0, 1};
    return {};
}

// Returns the name of a function in namespace std or in an inline namespace of it, without the namespaces and what follows the
// name. Returns an empty string for any other function.
std::string name_in_std(llvm::StringRef name) {
    if (!name.starts_with("_ZSt") && !name.starts_with("_ZNSt")) return {};
    const std::string whole = llvm::demangle(name);
    const llvm::StringRef called = llvm::StringRef(whole).take_until([](char letter) { return letter == '(' || letter == '['; });
    return called.rsplit("::").second.str();
}

std::string text_of(const llvm::CallBase& call, unsigned operand) {
    llvm::StringRef text;
    if (operand >= call.arg_size() || !call.getArgOperand(operand)->getType()->isPointerTy() ||
        !llvm::getConstantStringInfo(call.getArgOperand(operand), text))
        return {};
    return text.str();
}

}  // namespace

bool is_failing_function(const llvm::Function& function) {
    const llvm::StringRef name = function.getName();
    if (operands_of_assertion(name)) return true;
    if (!name.contains(throwing_prefix) && !name.contains(aborting_function)) return false;  // avoids the slow demangling
    const std::string in_std = name_in_std(name);
    return (llvm::StringRef(in_std).starts_with(throwing_prefix) && !llvm::StringRef(in_std).starts_with(condition_prefix)) ||
           in_std == aborting_function;
}

std::string failure_reason(const llvm::CallBase& call) {
    const llvm::StringRef name = call.getCalledFunction()->getName();
    if (const auto operands = operands_of_assertion(name)) return "assertion '" + text_of(call, operands->condition) + "' failed";
    const std::string in_std = name_in_std(name);
    // Formats begin with what is wrong, and go on with numbers: "array::at: __n (which is %zu) >= _Nm (which is %zu)".
    const std::string text = llvm::StringRef(text_of(call, 0)).rtrim('\n').str();
    const bool is_format = llvm::StringRef(text).contains('%');
    const std::string detail = is_format ? llvm::StringRef(text).split(':').first.str() : text;
    llvm::StringRef exception = in_std;
    if (!exception.consume_front(throwing_prefix)) return detail.empty() ? "the standard library ended the program" : detail;
    exception.consume_back("_fmt");
    const bool has_detail = !detail.empty() && !llvm::StringRef(detail).contains('%');
    return "std::" + exception.str() + (has_detail ? ": " + detail : "");
}

std::string failure_place(const llvm::CallBase& call) {
    const auto operands = operands_of_assertion(call.getCalledFunction()->getName());
    if (!operands) return {};
    const auto* const line = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(operands->line));
    const std::string file = text_of(call, operands->file);
    return file.empty() || !line ? std::string() : file + ":" + std::to_string(line->getZExtValue());
}

}  // namespace ingot::compiler
