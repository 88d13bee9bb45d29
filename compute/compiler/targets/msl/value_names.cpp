#include "value_names.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "metal_names.hpp"

namespace ingot::compiler::msl {

namespace {

// Returns the ending of the name of a part of a variable: "_x" for the first of the numbers of a vector, otherwise "_2" and so
// on.
std::string part_name(const llvm::DILocalVariable& variable, const llvm::DIExpression::FragmentInfo& part) {
    if (part.SizeInBits == 0) return {};
    const uint64_t index = part.OffsetInBits / part.SizeInBits;
    const std::optional<uint64_t> size = variable.getSizeInBits();
    constexpr std::string_view letters = "xyzw";
    if (size && *size <= 4 * part.SizeInBits && index < letters.size()) return std::string("_") + letters[index];
    return "_" + std::to_string(index);
}

}  // namespace

std::string value_names::author_name(const llvm::Value& value) const {
    auto& searched = const_cast<llvm::Value&>(value);
    llvm::SmallVector<llvm::DbgVariableRecord*> records;
    if (llvm::isa<llvm::AllocaInst>(value))
        for (llvm::DbgVariableRecord* const record : llvm::findDVRDeclares(&searched)) records.push_back(record);
    if (records.empty() && !llvm::isa<llvm::Constant>(value)) llvm::findDbgValues(&searched, records);
    for (const llvm::DbgVariableRecord* const record : records) {
        const llvm::DILocalVariable* const variable = record->getVariable();
        if (!variable || variable->getName().empty() || variable->getName() == "this") continue;
        const llvm::StringRef file = variable->getScope()->getFilename();
        if (unit_.is_library({file.data(), file.size()})) continue;
        const llvm::DIExpression* const expression = record->getExpression();
        const auto part = expression->getFragmentInfo();
        // Other expressions compute the variable from the value: the name would be wrong.
        if (expression->getNumElements() != (part ? 3 : 0)) continue;
        const llvm::StringRef name = variable->getName();
        return identifier({name.data(), name.size()}) + (part ? part_name(*variable, *part) : std::string());
    }
    return {};
}

std::string value_names::unique(const std::string& wanted) {
    // No number makes a name free that begins like the names that the writer itself makes.
    if (begins_reserved(wanted)) return unique("own_" + wanted);
    std::string name = wanted;
    unsigned& number = last_number_[wanted];
    while (is_reserved(name) || taken_.contains(name)) name = wanted + "_" + std::to_string(number = std::max(number + 1, 2U));
    taken_.insert(name);
    return name;
}

const std::string& value_names::of(const llvm::Value& value) {
    std::string& name = names_[&value];
    if (!name.empty()) return name;
    std::string wanted = author_name(value);
    if (wanted.empty() && !llvm::isa<llvm::Instruction>(value))
        wanted = identifier({value.getName().data(), value.getName().size()});
    if (wanted.empty()) {
        if (llvm::isa<llvm::PHINode>(value))
            wanted = value.getType()->isIntegerTy(1) ? "is_chosen" : "current";
        else if (value.getType()->isIntegerTy(1))
            wanted = "condition";
        else if (value.getType()->isPointerTy())
            wanted = llvm::isa<llvm::AllocaInst>(value) ? "storage" : "place";
        else
            wanted = value.getType()->isIntegerTy() ? "number" : "value";
    }
    return name = unique(wanted);
}

}  // namespace ingot::compiler::msl
