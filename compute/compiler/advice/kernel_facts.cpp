#include "kernel_facts.hpp"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "../middle_end/address_spaces.hpp"
#include "../middle_end/c_mathematics.hpp"
#include "kernel_analysis.hpp"

namespace ingot::compiler::advice {

namespace {

uint64_t lanes_of(const llvm::Type& type) {
    const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
    return vector ? vector->getNumElements() : 1;
}

instruction_class arithmetic_of(const llvm::Type& type) {
    using enum instruction_class;
    const llvm::Type* const element = type.getScalarType();
    if (element->isHalfTy()) return half_arithmetic;
    if (element->isFloatTy()) return float_arithmetic;
    if (element->isDoubleTy()) return double_arithmetic;
    return element->isIntegerTy() ? integer_arithmetic : other;
}

// Is the intrinsic only a hint for the compiler?
bool costs_nothing(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::FreezeInst, llvm::UnreachableInst>(instruction) ||
           (call && call->isAssumeLikeIntrinsic());
}

bool is_fused(const llvm::CallInst& call) {
    return call.getIntrinsicID() == llvm::Intrinsic::fma || call.getIntrinsicID() == llvm::Intrinsic::fmuladd;
}

instruction_class class_of_call(const llvm::CallInst& call) {
    using enum instruction_class;
    if (const llvm::StringRef name = device_call(call); !name.empty()) {
        if (name.starts_with("image_")) return image;
        if (name.starts_with("rsqrt")) return mathematics;
        if (name.starts_with("get_") || name.starts_with("sub_group") || name.starts_with("number_of_sub_groups") ||
            name == "barrier" || name == "fence" || name.contains("half_block") || name.contains("product"))
            return communication;
        if (name.starts_with("copy_to_local") || name == "prefetch") return memory;
        return other;
    }
    switch (call.getIntrinsicID()) {
        case llvm::Intrinsic::fma:
        case llvm::Intrinsic::fmuladd:
        case llvm::Intrinsic::fabs:
        case llvm::Intrinsic::minnum:
        case llvm::Intrinsic::maxnum:
        case llvm::Intrinsic::minimum:
        case llvm::Intrinsic::maximum:
        case llvm::Intrinsic::copysign:
        case llvm::Intrinsic::smin:
        case llvm::Intrinsic::smax:
        case llvm::Intrinsic::umin:
        case llvm::Intrinsic::umax:
        case llvm::Intrinsic::abs:
        case llvm::Intrinsic::fshl:
        case llvm::Intrinsic::fshr:
        case llvm::Intrinsic::ctpop:
        case llvm::Intrinsic::ctlz:
        case llvm::Intrinsic::cttz:
        case llvm::Intrinsic::bitreverse:
        case llvm::Intrinsic::bswap:
        case llvm::Intrinsic::usub_sat:
        case llvm::Intrinsic::uadd_sat:
            return arithmetic_of(*call.getType());
        case llvm::Intrinsic::memcpy:
        case llvm::Intrinsic::memmove:
        case llvm::Intrinsic::memset:
            return memory;
        default:
            break;
    }
    // What is left of LLVM's functions of floating-point numbers are those of a mathematical library, and rounding.
    if (call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic) return call.getType()->isFPOrFPVectorTy() ? mathematics : other;
    const llvm::Function* const function = call.getCalledFunction();
    return function && is_c_mathematics(function->getName()) ? mathematics : other;
}

instruction_class class_of(const llvm::Instruction& instruction) {
    using enum instruction_class;
    switch (instruction.getOpcode()) {
        case llvm::Instruction::UDiv:
        case llvm::Instruction::SDiv:
        case llvm::Instruction::URem:
        case llvm::Instruction::SRem:
            return llvm::isa<llvm::Constant>(instruction.getOperand(1)) ? integer_arithmetic : integer_division;
        case llvm::Instruction::ICmp:
        case llvm::Instruction::FCmp:
        case llvm::Instruction::Select:
            return comparison;
        case llvm::Instruction::GetElementPtr:
            return address;
        case llvm::Instruction::Load:
        case llvm::Instruction::Store:
            return instruction.isAtomic() ? atomic : memory;
        case llvm::Instruction::AtomicRMW:
        case llvm::Instruction::AtomicCmpXchg:
        case llvm::Instruction::Fence:
            return atomic;
        case llvm::Instruction::Br:
        case llvm::Instruction::Switch:
        case llvm::Instruction::Ret:
        case llvm::Instruction::IndirectBr:
            return branch;
        case llvm::Instruction::Call:
            return class_of_call(llvm::cast<llvm::CallInst>(instruction));
        default:
            break;
    }
    if (instruction.isBinaryOp() || instruction.isUnaryOp()) return arithmetic_of(*instruction.getType());
    if (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
        return cast->isNoopCast(instruction.getDataLayout()) || llvm::isa<llvm::AddrSpaceCastInst>(cast) ? other : conversion;
    return other;
}

class counter {
public:
    explicit counter(kernel_analysis& kernel, kernel_facts& facts) : kernel_(kernel), facts_(facts) {}

    void count(llvm::Function& function, uint64_t times) {
        // A recursive function is counted once.
        if (!open_.insert(&function).second) return;
        llvm::LoopInfo& loops = kernel_.loops_of(function);
        llvm::ScalarEvolution& evolution = kernel_.evolution_of(function);
        for (const llvm::Loop* const loop : loops.getLoopsInPreorder()) {
            ++facts_.loops;
            if (evolution.getSmallConstantTripCount(loop) == 0) ++facts_.loops_of_unknown_length;
        }
        for (llvm::BasicBlock& block : function) {
            uint64_t weight = times;
            for (const llvm::Loop* loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop())
                weight = llvm::SaturatingMultiply<uint64_t>(weight, std::max(1u, evolution.getSmallConstantTripCount(loop)));
            for (llvm::Instruction& instruction : block) count(instruction, weight);
        }
        open_.erase(&function);
    }

private:
    void count(llvm::Instruction& instruction, uint64_t weight) {
        if (costs_nothing(instruction)) return;
        if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration())
            count(*call->getCalledFunction(), weight);
        const instruction_class type = class_of(instruction);
        uint64_t& sum = facts_.instructions[static_cast<size_t>(type)];
        sum = llvm::SaturatingAdd(sum, weight);
        count_operations(instruction, type, weight);
        count_bytes(instruction, weight);
        if (instruction.isTerminator() && instruction.getNumSuccessors() > 1) {
            ++facts_.branches;
            if (instruction.getFunction() == &kernel_.function() && !kernel_.is_uniform(*instruction.getOperand(0)))
                ++facts_.divergent_branches;
        }
    }

    void count_operations(const llvm::Instruction& instruction, instruction_class type, uint64_t weight) {
        using enum instruction_class;
        if (type != half_arithmetic && type != float_arithmetic && type != double_arithmetic && type != mathematics) return;
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        const uint64_t each = (call && is_fused(*call) ? 2 : 1) * lanes_of(*instruction.getType());
        facts_.floating_point_operations =
            llvm::SaturatingAdd(facts_.floating_point_operations, llvm::SaturatingMultiply(weight, each));
    }

    void count_bytes(llvm::Instruction& instruction, uint64_t weight) {
        if (const auto* const copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
            const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
            if (!length) return;
            add(*copy->getDest(), length->getZExtValue(), weight, &accessed_bytes::written);
            if (const auto* const transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(copy))
                add(*transfer->getSource(), length->getZExtValue(), weight, &accessed_bytes::read);
            return;
        }
        const auto size = [&](const llvm::Type& type) {
            return kernel_.layout().getTypeStoreSize(const_cast<llvm::Type*>(&type)).getFixedValue();
        };
        if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            // Parameters are in registers.
            const auto* const parameter = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand()));
            if (!parameter || !parameter->hasByValAttr())
                add(*load->getPointerOperand(), size(*load->getType()), weight, &accessed_bytes::read);
        } else if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            add(*store->getPointerOperand(), size(*store->getValueOperand()->getType()), weight, &accessed_bytes::written);
        } else if (const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
            for (const auto member : {&accessed_bytes::read, &accessed_bytes::written})
                add(*update->getPointerOperand(), size(*update->getType()), weight, member);
        } else if (const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
            for (const auto member : {&accessed_bytes::read, &accessed_bytes::written})
                add(*exchange->getPointerOperand(), size(*exchange->getNewValOperand()->getType()), weight, member);
        }
    }

    void add(const llvm::Value& pointer, uint64_t bytes, uint64_t weight, uint64_t accessed_bytes::* member) {
        const llvm::Value* const object = llvm::getUnderlyingObject(&pointer, 0);
        // The arguments of a called function say nothing about memory.
        const auto* const argument = llvm::dyn_cast<llvm::Argument>(object);
        const bool is_unknown = argument && argument->getParent() != &kernel_.function();
        const memory_kind kind = is_unknown ? memory_kind::unknown : kernel_.object_of(pointer).kind;
        uint64_t& sum = facts_.bytes[static_cast<size_t>(kind)].*member;
        sum = llvm::SaturatingAdd(sum, llvm::SaturatingMultiply(bytes, weight));
    }

    kernel_analysis& kernel_;
    kernel_facts& facts_;
    std::set<const llvm::Function*> open_;
};

// Returns the size of the variables in local memory that the kernel uses, itself or in functions that it calls.
uint64_t local_bytes_of(const llvm::Function& kernel) {
    std::set<const llvm::Function*> functions {&kernel};
    std::vector<const llvm::Function*> work {&kernel};
    std::set<const llvm::GlobalVariable*> variables;
    while (!work.empty()) {
        const llvm::Function* const function = work.back();
        work.pop_back();
        for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
            if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                if (const llvm::Function* const callee = call->getCalledFunction(); callee && functions.insert(callee).second)
                    work.push_back(callee);
            for (const llvm::Value* const operand : instruction.operands())
                if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripInBoundsConstantOffsets());
                    variable && variable->getAddressSpace() == local_space)
                    variables.insert(variable);
        }
    }
    uint64_t bytes = 0;
    for (const llvm::GlobalVariable* const each : variables)
        bytes += kernel.getDataLayout().getTypeAllocSize(each->getValueType()).getFixedValue();
    return bytes;
}

kernel_facts facts_of(kernel_analysis& kernel) {
    kernel_facts facts;
    facts.name = kernel.description().name;
    facts.symbol = kernel.description().symbol;
    facts.file = kernel.description().file;
    facts.line = kernel.description().line;
    facts.uses_barrier = kernel.description().uses_barrier;
    for (const archive::parameter& each : kernel.description().parameters)
        facts.has_local_parameter |= each.kind == archive::parameter_kind::local;
    counter(kernel, facts).count(kernel.function(), 1);
    for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        facts.uses_barrier |= device_call(instruction) == "barrier";
        if (const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
            if (const auto size = variable->getAllocationSize(kernel.layout())) facts.private_bytes += size->getFixedValue();
    }
    facts.local_bytes = local_bytes_of(kernel.function());
    return facts;
}

std::string text_of(const accessed_bytes& bytes) {
    return fmt::format("{:>12} bytes read, {} written", bytes.read, bytes.written);
}

// Returns the line about what a kernel needs.
std::string text_of(const kernel_need& need) {
    const std::string name = fmt::format("registers, {}", need.architecture);
    if (!need.resources) return fmt::format("  {:<24}{:>12}\n", name, "not known");
    const kernel_resources& known = *need.resources;
    std::string text =
        known.registers
            ? fmt::format("  {:<24}{:>12}, {} bytes of stack", name, *known.registers, known.stack_bytes)
            : fmt::format("  {:<24}{:>12} bytes of a group", fmt::format("stack, {}", need.architecture), known.stack_bytes);
    if (known.spilled_bytes)
        text += fmt::format(", spills: {} bytes written, {} read", known.spilled_bytes->written, known.spilled_bytes->read);
    if (known.spills) text += fmt::format(", spills: {} instructions write, {} read", known.spills->written, known.spills->read);
    return text + "\n";
}

nlohmann::ordered_json json_of(const kernel_need& need) {
    nlohmann::ordered_json all {{"target", need.target}, {"architecture", need.architecture}};
    if (!need.resources) {
        all["unknown_because"] = need.unknown_because;
        return all;
    }
    const kernel_resources& known = *need.resources;
    if (known.registers) all["registers"] = *known.registers;
    all["stack_bytes"] = known.stack_bytes;
    if (known.spilled_bytes)
        all["spilled_bytes"] = {{"written", known.spilled_bytes->written}, {"read", known.spilled_bytes->read}};
    if (known.spills) all["spills"] = {{"written", known.spills->written}, {"read", known.spills->read}};
    return all;
}

}  // namespace

double kernel_facts::arithmetic_intensity() const {
    double sum = 0.0;
    for (const memory_kind kind : {memory_kind::buffer, memory_kind::constant_buffer})
        sum += static_cast<double>(bytes[static_cast<size_t>(kind)].read) +
               static_cast<double>(bytes[static_cast<size_t>(kind)].written);
    return sum == 0.0 ? 0.0 : static_cast<double>(floating_point_operations) / sum;
}

std::vector<kernel_facts> analyse(device_module& unit) {
    std::vector<kernel_facts> all;
    for_each_kernel(unit, [&](kernel_analysis& kernel) { all.push_back(facts_of(kernel)); });
    return all;
}

occupancy occupancy_of(uint64_t local_bytes, std::optional<uint32_t> registers, uint32_t group_size, std::string architecture,
                       const compute_unit_limits& limits) {
    occupancy result {std::move(architecture), group_size, 0, 0.0, "work-items", registers.has_value()};
    if (group_size == 0 || group_size > limits.group_size) return result;
    // The work-items of a group fill whole sub-groups.
    const uint32_t occupied = static_cast<uint32_t>(llvm::alignTo(group_size, limits.sub_group_size));
    result.groups = limits.work_items / occupied;
    if (limits.groups < result.groups) {
        result.groups = limits.groups;
        result.limited_by = "groups";
    }
    if (local_bytes > limits.local_bytes_of_group) {
        result.groups = 0;
        result.limited_by = "local memory";
    } else if (local_bytes != 0) {
        const uint64_t fitting = limits.local_bytes / (local_bytes + limits.local_bytes_reserved);
        if (fitting < result.groups) {
            result.groups = static_cast<uint32_t>(fitting);
            result.limited_by = "local memory";
        }
    }
    if (registers && *registers != 0) {
        const uint64_t of_sub_group = llvm::alignTo(uint64_t {*registers} * limits.sub_group_size, limits.register_step);
        const uint64_t sub_groups = llvm::alignDown(limits.registers / of_sub_group, limits.sub_group_step);
        const uint64_t fitting = sub_groups * limits.sub_group_size / occupied;
        if (fitting < result.groups) {
            result.groups = static_cast<uint32_t>(fitting);
            result.limited_by = "registers";
        }
    }
    result.share = static_cast<double>(result.groups) * occupied / limits.work_items;
    return result;
}

std::string to_text(const std::vector<kernel_report>& kernels) {
    std::string text;
    std::vector<std::string> reasons;
    for (const auto& [facts, needs, occupancies] : kernels) {
        text += fmt::format("{}    {}:{}\n", facts.name, facts.file, facts.line);
        for (size_t i = 0; i < facts.instructions.size(); ++i)
            if (facts.instructions[i] != 0)
                text += fmt::format("  {:<24}{:>12}\n", instruction_class_names[i], facts.instructions[i]);
        for (size_t i = 0; i < facts.bytes.size(); ++i)
            if (facts.bytes[i].read + facts.bytes[i].written != 0)
                text += fmt::format("  {:<24}{}\n", fmt::format("memory, {}", memory_names[i]), text_of(facts.bytes[i]));
        text += fmt::format("  {:<24}{:>12}", "operations", facts.floating_point_operations);
        text += facts.arithmetic_intensity() == 0.0
                    ? "\n"
                    : fmt::format(", {:.3g} for each byte of buffers\n", facts.arithmetic_intensity());
        text += fmt::format("  {:<24}{:>12}, {} divergent\n", "branches", facts.branches, facts.divergent_branches);
        text += fmt::format("  {:<24}{:>12}, {} of unknown length\n", "loops", facts.loops, facts.loops_of_unknown_length);
        text += fmt::format("  {:<24}{:>12} bytes\n", "private variables", facts.private_bytes);
        text += fmt::format("  {:<24}{:>12} bytes{}\n", "local memory", facts.local_bytes,
                            facts.has_local_parameter ? ", and what the launch gives" : "");
        for (const kernel_need& each : needs) {
            text += text_of(each);
            std::string reason = fmt::format("not known for {}: {}\n", each.architecture, each.unknown_because);
            if (!each.resources && std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(std::move(reason));
        }
        for (const occupancy& each : occupancies)
            text += fmt::format("  {:<24}{:>12} groups of {}: {:.0f} %{}, limited by {}\n",
                                fmt::format("occupancy, {}", each.architecture), each.groups, each.group_size, 100.0 * each.share,
                                each.knows_registers ? "" : " at most", each.limited_by);
    }
    for (const std::string& reason : reasons) text += reason;
    return text;
}

std::string to_json(const std::vector<kernel_report>& kernels) {
    using json = nlohmann::ordered_json;
    json all = json::array();
    for (const auto& [facts, needs, occupancies] : kernels) {
        json instructions = json::object();
        for (size_t i = 0; i < facts.instructions.size(); ++i)
            instructions[std::string(instruction_class_names[i])] = facts.instructions[i];
        json bytes = json::object();
        for (size_t i = 0; i < facts.bytes.size(); ++i)
            bytes[std::string(memory_names[i])] = {{"read", facts.bytes[i].read}, {"written", facts.bytes[i].written}};
        json resources = json::array();
        for (const kernel_need& each : needs) resources.push_back(json_of(each));
        json places = json::array();
        for (const occupancy& each : occupancies)
            places.push_back({{"architecture", each.architecture},
                              {"group_size", each.group_size},
                              {"groups", each.groups},
                              {"share", each.share},
                              {"limited_by", each.limited_by},
                              {"knows_registers", each.knows_registers}});
        all.push_back({{"name", facts.name},
                       {"file", facts.file},
                       {"line", facts.line},
                       {"instructions", std::move(instructions)},
                       {"bytes", std::move(bytes)},
                       {"floating_point_operations", facts.floating_point_operations},
                       {"arithmetic_intensity", facts.arithmetic_intensity()},
                       {"branches", facts.branches},
                       {"divergent_branches", facts.divergent_branches},
                       {"loops", facts.loops},
                       {"loops_of_unknown_length", facts.loops_of_unknown_length},
                       {"private_bytes", facts.private_bytes},
                       {"local_bytes", facts.local_bytes},
                       {"has_local_parameter", facts.has_local_parameter},
                       {"uses_barrier", facts.uses_barrier},
                       {"resources", std::move(resources)},
                       {"occupancy", std::move(places)}});
    }
    return json {{"kernels", std::move(all)}}.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace ingot::compiler::advice
