#include "function_constants.hpp"

#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <fmt/format.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ReplaceConstant.h>

#include <algorithm>
#include <set>

#include "attributes.hpp"
#include "host_structs.hpp"

namespace ingot::compiler::metal {

namespace {

constexpr uint64_t largest_index = 65'535;

class constant_collector final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    bool VisitVarDecl(const clang::VarDecl* variable) override {
        if (!llvm::isa<clang::ParmVarDecl>(variable) && find_mark(*variable, "function_constant")) found.push_back(variable);
        return true;
    }
    std::vector<const clang::VarDecl*> found;
};

// Collects what a function's body refers to.
class reference_collector final : public clang::ConstDynamicRecursiveASTVisitor {
public:
    reference_collector() { ShouldVisitImplicitCode = true; }

    bool VisitDeclRefExpr(const clang::DeclRefExpr* expression) override {
        if (const auto* const variable = llvm::dyn_cast<clang::VarDecl>(expression->getDecl()))
            variables.insert(variable->getCanonicalDecl());
        if (const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(expression->getDecl()))
            functions.push_back(function);
        return true;
    }
    bool VisitMemberExpr(const clang::MemberExpr* expression) override {
        if (const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(expression->getMemberDecl()))
            functions.push_back(function);
        return true;
    }
    bool VisitCXXConstructExpr(const clang::CXXConstructExpr* expression) override {
        functions.push_back(expression->getConstructor());
        return true;
    }

    std::set<const clang::VarDecl*> variables;
    std::vector<const clang::FunctionDecl*> functions;
};

bool is_scalar_or_vector(clang::QualType type) { return type->isArithmeticType() || as_library_template(type, "vec") != nullptr; }

class constant_passing {
public:
    constant_passing(llvm::Module& module, std::span<const kernel_constants> kernels) : module_(module), kernels_(kernels) {}

    void run() {
        for (const kernel_constants& kernel : kernels_) {
            for (const passed_constant& each : kernel.passed) add_variable(each.symbol);
            for (const std::string& each : kernel.computed) add_variable(each);
        }
        if (variables_.empty()) return;
        find_initialisers();
        const std::vector<llvm::Constant*> constants(variables_.begin(), variables_.end());
        llvm::convertUsersOfConstantsToInstructions(constants);
        find_users();
        for (auto& [function, table] : tables_)
            table = function->getName().starts_with("ingot_entry_") ? fill_table(*function) : nullptr;
        for (auto& [function, table] : tables_)
            if (!table) replace(*function);
        for (auto& [function, table] : tables_) extend_calls(*function);
        for (size_t i = 0; i < variables_.size(); ++i) read_from_table(*variables_[i], static_cast<unsigned>(i));
        for (auto& [function, changed] : changed_) function->eraseFromParent();
    }

private:
    void add_variable(const std::string& symbol) {
        llvm::GlobalVariable* const variable = module_.getGlobalVariable(symbol, true);
        if (variable && std::ranges::find(variables_, variable) == variables_.end()) variables_.push_back(variable);
    }

    // Finds the functions in which Clang computes the values of computed constants, and removes the list by which a program
    // would call them when it starts.
    void find_initialisers() {
        llvm::GlobalVariable* const list = module_.getGlobalVariable("llvm.global_ctors", true);
        if (!list) return;
        std::vector<llvm::Function*> starters;
        if (const auto* const entries = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()))
            for (const llvm::Use& entry : entries->operands())
                if (auto* const function = llvm::dyn_cast<llvm::Function>(llvm::cast<llvm::ConstantStruct>(entry)->getOperand(1)))
                    starters.push_back(function);
        list->eraseFromParent();
        for (llvm::Function* const starter : starters) {
            for (llvm::Instruction& instruction : llvm::instructions(*starter))
                if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->getCalledFunction())
                    add_initialiser(*call->getCalledFunction());
            starter->dropAllReferences();
            starter->eraseFromParent();
        }
    }
    // The variable that a function initialises is the one that it does more with than reading, and that no function before it
    // initialises: it can pass references to function constants and to constants before its own to other functions.
    void add_initialiser(llvm::Function& function) {
        const auto is_changed_in = [&](const llvm::User* user) {
            const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
            return instruction && instruction->getFunction() == &function && !llvm::isa<llvm::LoadInst>(instruction);
        };
        for (llvm::GlobalVariable* const variable : variables_) {
            const bool is_known = std::ranges::any_of(initialisers_, [&](const auto& each) { return each.first == variable; });
            if (variable->isDeclaration() || is_known || std::ranges::none_of(variable->users(), is_changed_in)) continue;
            initialisers_.emplace_back(variable, &function);
            return;
        }
    }

    // Finds the functions that use a constant, and all that call them.
    void find_users() {
        std::vector<llvm::Function*> waiting;
        const auto add = [&](llvm::User* user) {
            auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
            if (instruction && tables_.insert({instruction->getFunction(), nullptr}).second)
                waiting.push_back(instruction->getFunction());
        };
        for (llvm::GlobalVariable* const variable : variables_) std::ranges::for_each(variable->users(), add);
        while (!waiting.empty()) {
            llvm::Function* const function = waiting.back();
            waiting.pop_back();
            std::ranges::for_each(function->users(), add);
        }
    }

    llvm::Type* table_type() const {
        return llvm::ArrayType::get(llvm::PointerType::get(module_.getContext(), 0), variables_.size());
    }

    // Makes the table in an entry, with pointers to the arguments.
    llvm::Value* fill_table(llvm::Function& entry) {
        llvm::IRBuilder<> builder(&*entry.getEntryBlock().getFirstInsertionPt());
        llvm::Value* const table = builder.CreateAlloca(table_type());
        for (const kernel_constants& kernel : kernels_) {
            if (entry.getName() != kernel.entry) continue;
            for (const passed_constant& each : kernel.passed)
                for (size_t i = 0; i < variables_.size(); ++i)
                    if (variables_[i]->getName() == each.symbol) {
                        llvm::Value* const place =
                            builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), entry.getArg(0), each.argument);
                        builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), place), slot(builder, table, i));
                    }
            for (size_t i = 0; i < variables_.size(); ++i)
                if (std::ranges::find(kernel.computed, variables_[i]->getName()) != kernel.computed.end()) {
                    llvm::AllocaInst* const storage = builder.CreateAlloca(variables_[i]->getValueType());
                    storage->setAlignment(variables_[i]->getAlign().valueOrOne());
                    builder.CreateStore(storage, slot(builder, table, i));
                }
            // In the order of the file: a constant can depend on those before it.
            for (const auto& [variable, function] : initialisers_)
                if (std::ranges::find(kernel.computed, variable->getName()) != kernel.computed.end())
                    set_place(*builder.CreateCall(function->getFunctionType(), function));
        }
        return table;
    }
    llvm::Value* slot(llvm::IRBuilder<>& builder, llvm::Value* table, size_t index) const {
        return builder.CreateConstInBoundsGEP2_32(table_type(), table, 0, static_cast<unsigned>(index));
    }

    // A call of a function with debug information needs a place.
    static void set_place(llvm::CallInst& call) {
        if (llvm::DISubprogram* const caller = call.getFunction()->getSubprogram())
            call.setDebugLoc(llvm::DILocation::get(call.getContext(), caller->getScopeLine(), 0, caller));
    }

    // Gives a function the table as its last parameter.
    void replace(llvm::Function& function) {
        std::vector<llvm::Type*> parameters(function.getFunctionType()->params().begin(),
                                            function.getFunctionType()->params().end());
        parameters.push_back(llvm::PointerType::get(module_.getContext(), 0));
        auto* const type = llvm::FunctionType::get(function.getReturnType(), parameters, false);
        auto* const changed = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace(), "", &module_);
        changed->copyAttributesFrom(&function);
        changed->setComdat(function.getComdat());
        changed->takeName(&function);
        changed->setSubprogram(function.getSubprogram());
        function.setSubprogram(nullptr);
        changed->splice(changed->begin(), &function);
        for (unsigned i = 0; i < function.arg_size(); ++i) {
            function.getArg(i)->replaceAllUsesWith(changed->getArg(i));
            changed->getArg(i)->takeName(function.getArg(i));
        }
        changed_.insert({&function, changed});
    }

    llvm::Value* table_in(llvm::Function& function) {
        for (const auto& [original, changed] : changed_)
            if (changed == &function) return changed->getArg(static_cast<unsigned>(changed->arg_size() - 1));
        return tables_.lookup(&function);
    }

    // Passes the table in all calls of a changed function.
    void extend_calls(llvm::Function& function) {
        llvm::Function* const changed = changed_.lookup(&function);
        if (!changed) return;
        for (llvm::User* const user : llvm::make_early_inc_range(function.users())) {
            auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
            if (!call || call->getCalledOperand() != &function) continue;
            std::vector<llvm::Value*> arguments(call->arg_begin(), call->arg_end());
            arguments.push_back(table_in(*call->getFunction()));
            llvm::CallInst* const extended = llvm::CallInst::Create(changed, arguments, "", call->getIterator());
            extended->setCallingConv(call->getCallingConv());
            extended->setAttributes(call->getAttributes());
            extended->setDebugLoc(call->getDebugLoc());
            extended->takeName(call);
            call->replaceAllUsesWith(extended);
            call->eraseFromParent();
        }
        // A pointer to the function has no table. The middle end reports calls through pointers.
        function.replaceAllUsesWith(llvm::PoisonValue::get(function.getType()));
    }

    void read_from_table(llvm::GlobalVariable& variable, unsigned index) {
        llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::Use*>> uses;
        for (llvm::Use& use : variable.uses())
            if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser()))
                uses[instruction->getFunction()].push_back(&use);
        for (auto& [function, in_function] : uses) {
            llvm::Value* const table = table_in(*function);
            for (llvm::Use* const use : in_function) {
                auto* const user = llvm::cast<llvm::Instruction>(use->getUser());
                auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
                llvm::IRBuilder<> builder(phi ? phi->getIncomingBlock(*use)->getTerminator() : user);
                use->set(builder.CreateLoad(builder.getPtrTy(), slot(builder, table, index)));
            }
        }
        if (variable.use_empty()) variable.eraseFromParent();
    }

    llvm::Module& module_;
    std::span<const kernel_constants> kernels_;
    std::vector<llvm::GlobalVariable*> variables_;
    std::vector<std::pair<llvm::GlobalVariable*, llvm::Function*>> initialisers_;  // of computed constants
    llvm::MapVector<llvm::Function*, llvm::Value*> tables_;      // in entries the table; null in other functions
    llvm::MapVector<llvm::Function*, llvm::Function*> changed_;  // functions, and those that have taken their bodies
};

}  // namespace

std::vector<specialised_constant> find_function_constants(clang::ASTContext& context, const reporter& errors) {
    constant_collector collector;
    collector.TraverseDecl(context.getTranslationUnitDecl());
    clang::ASTNameGenerator name_of(context);
    std::vector<specialised_constant> found;
    for (const clang::VarDecl* const variable : collector.found) {
        const std::string name = variable->getNameAsString();
        const std::optional<uint64_t> index = find_mark(*variable, "function_constant")->number(context);
        if (!index || *index > largest_index) {
            errors.error(variable->getLocation(),
                         fmt::format("the index of function constant '{}' is not a number from 0 to {} (MSL 3.0, section 5.8.1)",
                                     name, largest_index),
                         "write [[function_constant(n)]]");
            continue;
        }
        if (!is_scalar_or_vector(variable->getType().getCanonicalType())) {
            errors.error(variable->getLocation(),
                         fmt::format("function constant '{}' is neither a scalar nor a vector (MSL 3.0, section 5.8.1)", name),
                         "pass other values in constant memory");
            continue;
        }
        const auto same = std::ranges::find(found, static_cast<uint32_t>(*index), &specialised_constant::index);
        if (same != found.end() && same->variable->getCanonicalDecl() != variable->getCanonicalDecl()) {
            errors.error(variable->getLocation(),
                         fmt::format("function constants '{}' and '{}' have the same index (MSL 3.0, section 5.8.1)",
                                     same->variable->getNameAsString(), name),
                         "give each an index of its own");
            continue;
        }
        if (same == found.end()) found.push_back({variable, static_cast<uint32_t>(*index), name_of.getName(variable)});
    }
    std::ranges::sort(found, {}, &specialised_constant::index);
    return found;
}

bool is_computed_from_function_constant(const clang::VarDecl& variable) {
    std::set<const clang::VarDecl*> seen;
    std::vector<const clang::VarDecl*> waiting {&variable};
    while (!waiting.empty()) {
        const clang::VarDecl* const each = waiting.back();
        waiting.pop_back();
        if (!seen.insert(each->getCanonicalDecl()).second) continue;
        if (find_mark(*each, "function_constant")) return each != &variable;
        reference_collector references;
        if (const clang::Expr* const value = each->getAnyInitializer()) references.TraverseStmt(value);
        for (const clang::VarDecl* const other : references.variables)
            if (other->isFileVarDecl()) waiting.push_back(other);
    }
    return false;
}

used_constants constants_used_by(const clang::FunctionDecl& kernel, const std::vector<specialised_constant>& all) {
    reference_collector references;
    std::set<const clang::FunctionDecl*> seen;
    std::vector<const clang::VarDecl*> computed;
    references.functions.push_back(&kernel);
    for (bool has_new = true; has_new;) {
        has_new = false;
        while (!references.functions.empty()) {
            const clang::FunctionDecl* function = references.functions.back();
            references.functions.pop_back();
            // The library, which can be precompiled, uses no constant of the file.
            if (!function->isDefined(function) || function->isFromASTFile() || !seen.insert(function).second) continue;
            references.TraverseStmt(function->getBody());
            if (const auto* const constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
                for (const clang::CXXCtorInitializer* const each : constructor->inits()) references.TraverseStmt(each->getInit());
        }
        // The values of computed constants use further constants and functions.
        for (const clang::VarDecl* const each : std::vector(references.variables.begin(), references.variables.end())) {
            if (std::ranges::find(computed, each) != computed.end() || !each->isFileVarDecl() || each->isFromASTFile() ||
                find_mark(*each, "function_constant") || !is_computed_from_function_constant(*each))
                continue;
            computed.push_back(each);
            references.TraverseStmt(each->getAnyInitializer());
            has_new = true;
        }
    }
    used_constants used;
    for (const specialised_constant& each : all)
        if (references.variables.contains(each.variable->getCanonicalDecl())) used.specialised.push_back(&each);
    clang::ASTNameGenerator name_of(kernel.getASTContext());
    for (const clang::VarDecl* const each : computed) used.computed.push_back(name_of.getName(each));
    return used;
}

void pass_function_constants(llvm::Module& module, std::span<const kernel_constants> kernels) {
    constant_passing(module, kernels).run();
}

}  // namespace ingot::compiler::metal
