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

// A call that prints: its format, and the operands for the format's conversions.
struct printing_call {
    std::string format;
    std::vector<llvm::Value*> operands;
};

std::optional<std::string> text_of(const llvm::Value* pointer) {
    llvm::StringRef text;
    if (!llvm::getConstantStringInfo(pointer, text)) return std::nullopt;
    return text.str();
}

// What the call prints; nothing where it is no printing call, or its format is not known at compile time.
std::optional<printing_call> read(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration()) return std::nullopt;
    const auto from = [&](unsigned first) { return std::vector<llvm::Value*>(call.arg_begin() + first, call.arg_end()); };
    if (callee->getName() == "printf" && call.arg_size() >= 1) {
        const auto format = text_of(call.getArgOperand(0));
        return format ? std::optional(printing_call {*format, from(1)}) : std::nullopt;
    }
    if (callee->getName() != "ingot_device_print") return std::nullopt;
    const auto text = text_of(call.getArgOperand(0));
    const auto shapes = text_of(call.getArgOperand(1));
    if (!text || !shapes) return std::nullopt;
    return printing_call {detail::printf_format(*text, *shapes), from(2)};
}

// A conversion and its operand as a device knows them: strings are text of the format, pointers are numbers, and 64 bits have
// the device's own length modifier.
class device_format {
public:
    device_format(std::string_view length_of_64_bits, llvm::IRBuilder<>& with) : long_length(length_of_64_bits), builder(with) {}

    // False where the operand does not fit the conversion.
    bool add(conversion as, llvm::Value* operand) {
        llvm::Type* const type = operand->getType();
        if (as.letter == 's') {
            const auto text = text_of(operand);
            if (text) format += format_string(as, *text);
            return text.has_value();
        }
        if (as.letter == 'p') {
            if (!type->isPointerTy()) return false;
            format += "0x";
            as = {.flags = {}, .width = {}, .precision = {}, .bits = 64, .letter = 'x'};
            operand = builder.CreatePtrToInt(operand, builder.getInt64Ty());
        } else if (type->isIntegerTy() == is_real(as.letter) || type->isPointerTy()) {
            return false;
        } else if (type->isIntegerTy()) {
            // C passes narrow integers as int, and the conversion takes their low bits out of it: not all devices' does.
            const bool is_signed = as.letter == 'd' || as.letter == 'i';
            operand = builder.CreateIntCast(operand, builder.getIntNTy(as.bits), is_signed);
            if (as.bits < 32) operand = builder.CreateIntCast(operand, builder.getInt32Ty(), is_signed);
        }
        format += "%" + as.flags + as.width + as.precision + std::string(as.bits < 64 ? "" : long_length) + as.letter;
        operands.push_back(operand);
        return true;
    }

    std::string format;
    std::vector<llvm::Value*> operands;

private:
    static bool is_real(char letter) { return std::string_view("fFeEgGaA").find(letter) != std::string_view::npos; }

    std::string_view long_length;
    llvm::IRBuilder<>& builder;
};

llvm::Constant* place(llvm::Module& module, const std::string& format, unsigned space) {
    auto* const text = llvm::ConstantDataArray::getString(module.getContext(), format);
    auto* const placed = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text,
                                                  "format", nullptr, llvm::GlobalValue::NotThreadLocal, space);
    placed->setAlignment(llvm::Align(1));
    return placed;
}

void replace(llvm::CallInst& call, const printing_call& what, const printf_form& form) {
    const auto pieces = parse_format(what.format);
    if (!pieces || pieces->size() - 1 > what.operands.size()) return;
    llvm::IRBuilder<> builder(&call);
    device_format made(form.long_length, builder);
    size_t next = 0;
    for (const format_piece& piece : *pieces) {
        made.format += piece.text;
        if (piece.then && !made.add(*piece.then, what.operands[next++])) return;
    }
    llvm::Module& module = *call.getModule();
    llvm::Constant* const format = place(module, made.format, form.format_space);
    auto* const type = llvm::FunctionType::get(builder.getInt32Ty(), {format->getType()}, true);
    llvm::FunctionCallee printf = module.getOrInsertFunction(llvm::StringRef(form.function.data(), form.function.size()), type);
    auto* const function = llvm::cast<llvm::Function>(printf.getCallee());
    mark_built_in(*function, *find_device_function("printf"));
    function->setDoesNotThrow();
    std::vector<llvm::Value*> arguments {format};
    arguments.insert(arguments.end(), made.operands.begin(), made.operands.end());
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
                    if (auto what = read(*call)) calls.emplace_back(call, std::move(*what));
    for (const auto& [call, what] : calls) replace(*call, what, form);
    return calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
