// The expressions of random programs.
#include <algorithm>
#include <array>

#include "program_writer.hpp"

namespace ingot::fuzzing {

source_tree program_writer::literal(const value_type& type) {
    if (type.width > 1) {
        std::vector<source_tree> components;
        for (uint32_t i = 0; i < type.width; ++i) components.push_back(literal({type.element, 1}));
        return vector_of(type, std::move(components));
    }
    if (type.element == scalar_type::boolean) return make({type, random_.chance(50) ? "true" : "false"});
    if (is_floating(type.element)) {
        static constexpr std::array<std::string_view, 10> numbers {"0.0", "-0.0", "1.0",  "-1.5",    "0.1",
                                                                   "3.0", "1e-3", "1e10", "-2.75e4", "16777217.0"};
        return make({type, fmt::format("{}({})", name_of(type), numbers[random_.below(numbers.size())])});
    }
    const uint64_t value = random_.chance(50)   ? random_.below(10)
                           : random_.chance(50) ? random_.bits()
                                                : ~uint64_t {0} >> random_.below(64);
    return make({type, fmt::format("static_cast<{}>({}u)", name_of(type), value)});
}

source_tree program_writer::vector_of(const value_type& type, std::vector<source_tree> components) {
    std::string places = "$";
    for (size_t i = 1; i < components.size(); ++i) places += ", $";
    return make({type, fmt::format("{}({})", name_of(type), places), std::move(components)});
}

source_tree program_writer::index_below(uint32_t length, uint32_t depth, bool is_uniform) {
    return fixed({fmt::format("($ & {}u)", length - 1), {expression(uint32, depth, is_uniform)}});
}

std::optional<source_tree> program_writer::variable_of(const value_type& type, bool is_uniform) {
    std::vector<const variable*> candidates;
    for (const variable& each : variables_)
        if (each.type == type && (each.is_uniform || !is_uniform)) candidates.push_back(&each);
    if (candidates.empty()) return {};
    return make({type, candidates[random_.below(static_cast<uint32_t>(candidates.size()))]->name});
}

std::optional<source_tree> program_writer::element_of(const value_type& type, uint32_t depth) {
    std::vector<const array*> candidates;
    for (const array& each : arrays_)
        if (each.element == type) candidates.push_back(&each);
    if (candidates.empty()) return {};
    const array& chosen = *candidates[random_.below(static_cast<uint32_t>(candidates.size()))];
    return make({type, chosen.name + "[$]", {index_below(chosen.length, depth, false)}});
}

source_tree program_writer::leaf(const value_type& type, uint32_t depth, bool is_uniform) {
    if (random_.chance(75))
        if (auto found = variable_of(type, is_uniform)) return *std::move(found);
    if (!is_uniform && depth > 0 && random_.chance(40))
        if (auto found = element_of(type, depth - 1)) return *std::move(found);
    if (place_.is_in_kernel && depth > 0 && type == uint32 && random_.chance(40))
        return make({type, "words[$]", {index_below(word_count, depth - 1, is_uniform)}});
    if (place_.is_in_kernel && depth > 0 && type.width == 1 && is_floating(type.element) && random_.chance(60))
        return make({type, fmt::format("{}(numbers[$])", name_of(type)), {index_below(number_count, depth - 1, is_uniform)}});
    return literal(type);
}

source_tree program_writer::expression(const value_type& type, uint32_t depth, bool is_uniform) {
    if (depth == 0) return leaf(type, 0, is_uniform);
    const uint32_t rest = depth - 1;
    const auto same = [&] { return expression(type, rest, is_uniform); };
    if (random_.chance(20)) return leaf(type, depth, is_uniform);
    if (random_.chance(10)) return make({type, "($ ? $ : $)", {expression(boolean, rest, is_uniform), same(), same()}});
    if (!is_uniform && random_.chance(12))
        if (auto call = call_of(type, rest)) return *std::move(call);
    if (type == boolean) return condition(rest, is_uniform);
    if (type.width > 1) return vector_expression(type, rest, is_uniform);
    if (is_floating(type.element)) return floating_expression(type, rest, is_uniform);
    return integer_expression(type, rest, is_uniform);
}

source_tree program_writer::condition(uint32_t depth, bool is_uniform) {
    switch (random_.below(6)) {
        case 0:
            return make({boolean, "($ && $)", {expression(boolean, depth, is_uniform), expression(boolean, depth, is_uniform)}});
        case 1:
            return make({boolean, "($ || !$)", {expression(boolean, depth, is_uniform), expression(boolean, depth, is_uniform)}});
        case 2: {
            const value_type type {any_element(), 2 + random_.below(3)};
            static constexpr std::array<std::string_view, 3> folds {"any", "all", "none"};
            const std::string_view fold = folds[random_.below(3)];
            return make({boolean,
                         fmt::format("{}($ {} $)", fold, random_.chance(50) ? "<" : "=="),
                         {expression(type, depth, is_uniform), expression(type, depth, is_uniform)}});
        }
        default: {
            const value_type type {any_element(), 1};
            static constexpr std::array<std::string_view, 6> comparisons {"<", "<=", ">", ">=", "==", "!="};
            return make({boolean,
                         fmt::format("($ {} $)", comparisons[random_.below(6)]),
                         {expression(type, depth, is_uniform), expression(type, depth, is_uniform)}});
        }
    }
}

source_tree program_writer::integer_expression(const value_type& type, uint32_t depth, bool is_uniform) {
    const auto same = [&] { return expression(type, depth, is_uniform); };
    const std::string name = name_of(type);
    static constexpr std::array<std::string_view, 7> operations {"sum",          "difference",   "product",      "quotient",
                                                                 "remainder_of", "shifted_left", "shifted_right"};
    static constexpr std::array<std::string_view, 3> bit_operations {"&", "|", "^"};
    switch (random_.below(14)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return make(
                {type, fmt::format("{}<{}>($, $)", operations[random_.below(operations.size())], name), {same(), same()}});
        case 4:
        case 5:
            return make({type, fmt::format("static_cast<{}>($ {} $)", name, bit_operations[random_.below(3)]), {same(), same()}});
        case 6:
            return make({type, fmt::format("static_cast<{}>(~$)", name), {same()}});
        case 7: {
            const uint32_t count = random_.below(3);
            if (count == 0) return make({type, fmt::format("static_cast<{}>(popcount($))", name), {same()}});
            return make({type,
                         fmt::format("static_cast<{0}>({1}(static_cast<{0}>($ | 1)))", name, count == 1 ? "clz" : "ctz"),
                         {same()}});
        }
        case 8:
            return make({type, fmt::format("{}($, $)", random_.chance(50) ? "min" : "max"), {same(), same()}});
        case 9: {
            const value_type source {any_integer(), 1};
            return make({type, fmt::format("static_cast<{}>($)", name), {expression(source, depth, is_uniform)}});
        }
        case 10: {
            const value_type source {random_.chance(50) && features_.has_double ? scalar_type::float64 : scalar_type::float32, 1};
            return make({type, fmt::format("integer_of<{}>($)", name), {expression(source, depth, is_uniform)}});
        }
        case 11: {
            const value_type source {type.element, 2 + random_.below(3)};
            const std::string_view component = std::string_view("xyzw").substr(random_.below(source.width), 1);
            return make({type, fmt::format("$.{}", component), {expression(source, depth, is_uniform)}});
        }
        case 12:
            if (bits_of(type.element) >= 32)
                return make({type, fmt::format("{}($, $)", random_.chance(50) ? "mul_hi" : "rotate"), {same(), same()}});
            return make({type, fmt::format("static_cast<{}>(bit_reverse($))", name), {same()}});
        default:
            return make({type, fmt::format("static_cast<{}>($)", name), {expression(boolean, depth, is_uniform)}});
    }
}

source_tree program_writer::floating_expression(const value_type& type, uint32_t depth, bool is_uniform) {
    const auto same = [&] { return expression(type, depth, is_uniform); };
    const std::string name = name_of(type);
    static constexpr std::array<std::string_view, 3> operations {"sum", "difference", "product"};
    static constexpr std::array<std::string_view, 5> roundings {"floor", "ceil", "trunc", "rint", "abs"};
    switch (random_.below(10)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return make({type, fmt::format("{}<{}>($, $)", operations[random_.below(3)], name), {same(), same()}});
        case 4:
            return make({type, fmt::format("{}($)", roundings[random_.below(5)]), {same()}});
        case 5:
            return make({type, "fma($, $, $)", {same(), same(), same()}});
        case 6: {
            const value_type source {any_integer(), 1};
            return make({type, fmt::format("static_cast<{}>($)", name), {expression(source, depth, is_uniform)}});
        }
        case 7: {
            const value_type source {type.element, 2 + random_.below(3)};
            return make({type, fmt::format("$.{}", random_.chance(50) ? "x" : "y"), {expression(source, depth, is_uniform)}});
        }
        case 8:
            if (type.element == scalar_type::float32 && features_.has_double)
                return make({type, "static_cast<float>($)", {expression({scalar_type::float64, 1}, depth, is_uniform)}});
            return make({type, "(-$)", {same()}});
        default:
            return make({type, "copysign($, number_or_zero($))", {same(), same()}});
    }
}

source_tree program_writer::vector_expression(const value_type& type, uint32_t depth, bool is_uniform) {
    const auto same = [&] { return expression(type, depth, is_uniform); };
    static constexpr std::array<std::string_view, 3> operations {"sum", "difference", "product"};
    static constexpr std::array<std::string_view, 3> bit_operations {"&", "|", "^"};
    switch (random_.below(6)) {
        case 0: {
            std::vector<source_tree> components;
            for (uint32_t i = 0; i < type.width; ++i) components.push_back(expression({type.element, 1}, depth, is_uniform));
            return vector_of(type, std::move(components));
        }
        case 1:
            if (is_integer(type.element))
                return make({type, fmt::format("($ {} $)", bit_operations[random_.below(3)]), {same(), same()}});
            return make({type, "(-$)", {same()}});
        case 2: {  // components by name, in any order
            const uint32_t source_width = std::max(type.width, 2 + random_.below(3));
            std::string components;
            for (uint32_t i = 0; i < type.width; ++i) components += "xyzw"[random_.below(source_width)];
            return make({type,
                         fmt::format("{}($.{})", name_of(type), components),
                         {expression({type.element, source_width}, depth, is_uniform)}});
        }
        case 3: {
            const value_type source {any_integer(), type.width};
            if (is_floating(type.element) && is_integer(source.element))
                return make({type, fmt::format("{}($)", name_of(type)), {expression(source, depth, is_uniform)}});
            if (is_integer(type.element) && is_integer(source.element))
                return make({type, fmt::format("{}($)", name_of(type)), {expression(source, depth, is_uniform)}});
            return same();
        }
        default:
            return make({type, fmt::format("{}($, $)", operations[random_.below(3)]), {same(), same()}});
    }
}

std::optional<source_tree> program_writer::call_of(const value_type& type, uint32_t depth) {
    std::vector<const function*> candidates;
    for (const function& each : functions_)
        if (each.result == type && (place_.repetitions <= 16 || !each.is_recursive)) candidates.push_back(&each);
    if (candidates.empty() || calls_ > 12) return {};
    ++calls_;
    const function& called = *candidates[random_.below(static_cast<uint32_t>(candidates.size()))];
    std::vector<source_tree> arguments;
    std::string places;
    for (const value_type& parameter : called.parameters) {
        const bool is_depth = called.is_recursive && arguments.empty();
        places += arguments.empty() ? "$" : ", $";
        arguments.push_back(is_depth ? index_below(8, std::min(depth, 1u), false) : expression(parameter, depth, false));
    }
    return make({type, fmt::format("{}({})", called.name, places), std::move(arguments)});
}

}  // namespace ingot::fuzzing
