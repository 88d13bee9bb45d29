#include "field_groups.hpp"

#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace ingot::compiler::cpu {

namespace {

// A struct has at most this number of fields. If the structs are apart, it has at most the bytes that one instruction loads.
constexpr int64_t most_fields = 4;
constexpr int64_t most_bytes_apart = 16;

bool is_plain_load(const llvm::Instruction& instruction) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load && load->isSimple();
}

bool is_plain_store(const llvm::Instruction& instruction) {
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store && store->isSimple();
}

}  // namespace

field_groups::field_groups(llvm::Function& region, const lane_shapes& shapes) : layout_(region.getParent()->getDataLayout()) {
    for (llvm::BasicBlock& block : region) search(block, shapes);
}

void field_groups::search(llvm::BasicBlock& block, const lane_shapes& shapes) {
    std::vector<candidate> loads;
    std::vector<candidate> stores;
    const auto add = [&](std::vector<candidate>& candidates, llvm::Instruction& instruction) {
        llvm::Type* const type = llvm::getLoadStoreType(&instruction);
        const llvm::Value* const address = llvm::getLoadStorePointerOperand(&instruction);
        const lane_shape shape = shapes.of(address);
        if (shape.is == lane_shape::kind::uniform || !type->isSingleValueType() || type->isVectorTy() || type->isIntegerTy(1))
            return;
        const auto size = static_cast<int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
        if (layout_.getTypeAllocSize(type).getFixedValue() != static_cast<uint64_t>(size)) return;
        if (shape.is == lane_shape::kind::affine && shape.stride == size) return;
        const bool is_apart = shape.is != lane_shape::kind::affine || shape.stride < size || shape.stride % size != 0 ||
                              shape.stride / size > most_fields;
        const int64_t stride = is_apart ? shapes.guessed_stride(address) : shape.stride;
        llvm::APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
        const llvm::Value* const base = address->stripAndAccumulateConstantOffsets(layout_, offset, true);
        const auto is_same = [&](const candidate& each) {
            return each.base == base && each.stride == stride && each.is_apart == is_apart && each.type == type;
        };
        auto found = std::ranges::find_if(candidates, is_same);
        if (found == candidates.end()) found = candidates.insert(found, {base, stride, is_apart, type, {}});
        found->accesses.push_back({&instruction, offset.getSExtValue()});
    };
    for (llvm::Instruction& instruction : block) {
        if (!instruction.mayReadOrWriteMemory()) continue;
        // A wide load is at the first load, so no store may be before the last one. A wide store is at the last store, so only
        // the stores of its group may be after the first one.
        if (!is_plain_store(instruction)) form_groups(stores, true);
        if (is_plain_load(instruction)) {
            add(loads, instruction);
            continue;
        }
        if (instruction.mayWriteToMemory()) form_groups(loads, false);
        if (!is_plain_store(instruction)) continue;
        add(stores, instruction);
        if (stores.size() > 1 || (!stores.empty() && stores.back().accesses.back().instruction != &instruction)) {
            std::vector<candidate> last;
            if (stores.back().accesses.back().instruction == &instruction) {
                const candidate& own = stores.back();
                last.push_back({own.base, own.stride, own.is_apart, own.type, {own.accesses.back()}});
                stores.back().accesses.pop_back();
            }
            form_groups(stores, true);
            stores = std::move(last);
        }
    }
    form_groups(loads, false);
    form_groups(stores, true);
}

void field_groups::form_groups(std::vector<candidate>& candidates, bool is_store) {
    for (candidate& each : candidates)
        while (!each.accesses.empty()) form_group(each, is_store);
    candidates.clear();
}

// Forms a group of the access with the lowest offset, if there are the others, and removes them from the candidate.
void field_groups::form_group(candidate& of, bool is_store) {
    const auto by_offset = [](const access& a, const access& b) { return a.offset < b.offset; };
    const auto size = static_cast<int64_t>(layout_.getTypeStoreSize(of.type).getFixedValue());
    const int64_t length = of.is_apart ? std::max(most_bytes_apart, size) : of.stride;
    const int64_t first = std::ranges::min_element(of.accesses, by_offset)->offset;
    field_group group;
    group.is_apart = of.is_apart;
    group.fields.resize(static_cast<size_t>(length / size));
    int64_t place_offset = 0;
    std::vector<access> others;
    for (const access& each : of.accesses) {  // in the order of the block
        const int64_t distance = each.offset - first;
        if (distance >= length) {
            others.push_back(each);
            continue;
        }
        if (distance % size != 0 || group.fields[static_cast<size_t>(distance / size)]) {
            if (is_store) {  // stores to overlapping places have an order
                of.accesses.clear();
                return;
            }
            continue;
        }
        group.fields[static_cast<size_t>(distance / size)] = each.instruction;
        if (!is_store && group.place) continue;
        group.place = each.instruction;
        place_offset = each.offset;
    }
    of.accesses = std::move(others);
    if (of.is_apart) {
        while (!group.fields.back()) group.fields.pop_back();
        // One instruction loads 2, 4, 8 or 16 fields. Bytes after the last field may be loaded if they are in the same aligned
        // block.
        const size_t whole = llvm::PowerOf2Ceil(group.fields.size());
        if (!is_store && whole != group.fields.size()) {
            const llvm::Align align = llvm::cast<llvm::LoadInst>(group.fields.front())->getAlign();
            if (align.value() < whole * static_cast<size_t>(size)) return;
            group.fields.resize(whole);
        }
        group.may_be_adjacent = !is_store && of.stride == static_cast<int64_t>(group.fields.size()) * size;
        if (group.fields.size() == 1 && !group.may_be_adjacent) return;
    }
    const bool is_complete = is_store
                                 ? llvm::all_of(group.fields, [](const llvm::Instruction* field) { return field != nullptr; })
                                 : group.fields.front() && (group.is_apart || group.fields.back());
    if (!is_complete) return;
    group.offset = first - place_offset;
    for (const llvm::Instruction* const field : group.fields)
        if (field) groups_of_[field] = groups_.size();
    groups_.push_back(std::move(group));
}

}  // namespace ingot::compiler::cpu
