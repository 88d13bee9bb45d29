// Arithmetic in double whose numbers are floats and literals, and whose result is rounded to float: 0.1 instead of 0.1f.
#include <fmt/format.h>

#include "../rule.hpp"
#include "rounded_arithmetic.hpp"

namespace ingot::compiler::advice {

void find_double_arithmetic(kernel_analysis& kernel, remark_list& found) {
    llvm::LLVMContext& context = kernel.function().getContext();
    const type_pair types {llvm::Type::getFloatTy(context), llvm::Type::getDoubleTy(context), "double", "float", 'f', 0};
    for (const rounded_arithmetic& each : find_rounded_arithmetic(kernel, types))
        found.add(
            *each.place,
            fmt::format("the literal {} is double, so {} computed in double, and only the result is rounded to float: most GPUs "
                        "compute double 16 to 64 times slower than float",
                        each.literal,
                        each.operations == 1 ? "the operation is" : fmt::format("{} operations are", each.operations)),
            fmt::format("write {}f", each.literal), fix_of(each));
}

}  // namespace ingot::compiler::advice
