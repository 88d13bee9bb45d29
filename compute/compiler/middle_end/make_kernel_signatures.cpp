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

// A type of that size and alignment: how a value travels does not depend on what it means.
llvm::Type* value_type(llvm::LLVMContext& context, const archive::parameter& parameter) {
    const uint64_t unit = std::min<uint64_t>(parameter.alignment, 8);
    auto* integer = llvm::IntegerType::get(context, static_cast<unsigned>(unit * 8));
    if (parameter.size == unit) return integer;
    return llvm::StructType::get(context, std::vector<llvm::Type*>(parameter.size / unit, integer));
}

unsigned address_space(const archive::parameter& parameter, const target& made_for) {
    return parameter.in_constant_memory ? made_for.traits().constant_buffer_space : global_address_space;
}

llvm::FunctionType* kernel_type(llvm::LLVMContext& context, const archive::kernel_reflection& kernel, const target& made_for) {
    std::vector<llvm::Type*> types;
    for (const archive::parameter& parameter : kernel.parameters)
        if (parameter.kind == archive::parameter_kind::image)
            std::ranges::copy(made_for.image_argument_types(context, parameter), std::back_inserter(types));
        else
            types.push_back(parameter.kind == archive::parameter_kind::buffer
                                ? llvm::PointerType::get(context, address_space(parameter, made_for))
                                : value_type(context, parameter));
    return llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
}

// The array of pointers that the entry reads, on the stack of the kernel, where SROA dissolves it.
llvm::Value* build_arguments(llvm::Function& made, const archive::kernel_reflection& kernel, const target& made_for) {
    llvm::IRBuilder<> builder(&*made.getEntryBlock().begin());
    auto* pointer = builder.getPtrTy();
    auto* array = builder.CreateAlloca(llvm::ArrayType::get(pointer, kernel.parameters.size()));
    unsigned next = 0;
    for (unsigned index = 0; index < kernel.parameters.size(); ++index) {
        const archive::parameter& parameter = kernel.parameters[index];
        const unsigned first = next;
        next += argument_count(made.getContext(), parameter, made_for);
        for (unsigned i = first; i < next; ++i) made.getArg(i)->setName(parameter.name);
        llvm::Argument& argument = *made.getArg(first);
        llvm::Value* value = &argument;
        if (parameter.kind == archive::parameter_kind::image) {
            value = image_token(*made.getParent(), parameter, first, next - first);
        } else if (parameter.kind == archive::parameter_kind::buffer) {
            if (parameter.accessed == archive::access::read) argument.addAttr(llvm::Attribute::ReadOnly);
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

void make_kernel_signature(llvm::Module& module, kernel_entry& kernel, const target& made_for) {
    llvm::Function* const entry = module.getFunction(kernel.function);
    // The kernel's own function was inlined; a leftover of that name would take it.
    if (auto* taken = module.getFunction(kernel.reflection.symbol); taken && taken != entry) taken->setName("inlined");
    auto* made = llvm::Function::Create(kernel_type(module.getContext(), kernel.reflection, made_for),
                                        llvm::GlobalValue::ExternalLinkage, kernel.reflection.symbol, module);
    made->copyAttributesFrom(entry);
    made->setAttributes(llvm::AttributeList().addFnAttributes(
        module.getContext(), llvm::AttrBuilder(module.getContext(), entry->getAttributes().getFnAttrs())));
    made->splice(made->begin(), entry);
    made->setSubprogram(entry->getSubprogram());
    entry->setSubprogram(nullptr);
    entry->getArg(0)->replaceAllUsesWith(build_arguments(*made, kernel.reflection, made_for));
    entry->eraseFromParent();
    kernel.function = kernel.reflection.symbol;
}

}  // namespace

void make_kernel_signatures(device_module& unit) {
    for (kernel_entry& kernel : unit.kernels) make_kernel_signature(*unit.module, kernel, *unit.made_for);
}

}  // namespace ingot::compiler
