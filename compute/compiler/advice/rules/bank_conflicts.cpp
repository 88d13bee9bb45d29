// Local memory consists of 32 banks of 4 bytes. Work-items of a sub-group that access different words of one bank wait for each
// other.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr int64_t bank_bytes = 4;
constexpr int64_t banks = 32;
constexpr int64_t least_conflicts = 16;  // fewer are often the lesser evil

// Is the token a decimal number without suffix, or the name of a constant?
bool is_plain_number(const source_token& token) {
    if (token.type == source_token::kind::word) return true;
    return token.type == source_token::kind::number && token.text.size() < 6 && token.text.front() != '0' &&
           token.text.find_first_not_of("0123456789") == std::string::npos;
}

std::string one_more(const source_token& number) {
    return number.type == source_token::kind::word ? number.text + " + 1" : std::to_string(std::stoi(number.text) + 1);
}

// Does only one work-item of each group run the block, or only some that a comparison with a position chooses?
bool runs_in_few_items(const llvm::BasicBlock& block, kernel_analysis& kernel) {
    return llvm::any_of(kernel.controlling_branches(block), [&](const llvm::Instruction* branch) {
        const auto is_position_in_row = [](const llvm::Value& value) { return is_position(value, 0); };
        return kernel.derives_from(*branch->getOperand(0), is_position_in_row, true);
    });
}

// Returns the fix that makes the rows of an array of two dimensions one element longer. Returns nothing if the kernel does more
// than to index it by two indices, so that something else may depend on the length of the rows.
std::optional<fix> longer_rows(const llvm::Instruction& access, kernel_analysis& kernel) {
    const std::optional<source_location> place = kernel.location_of(access);
    if (!place) return {};
    const source_tokens tokens = kernel.tokens_of(*place);
    const std::optional<size_t> index = tokens.at(*place);
    const std::optional<kernel_tokens> around = index ? tokens.kernel_around(*index) : std::nullopt;
    if (!around || tokens[*index].type != source_token::kind::word) return {};
    std::optional<text_edit> edit;
    for (size_t i = around->body; i < around->end; ++i) {
        if (!tokens[i].is(tokens[*index].text)) continue;
        const std::optional<size_t> first = tokens[i + 1].is("[") ? tokens.closing(i + 1) : std::nullopt;
        const std::optional<size_t> second = first && tokens[*first + 1].is("[") ? tokens.closing(*first + 1) : std::nullopt;
        const size_t statement = tokens.statement_of(i).first;
        if (tokens[statement].is("local_buffer") && tokens[i - 1].is(">") && tokens[i + 1].is(";") && !edit) {
            // local_buffer<float, 32, 32> tile;
            const size_t length = i - 2;
            if (!is_plain_number(tokens[length]) || !tokens[length - 1].is(",")) return {};
            const auto commas = std::ranges::count_if(tokens.all().subspan(statement, i - statement),
                                                      [](const source_token& each) { return each.is(","); });
            if (commas != 2) return {};
            edit = tokens.replace(length, length + 1, one_more(tokens[length]));
        } else if (tokens[statement].is("threadgroup") && second && tokens[*second + 1].is(";") && !edit) {
            // threadgroup float tile[32][32];
            const size_t length = *second - 1;
            if (*second != *first + 3 || !is_plain_number(tokens[length])) return {};
            edit = tokens.replace(length, length + 1, one_more(tokens[length]));
        } else if (!second || tokens[*second + 1].is("[") || tokens[i - 1].is("&")) {
            return {};
        }
    }
    if (!edit) return {};
    return fix {"make the rows one element longer", {*std::move(edit)}};
}

}  // namespace

void find_bank_conflicts(kernel_analysis& kernel, remark_list& found) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const plain_access access = access_of(instruction);
        if (!access.pointer || !kernel.is_authors(instruction)) continue;
        if (kernel.object_of(*access.pointer).kind != memory_kind::local) continue;
        const std::optional<linear_address> address = kernel.address_of(*access.pointer);
        if (!address) continue;
        const lane_stride stride = kernel.stride_of(*address);
        if (stride.type != lane_stride::kind::constant || stride.bytes % bank_bytes != 0) continue;
        const int64_t words = std::abs(stride.bytes) / bank_bytes;
        const int64_t conflicts = std::gcd(words, banks);
        if (conflicts < least_conflicts || runs_in_few_items(*instruction.getParent(), kernel)) continue;
        // Elements of other sizes are not counted in words.
        const bool is_word = kernel.layout().getTypeStoreSize(access.type) == llvm::TypeSize::getFixed(bank_bytes);
        const std::string lengths = is_word ? fmt::format(", {} instead of {}", words + 1, words) : std::string();
        found.add(
            instruction,
            fmt::format("neighbouring work-items access local memory {} words apart: {} of 32 work-items need the same bank and "
                        "wait for each other, on GPUs with 32 banks (NVIDIA, AMD, Apple)",
                        words, conflicts),
            fmt::format("make each row of the array one element longer{}, or exchange the indices", lengths),
            longer_rows(instruction, kernel));
    }
}

}  // namespace ingot::compiler::advice
