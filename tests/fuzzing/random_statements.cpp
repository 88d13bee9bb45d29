// The statements of random programs.
#include <array>

#include "program_writer.hpp"

namespace ingot::fuzzing {

namespace {

constexpr uint32_t max_statement_depth = 4;

}  // namespace

source_tree program_writer::block(uint32_t count) {
    const size_t outer_variables = variables_.size();
    const size_t outer_arrays = arrays_.size();
    std::vector<source_tree> statements;
    for (; count > 0; --count) statements.push_back(any_statement());
    variables_.resize(outer_variables);
    arrays_.resize(outer_arrays);
    return sequence(std::move(statements));
}

source_tree program_writer::block_in(place inner, uint32_t count) {
    const place outer = std::exchange(place_, inner);
    source_tree written = block(count);
    place_ = outer;
    return written;
}

place program_writer::inside() const {
    place inner = place_;
    ++inner.depth;
    return inner;
}

source_tree program_writer::any_statement() {
    const bool can_nest = place_.depth < max_statement_depth;
    for (;;) {
        switch (random_.below(20)) {
            case 0:
            case 1:
            case 2:
                return declaration();
            case 3:
            case 4:
            case 5:
                if (auto assigned = assignment()) return *std::move(assigned);
                break;
            case 6:
            case 7:
                if (can_nest) return condition_statement();
                break;
            case 8:
            case 9:
                if (can_nest) return loop();
                break;
            case 10:
                if (can_nest) return switch_statement();
                break;
            case 11:
                if (place_.depth < 3) return array_declaration();
                break;
            case 12:
            case 13:
                if (auto algorithm = array_statement()) return *std::move(algorithm);
                break;
            case 14:
            case 15:
                if (place_.is_uniform && place_.is_in_kernel) return exchange();
                break;
            case 16:
                if (place_.is_in_kernel) return atomic_statement();
                break;
            case 17:
                if (place_.is_in_kernel) return pointer_statement();
                break;
            default:
                if (place_.is_in_kernel) return digest_statement();
                break;
        }
    }
}

source_tree program_writer::digest_statement() {
    const value_type type = any_type();
    return statement({"digest = mixed(digest, bits_of($));\n", {expression(type, 3, false)}});
}

source_tree program_writer::declaration() {
    const value_type type = any_type();
    const bool is_uniform = place_.is_uniform && random_.chance(35);
    source_tree value = expression(type, 3, is_uniform);
    const std::string name = new_name(is_uniform ? "common" : "value");
    variables_.push_back({name, type, !is_uniform, is_uniform});
    return statement({fmt::format("{}{} {} = $;\n", is_uniform ? "const " : "", name_of(type), name), {std::move(value)}});
}

std::optional<source_tree> program_writer::assignment() {
    if (random_.chance(30) && !arrays_.empty()) {
        const array& target = arrays_[random_.below(static_cast<uint32_t>(arrays_.size()))];
        return statement(
            {target.name + "[$] = $;\n", {index_below(target.length, 2, false), expression(target.element, 3, false)}});
    }
    std::vector<const variable*> candidates;
    for (const variable& each : variables_)
        if (each.is_mutable) candidates.push_back(&each);
    if (candidates.empty()) return {};
    const variable target = *candidates[random_.below(static_cast<uint32_t>(candidates.size()))];
    if (target.type.width > 1 && random_.chance(40))
        return statement({fmt::format("{}.{} = $;\n", target.name, "xyzw"[random_.below(target.type.width)]),
                          {expression({target.type.element, 1}, 3, false)}});
    return statement({target.name + " = $;\n", {expression(target.type, 3, false)}});
}

source_tree program_writer::condition_statement() {
    place inner = inside();
    inner.is_uniform = place_.is_uniform && random_.chance(50);
    source_tree tested = expression(boolean, 3, inner.is_uniform);
    source_tree then = block_in(inner, block_length());
    if (random_.chance(40)) return statement({"if ($) {\n$}\n", {std::move(tested), std::move(then)}});
    return statement({"if ($) {\n$} else {\n$}\n", {std::move(tested), std::move(then), block_in(inner, block_length())}});
}

source_tree program_writer::jump(const place& loop_body) {
    return statement(
        {fmt::format("if ($) {};\n", random_.chance(50) ? "break" : "continue"), {expression(boolean, 2, loop_body.is_uniform)}});
}

source_tree program_writer::loop() {
    const uint32_t most = place_.repetitions > max_repetitions / 8 ? 2 : place_.repetitions > max_repetitions / 32 ? 4 : 8;
    place inner = inside();
    inner.repetitions *= most;
    inner.is_uniform = place_.is_uniform && random_.chance(50);
    const std::string counter = new_name("i");
    source_tree limit = index_below(most, 2, inner.is_uniform);
    const size_t outer = variables_.size();
    variables_.push_back({counter, uint32, false, inner.is_uniform});
    source_tree first_half = block_in(inner, block_length());
    source_tree middle = random_.chance(40) ? jump(inner) : fixed({""});
    source_tree second_half = random_.chance(60) ? block_in(inner, block_length()) : fixed({""});
    variables_.resize(outer);
    switch (random_.below(3)) {
        case 0:
            return statement({fmt::format("for (uint32_t {0} = 0; {0} <= $; ++{0}) {{\n$$$}}\n", counter),
                              {std::move(limit), std::move(first_half), std::move(middle), std::move(second_half)}});
        case 1:
            return statement({fmt::format("for (uint32_t {0} = $; {0}-- > 0;) {{\n$$$}}\n", counter),
                              {std::move(limit), std::move(first_half), std::move(middle), std::move(second_half)}});
        default:
            return statement(
                {fmt::format(
                     "uint32_t next_{0} = $ + 1;\ndo {{\nconst uint32_t {0} = --next_{0};\n$$$}} while (next_{0} != 0);\n",
                     counter),
                 {std::move(limit), std::move(first_half), std::move(middle), std::move(second_half)}});
    }
}

source_tree program_writer::switch_statement() {
    place inner = inside();
    inner.is_uniform = place_.is_uniform && random_.chance(40);
    const value_type type {any_integer(), 1};
    std::vector<source_tree> parts;
    parts.push_back(expression(type, 2, inner.is_uniform));
    std::string pattern = fmt::format("switch ($ & {}) {{\n", random_.chance(50) ? 3 : 7);
    const uint32_t cases = 1 + random_.below(4);
    for (uint32_t i = 0; i < cases; ++i) {
        const bool falls_through = i + 1 < cases && random_.chance(30);
        pattern += fmt::format("case {}: {{\n$}}\n{}\n", i, falls_through ? "[[fallthrough]];" : "break;");
        parts.push_back(block_in(inner, 1 + random_.below(2)));
    }
    if (random_.chance(60)) {
        pattern += "default: {\n$}\n";
        parts.push_back(block_in(inner, 1 + random_.below(2)));
    }
    return statement({pattern + "}\n", std::move(parts)});
}

source_tree program_writer::array_declaration() {
    const value_type element = random_.chance(70) ? value_type {any_element(), 1} : any_type();
    const uint32_t length = 4u << random_.below(3);
    const std::string name = new_name("array");
    const std::string counter = new_name("i");
    variables_.push_back({counter, uint32, false, false});
    source_tree value = expression(element, 2, false);
    variables_.pop_back();
    arrays_.push_back({name, element, length});
    return sequence({fixed({fmt::format("std::array<{}, {}> {} {{}};\n", name_of(element), length, name)}),
                     statement({fmt::format("for (uint32_t {0} = 0; {0} < {1}; ++{0}) {2}[{0}] = $;\n", counter, length, name),
                                {std::move(value)}})});
}

std::optional<source_tree> program_writer::array_statement() {
    if (arrays_.empty()) return {};
    const array chosen = arrays_[random_.below(static_cast<uint32_t>(arrays_.size()))];
    const std::string& name = chosen.name;
    const uint32_t half = chosen.length / 2;
    const bool is_ordered = chosen.element.width == 1 && is_integer(chosen.element.element);
    const auto index = [&](uint32_t length) { return index_below(length, 1, false); };
    switch (random_.below(12)) {
        case 0:
            return statement(
                {fmt::format("std::rotate({0}.begin(), {0}.begin() + $, {0}.end());\n", name), {index(chosen.length)}});
        case 1:
            return statement({fmt::format("std::reverse({0}.begin() + $, {0}.end());\n", name), {index(half)}});
        case 2: {  // std::memmove by a distance that is known at compile time
            const uint32_t from = random_.below(half);
            const uint32_t to = random_.below(half);
            return statement({fmt::format("std::memmove(&{0}[{1}], &{0}[{2}], {3} * sizeof {0}[0]);\n", name, to, from, half)});
        }
        case 3:
            return statement(
                {fmt::format("std::memmove(&{0}[$], &{0}[$], {1} * sizeof {0}[0]);\n", name, half), {index(half), index(half)}});
        case 4:
            return statement(
                {fmt::format("std::copy_backward({0}.begin(), {0}.begin() + $, {0}.end());\n", name), {index(half)}});
        case 5:
            return statement({fmt::format("std::copy({0}.begin() + 1 + $, {0}.end(), {0}.begin());\n", name), {index(half)}});
        case 6:
            return statement({fmt::format("std::fill_n({0}.begin() + $, $, $);\n", name),
                              {index(half), index(half), expression(chosen.element, 2, false)}});
        case 7:
            if (!is_ordered) break;
            return statement({fmt::format("std::sort({0}.begin(), {0}.begin() + $);\n", name), {index(chosen.length)}});
        case 8:
            if (!is_ordered || !place_.is_in_kernel) break;
            return statement({fmt::format(
                "digest = mixed(digest, static_cast<uint64_t>(std::max_element({0}.begin(), {0}.end()) - {0}.begin()));\n",
                name)});
        case 9:
            if (!is_ordered || !place_.is_in_kernel) break;
            return statement({fmt::format("std::sort({0}.begin(), {0}.end());\n"
                                          "digest = mixed(digest, static_cast<uint64_t>(std::lower_bound({0}.begin(), "
                                          "{0}.end(), $) - {0}.begin()));\n",
                                          name),
                              {expression(chosen.element, 2, false)}});
        case 10:
            if (!is_unsigned(chosen.element.element) || chosen.element.width > 1 || bits_of(chosen.element.element) < 32 ||
                !place_.is_in_kernel)
                break;
            return statement(
                {fmt::format("digest = mixed(digest, std::accumulate({0}.begin(), {0}.end(), uint64_t {{0}}));\n", name)});
        default:
            if (!place_.is_in_kernel) break;
            return statement({fmt::format("digest = mixed(digest, bits_of({}));\n", name)});
    }
    return {};
}

source_tree program_writer::exchange() {
    if (features_.has_sub_group_reductions && random_.chance(25)) return sub_group_statement();
    const bool sorts = random_.chance(20);
    const value_type element = sorts ? value_type {any_integer(), 1} : any_type();
    const std::string shared = new_name("shared");
    const std::string value = new_name("value");
    local_memory_.push_back(fixed({fmt::format("local_buffer<{}, {}> {};\n", name_of(element), group_size, shared)}));
    source_tree put = expression(element, 3, false);
    const std::string sort =
        sorts ? fmt::format("if (lane == 0) std::sort(&{0}[0], &{0}[0] + {1});\nbarrier();\n", shared, group_size) : "";
    source_tree taken = index_below(group_size, 2, false);
    variables_.push_back({value, element, true, false});
    // Without the last barrier, a work-item in a loop could write its next element while another one still reads.
    return statement(
        {fmt::format("{0}[lane] = $;\nbarrier();\n{1}{2} {3} = {0}[$];\nbarrier();\n", shared, sort, name_of(element), value),
         {std::move(put), std::move(taken)}});
}

source_tree program_writer::sub_group_statement() {
    const uint32_t counter = random_.below(2);
    const std::string value = new_name("value");
    return statement({fmt::format("const uint32_t {0} = sub_group_reduce_{1}($);\n"
                                  "if (sub_group_local_id() == 0) atomic_{1}(&counters[{2}], {0});\n",
                                  value, counter == 0 ? "add" : "max", counter),
                      {expression(uint32, 3, false)}});
}

source_tree program_writer::atomic_statement() {
    static constexpr std::array<std::string_view, 6> operations {"add", "max", "min", "xor", "or", "and"};
    const uint32_t operation = random_.below(operations.size());
    return statement({fmt::format("atomic_{}(&counters[{} + 8 * ($ & 1u)], $);\n", operations[operation], operation),
                      {expression(uint32, 1, false), expression(uint32, 3, false)}});
}

source_tree program_writer::pointer_statement() {
    const std::string pointer = new_name("pointer");
    std::vector<std::string> arrays;
    for (const array& each : arrays_)
        if (each.element == uint32) arrays.push_back(fmt::format("&{}[{}]", each.name, each.length / 4));
    const std::string own = arrays.empty() ? "&words[8]" : arrays[random_.below(static_cast<uint32_t>(arrays.size()))];
    return statement({fmt::format("{{\nconst uint32_t* {0} = $ ? {1} : &words[$];\n"
                                  "for (uint32_t i = 0; i < 2; ++i) digest = mixed(digest, *{0}++);\n}}\n",
                                  pointer, own),
                      {expression(boolean, 2, false), index_below(word_count / 2, 1, false)}});
}

}  // namespace ingot::fuzzing
