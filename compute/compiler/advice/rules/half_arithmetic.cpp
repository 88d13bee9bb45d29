// TALK-21: arithmetic in float whose numbers are halves and literals, and whose result is rounded to half.
#include <fmt/format.h>

#include "../rule.hpp"
#include "rounded_arithmetic.hpp"

namespace ingot::compiler::advice {

void find_half_arithmetic(kernel_analysis& kernel, remark_list& found) {
    llvm::LLVMContext& context = kernel.function().getContext();
    const type_pair types {llvm::Type::getHalfTy(context), llvm::Type::getFloatTy(context), "float", "half", 'h', 'f'};
    for (const rounded_arithmetic& each : find_rounded_arithmetic(kernel, types)) {
        const auto literal = static_cast<float>(each.literal);
        found.add(
            *each.place,
            fmt::format("the literal {} is float, so {} computed in float, and only the result is rounded to half: GPUs of Apple "
                        "and others compute halves with half of the registers",
                        literal, each.operations == 1 ? "the operation is" : fmt::format("{} operations are", each.operations)),
            fmt::format("write {}h in Metal, half({}) in C++", literal, literal), fix_of(each));
    }
}

}  // namespace ingot::compiler::advice
