// Replaces the entry that the front end made for each kernel by a function with the kernel's own name and parameters:
//   define void @ingot_entry_scale(ptr %arguments) {
//     %slot = load ptr, ptr %arguments                   ; points to the kernel's first argument
// becomes
//   define void @scale(ptr addrspace(1) %values, i32 %factor) {
//     %array = alloca [2 x ptr]                          ; pointers to copies of %values and %factor
//     %slot = load ptr, ptr %array
// SROA then replaces the array and the copies by the parameters. Buffers become pointers to global memory (address
// space 1) or to constant memory, values are passed by value, and images become the parameters that the target
// requires, with a token in the code (image_arguments.hpp).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <iterator>

#include "image_arguments.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned global_address_space = 1;

// Returns a type with the size and alignment of a value parameter. Only size and alignment matter for passing it.
llvm::Type* value_type(llvm::LLVMContext& context, const archive::parameter& parameter) {
    const uint64_t unit = std::min<uint64_t>(parameter.alignment, 8);
    auto* integer = llvm::IntegerType::get(context, static_cast<unsigned>(unit * 8));
    if (parameter.size == unit) return integer;
    return llvm::StructType::get(context, std::vector<llvm::Type*>(parameter.size / unit, integer));
}

unsigned address_space(const archive::parameter& parameter, const target& target) {
    return parameter.in_constant_memory ? target.traits().constant_buffer_space : global_address_space;
}

llvm::FunctionType* kernel_type(llvm::LLVMContext& context, const archive::kernel_reflection& kernel, const target& target) {
    std::vector<llvm::Type*> types;
    for (const archive::parameter& parameter : kernel.parameters)
        if (parameter.kind == archive::parameter_kind::image)
            std::ranges::copy(target.image_argument_types(context, parameter), std::back_inserter(types));
        else
            types.push_back(parameter.kind == archive::parameter_kind::buffer
                                ? llvm::PointerType::get(context, address_space(parameter, target))
                                : value_type(context, parameter));
    return llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
}

// Creates the array of pointers that the entry reads, and the copies of the arguments to which it points, as variables
// of the kernel. Returns the array. SROA replaces these variables by values later.
llvm::Value* build_arguments(llvm::Function& made, const archive::kernel_reflection& kernel, const target& target) {
    llvm::IRBuilder<> builder(&*made.getEntryBlock().begin());
    auto* pointer = builder.getPtrTy();
    auto* array = builder.CreateAlloca(llvm::ArrayType::get(pointer, kernel.parameters.size()));
    unsigned next = 0;  // the next argument of the kernel function: an image parameter may have two
    for (unsigned index = 0; index < kernel.parameters.size(); ++index) {
        const archive::parameter& parameter = kernel.parameters[index];
        const unsigned first = next;
        next += argument_count(made.getContext(), parameter, target);
        for (unsigned i = first; i < next; ++i) made.getArg(i)->setName(parameter.name);
        llvm::Argument& argument = *made.getArg(first);
        llvm::Value* value = &argument;
        if (parameter.kind == archive::parameter_kind::image) {
            value = image_token(*made.getParent(), parameter, first, next - first);
        } else if (parameter.kind == archive::parameter_kind::buffer) {
            if (parameter.access_mode == archive::access::read) argument.addAttr(llvm::Attribute::ReadOnly);
            if (parameter.in_constant_memory) argument.addAttr(llvm::Attribute::NoAlias);
            value = builder.CreateAddrSpaceCast(&argument, pointer);
        }
        auto* slot = builder.CreateAlloca(value->getType());
        slot->setAlignment(llvm::Align(std::max<uint64_t>(parameter.alignment, 8)));
        builder.CreateStore(value, slot);
        builder.CreateStore(slot, builder.CreateConstInBoundsGEP1_32(pointer, array, index));
    }
    return array;
}

void make_kernel_signature(llvm::Module& module, kernel_entry& kernel, const target& target) {
    llvm::Function* const entry = module.getFunction(kernel.entry_function);
    // The function that the author wrote may have the kernel's name. It was inlined into the entry: free the name.
    if (auto* taken = module.getFunction(kernel.reflection.symbol); taken && taken != entry) taken->setName("inlined");
    // Create the kernel with the attributes, body and debug information of the entry.
    auto* made = llvm::Function::Create(kernel_type(module.getContext(), kernel.reflection, target),
                                        llvm::GlobalValue::ExternalLinkage, kernel.reflection.symbol, module);
    made->copyAttributesFrom(entry);
    made->setAttributes(llvm::AttributeList().addFnAttributes(
        module.getContext(), llvm::AttrBuilder(module.getContext(), entry->getAttributes().getFnAttrs())));
    made->splice(made->begin(), entry);
    made->setSubprogram(entry->getSubprogram());
    entry->setSubprogram(nullptr);
    // The body reads its arguments from an array of the kernel.
    entry->getArg(0)->replaceAllUsesWith(build_arguments(*made, kernel.reflection, target));
    entry->eraseFromParent();
    kernel.entry_function = kernel.reflection.symbol;
}

}  // namespace

void make_kernel_signatures(device_module& unit) {
    for (kernel_entry& kernel : unit.kernels) make_kernel_signature(*unit.module, kernel, *unit.compiled_for);
}

}  // namespace ingot::compiler
