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
constexpr unsigned opencl_constant_address_space = 2;

// A type of that size and alignment: how a value travels does not depend on what it means.
llvm::Type* value_type(llvm::LLVMContext& context, const archive::parameter& parameter) {
    const uint64_t unit = std::min<uint64_t>(parameter.alignment, 8);
    auto* integer = llvm::IntegerType::get(context, static_cast<unsigned>(unit * 8));
    if (parameter.size == unit) return integer;
    return llvm::StructType::get(context, std::vector<llvm::Type*>(parameter.size / unit, integer));
}

// A parameter of a PTX kernel cannot point to constant memory. There it is global memory that nothing else names and nobody
// writes, which the back end reads by ld.global.nc.
unsigned address_space(const archive::parameter& parameter, target_kind kind) {
    return parameter.in_constant_memory && kind == target_kind::spirv ? opencl_constant_address_space : global_address_space;
}

llvm::FunctionType* kernel_type(llvm::LLVMContext& context, const archive::kernel_reflection& kernel, target_kind kind) {
    std::vector<llvm::Type*> types;
    for (const archive::parameter& parameter : kernel.parameters)
        if (parameter.kind == archive::parameter_kind::image)
            std::ranges::copy(image_argument_types(context, parameter, kind), std::back_inserter(types));
        else
            types.push_back(parameter.kind == archive::parameter_kind::buffer
                                ? llvm::PointerType::get(context, address_space(parameter, kind))
                                : value_type(context, parameter));
    return llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
}

// The array of pointers that the entry reads, on the stack of the kernel, where SROA dissolves it.
llvm::Value* build_arguments(llvm::Function& made, const archive::kernel_reflection& kernel, target_kind kind) {
    llvm::IRBuilder<> builder(&*made.getEntryBlock().begin());
    auto* pointer = builder.getPtrTy();
    auto* array = builder.CreateAlloca(llvm::ArrayType::get(pointer, kernel.parameters.size()));
    unsigned next = 0;
    for (unsigned index = 0; index < kernel.parameters.size(); ++index) {
        const archive::parameter& parameter = kernel.parameters[index];
        const unsigned first = next;
        next += argument_count(parameter, kind);
        for (unsigned i = first; i < next; ++i) made.getArg(i)->setName(parameter.name);
        llvm::Argument& argument = *made.getArg(first);
        llvm::Value* value = &argument;
        if (parameter.kind == archive::parameter_kind::image) {
            value = image_token(*made.getParent(), parameter, first);
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

void make_kernel_signature(llvm::Module& module, kernel_entry& kernel, target_kind kind) {
    llvm::Function* const entry = module.getFunction(kernel.function);
    // The kernel's own function was inlined; a leftover of that name would take it.
    if (auto* taken = module.getFunction(kernel.reflection.name); taken && taken != entry) taken->setName("inlined");
    auto* made = llvm::Function::Create(kernel_type(module.getContext(), kernel.reflection, kind),
                                        llvm::GlobalValue::ExternalLinkage, kernel.reflection.name, module);
    made->copyAttributesFrom(entry);
    made->setAttributes(llvm::AttributeList().addFnAttributes(
        module.getContext(), llvm::AttrBuilder(module.getContext(), entry->getAttributes().getFnAttrs())));
    made->splice(made->begin(), entry);
    made->setSubprogram(entry->getSubprogram());
    entry->setSubprogram(nullptr);
    entry->getArg(0)->replaceAllUsesWith(build_arguments(*made, kernel.reflection, kind));
    entry->eraseFromParent();
    kernel.function = kernel.reflection.name;
}

}  // namespace

void make_kernel_signatures(device_module& unit) {
    for (kernel_entry& kernel : unit.kernels) make_kernel_signature(*unit.module, kernel, unit.kind);
}

}  // namespace ingot::compiler
