// Makes item functions: from
//   define void @scale(ptr addrspace(1) %values) {
//     %id = call i64 @ingot_device_get_global_id(i32 0)
// it makes
//   define internal void @scale.item(ptr addrspace(1) %values, i32 %group_x, …, ptr %contexts) {
//     %0 = mul nuw i32 %group_x, %local_size_x
//     %1 = add nuw i32 %0, %local_x
//     %id = zext i32 %1 to i64
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <array>
#include <ingot/archive/cpu_code.hpp>
#include <ingot/language/device_functions.hpp>

#include "../../middle_end/address_spaces.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

constexpr std::array<const char*, item_parameter_count> parameter_names {
    "group_x",      "group_y",       "group_z",       "local_x",       "local_y", "local_z",      "local_size_x", "local_size_y",
    "local_size_z", "group_count_x", "group_count_y", "group_count_z", "item",    "local_memory", "contexts"};

llvm::Type* type_of(llvm::LLVMContext& context, unsigned parameter) {
    switch (static_cast<item_parameter>(parameter)) {
        case item_parameter::local_memory:
            return llvm::PointerType::get(context, local_space);
        case item_parameter::contexts:
            return llvm::PointerType::get(context, 0);
        default:
            return llvm::Type::getInt32Ty(context);
    }
}

// Copies a function, with the item parameters after its own ones.
llvm::Function* copy_with_parameters(llvm::Function& original, const llvm::Twine& name) {
    llvm::LLVMContext& context = original.getContext();
    llvm::SmallVector<llvm::Type*> types(original.getFunctionType()->params());
    for (unsigned i = 0; i < item_parameter_count; ++i) types.push_back(type_of(context, i));
    auto* const type = llvm::FunctionType::get(original.getReturnType(), types, false);
    auto* const copy = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, *original.getParent());
    llvm::ValueToValueMapTy values;
    for (llvm::Argument& argument : original.args()) {
        values[&argument] = copy->getArg(argument.getArgNo());
        copy->getArg(argument.getArgNo())->setName(argument.getName());
    }
    llvm::SmallVector<llvm::ReturnInst*, 4> returns;
    llvm::CloneFunctionInto(copy, &original, values, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
    for (unsigned i = 0; i < item_parameter_count; ++i) {
        llvm::Argument* const added = copy->getArg(static_cast<unsigned>(original.arg_size()) + i);
        added->setName(parameter_names[i]);
        if (added->getType()->isPointerTy()) copy->addParamAttr(added->getArgNo(), llvm::Attribute::NoUndef);
    }
    // The middle end passes structs by pointers that nothing else points to and that the kernel does not write.
    for (llvm::Argument& argument : copy->args())
        if (argument.hasByValAttr()) {
            const llvm::DataLayout& layout = original.getParent()->getDataLayout();
            const uint64_t bytes = layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
            argument.removeAttr(llvm::Attribute::ByVal);
            argument.addAttr(llvm::Attribute::ReadOnly);
            argument.addAttr(llvm::Attribute::NoAlias);
            argument.addAttr(llvm::Attribute::getWithDereferenceableBytes(context, bytes));
        }
    copy->addFnAttr(llvm::Attribute::NoUnwind);
    return copy;
}

// Replaces work-item functions in one function.
class work_item_functions {
public:
    explicit work_item_functions(llvm::Function& function) : function_(function) {}

    void replace() {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function_))) {
            auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
            if (!callee || !callee->getName().starts_with(device_function_prefix)) continue;
            llvm::IRBuilder<> builder(call);
            const llvm::StringRef name = callee->getName().drop_front(device_function_prefix.size());
            if (name == "fence") {
                create_fence(*call, builder);
            } else if (llvm::Value* const result = value_of(name, *call, builder)) {
                call->replaceAllUsesWith(builder.CreateZExtOrTrunc(result, call->getType()));
            } else {
                continue;
            }
            call->eraseFromParent();
        }
    }

private:
    llvm::Value* parameter(item_parameter first, unsigned dimension) {
        return parameter_of(function_, static_cast<item_parameter>(static_cast<unsigned>(first) + dimension));
    }

    // Returns the result of a work-item function in one dimension, or null if the function is none.
    llvm::Value* in_dimension(llvm::StringRef name, unsigned dimension, llvm::IRBuilder<>& builder) {
        const auto of = [&](item_parameter first) { return parameter(first, dimension); };
        if (name == "get_local_id") return of(item_parameter::local_x);
        if (name == "get_group_id") return of(item_parameter::group_x);
        if (name == "get_local_size") return of(item_parameter::local_size_x);
        if (name == "get_num_groups") return of(item_parameter::group_count_x);
        if (name == "get_global_size")
            return builder.CreateNUWMul(of(item_parameter::group_count_x), of(item_parameter::local_size_x));
        if (name == "get_global_id")
            return builder.CreateNUWAdd(builder.CreateNUWMul(of(item_parameter::group_x), of(item_parameter::local_size_x)),
                                        of(item_parameter::local_x));
        return nullptr;
    }

    llvm::Value* value_of(llvm::StringRef name, llvm::CallInst& call, llvm::IRBuilder<>& builder) {
        if (name.starts_with("sub_group") || name == "number_of_sub_groups") return of_sub_group(name, builder);
        if (!name.starts_with("get_")) return nullptr;
        if (const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)))
            return dimension->getZExtValue() < 3 ? in_dimension(name, static_cast<unsigned>(dimension->getZExtValue()), builder)
                                                 : builder.getInt32(0);
        llvm::Value* result = builder.getInt32(0);
        for (unsigned dimension = 0; dimension < 3; ++dimension) {
            llvm::Value* const value = in_dimension(name, dimension, builder);
            if (!value) return nullptr;
            result =
                builder.CreateSelect(builder.CreateICmpEQ(call.getArgOperand(0), builder.getInt32(dimension)), value, result);
        }
        return result;
    }

    // Sub-groups are consecutive work-items. The last sub-group of a group may be smaller.
    llvm::Value* of_sub_group(llvm::StringRef name, llvm::IRBuilder<>& builder) {
        llvm::Value* const size = builder.getInt32(archive::cpu::sub_group_size);
        llvm::Value* const item = parameter_of(function_, item_parameter::item);
        if (name == "sub_group_id") return builder.CreateUDiv(item, size);
        if (name == "sub_group_local_id") return builder.CreateURem(item, size);
        if (name != "sub_group_size" && name != "number_of_sub_groups") return nullptr;
        llvm::Value* items = parameter(item_parameter::local_size_x, 0);
        for (unsigned i = 1; i < 3; ++i) items = builder.CreateNUWMul(items, parameter(item_parameter::local_size_x, i));
        if (name == "number_of_sub_groups")
            return builder.CreateUDiv(builder.CreateNUWAdd(items, builder.getInt32(archive::cpu::sub_group_size - 1)), size);
        llvm::Value* const first = builder.CreateNUWMul(builder.CreateUDiv(item, size), size);
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder.CreateSub(items, first), size);
    }

    // A fence for local memory only orders accesses of one thread, because a thread runs all work-items of a group.
    void create_fence(llvm::CallInst& call, llvm::IRBuilder<>& builder) const {
        const auto constant = [&](unsigned operand) {
            return static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(operand))->getZExtValue());
        };
        const auto accesses = detail::fence_accesses {constant(1)};
        const auto ordering = accesses == detail::fence_accesses::reads    ? llvm::AtomicOrdering::Acquire
                              : accesses == detail::fence_accesses::writes ? llvm::AtomicOrdering::Release
                                                                           : llvm::AtomicOrdering::SequentiallyConsistent;
        const bool is_local = constant(0) == static_cast<uint32_t>(detail::memory_scope::local);
        builder.CreateFence(ordering, is_local ? llvm::SyncScope::SingleThread : llvm::SyncScope::System);
    }

    llvm::Function& function_;
};

// Gives atomic accesses and fences the scope of the system. LLVM's code generator writes mfence only for a fence of that scope:
// it takes each other scope for the one of a single thread (X86TargetLowering::LowerATOMIC_FENCE).
void drop_scopes(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isAtomic())
            load->setSyncScopeID(llvm::SyncScope::System);
        else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->isAtomic())
            store->setSyncScopeID(llvm::SyncScope::System);
        else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
            update->setSyncScopeID(llvm::SyncScope::System);
        else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
            exchange->setSyncScopeID(llvm::SyncScope::System);
        else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
                 fence && fence->getSyncScopeID() != llvm::SyncScope::SingleThread)
            fence->setSyncScopeID(llvm::SyncScope::System);
}

// Replaces variables in local memory by places in the block of memory that the group gets. Returns the size of all variables.
uint64_t place_local_variables(llvm::ArrayRef<llvm::Function*> functions, llvm::ArrayRef<llvm::GlobalVariable*> variables) {
    uint64_t bytes = 0;
    for (llvm::GlobalVariable* const variable : variables) {
        llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::Use*>> uses;
        for (llvm::Use& use : variable->uses())
            if (auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
                user && llvm::is_contained(functions, user->getFunction()))
                uses[user->getFunction()].push_back(&use);
        if (uses.empty()) continue;
        const llvm::DataLayout& layout = variable->getParent()->getDataLayout();
        bytes = llvm::alignTo(bytes, std::max(variable->getAlign().valueOrOne(), layout.getPreferredAlign(variable)));
        for (const auto& [function, places] : uses) {
            llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
            llvm::Value* const address =
                builder.CreateInBoundsGEP(builder.getInt8Ty(), parameter_of(*function, item_parameter::local_memory),
                                          builder.getInt64(bytes), variable->getName());
            for (llvm::Use* const use : places) use->set(address);
        }
        bytes += layout.getTypeAllocSize(variable->getValueType());
    }
    return llvm::alignTo(bytes, archive::cpu::memory_alignment);
}

}  // namespace

llvm::Argument* parameter_of(llvm::Function& function, item_parameter which) {
    const auto first = static_cast<unsigned>(function.arg_size()) - item_parameter_count;
    return function.getArg(first + static_cast<unsigned>(which));
}

std::vector<item_kernel> add_item_parameters(device_module& unit) {
    llvm::Module& module = *unit.module;
    llvm::SmallVector<llvm::GlobalVariable*> local_variables;
    llvm::SmallVector<llvm::Constant*> constants;
    for (llvm::GlobalVariable& variable : module.globals())
        if (variable.getAddressSpace() == local_space) {
            local_variables.push_back(&variable);
            constants.push_back(&variable);
        }
    llvm::convertUsersOfConstantsToInstructions(constants);

    std::vector<item_kernel> kernels;
    llvm::SmallSetVector<llvm::Function*, 16> originals;
    for (const kernel_entry& entry : unit.kernels) {
        llvm::Function* const kernel = module.getFunction(entry.entry_function);
        if (!kernel || kernel->isDeclaration()) continue;
        llvm::MapVector<llvm::Function*, llvm::Function*> copies;
        for (const llvm::Function* each : function_and_specialized_callees(*kernel)) {
            auto* const original = const_cast<llvm::Function*>(each);
            originals.insert(original);
            copies[original] = copy_with_parameters(*original, original->getName() + ".item");
        }
        llvm::SmallVector<llvm::Function*> functions;
        for (const auto& [original, copy] : copies) {
            functions.push_back(copy);
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*copy))) {
                auto* const callee = called_definition(instruction);
                if (!callee || !copies.contains(callee)) continue;
                auto& call = llvm::cast<llvm::CallInst>(instruction);
                llvm::SmallVector<llvm::Value*> arguments(call.args());
                for (unsigned i = 0; i < item_parameter_count; ++i)
                    arguments.push_back(parameter_of(*copy, static_cast<item_parameter>(i)));
                llvm::IRBuilder<> builder(&call);
                llvm::CallInst* const changed = builder.CreateCall(copies[callee], arguments);
                changed->setAttributes(call.getAttributes());
                call.replaceAllUsesWith(changed);
                call.eraseFromParent();
            }
            work_item_functions(*copy).replace();
            drop_scopes(*copy);
        }
        kernels.push_back({&entry, copies.front().second, place_local_variables(functions, local_variables)});
    }
    for (llvm::Function* original : originals) original->dropAllReferences();
    for (llvm::Function* original : originals) original->eraseFromParent();
    return kernels;
}

}  // namespace ingot::compiler::cpu
