#include "write_msl.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <array>
#include <filesystem>
#include <stdexcept>

#include "../../middle_end/address_spaces.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "function_writer.hpp"
#include "metal_names.hpp"

namespace ingot::compiler::msl {

namespace {

struct helper {
    std::string_view name;
    std::string_view text;
};

// Functions for what Metal has no function for. A text contains those that it calls.
constexpr std::array<helper, 6> helpers {{
    {"exchange_if_equal", R"(
// Stores `desired` if the object is equal to `expected`, and returns the old value. Metal's exchange may fail for no reason.
template <typename pointer>
inline uint exchange_if_equal(pointer object, uint expected, uint desired)
{
    uint found = expected;
    while (!atomic_compare_exchange_weak_explicit(object, &found, desired, memory_order_relaxed, memory_order_relaxed)) {
        if (found != expected)
            break;
    }
    return found;
}
)"},
    {"copy_bytes", R"(
template <typename destination, typename source>
inline void copy_bytes(destination to, source from, ulong count)
{
    for (ulong i = 0; i < count; ++i)
        to[i] = from[i];
}
)"},
    {"fill_bytes", R"(
template <typename destination>
inline void fill_bytes(destination to, uchar value, ulong count)
{
    for (ulong i = 0; i < count; ++i)
        to[i] = value;
}
)"},
    {"is_of_class", R"(
// Is the number of one of the classes in the mask? The bits are: signalling and quiet NaN, then from negative infinity over
// normal numbers, subnormal numbers and zero to positive infinity.
inline bool is_of_class(float number, uint mask)
{
    const uint bits = as_type<uint>(number);
    const uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return (mask & ((magnitude & 0x00400000u) != 0 ? 2u : 1u)) != 0;
    const uint size = magnitude == 0 ? 0u : magnitude < 0x00800000u ? 1u : magnitude < 0x7f800000u ? 2u : 3u;
    return (mask & ((bits >> 31) != 0 ? 32u >> size : 64u << size)) != 0;
}
)"},
    {"nearest_place", R"(
// Returns the nearest coordinate inside of a texture. Outside of it, Metal reads the border.
inline uint nearest_place(int coordinate, uint size)
{
    return uint(clamp(coordinate, 0, int(size) - 1));
}
)"},
    {"swap_bytes", R"(
template <typename integer>
inline integer swap_bytes(integer number)
{
    integer swapped = 0;
    for (uint i = 0; i < sizeof(integer); ++i)
        swapped = integer(swapped << 8) | integer((number >> (8 * i)) & 255);
    return swapped;
}
)"},
}};

// Returns a name that is free in the whole text.
std::string free_name(module_text& text, const std::string& wanted) {
    std::string name = wanted;
    for (unsigned number = 2; is_reserved(name) || text.names.contains(name); ++number)
        name = wanted + "_" + std::to_string(number);
    text.names.insert(name);
    return name;
}

// Returns the elements of a constant array as text.
std::string elements_of(const llvm::GlobalVariable& variable, const memory_shape& shape, uint64_t size,
                        const llvm::DataLayout& layout) {
    llvm::LLVMContext& context = variable.getContext();
    llvm::Type* const type = shape.number ? shape.number : llvm::Type::getInt8Ty(context);
    const uint64_t bytes = layout.getTypeStoreSize(type);
    std::string text;
    for (uint64_t offset = 0; offset < size; offset += bytes) {
        llvm::Constant* const element = llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant*>(variable.getInitializer()),
                                                                        type, llvm::APInt(64, offset), layout);
        std::string number;
        if (const auto* const integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(element))
            number = std::to_string(integer->getZExtValue()) + (type->isIntegerTy(64) ? "ul" : "u");
        else if (const auto* const real = llvm::dyn_cast_or_null<llvm::ConstantFP>(element))
            number = literal(*real);
        else if (element && llvm::isa<llvm::UndefValue>(element))
            number = "0";
        else
            throw std::logic_error("internal error: ingotc cannot write the constant '" + variable.getName().str() +
                                   "' in Metal's language");
        const uint64_t place = offset / bytes;
        if (shape.components == 1)
            text += (place % 8 == 0 ? "\n    " : " ") + number + ",";
        else if (place % shape.components == 0)
            text += "\n    " + shape.name() + "(" + number + ",";
        else
            text += " " + number + (place % shape.components + 1 == shape.components ? ")," : ",");
    }
    return text;
}

std::string write_constants(module_text& text, const llvm::Module& module) {
    const llvm::DataLayout& layout = module.getDataLayout();
    std::string constants;
    for (const llvm::GlobalVariable& variable : module.globals()) {
        const unsigned space = variable.getAddressSpace();
        if (variable.use_empty() || (space != constant_space && space != local_space)) continue;
        const uint64_t size = layout.getTypeAllocSize(variable.getValueType());
        const uint64_t alignment = variable.getAlign().valueOrOne().value();
        memory_shape shape = shape_of(variable, nullptr, size, alignment, layout);
        if (space == constant_space && shape.number && shape.number->isPointerTy()) shape = {};
        const llvm::StringRef full_name = variable.getName();
        // Clang names the initial value of a local array "__const.FUNCTION.ARRAY".
        const llvm::StringRef name = space == local_space                ? full_name.split(".local").first
                                     : full_name.starts_with("__const.") ? full_name.rsplit('.').second
                                                                         : full_name;
        const std::string wanted = space == local_space ? "local_memory" : "table_" + identifier({name.data(), name.size()});
        text.variables[&variable] = {free_name(text, wanted), shape};
        if (space == local_space) continue;
        constants += "\n" + array_declaration("constant ", shape, text.variables[&variable].first, size, alignment, layout) +
                     " = {" + elements_of(variable, shape, size, layout) + "\n};\n";
    }
    return constants;
}

// Returns the name that a kept function has in the source, or a name made from its symbol.
std::string source_name(const llvm::Function& function) {
    const llvm::DISubprogram* const program = function.getSubprogram();
    const llvm::StringRef name = program ? program->getName() : function.getName();
    return identifier({name.data(), name.size()});
}

// Adds the kept functions that a function calls, each after those that it calls itself.
void add_callees(const llvm::Function& function, llvm::SmallSetVector<llvm::Function*, 8>& ordered) {
    for (const llvm::BasicBlock& block : function)
        for (const llvm::Instruction& each : block)
            if (llvm::Function* const callee = called_definition(each); callee && !ordered.contains(callee)) {
                add_callees(*callee, ordered);
                ordered.insert(callee);
            }
}

}  // namespace

std::string write_msl(const device_module& unit, bool is_fast) {
    module_text text {unit, is_fast};
    const llvm::Module& module = *unit.module;
    llvm::SmallSetVector<llvm::Function*, 8> kept;
    for (const kernel_entry& kernel : unit.kernels)
        if (llvm::Function* const function = module.getFunction(kernel.entry_function)) {
            // The symbol is the kernel's name for the host, so it stays unless Metal reserves it.
            text.functions[function] = free_name(text, kernel.reflection.symbol);
            add_callees(*function, kept);
        }
    for (llvm::Function* const function : kept) text.functions[function] = free_name(text, source_name(*function));
    const std::string constants = write_constants(text, module);

    std::string functions;
    for (llvm::Function* const function : kept) functions += "\n" + write_function(text, *function, nullptr);
    for (const kernel_entry& kernel : unit.kernels) {
        llvm::Function* const function = module.getFunction(kernel.entry_function);
        const archive::kernel_reflection& reflection = kernel.reflection;
        const std::string title = "\n// " + reflection.name + ", " + std::filesystem::path(reflection.file).filename().string() +
                                  ":" + std::to_string(reflection.line);
        if (kernel.missing_reason) {
            const source_location& place = kernel.missing_reason->location;
            functions += title + ", is not here:\n// " + std::filesystem::path(place.file).filename().string() + ":" +
                         std::to_string(place.line) + ": " + kernel.missing_reason->message + "\n";
        }
        if (function) functions += title + "\n" + write_function(text, *function, &kernel);
    }

    std::string result = "// Metal Shading Language 3.0, written by ingotc from " +
                         std::filesystem::path(module.getSourceFileName()).filename().string() + "\n";
    if (!is_fast) result += "// Compile with -fno-fast-math: the default lets Metal's compiler reorder and approximate.\n";
    result += "#include <metal_stdlib>\nusing namespace metal;\n";
    if (!text.aliased.empty()) result += "\n// Types for memory that is accessed as several types.\n";
    for (const auto& [name, type] : text.aliased) result += "typedef " + type + " __attribute__((may_alias)) " + name + ";\n";
    for (const helper& each : helpers)
        if (text.helpers.contains(std::string(each.name))) result += each.text;
    if (!text.samplers.empty()) result += "\n";
    for (const auto& [name, properties] : text.samplers) result += "constexpr sampler " + name + "(" + properties + ");\n";
    return result + constants + functions;
}

}  // namespace ingot::compiler::msl
