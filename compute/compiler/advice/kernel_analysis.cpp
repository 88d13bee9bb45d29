#include "kernel_analysis.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Passes/PassBuilder.h>

#include <algorithm>
#include <bit>
#include <set>

#include "../middle_end/address_spaces.hpp"
#include "../middle_end/device_functions.hpp"
#include "../middle_end/image_arguments.hpp"
#include "../middle_end/middle_end.hpp"
#include "../middle_end/user_location.hpp"

namespace ingot::compiler::advice {

namespace {

// Says to LLVM's analysis of uniform values where values differ between the work-items of a group.
class group_costs : public llvm::TargetTransformInfoImplCRTPBase<group_costs> {
public:
    explicit group_costs(const llvm::DataLayout& layout) : llvm::TargetTransformInfoImplCRTPBase<group_costs>(layout) {}

    bool hasBranchDivergence(const llvm::Function*) const override { return true; }

    llvm::InstructionUniformity getInstructionUniformity(const llvm::Value* value) const override {
        using enum llvm::InstructionUniformity;
        if (const llvm::StringRef name = device_call(*value); !name.empty()) {
            if (name == "get_global_id" || name == "get_local_id" || name == "sub_group_id") return NeverUniform;
            if (name.starts_with("sub_group_local") || name.starts_with("sub_group_shuffle") || name.ends_with("half_block") ||
                name.ends_with("half_blocks") || name == "start_product")
                return NeverUniform;
            return Default;
        }
        if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(value)) return NeverUniform;
        // A variable of the work-item can hold any value.
        if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value)) {
            const llvm::Value* const object = llvm::getUnderlyingObject(load->getPointerOperand());
            const bool is_buffer = llvm::isa<llvm::Argument, llvm::GlobalVariable>(object);
            return is_buffer ? Default : NeverUniform;
        }
        if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(value))
            return call->doesNotAccessMemory() || llvm::isa<llvm::IntrinsicInst>(call) ? Default : NeverUniform;
        return Default;
    }
};

// Does the conversion of a number that is multiplied by `factor` change nothing if the product fits in 32 bits? LLVM describes x
// & 7 as a conversion to 3 bits, but also x << 8 as 256 times a conversion to 24 bits.
bool keeps_small_numbers(const llvm::SCEVCastExpr& cast, int64_t factor) {
    constexpr unsigned least_bits = 32;
    const auto zeros = static_cast<unsigned>(std::countr_zero(static_cast<uint64_t>(factor)));
    return !llvm::isa<llvm::SCEVTruncateExpr>(cast) || cast.getType()->getIntegerBitWidth() + zeros >= least_bits;
}

// Returns the analysis that says to LLVM where values differ between the work-items of a group. It must be registered before
// other analyses.
llvm::TargetIRAnalysis group_costs_analysis() {
    return llvm::TargetIRAnalysis([](const llvm::Function& function) {
        return llvm::TargetTransformInfo(std::make_unique<group_costs>(function.getDataLayout()));
    });
}

}  // namespace

void for_each_kernel(device_module& unit, const std::function<void(kernel_analysis&)>& visit,
                     std::span<const resource_report> resources) {
    simplify_for_analysis(unit);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager call_graphs;
    llvm::ModuleAnalysisManager modules;
    functions.registerPass(&group_costs_analysis);
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graphs, modules);
    source_lines lines;
    for (const kernel_entry& kernel : unit.kernels) {
        llvm::Function* const function = unit.module->getFunction(kernel.entry_function);
        if (!function || function->isDeclaration()) continue;
        kernel_analysis analysis(unit, kernel, *function, functions, lines, resources);
        visit(analysis);
    }
}

llvm::StringRef device_call(const llvm::Value& value) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&value);
    if (!call || !call->getCalledFunction()) return {};
    llvm::StringRef name = call->getCalledFunction()->getName();
    return name.consume_front(device_function_prefix) ? name : llvm::StringRef();
}

bool is_position(const llvm::Value& value) {
    const llvm::StringRef name = device_call(value);
    return name == "get_global_id" || name == "get_local_id";
}

bool is_position(const llvm::Value& value, unsigned dimension) {
    if (!is_position(value)) return false;
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(value).getArgOperand(0));
    return constant && constant->equalsInt(dimension);
}

plain_access access_of(llvm::Instruction& instruction) {
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isSimple())
        return {load->getPointerOperand(), load->getType(), false};
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->isSimple())
        return {store->getPointerOperand(), store->getValueOperand()->getType(), true};
    return {};
}

kernel_analysis::kernel_analysis(const device_module& unit, const kernel_entry& kernel, llvm::Function& function,
                                 llvm::FunctionAnalysisManager& analyses, source_lines& lines,
                                 std::span<const resource_report> resources)
    : unit_(unit),
      kernel_(kernel),
      function_(function),
      analyses_(analyses),
      loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
      evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
      aliases_(analyses.getResult<llvm::AAManager>(function)),
      dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
      post_dominators_(analyses.getResult<llvm::PostDominatorTreeAnalysis>(function)),
      uniformity_(analyses.getResult<llvm::UniformityInfoAnalysis>(function)),
      lines_(lines),
      resources_(resources) {
    for (const llvm::BasicBlock& block : function)
        if (const llvm::Instruction* const end = block.getTerminator(); end->getNumSuccessors() > 1) branches_.push_back(end);
}

bool kernel_analysis::is_uniform(const llvm::Value& value) const { return uniformity_.isUniform(&value); }

const std::vector<const llvm::Instruction*>& kernel_analysis::controlling_branches(const llvm::BasicBlock& block) {
    const auto [entry, is_new] = controlling_branches_.try_emplace(&block);
    std::vector<const llvm::Instruction*>& branches = entry->second;
    if (!is_new) return branches;
    // A block depends on a branch if it post-dominates one of the successors, but not the branch itself (J. Ferrante and others,
    // "The program dependence graph and its use in optimization", 1987).
    std::set<const llvm::BasicBlock*> known {&block};
    std::vector<const llvm::BasicBlock*> work {&block};
    while (!work.empty()) {
        const llvm::BasicBlock* const next = work.back();
        work.pop_back();
        for (const llvm::Instruction* const end : branches_) {
            const llvm::BasicBlock* const other = end->getParent();
            if (post_dominators_.properlyDominates(next, other)) continue;
            if (llvm::none_of(llvm::successors(other), [&](const auto* each) { return post_dominators_.dominates(next, each); }))
                continue;
            if (std::ranges::find(branches, end) == branches.end()) branches.push_back(end);
            if (known.insert(other).second) work.push_back(other);
        }
    }
    return branches;
}

bool kernel_analysis::runs_in_all_items(const llvm::BasicBlock& block) {
    return llvm::all_of(controlling_branches(block), [&](const auto* branch) { return is_uniform(*branch->getOperand(0)); });
}

std::optional<source_location> kernel_analysis::location_of(const llvm::Instruction& instruction) const {
    return author_line(instruction, unit_);
}

source_location kernel_analysis::location() const { return place_of(description(), lines_); }

std::optional<source_location> kernel_analysis::location_of(const llvm::Loop& loop) const {
    const llvm::DebugLoc start = loop.getStartLoc();
    if (!start || start->getLine() == 0 || unit_.is_library(path_of(*start))) return {};
    return source_location {path_of(*start), start->getLine(), start->getColumn()};
}

bool kernel_analysis::is_authors(const llvm::Instruction& instruction) const {
    const llvm::DILocation* in_library = nullptr;  // in the function of a library that the author's code calls
    for (const llvm::DILocation* place = instruction.getDebugLoc(); place; place = place->getInlinedAt()) {
        if (place->getLine() == 0) continue;
        if (unit_.is_library(path_of(*place))) {
            in_library = place;
            continue;
        }
        const llvm::DISubprogram* const function = in_library ? in_library->getScope()->getSubprogram() : nullptr;
        return !in_library || (function && function->getName().starts_with("operator"));
    }
    return false;
}

std::string kernel_analysis::authors_function(const llvm::Instruction& instruction) const {
    for (const llvm::DILocation* place = instruction.getDebugLoc(); place; place = place->getInlinedAt())
        if (place->getLine() != 0 && !unit_.is_library(path_of(*place)))
            return place->getScope()->getSubprogram()->getName().str();
    return {};
}

std::string kernel_analysis::source_before(const source_location& place) const {
    return lines_.line(place.file, place.line).substr(0, place.column == 0 ? 0 : place.column - 1);
}

memory_object kernel_analysis::object_of(const llvm::Value& pointer) const {
    const llvm::Value* const object = llvm::getUnderlyingObject(&pointer, 0);
    if (llvm::isa<llvm::AllocaInst>(object)) return {memory_kind::work_item, object};
    if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(object))
        return {variable->getAddressSpace() == local_space ? memory_kind::local : memory_kind::unknown, object};
    const auto* const argument = llvm::dyn_cast<llvm::Argument>(object);
    if (!argument) return {};
    unsigned next = 0;  // the first argument of the function after those of a parameter
    for (const archive::parameter& each : description().parameters) {
        next += argument_count(function_.getContext(), each, *unit_.compiled_for);
        if (argument->getArgNo() >= next) continue;
        if (each.kind == archive::parameter_kind::local) return {memory_kind::local, object, &each};
        if (each.kind == archive::parameter_kind::buffer)
            return {each.in_constant_memory ? memory_kind::constant_buffer : memory_kind::buffer, object, &each};
        break;
    }
    return {memory_kind::unknown, object};
}

std::optional<linear_address> kernel_analysis::address_of(const llvm::Value& pointer) {
    linear_address address;
    address.object = object_of(pointer).object;
    if (!address.object) return {};
    const llvm::SCEV* const sum = evolution_.getSCEV(const_cast<llvm::Value*>(&pointer));
    if (llvm::isa<llvm::SCEVCouldNotCompute>(sum)) return {};
    add_terms(sum, 1, address);
    // The pointer of the object itself.
    for (auto term = address.terms.begin(); term != address.terms.end();)
        if (term->first->getType()->isPointerTy() || term->second == 0)
            term = address.terms.erase(term);
        else
            ++term;
    return address;
}

void kernel_analysis::add_terms(const llvm::SCEV* sum, int64_t factor, linear_address& address) {
    if (const auto* const constant = llvm::dyn_cast<llvm::SCEVConstant>(sum)) {
        address.constant += factor * constant->getAPInt().sextOrTrunc(64).getSExtValue();
    } else if (const auto* const cast = llvm::dyn_cast<llvm::SCEVCastExpr>(sum); cast && keeps_small_numbers(*cast, factor)) {
        add_terms(cast->getOperand(), factor, address);
    } else if (const auto* const all = llvm::dyn_cast<llvm::SCEVAddExpr>(sum)) {
        for (const llvm::SCEV* const each : all->operands()) add_terms(each, factor, address);
    } else if (const auto* const product = llvm::dyn_cast<llvm::SCEVMulExpr>(sum);
               product && product->getNumOperands() == 2 && llvm::isa<llvm::SCEVConstant>(product->getOperand(0))) {
        const llvm::APInt& number = llvm::cast<llvm::SCEVConstant>(product->getOperand(0))->getAPInt();
        add_terms(product->getOperand(1), factor * number.sextOrTrunc(64).getSExtValue(), address);
    } else if (const auto* const recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(sum);
               recurrence && recurrence->isAffine() && llvm::isa<llvm::SCEVConstant>(recurrence->getOperand(1))) {
        // The beginning of the loop, and the number of the iteration as a term.
        const llvm::APInt& step = llvm::cast<llvm::SCEVConstant>(recurrence->getOperand(1))->getAPInt();
        add_terms(recurrence->getStart(), factor, address);
        llvm::Type* const type = llvm::Type::getInt64Ty(function_.getContext());
        const llvm::SCEV* const iteration = evolution_.getAddRecExpr(evolution_.getZero(type), evolution_.getOne(type),
                                                                     recurrence->getLoop(), llvm::SCEV::FlagAnyWrap);
        address.terms[iteration] += factor * step.sextOrTrunc(64).getSExtValue();
    } else {
        address.terms[sum] += factor;
    }
}

lane_stride kernel_analysis::stride_of(const linear_address& address) {
    lane_stride sum {lane_stride::kind::uniform};
    for (const auto& [term, factor] : address.terms) {
        const lane_stride each = stride_of(term, factor);
        if (each.type == lane_stride::kind::unknown) return {};
        if (each.type == lane_stride::kind::uniform) continue;
        if (each.type == lane_stride::kind::run_time || sum.type == lane_stride::kind::run_time) {
            sum = {lane_stride::kind::run_time};
            continue;
        }
        sum.type = lane_stride::kind::constant;
        sum.bytes += factor * each.bytes;
    }
    if (sum.type == lane_stride::kind::constant && sum.bytes == 0) sum.type = lane_stride::kind::uniform;
    return sum;
}

lane_stride kernel_analysis::stride_of(const llvm::SCEV* term, int64_t factor) {
    using enum lane_stride::kind;
    if (llvm::isa<llvm::SCEVConstant>(term)) return {uniform};
    if (const auto* const value = llvm::dyn_cast<llvm::SCEVUnknown>(term)) {
        if (is_position(*value->getValue(), 0)) return {constant, 1};
        // Neighbours in the first dimension have the same position in the other dimensions.
        if (is_position(*value->getValue()) || is_uniform(*value->getValue())) return {uniform};
        return {};
    }
    if (const auto* const cast = llvm::dyn_cast<llvm::SCEVCastExpr>(term); cast && keeps_small_numbers(*cast, factor))
        return stride_of(cast->getOperand(), factor);
    if (const auto* const recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(term)) {
        // The iterations of a loop are the same in all work-items that run it together.
        for (const llvm::SCEV* const each : recurrence->operands().drop_front())
            if (stride_of(each, 1).type != uniform) return {};
        return stride_of(recurrence->getStart(), factor);
    }
    if (const auto* const all = llvm::dyn_cast<llvm::SCEVAddExpr>(term)) {
        lane_stride sum {uniform};
        for (const llvm::SCEV* const operand : all->operands()) {
            const lane_stride each = stride_of(operand, factor);
            if (each.type == unknown) return {};
            if (each.type == run_time || sum.type == run_time)
                sum = {run_time};
            else if (each.type == constant)
                sum = {constant, sum.bytes + each.bytes};
        }
        return sum;
    }
    if (const auto* const product = llvm::dyn_cast<llvm::SCEVMulExpr>(term)) {
        int64_t constant_factor = 1;
        for (const llvm::SCEV* const operand : product->operands())
            if (const auto* const number = llvm::dyn_cast<llvm::SCEVConstant>(operand))
                constant_factor *= number->getAPInt().sextOrTrunc(64).getSExtValue();
        lane_stride result {uniform};
        bool has_run_time_factor = false;
        for (const llvm::SCEV* const operand : product->operands()) {
            if (llvm::isa<llvm::SCEVConstant>(operand)) continue;
            const lane_stride each = stride_of(operand, factor * constant_factor);
            if (each.type == unknown || (each.type != uniform && result.type != uniform)) return {};
            if (each.type == uniform)
                has_run_time_factor = true;
            else
                result = each;
        }
        if (result.type != constant) return result;
        return has_run_time_factor ? lane_stride {run_time} : lane_stride {constant, result.bytes * constant_factor};
    }
    // Quotients, minima and others: known only if no operand depends on the position.
    const bool is_same =
        llvm::all_of(term->operands(), [&](const llvm::SCEV* each) { return stride_of(each, 1).type == uniform; });
    return is_same && !term->operands().empty() ? lane_stride {uniform} : lane_stride {};
}

bool kernel_analysis::derives_from(const llvm::Value& value, const std::function<bool(const llvm::Value&)>& fits,
                                   bool if_too_many) const {
    constexpr size_t most_values = 256;
    std::set<const llvm::Value*> known {&value};
    std::vector<const llvm::Value*> work {&value};
    while (!work.empty()) {
        if (known.size() >= most_values) return if_too_many;
        const llvm::Value* const next = work.back();
        work.pop_back();
        if (fits(*next)) return true;
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(next);
        if (!instruction || llvm::isa<llvm::PHINode>(instruction)) continue;
        for (const llvm::Value* const operand : instruction->operands())
            if (known.insert(operand).second) work.push_back(operand);
    }
    return false;
}

}  // namespace ingot::compiler::advice
