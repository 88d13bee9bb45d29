#include "interpreter.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace ingot::tests {

namespace {

using compiler::region;
using compiler::region_case;
using compiler::region_kind;
using compiler::region_list;

constexpr size_t max_blocks = 100'000;

class interpreter {
public:
    interpreter(const llvm::Function& function, uint32_t input) : function_(function) { memory_[function.getArg(0)] = input; }

    run_result run_blocks() {
        const llvm::BasicBlock* block = &function_.getEntryBlock();
        while (result_.blocks < max_blocks) {
            execute(*block);
            const llvm::Instruction* const terminator = block->getTerminator();
            if (terminator->getNumSuccessors() == 0) return finish();
            const llvm::BasicBlock* const next = terminator->getSuccessor(chosen(*terminator));
            enter(*block, *next);
            block = next;
        }
        return result_;
    }

    run_result run_regions(const region_list& tree) {
        if (run(tree) == flow::end) return finish();
        return result_;
    }

private:
    enum class flow { on, leave, next, end, stop };

    run_result finish() {
        result_.value = static_cast<uint32_t>(memory_.lookup(function_.getArg(0)));
        result_.has_ended = true;
        return result_;
    }

    // Returns the index of the successor that a terminator chooses.
    unsigned chosen(const llvm::Instruction& terminator) const {
        if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
            return branch->isConditional() && value_of(*branch->getCondition()) == 0 ? 1 : 0;
        const auto& choice = llvm::cast<llvm::SwitchInst>(terminator);
        for (const auto& each : choice.cases())
            if (each.getCaseValue()->getZExtValue() == value_of(*choice.getCondition())) return each.getSuccessorIndex();
        return 0;
    }

    flow run(const region_list& list) {
        for (const region& each : list)
            if (const flow end = run(each); end != flow::on) return end;
        return flow::on;
    }

    flow run(const region& each) {
        switch (each.kind) {
            case region_kind::block:
                if (result_.blocks >= max_blocks) return flow::stop;
                execute(*each.block);
                return flow::on;
            case region_kind::edge:
                enter(*each.block, *each.target);
                return flow::on;
            case region_kind::condition:
                return run(chosen(*each.block->getTerminator()) == 0 ? each.first : each.second);
            case region_kind::loop:
                while (true) {
                    const flow end = run(each.first);
                    if (end == flow::leave) return flow::on;
                    if (end == flow::end || end == flow::stop) return end;
                }
            case region_kind::choice: {
                const flow end = run(case_of(each).body);
                return end == flow::leave && !each.is_chain ? flow::on : end;
            }
            case region_kind::once: {
                const flow end = run(each.first);
                return end == flow::leave ? flow::on : end;
            }
            case region_kind::leave:
                return flow::leave;
            case region_kind::next:
                return flow::next;
            case region_kind::end:
                return flow::end;
        }
        return flow::stop;
    }

    // Chooses by the values of the tree's cases, not by the switch instruction.
    const region_case& case_of(const region& choice) const {
        const uint64_t value = value_of(*llvm::cast<llvm::SwitchInst>(choice.block->getTerminator())->getCondition());
        const region_case* otherwise = nullptr;
        for (const region_case& each : choice.cases) {
            for (const llvm::ConstantInt* const own : each.values)
                if (own->getZExtValue() == value) return each;
            if (each.is_default) otherwise = &each;
        }
        if (!otherwise) throw std::logic_error("a switch without a default");
        return *otherwise;
    }

    // Sets the phis of a block for the edge from another block.
    void enter(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
        std::vector<std::pair<const llvm::PHINode*, uint64_t>> values;
        for (const llvm::PHINode& phi : to.phis()) values.emplace_back(&phi, value_of(*phi.getIncomingValueForBlock(&from)));
        for (const auto& [phi, value] : values) values_[phi] = value;
    }

    uint64_t value_of(const llvm::Value& value) const {
        if (const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) return constant->getZExtValue();
        if (llvm::isa<llvm::UndefValue>(value)) return 0;
        const auto found = values_.find(&value);
        if (found == values_.end()) throw std::logic_error("a value is used before it is computed: " + value.getName().str());
        return found->second;
    }

    void execute(const llvm::BasicBlock& block) {
        ++result_.blocks;
        for (const llvm::Instruction& each : block)
            if (!llvm::isa<llvm::PHINode>(each) && !each.isTerminator()) execute(each);
    }

    void execute(const llvm::Instruction& each) {
        if (llvm::isa<llvm::AllocaInst>(each)) return;
        if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&each)) {
            memory_[store->getPointerOperand()] = value_of(*store->getValueOperand());
            return;
        }
        uint64_t result = 0;
        if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&each))
            result = memory_.lookup(load->getPointerOperand());
        else if (const auto* const select = llvm::dyn_cast<llvm::SelectInst>(&each))
            result = value_of(value_of(*select->getCondition()) != 0 ? *select->getTrueValue() : *select->getFalseValue());
        else
            result = compute(each);
        const unsigned bits = each.getType()->getIntegerBitWidth();
        values_[&each] = bits < 64 ? result & ((uint64_t {1} << bits) - 1) : result;
    }

    uint64_t compute(const llvm::Instruction& each) const {
        const uint64_t first = value_of(*each.getOperand(0));
        if (llvm::isa<llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst>(each)) return first;
        if (llvm::isa<llvm::SExtInst>(each)) return static_cast<uint64_t>(sign_extended(*each.getOperand(0)));
        const uint64_t second = value_of(*each.getOperand(1));
        switch (each.getOpcode()) {
            case llvm::Instruction::Add:
                return first + second;
            case llvm::Instruction::Sub:
                return first - second;
            case llvm::Instruction::Mul:
                return first * second;
            case llvm::Instruction::And:
                return first & second;
            case llvm::Instruction::Or:
                return first | second;
            case llvm::Instruction::Xor:
                return first ^ second;
            case llvm::Instruction::Shl:
                return second < 64 ? first << second : 0;
            case llvm::Instruction::LShr:
                return second < 64 ? first >> second : 0;
            case llvm::Instruction::ICmp:
                return compare(llvm::cast<llvm::ICmpInst>(each), first, second) ? 1 : 0;
            default:
                throw std::logic_error(std::string("the interpreter does not know ") + each.getOpcodeName());
        }
    }

    int64_t sign_extended(const llvm::Value& value) const {
        const unsigned shift = 64 - value.getType()->getIntegerBitWidth();
        return static_cast<int64_t>(value_of(value) << shift) >> shift;
    }

    bool compare(const llvm::ICmpInst& comparison, uint64_t first, uint64_t second) const {
        const int64_t signed_first = sign_extended(*comparison.getOperand(0));
        const int64_t signed_second = sign_extended(*comparison.getOperand(1));
        switch (comparison.getPredicate()) {
            case llvm::CmpInst::ICMP_EQ:
                return first == second;
            case llvm::CmpInst::ICMP_NE:
                return first != second;
            case llvm::CmpInst::ICMP_ULT:
                return first < second;
            case llvm::CmpInst::ICMP_ULE:
                return first <= second;
            case llvm::CmpInst::ICMP_UGT:
                return first > second;
            case llvm::CmpInst::ICMP_UGE:
                return first >= second;
            case llvm::CmpInst::ICMP_SLT:
                return signed_first < signed_second;
            case llvm::CmpInst::ICMP_SLE:
                return signed_first <= signed_second;
            case llvm::CmpInst::ICMP_SGT:
                return signed_first > signed_second;
            default:
                return signed_first >= signed_second;
        }
    }

    const llvm::Function& function_;
    llvm::DenseMap<const llvm::Value*, uint64_t> values_;
    llvm::DenseMap<const llvm::Value*, uint64_t> memory_;
    run_result result_;
};

}  // namespace

run_result run_blocks(const llvm::Function& function, uint32_t input) { return interpreter(function, input).run_blocks(); }

run_result run_regions(const llvm::Function& function, const compiler::region_list& tree, uint32_t input) {
    return interpreter(function, input).run_regions(tree);
}

}  // namespace ingot::tests
