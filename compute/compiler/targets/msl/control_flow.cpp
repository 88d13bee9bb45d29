// Regions, and the phis that their edges set.
#include <algorithm>
#include <vector>

#include "metal_names.hpp"
#include "statement_writer.hpp"

namespace ingot::compiler::msl {

namespace {

bool has_edge_to(const region& each, const llvm::BasicBlock& block) {
    if (each.kind == region_kind::edge) return each.target == &block;
    const auto in_list = [&](const region_list& list) {
        return std::ranges::any_of(list, [&](const region& part) { return has_edge_to(part, block); });
    };
    return in_list(each.first) || in_list(each.second) ||
           std::ranges::any_of(each.cases, [&](const region_case& one) { return in_list(one.body); });
}

}  // namespace

std::string statement_writer::write_list(const region_list& list, unsigned depth) {
    std::string text;
    const size_t number = lists_.number_of(list);
    // The phis of each block in the list are declared before the first edge that leads to it.
    std::vector<llvm::BasicBlock*> undeclared = lists_.entered(number);
    for (size_t i = 0; i < list.size(); ++i) {
        std::erase_if(undeclared, [&](llvm::BasicBlock* block) {
            if (!has_edge_to(list[i], *block)) return false;
            for (const llvm::PHINode& phi : block->phis()) declare_phi(phi, number, depth, text);
            return true;
        });
        write_region(list, i, depth, text);
    }
    return text;
}

void statement_writer::declare_phi(const llvm::PHINode& phi, size_t list, unsigned depth, std::string& text) {
    if (phi.use_empty()) return;
    const std::string declaration = type_name(*phi.getType()) + " " + names_.of(phi) + ";";
    if (lists_.is_used_outside(phi, list))
        line(declarations_, 1, declaration);
    else
        line(text, depth, declaration);
}

void statement_writer::write_region(const region_list& list, size_t place, unsigned depth, std::string& text) {
    const region& each = list[place];
    switch (each.kind) {
        case region_kind::block:
            for (llvm::Instruction& instruction : *each.block) write_statement(instruction, depth, text);
            return;
        case region_kind::edge:
            return write_copies(*each.block, *each.target, depth, text);
        case region_kind::condition:
            return write_condition(each, depth, text);
        case region_kind::loop: {
            line(text, depth, "while (true) {");
            last_place_.clear();
            text += write_list(each.first, depth + 1);
            line(text, depth, "}");
            last_place_.clear();
            return;
        }
        case region_kind::once:
            line(text, depth, "do {");
            text += write_list(each.first, depth + 1);
            return line(text, depth, "} while (false);");
        case region_kind::choice:
            return each.is_chain ? write_chain(each, depth, text) : write_choice(each, depth, text);
        case region_kind::leave:
            return line(text, depth, "break;");
        case region_kind::next:
            return line(text, depth, "continue;");
        case region_kind::end: {
            const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(each.block->getTerminator());
            const llvm::Value* const result = end ? end->getReturnValue() : nullptr;
            if (result) return line(text, depth, "return " + values_.whole(*result) + ";");
            if (!function_.getReturnType()->isVoidTy())
                return line(text, depth, "return " + values_.zero(*function_.getReturnType()).text + ";");
            return line(text, depth, "return;");
        }
    }
}

void statement_writer::write_condition(const region& each, unsigned depth, std::string& text) {
    const llvm::Instruction& terminator = *each.block->getTerminator();
    const llvm::Value& condition = *llvm::cast<llvm::BranchInst>(terminator).getCondition();
    note_line(text, depth, terminator);
    const std::string first = write_list(each.first, depth + 1);
    const std::string second = write_list(each.second, depth + 1);
    if (first.empty() && second.empty()) return;
    if (first.empty()) {
        line(text, depth, "if (!" + values_.operand(condition) + ") {");
        text += second;
        return line(text, depth, "}");
    }
    line(text, depth, "if (" + values_.whole(condition) + ") {");
    text += first;
    if (!second.empty()) {
        line(text, depth, "} else {");
        text += second;
    }
    line(text, depth, "}");
}

void statement_writer::write_choice(const region& each, unsigned depth, std::string& text) {
    const auto& choice = llvm::cast<llvm::SwitchInst>(*each.block->getTerminator());
    note_line(text, depth, choice);
    line(text, depth, "switch (" + values_.whole(*choice.getCondition()) + ") {");
    for (const region_case& one : each.cases) {
        for (const llvm::ConstantInt* const value : one.values) line(text, depth + 1, "case " + literal(*value) + ":");
        if (one.is_default) line(text, depth + 1, "default:");
        text.back() = ' ';
        text += "{\n" + write_list(one.body, depth + 2);
        const region_kind last = one.body.empty() ? region_kind::edge : one.body.back().kind;
        if (last != region_kind::leave && last != region_kind::next && last != region_kind::end) line(text, depth + 2, "break;");
        line(text, depth + 1, "}");
    }
    line(text, depth, "}");
}

void statement_writer::write_chain(const region& each, unsigned depth, std::string& text) {
    const auto& choice = llvm::cast<llvm::SwitchInst>(*each.block->getTerminator());
    note_line(text, depth, choice);
    const std::string value = values_.operand(*choice.getCondition());
    const region_case* otherwise = nullptr;
    std::string begin = "if (";
    for (const region_case& one : each.cases) {
        if (one.is_default) {
            otherwise = &one;
            continue;
        }
        std::string condition;
        for (const llvm::ConstantInt* const own : one.values)
            condition += (condition.empty() ? "" : " || ") + value + " == " + literal(*own);
        line(text, depth, begin + condition + ") {");
        text += write_list(one.body, depth + 1);
        begin = "} else if (";
    }
    if (begin == "if (") {
        // The default is the only case.
        text += write_list(otherwise->body, depth);
        return;
    }
    const std::string rest = write_list(otherwise->body, depth + 1);
    if (!rest.empty()) {
        line(text, depth, "} else {");
        text += rest;
    }
    line(text, depth, "}");
}

void statement_writer::write_copies(llvm::BasicBlock& from, llvm::BasicBlock& to, unsigned depth, std::string& text) {
    std::vector<std::pair<llvm::PHINode*, llvm::Value*>> copies;
    for (llvm::PHINode& phi : to.phis()) {
        llvm::Value* const value = phi.getIncomingValueForBlock(&from);
        if (!phi.use_empty() && value != &phi && !llvm::isa<llvm::UndefValue>(value)) copies.emplace_back(&phi, value);
    }
    const auto reads_phi = [&](const llvm::Value* value) {
        if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(value)) return phi->getParent() == &to;
        return llvm::isa<llvm::GetElementPtrInst>(value);
    };
    const bool are_parallel =
        copies.size() > 1 && std::ranges::any_of(copies, [&](const auto& copy) { return reads_phi(copy.second); });
    if (!are_parallel) {
        for (const auto& [phi, value] : copies) line(text, depth, names_.of(*phi) + " = " + values_.whole(*value) + ";");
        return;
    }
    std::vector<std::string> values;
    for (const auto& [phi, value] : copies) {
        values.push_back(names_.unique("next_" + names_.of(*phi)));
        line(text, depth, constant_type(*phi->getType()) + " " + values.back() + " = " + values_.whole(*value) + ";");
    }
    for (size_t i = 0; i < copies.size(); ++i) line(text, depth, names_.of(*copies[i].first) + " = " + values[i] + ";");
}

}  // namespace ingot::compiler::msl
