// Replaces the entry that the front end made for each kernel by a function with the kernel's own name and parameters:
//   define void @ingot_entry_scale(ptr %arguments) {
//     %slot = load ptr, ptr %arguments                   ; points to the kernel's first argument
// becomes
//   define void @scale(ptr addrspace(1) %values, i32 %factor) {
//     %array = alloca [2 x ptr]                          ; pointers to copies of %values and %factor
//     %slot = load ptr, ptr %array
// SROA then replaces the array and the copies by the parameters. Buffers become pointers to global memory (address
// space 1) or to constant memory, a local_buffer without a size becomes a pointer to local memory (3) or an offset, and images
// become the parameters that the target requires, with a token in the code (image_arguments.hpp). Values are passed by value. A
// target with `passes_structs_by_pointer` passes structs, as OpenCL C does, by a pointer to memory that the caller has filled:
//   define void @move(ptr noalias byval({ i32, i32, i32 }) align 4 %offset) {
//     %array = alloca [1 x ptr]                          ; points to %offset itself
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <iterator>

#include "address_spaces.hpp"
#include "image_arguments.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// The alignment of the block of local memory whose size the launch gives, and of each part of it (runtime/cuda/queue.cpp).
constexpr uint64_t launch_memory_alignment = 16;

constexpr uint64_t widest_unit = 8;  // bytes of the widest integer in the type of a value

// Returns a type with the size of a value parameter and with its alignment, but at most an alignment of 8 bytes. Only size
// and alignment matter for passing a value.
llvm::Type* value_type(llvm::LLVMContext& context, const archive::parameter& parameter) {
    const uint64_t unit = std::min(parameter.alignment, widest_unit);
    auto* integer = llvm::IntegerType::get(context, static_cast<unsigned>(unit * 8));
    if (parameter.size == unit) return integer;
    return llvm::StructType::get(context, std::vector<llvm::Type*>(parameter.size / unit, integer));
}

// Returns whether the target passes a value parameter of this type by a pointer.
bool is_passed_by_pointer(const llvm::Type* type, const target& target) {
    return type->isStructTy() && target.traits().passes_structs_by_pointer;
}

unsigned address_space(const archive::parameter& parameter, const target& target) {
    return parameter.in_constant_memory ? target.traits().constant_buffer_space : global_space;
}

// Returns the type of the kernel function's argument for a buffer, a value or local memory.
llvm::Type* argument_type(llvm::LLVMContext& context, const archive::parameter& parameter, const target& target) {
    if (parameter.kind == archive::parameter_kind::buffer)
        return llvm::PointerType::get(context, address_space(parameter, target));
    if (parameter.kind == archive::parameter_kind::local) {
        if (target.traits().passes_local_memory_by_offset) return llvm::Type::getInt32Ty(context);
        return llvm::PointerType::get(context, local_space);
    }
    llvm::Type* const type = value_type(context, parameter);
    return is_passed_by_pointer(type, target) ? llvm::PointerType::get(context, private_space) : type;
}

llvm::FunctionType* kernel_type(llvm::LLVMContext& context, const archive::kernel_reflection& kernel, const target& target) {
    std::vector<llvm::Type*> types;
    for (const archive::parameter& parameter : kernel.parameters)
        if (parameter.kind == archive::parameter_kind::image)
            std::ranges::copy(target.image_argument_types(context, parameter), std::back_inserter(types));
        else
            types.push_back(argument_type(context, parameter, target));
    return llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
}

// Returns a variable of the kernel that holds the value.
llvm::Value* variable_with(llvm::IRBuilder<>& builder, llvm::Value* value, uint64_t alignment) {
    auto* const variable = builder.CreateAlloca(value->getType());
    variable->setAlignment(llvm::Align(std::max(alignment, widest_unit)));
    builder.CreateStore(value, variable);
    return variable;
}

// Adds the attributes of an argument that points to a struct, and returns the pointer through which the entry reads the
// struct. The struct is aligned like the integers of `type`. If the C++ type requires a larger alignment, the entry reads
// a copy. The kernel does not write the struct, because the entry passes a copy of the value to the author's function.
// Nevertheless the argument is not marked `readonly`: with this attribute, PoCL 6 compiles kernels with barriers wrongly
// (the N-body sample with the tiling 512x4/8).
llvm::Value* describe_struct(llvm::IRBuilder<>& builder, llvm::Argument& argument, llvm::Type* type,
                             const archive::parameter& parameter) {
    const llvm::Align alignment(std::min(parameter.alignment, widest_unit));
    llvm::AttrBuilder attributes(argument.getContext());
    attributes.addByValAttr(type).addAlignmentAttr(alignment).addAttribute(llvm::Attribute::NoAlias);
    argument.addAttrs(attributes);
    if (parameter.alignment <= widest_unit) return &argument;
    auto* const copy = builder.CreateAlloca(type);
    copy->setAlignment(llvm::Align(parameter.alignment));
    builder.CreateMemCpy(copy, copy->getAlign(), &argument, alignment, parameter.size);
    return copy;
}

// Returns a pointer to local memory whose size the launch gives. If the target passes an offset, the block is a variable
// without a size, which the whole program shares:
//   @ingot_launch_memory = external addrspace(3) global [0 x i8], align 16
llvm::Value* local_memory(llvm::IRBuilder<>& builder, llvm::Argument& argument, uint64_t alignment, const target& target) {
    if (!target.traits().passes_local_memory_by_offset) return &argument;
    llvm::Module& module = *argument.getParent()->getParent();
    constexpr llvm::StringLiteral name = "ingot_launch_memory";
    llvm::GlobalVariable* block = module.getNamedGlobal(name);
    if (!block) {
        auto* const type = llvm::ArrayType::get(builder.getInt8Ty(), 0);
        block = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                                         llvm::GlobalValue::NotThreadLocal, local_space);
        block->setAlignment(llvm::Align(launch_memory_alignment));
    }
    block->setAlignment(std::max(block->getAlign().valueOrOne(), llvm::Align(alignment)));
    return builder.CreateGEP(builder.getInt8Ty(), block, &argument);
}

// Returns the pointer through which the entry reads the argument of a buffer, a value or local memory.
llvm::Value* pointer_to(llvm::IRBuilder<>& builder, llvm::Argument& argument, const archive::parameter& parameter,
                        const target& target) {
    if (parameter.kind == archive::parameter_kind::buffer) {
        if (parameter.access_mode == archive::access::read) argument.addAttr(llvm::Attribute::ReadOnly);
        if (parameter.in_constant_memory) argument.addAttr(llvm::Attribute::NoAlias);
        return variable_with(builder, builder.CreateAddrSpaceCast(&argument, builder.getPtrTy()), parameter.alignment);
    }
    if (parameter.kind == archive::parameter_kind::local)
        return variable_with(
            builder,
            builder.CreateAddrSpaceCast(local_memory(builder, argument, parameter.alignment, target), builder.getPtrTy()),
            parameter.alignment);
    llvm::Type* const type = value_type(argument.getContext(), parameter);
    if (is_passed_by_pointer(type, target)) return describe_struct(builder, argument, type, parameter);
    return variable_with(builder, &argument, parameter.alignment);
}

// Creates the array of pointers that the entry reads, and the variables of the kernel to which they point. Returns the
// array. SROA replaces these variables by values later.
llvm::Value* build_arguments(llvm::Function& function, const archive::kernel_reflection& kernel, const target& target) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().begin());
    auto* pointer = builder.getPtrTy();
    auto* array = builder.CreateAlloca(llvm::ArrayType::get(pointer, kernel.parameters.size()));
    unsigned next = 0;  // the next argument of the kernel function: an image parameter may have two
    for (unsigned index = 0; index < kernel.parameters.size(); ++index) {
        const archive::parameter& parameter = kernel.parameters[index];
        const unsigned first = next;
        next += argument_count(function.getContext(), parameter, target);
        for (unsigned i = first; i < next; ++i) function.getArg(i)->setName(parameter.name);
        llvm::Value* const value =
            parameter.kind == archive::parameter_kind::image
                ? variable_with(builder, image_token(*function.getParent(), parameter, first, next - first), parameter.alignment)
                : pointer_to(builder, *function.getArg(first), parameter, target);
        builder.CreateStore(value, builder.CreateConstInBoundsGEP1_32(pointer, array, index));
    }
    return array;
}

void make_kernel_signature(llvm::Module& module, kernel_entry& kernel, const target& target) {
    llvm::Function* const entry = module.getFunction(kernel.entry_function);
    // The function that the author wrote may have the kernel's name. It was inlined into the entry: free the name.
    if (auto* name_holder = module.getFunction(kernel.reflection.symbol); name_holder && name_holder != entry)
        name_holder->setName("inlined");
    // Create the kernel with the attributes, body and debug information of the entry.
    auto* function = llvm::Function::Create(kernel_type(module.getContext(), kernel.reflection, target),
                                            llvm::GlobalValue::ExternalLinkage, kernel.reflection.symbol, module);
    function->copyAttributesFrom(entry);
    function->setAttributes(llvm::AttributeList().addFnAttributes(
        module.getContext(), llvm::AttrBuilder(module.getContext(), entry->getAttributes().getFnAttrs())));
    function->splice(function->begin(), entry);
    function->setSubprogram(entry->getSubprogram());
    entry->setSubprogram(nullptr);
    // The body reads its arguments from an array of the kernel.
    entry->getArg(0)->replaceAllUsesWith(build_arguments(*function, kernel.reflection, target));
    entry->eraseFromParent();
    kernel.entry_function = kernel.reflection.symbol;
}

}  // namespace

void make_kernel_signatures(device_module& unit) {
    for (kernel_entry& kernel : unit.kernels) make_kernel_signature(*unit.module, kernel, *unit.compiled_for);
}

}  // namespace ingot::compiler
