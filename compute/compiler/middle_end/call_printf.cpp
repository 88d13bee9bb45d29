// Replaces calls of print and printf by calls of the target's printf. For OpenCL,
//   %r = call i32 (ptr, ...) @printf(ptr @text, i64 %n, ptr @name)      ; @text is "%lld %s", @name is "items"
// becomes
//   @format = private addrspace(2) constant [10 x i8] c"%ld items\00"
//   %r = call i32 (ptr addrspace(2), ...) @_Z6printfPU3AS2Kcz(ptr addrspace(2) @format, i64 %n)
// A string operand must be a literal; its characters become part of the format. A call is not replaced if its format
// is not known at compile time or does not fit the operands. diagnose_unsupported reports such a call.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <ingot/language/print_format.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "device_functions.hpp"
#include "passes.hpp"
#include "printf_format.hpp"

namespace ingot::compiler {

namespace {

// A call of print or printf: its format, and the operands for the format's conversions.
struct printing_call {
    std::string format;
    std::vector<llvm::Value*> operands;
};

// Returns the characters of a constant string, or nothing if the pointer does not point to one.
std::optional<std::string> text_of(const llvm::Value* pointer) {
    llvm::StringRef text;
    if (!llvm::getConstantStringInfo(pointer, text)) return std::nullopt;
    return text.str();
}

// Decodes a call. Returns nothing if it is no call of print or printf, or if its format is not known at compile time.
std::optional<printing_call> decode_printing_call(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration()) return std::nullopt;
    const auto operands_from = [&](unsigned first) {
        return std::vector<llvm::Value*>(call.arg_begin() + first, call.arg_end());
    };
    if (callee->getName() == "printf" && call.arg_size() >= 1) {
        const auto format = text_of(call.getArgOperand(0));
        return format ? std::optional(printing_call {*format, operands_from(1)}) : std::nullopt;
    }
    if (callee->getName() != "ingot_device_print") return std::nullopt;
    // The operands of a call of print() are the text with a `$` for each value, the shapes of the values
    // (print_format.hpp), and the components of the values.
    const auto text = text_of(call.getArgOperand(0));
    const auto shapes = text_of(call.getArgOperand(1));
    if (!text || !shapes) return std::nullopt;
    return printing_call {detail::printf_format(*text, *shapes), operands_from(2)};
}

// The format and the operands of the target's printf. Strings become text of the format, pointers become integers, and
// 64-bit integers get the target's own length modifier.
class device_format {
public:
    device_format(std::string_view int64_length_modifier, llvm::IRBuilder<>& builder)
        : int64_length_modifier_(int64_length_modifier), builder_(builder) {}

    // Adds a conversion and its operand. Returns false if the operand does not fit the conversion.
    bool add(conversion_specification conversion, llvm::Value* operand) {
        llvm::Type* const type = operand->getType();
        if (conversion.letter == 's') {
            const std::optional<std::string> text = text_of(operand);
            const std::optional<std::string> printed = text ? format_string(conversion, *text) : std::nullopt;
            if (printed) format += *printed;
            return printed.has_value();
        }
        if (conversion.letter == 'p') {
            if (!type->isPointerTy()) return false;
            format += "0x";
            conversion = {.flags = {}, .width = {}, .precision = {}, .bits = 64, .letter = 'x'};
            operand = builder_.CreatePtrToInt(operand, builder_.getInt64Ty());
        } else if (type->isIntegerTy() == is_floating_point(conversion.letter) || type->isPointerTy()) {
            // An integer needs an integer conversion, and a floating-point number a floating-point conversion. A
            // pointer fits only %p and %s.
            return false;
        } else if (type->isIntegerTy()) {
            // C passes narrow integers as int, and a conversion like %hd prints only the low bits of the int. Some
            // devices print all bits. Therefore cut the operand to the conversion's width, and extend it again.
            const bool is_signed = conversion.letter == 'd' || conversion.letter == 'i';
            operand = builder_.CreateIntCast(operand, builder_.getIntNTy(conversion.bits), is_signed);
            if (conversion.bits < 32) operand = builder_.CreateIntCast(operand, builder_.getInt32Ty(), is_signed);
        }
        format += "%" + conversion.flags + conversion.width + conversion.precision +
                  std::string(conversion.bits < 64 ? "" : int64_length_modifier_) + conversion.letter;
        operands.push_back(operand);
        return true;
    }

    std::string format;
    std::vector<llvm::Value*> operands;

private:
    static bool is_floating_point(char letter) { return std::string_view("fFeEgGaA").find(letter) != std::string_view::npos; }

    std::string_view int64_length_modifier_;
    llvm::IRBuilder<>& builder_;
};

// Creates a string constant in an address space.
llvm::Constant* create_format(llvm::Module& module, const std::string& format, unsigned space) {
    auto* const text = llvm::ConstantDataArray::getString(module.getContext(), format);
    auto* const placed = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text,
                                                  "format", nullptr, llvm::GlobalValue::NotThreadLocal, space);
    placed->setAlignment(llvm::Align(1));
    return placed;
}

// Replaces one call, unless the target cannot print the format or the operands do not fit the format.
void replace(llvm::CallInst& call, const printing_call& printing, const printf_interface& target_printf) {
    // Convert the format and the operands.
    const auto pieces = parse_format(printing.format);
    // The last piece has no conversion. As in C, operands that are left over are ignored.
    if (!pieces || pieces->size() - 1 > printing.operands.size()) return;
    llvm::IRBuilder<> builder(&call);
    device_format target_format(target_printf.int64_length_modifier, builder);
    size_t next = 0;
    for (const format_piece& piece : *pieces) {
        target_format.format += piece.text;
        if (piece.conversion && !target_format.add(*piece.conversion, printing.operands[next++])) return;
    }
    // Declare the target's printf and call it.
    llvm::Module& module = *call.getModule();
    llvm::Constant* const format = create_format(module, target_format.format, target_printf.format_space);
    auto* const type = llvm::FunctionType::get(builder.getInt32Ty(), {format->getType()}, true);
    llvm::FunctionCallee printf =
        module.getOrInsertFunction(llvm::StringRef(target_printf.function.data(), target_printf.function.size()), type);
    auto* const function = llvm::cast<llvm::Function>(printf.getCallee());
    mark_built_in(*function, *find_device_function("printf"));
    function->setDoesNotThrow();
    std::vector<llvm::Value*> arguments {format};
    arguments.insert(arguments.end(), target_format.operands.begin(), target_format.operands.end());
    llvm::CallInst* const replacement = builder.CreateCall(printf, arguments);
    if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(replacement);
    call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses call_printf::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<std::pair<llvm::CallInst*, printing_call>> calls;
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : block)
                if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    if (auto printing = decode_printing_call(*call)) calls.emplace_back(call, std::move(*printing));
    for (const auto& [call, printing] : calls) replace(*call, printing, interface_);
    return calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
