#include "random_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "random_source.hpp"
#include "value_type.hpp"

namespace ingot::fuzzing {

namespace {

constexpr value_type uint32 {scalar_type::uint32, 1};
constexpr value_type boolean {scalar_type::boolean, 1};

// A name that an expression can use.
struct variable {
    std::string name;
    value_type type;
    bool is_mutable = true;
    bool is_uniform = false;  // the same in all work-items of a work-group; such a variable is constant
};

// An array whose length is a power of two: std::array in private memory, or a local_buffer.
struct array {
    std::string name;
    value_type element;
    uint32_t length = 0;
};

struct function {
    std::string name;
    value_type result;
    std::vector<value_type> parameters;
    bool is_recursive = false;  // the first parameter bounds the depth
};

// Where a statement stands.
struct place {
    bool is_uniform = false;    // all work-items of a group reach it, so that it may contain barriers
    bool is_in_kernel = false;  // may use the kernel's parameters
    bool may_break = false;     // in a loop, outside of a switch
    uint32_t depth = 0;         // of nested statements
    uint32_t repetitions = 1;   // the most times that the loops around it run it
};

constexpr uint32_t max_statement_depth = 4;
constexpr uint32_t max_repetitions = 200;

class program_writer {
public:
    program_writer(uint64_t seed, const language_features& features) : random_(seed), features_(features), seed_(seed) {
        for (int i = 0; i < 8; ++i) elements_.push_back(static_cast<scalar_type>(i));
        elements_.push_back(scalar_type::float32);
        if (features.has_double) elements_.push_back(scalar_type::float64);
    }

    source_tree write() {
        std::vector<source_tree> parts;
        parts.push_back(fixed(fmt::format("namespace parts_of_{} {{\n\n", seed_)));
        for (uint32_t i = random_.below(4); i > 0; --i) parts.push_back(write_function());
        parts.push_back(fixed(fmt::format("}}  // namespace parts_of_{}\n\n", seed_)));
        parts.push_back(write_kernel());
        return sequence(std::move(parts));
    }

private:
    // Names and types.

    std::string new_name(std::string_view word) { return fmt::format("{}_{}", word, ++names_); }
    scalar_type any_element() { return random_.pick(std::span<const scalar_type>(elements_)); }
    scalar_type any_integer() { return static_cast<scalar_type>(random_.below(8)); }
    value_type any_type() {
        if (random_.chance(8)) return boolean;
        return {any_element(), random_.chance(25) ? 2 + random_.below(3) : 1};
    }
    value_type any_scalar() { return random_.chance(10) ? boolean : value_type {any_element(), 1}; }

    // Expressions. A uniform expression has the same value in all work-items of a group.

    source_tree make(const value_type& type, std::string_view pattern, std::vector<source_tree> parts = {}) {
        return compose(part_kind::expression, name_of(type), pattern, std::move(parts));
    }

    source_tree literal(const value_type& type) {
        if (type.width > 1) {
            std::vector<source_tree> components;
            for (uint32_t i = 0; i < type.width; ++i) components.push_back(literal({type.element, 1}));
            return vector_of(type, std::move(components));
        }
        if (type.element == scalar_type::boolean) return make(type, random_.chance(50) ? "true" : "false");
        if (is_floating(type.element)) {
            static constexpr std::array<std::string_view, 10> numbers {"0.0", "-0.0", "1.0",  "-1.5",    "0.1",
                                                                       "3.0", "1e-3", "1e10", "-2.75e4", "16777217.0"};
            return make(type, fmt::format("{}({})", name_of(type), numbers[random_.below(numbers.size())]));
        }
        const uint64_t value = random_.chance(50)   ? random_.below(10)
                               : random_.chance(50) ? random_.bits()
                                                    : ~uint64_t {0} >> random_.below(64);
        return make(type, fmt::format("static_cast<{}>({}u)", name_of(type), value));
    }

    source_tree vector_of(const value_type& type, std::vector<source_tree> components) {
        std::string places = "$";
        for (size_t i = 1; i < components.size(); ++i) places += ", $";
        return make(type, fmt::format("{}({})", name_of(type), places), std::move(components));
    }

    // Returns an index below `length`, a power of two.
    source_tree index_below(uint32_t length, uint32_t depth, bool is_uniform) {
        return fixed(fmt::format("($ & {}u)", length - 1), {expression(uint32, depth, is_uniform)});
    }

    std::optional<source_tree> variable_of(const value_type& type, bool is_uniform) {
        std::vector<const variable*> candidates;
        for (const variable& each : variables_)
            if (each.type == type && (each.is_uniform || !is_uniform)) candidates.push_back(&each);
        if (candidates.empty()) return {};
        return make(type, candidates[random_.below(static_cast<uint32_t>(candidates.size()))]->name);
    }

    std::optional<source_tree> element_of(const value_type& type, uint32_t depth) {
        std::vector<const array*> candidates;
        for (const array& each : arrays_)
            if (each.element == type) candidates.push_back(&each);
        if (candidates.empty()) return {};
        const array& chosen = *candidates[random_.below(static_cast<uint32_t>(candidates.size()))];
        return make(type, chosen.name + "[$]", {index_below(chosen.length, depth, false)});
    }

    source_tree leaf(const value_type& type, uint32_t depth, bool is_uniform) {
        if (random_.chance(75))
            if (auto found = variable_of(type, is_uniform)) return *std::move(found);
        if (!is_uniform && depth > 0 && random_.chance(40))
            if (auto found = element_of(type, depth - 1)) return *std::move(found);
        if (place_.is_in_kernel && depth > 0 && type == uint32 && random_.chance(40))
            return make(type, "words[$]", {index_below(word_count, depth - 1, is_uniform)});
        if (place_.is_in_kernel && depth > 0 && type.width == 1 && is_floating(type.element) && random_.chance(60))
            return make(type, fmt::format("{}(numbers[$])", name_of(type)), {index_below(number_count, depth - 1, is_uniform)});
        return literal(type);
    }

    source_tree expression(const value_type& type, uint32_t depth, bool is_uniform) {
        if (depth == 0) return leaf(type, 0, is_uniform);
        const uint32_t rest = depth - 1;
        const auto same = [&] { return expression(type, rest, is_uniform); };
        const std::string name = name_of(type);
        if (random_.chance(20)) return leaf(type, depth, is_uniform);
        if (random_.chance(10)) return make(type, "($ ? $ : $)", {expression(boolean, rest, is_uniform), same(), same()});
        if (!is_uniform && random_.chance(12))
            if (auto call = call_of(type, rest)) return *std::move(call);
        if (type == boolean) return condition(rest, is_uniform);
        if (type.width > 1) return vector_expression(type, rest, is_uniform);
        if (is_floating(type.element)) return floating_expression(type, rest, is_uniform);
        return integer_expression(type, rest, is_uniform);
    }

    source_tree condition(uint32_t depth, bool is_uniform) {
        switch (random_.below(6)) {
            case 0:
                return make(boolean, "($ && $)",
                            {expression(boolean, depth, is_uniform), expression(boolean, depth, is_uniform)});
            case 1:
                return make(boolean, "($ || !$)",
                            {expression(boolean, depth, is_uniform), expression(boolean, depth, is_uniform)});
            case 2: {
                const value_type type {any_element(), 2 + random_.below(3)};
                static constexpr std::array<std::string_view, 3> folds {"any", "all", "none"};
                return make(boolean, fmt::format("{}($ {} $)", folds[random_.below(3)], random_.chance(50) ? "<" : "=="),
                            {expression(type, depth, is_uniform), expression(type, depth, is_uniform)});
            }
            default: {
                const value_type type {any_element(), 1};
                static constexpr std::array<std::string_view, 6> comparisons {"<", "<=", ">", ">=", "==", "!="};
                return make(boolean, fmt::format("($ {} $)", comparisons[random_.below(6)]),
                            {expression(type, depth, is_uniform), expression(type, depth, is_uniform)});
            }
        }
    }

    source_tree integer_expression(const value_type& type, uint32_t depth, bool is_uniform) {
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
                return make(type, fmt::format("{}<{}>($, $)", operations[random_.below(operations.size())], name),
                            {same(), same()});
            case 4:
            case 5:
                return make(type, fmt::format("static_cast<{}>($ {} $)", name, bit_operations[random_.below(3)]),
                            {same(), same()});
            case 6:
                return make(type, fmt::format("static_cast<{}>(~$)", name), {same()});
            case 7: {
                const uint32_t count = random_.below(3);
                if (count == 0) return make(type, fmt::format("static_cast<{}>(popcount($))", name), {same()});
                return make(type, fmt::format("static_cast<{0}>({1}(static_cast<{0}>($ | 1)))", name, count == 1 ? "clz" : "ctz"),
                            {same()});
            }
            case 8:
                return make(type, fmt::format("{}($, $)", random_.chance(50) ? "min" : "max"), {same(), same()});
            case 9: {
                const value_type source {any_integer(), 1};
                return make(type, fmt::format("static_cast<{}>($)", name), {expression(source, depth, is_uniform)});
            }
            case 10: {
                const value_type source {random_.chance(50) && features_.has_double ? scalar_type::float64 : scalar_type::float32,
                                         1};
                return make(type, fmt::format("integer_of<{}>($)", name), {expression(source, depth, is_uniform)});
            }
            case 11: {
                const value_type source {type.element, 2 + random_.below(3)};
                const std::string_view component = std::string_view("xyzw").substr(random_.below(source.width), 1);
                return make(type, fmt::format("$.{}", component), {expression(source, depth, is_uniform)});
            }
            case 12:
                if (bits_of(type.element) >= 32)
                    return make(type, fmt::format("{}($, $)", random_.chance(50) ? "mul_hi" : "rotate"), {same(), same()});
                return make(type, fmt::format("static_cast<{}>(bit_reverse($))", name), {same()});
            default:
                return make(type, fmt::format("static_cast<{}>($)", name), {expression(boolean, depth, is_uniform)});
        }
    }

    source_tree floating_expression(const value_type& type, uint32_t depth, bool is_uniform) {
        const auto same = [&] { return expression(type, depth, is_uniform); };
        const std::string name = name_of(type);
        static constexpr std::array<std::string_view, 3> operations {"sum", "difference", "product"};
        static constexpr std::array<std::string_view, 5> roundings {"floor", "ceil", "trunc", "rint", "abs"};
        switch (random_.below(10)) {
            case 0:
            case 1:
            case 2:
            case 3:
                return make(type, fmt::format("{}<{}>($, $)", operations[random_.below(3)], name), {same(), same()});
            case 4:
                return make(type, fmt::format("{}($)", roundings[random_.below(5)]), {same()});
            case 5:
                return make(type, "fma($, $, $)", {same(), same(), same()});
            case 6: {
                const value_type source {any_integer(), 1};
                return make(type, fmt::format("static_cast<{}>($)", name), {expression(source, depth, is_uniform)});
            }
            case 7: {
                const value_type source {type.element, 2 + random_.below(3)};
                return make(type, fmt::format("$.{}", random_.chance(50) ? "x" : "y"), {expression(source, depth, is_uniform)});
            }
            case 8:
                if (type.element == scalar_type::float32 && features_.has_double)
                    return make(type, "static_cast<float>($)", {expression({scalar_type::float64, 1}, depth, is_uniform)});
                return make(type, "(-$)", {same()});
            default:
                return make(type, "copysign($, $)", {same(), same()});
        }
    }

    source_tree vector_expression(const value_type& type, uint32_t depth, bool is_uniform) {
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
                    return make(type, fmt::format("($ {} $)", bit_operations[random_.below(3)]), {same(), same()});
                return make(type, "(-$)", {same()});
            case 2: {  // components by name, in any order
                const uint32_t source_width = std::max(type.width, 2 + random_.below(3));
                std::string components;
                for (uint32_t i = 0; i < type.width; ++i) components += "xyzw"[random_.below(source_width)];
                return make(type, fmt::format("{}($.{})", name_of(type), components),
                            {expression({type.element, source_width}, depth, is_uniform)});
            }
            case 3: {
                const value_type source {any_integer(), type.width};
                if (is_floating(type.element) && is_integer(source.element))
                    return make(type, fmt::format("{}($)", name_of(type)), {expression(source, depth, is_uniform)});
                if (is_integer(type.element) && is_integer(source.element))
                    return make(type, fmt::format("{}($)", name_of(type)), {expression(source, depth, is_uniform)});
                return same();
            }
            default:
                return make(type, fmt::format("{}($, $)", operations[random_.below(3)]), {same(), same()});
        }
    }

    std::optional<source_tree> call_of(const value_type& type, uint32_t depth) {
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
        return make(type, fmt::format("{}({})", called.name, places), std::move(arguments));
    }

    // Functions.

    source_tree write_function() {
        const std::vector<variable> outer = std::exchange(variables_, {});
        place_ = {.repetitions = max_repetitions / 8};
        function written {new_name("function"), any_type(), {}, random_.chance(30)};
        std::string parameters;
        for (uint32_t i = (written.is_recursive ? 2 : 1) + random_.below(3); i > 0; --i) {
            const bool is_depth = written.is_recursive && written.parameters.empty();
            const value_type type = is_depth ? uint32 : any_type();
            const std::string name = is_depth ? "depth" : new_name("parameter");
            variables_.push_back({name, type, !is_depth, false});
            parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", name_of(type), name);
            written.parameters.push_back(type);
        }
        std::vector<source_tree> body;
        body.push_back(fixed(fmt::format("static {} {}({}) {{\n", name_of(written.result), written.name, parameters)));
        if (written.is_recursive) body.push_back(fixed("if (depth == 0) return $;\n", {expression(written.result, 2, false)}));
        body.push_back(block(1 + random_.below(3)));
        if (written.is_recursive) {
            std::string places = "depth - 1";
            std::vector<source_tree> arguments;
            for (size_t i = 1; i < written.parameters.size(); ++i) {
                places += ", $";
                arguments.push_back(expression(written.parameters[i], 2, false));
            }
            body.push_back(fixed(fmt::format("const {} inner = {}({});\n", name_of(written.result), written.name, places),
                                 std::move(arguments)));
            variables_.push_back({"inner", written.result, false, false});
        }
        body.push_back(fixed("return $;\n}\n\n", {expression(written.result, 3, false)}));
        variables_ = outer;
        arrays_.clear();
        functions_.push_back(std::move(written));
        // A function that nobody calls can be removed.
        return {part_kind::statement, {}, {}, std::move(body)};
    }

    source_tree write_kernel() {
        variables_ = {{"first", uint32, false, true},
                      {"second", {scalar_type::int32, 1}, false, true},
                      {"group", uint32, false, true},
                      {"item", uint32, false, false},
                      {"lane", uint32, false, false}};
        place_ = {.is_uniform = true, .is_in_kernel = true};
        std::vector<source_tree> body;
        for (uint32_t i = 4 + random_.below(6); i > 0; --i) body.push_back(any_statement());
        // After a work-item has returned there are no more barriers.
        place_.is_uniform = false;
        if (random_.chance(50)) {
            body.push_back(statement(fmt::format("if ($) {{\nresults[{} * item] = digest;\nreturn;\n}}\n", results_per_item),
                                     {expression(boolean, 3, false)}));
            for (uint32_t i = 1 + random_.below(3); i > 0; --i) body.push_back(any_statement());
        }
        std::vector<source_tree> all;
        all.push_back(fixed(
            fmt::format("kernel void {}(buffer<const uint32_t> words, buffer<const float> numbers, buffer<uint64_t> results,\n"
                        "buffer<uint32_t> counters, param<uint32_t> first, param<int32_t> second) {{\n"
                        "using namespace parts_of_{};\n"
                        "const uint32_t item = global_id.x;\nconst uint32_t lane = local_id.x;\n"
                        "const uint32_t group = group_id.x;\nuint64_t digest = item;\n",
                        program_name(seed_), seed_)));
        for (source_tree& each : local_memory_) all.push_back(std::move(each));
        all.push_back(sequence(std::move(body)));
        all.push_back(fixed(fmt::format("results[{} * item] = digest;\n}}\n\n", results_per_item)));
        return sequence(std::move(all));
    }

    // Statements.

    source_tree block(uint32_t count) {
        const size_t outer_variables = variables_.size();
        const size_t outer_arrays = arrays_.size();
        std::vector<source_tree> statements;
        for (; count > 0; --count) statements.push_back(any_statement());
        variables_.resize(outer_variables);
        arrays_.resize(outer_arrays);
        return sequence(std::move(statements));
    }
    // Writes a block in another place.
    source_tree block_in(place inner, uint32_t count) {
        const place outer = std::exchange(place_, inner);
        source_tree written = block(count);
        place_ = outer;
        return written;
    }
    uint32_t block_length() { return 1 + random_.below(place_.depth < 2 ? 4 : 2); }
    place inside() const {
        place inner = place_;
        ++inner.depth;
        return inner;
    }

    source_tree any_statement() {
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

    source_tree digest_statement() {
        const value_type type = any_type();
        return statement("digest = mixed(digest, bits_of($));\n", {expression(type, 3, false)});
    }

    source_tree declaration() {
        const value_type type = any_type();
        const bool is_uniform = place_.is_uniform && random_.chance(35);
        source_tree value = expression(type, 3, is_uniform);
        const std::string name = new_name(is_uniform ? "common" : "value");
        variables_.push_back({name, type, !is_uniform, is_uniform});
        return statement(fmt::format("{}{} {} = $;\n", is_uniform ? "const " : "", name_of(type), name), {std::move(value)});
    }

    std::optional<source_tree> assignment() {
        if (random_.chance(30) && !arrays_.empty()) {
            const array& target = arrays_[random_.below(static_cast<uint32_t>(arrays_.size()))];
            return statement(target.name + "[$] = $;\n",
                             {index_below(target.length, 2, false), expression(target.element, 3, false)});
        }
        std::vector<const variable*> candidates;
        for (const variable& each : variables_)
            if (each.is_mutable) candidates.push_back(&each);
        if (candidates.empty()) return {};
        const variable target = *candidates[random_.below(static_cast<uint32_t>(candidates.size()))];
        if (target.type.width > 1 && random_.chance(40))
            return statement(fmt::format("{}.{} = $;\n", target.name, "xyzw"[random_.below(target.type.width)]),
                             {expression({target.type.element, 1}, 3, false)});
        return statement(target.name + " = $;\n", {expression(target.type, 3, false)});
    }

    source_tree condition_statement() {
        place inner = inside();
        inner.is_uniform = place_.is_uniform && random_.chance(50);
        source_tree tested = expression(boolean, 3, inner.is_uniform);
        source_tree then = block_in(inner, block_length());
        if (random_.chance(40)) return statement("if ($) {\n$}\n", {std::move(tested), std::move(then)});
        return statement("if ($) {\n$} else {\n$}\n", {std::move(tested), std::move(then), block_in(inner, block_length())});
    }

    // Leaves or repeats the loop around the statement.
    source_tree jump(const place& loop_body) {
        return statement(fmt::format("if ($) {};\n", random_.chance(50) ? "break" : "continue"),
                         {expression(boolean, 2, loop_body.is_uniform)});
    }

    source_tree loop() {
        const uint32_t most = place_.repetitions > max_repetitions / 8 ? 2 : place_.repetitions > max_repetitions / 32 ? 4 : 8;
        place inner = inside();
        inner.repetitions *= most;
        inner.is_uniform = place_.is_uniform && random_.chance(50);
        const std::string counter = new_name("i");
        source_tree limit = index_below(most, 2, inner.is_uniform);
        const size_t outer = variables_.size();
        variables_.push_back({counter, uint32, false, inner.is_uniform});
        source_tree first_half = block_in(inner, block_length());
        source_tree middle = random_.chance(40) ? jump(inner) : fixed("");
        source_tree second_half = random_.chance(60) ? block_in(inner, block_length()) : fixed("");
        variables_.resize(outer);
        std::vector<source_tree> parts;
        switch (random_.below(3)) {
            case 0:
                return statement(fmt::format("for (uint32_t {0} = 0; {0} <= $; ++{0}) {{\n$$$}}\n", counter),
                                 {std::move(limit), std::move(first_half), std::move(middle), std::move(second_half)});
            case 1:
                return statement(fmt::format("for (uint32_t {0} = $; {0}-- > 0;) {{\n$$$}}\n", counter),
                                 {std::move(limit), std::move(first_half), std::move(middle), std::move(second_half)});
            default:
                return statement(
                    fmt::format(
                        "uint32_t next_{0} = $ + 1;\ndo {{\nconst uint32_t {0} = --next_{0};\n$$$}} while (next_{0} != 0);\n",
                        counter),
                    {std::move(limit), std::move(first_half), std::move(middle), std::move(second_half)});
        }
    }

    source_tree switch_statement() {
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
        return statement(pattern + "}\n", std::move(parts));
    }

    source_tree array_declaration() {
        const value_type element = random_.chance(70) ? value_type {any_element(), 1} : any_type();
        const uint32_t length = 4u << random_.below(3);
        const std::string name = new_name("array");
        const std::string counter = new_name("i");
        variables_.push_back({counter, uint32, false, false});
        source_tree value = expression(element, 2, false);
        variables_.pop_back();
        arrays_.push_back({name, element, length});
        return sequence({fixed(fmt::format("std::array<{}, {}> {} {{}};\n", name_of(element), length, name)),
                         statement(fmt::format("for (uint32_t {0} = 0; {0} < {1}; ++{0}) {2}[{0}] = $;\n", counter, length, name),
                                   {std::move(value)})});
    }

    // An algorithm of the standard library, or a copy within an array whose source and target may overlap.
    std::optional<source_tree> array_statement() {
        if (arrays_.empty()) return {};
        const array chosen = arrays_[random_.below(static_cast<uint32_t>(arrays_.size()))];
        const std::string& name = chosen.name;
        const uint32_t half = chosen.length / 2;
        const bool is_ordered = chosen.element.width == 1 && is_integer(chosen.element.element);
        const auto index = [&](uint32_t length) { return index_below(length, 1, false); };
        switch (random_.below(12)) {
            case 0:
                return statement(fmt::format("std::rotate({0}.begin(), {0}.begin() + $, {0}.end());\n", name),
                                 {index(chosen.length)});
            case 1:
                return statement(fmt::format("std::reverse({0}.begin() + $, {0}.end());\n", name), {index(half)});
            case 2: {  // std::memmove by a distance that is known
                const uint32_t from = random_.below(half);
                const uint32_t to = random_.below(half);
                return statement(fmt::format("std::memmove(&{0}[{1}], &{0}[{2}], {3} * sizeof {0}[0]);\n", name, to, from, half));
            }
            case 3:
                return statement(fmt::format("std::memmove(&{0}[$], &{0}[$], {1} * sizeof {0}[0]);\n", name, half),
                                 {index(half), index(half)});
            case 4:
                return statement(fmt::format("std::copy_backward({0}.begin(), {0}.begin() + $, {0}.end());\n", name),
                                 {index(half)});
            case 5:
                return statement(fmt::format("std::copy({0}.begin() + 1 + $, {0}.end(), {0}.begin());\n", name), {index(half)});
            case 6:
                return statement(fmt::format("std::fill_n({0}.begin() + $, $, $);\n", name),
                                 {index(half), index(half), expression(chosen.element, 2, false)});
            case 7:
                if (!is_ordered) break;
                return statement(fmt::format("std::sort({0}.begin(), {0}.begin() + $);\n", name), {index(chosen.length)});
            case 8:
                if (!is_ordered || !place_.is_in_kernel) break;
                return statement(fmt::format(
                    "digest = mixed(digest, static_cast<uint64_t>(std::max_element({0}.begin(), {0}.end()) - {0}.begin()));\n",
                    name));
            case 9:
                if (!is_ordered || !place_.is_in_kernel) break;
                return statement(fmt::format("std::sort({0}.begin(), {0}.end());\n"
                                             "digest = mixed(digest, static_cast<uint64_t>(std::lower_bound({0}.begin(), "
                                             "{0}.end(), $) - {0}.begin()));\n",
                                             name),
                                 {expression(chosen.element, 2, false)});
            case 10:
                if (!is_unsigned(chosen.element.element) || chosen.element.width > 1 || bits_of(chosen.element.element) < 32 ||
                    !place_.is_in_kernel)
                    break;
                return statement(
                    fmt::format("digest = mixed(digest, std::accumulate({0}.begin(), {0}.end(), uint64_t {{0}}));\n", name));
            default:
                if (!place_.is_in_kernel) break;
                return statement(fmt::format("digest = mixed(digest, bits_of({}));\n", name));
        }
        return {};
    }

    // Work-items of a group exchange values through local memory.
    source_tree exchange() {
        if (features_.has_sub_group_reductions && random_.chance(25)) return sub_group_statement();
        const bool sorts = random_.chance(20);
        const value_type element = sorts ? value_type {any_integer(), 1} : any_type();
        const std::string shared = new_name("shared");
        const std::string value = new_name("value");
        local_memory_.push_back(fixed(fmt::format("local_buffer<{}, {}> {};\n", name_of(element), group_size, shared)));
        source_tree put = expression(element, 3, false);
        const std::string sort =
            sorts ? fmt::format("if (lane == 0) std::sort(&{0}[0], &{0}[0] + {1});\nbarrier();\n", shared, group_size) : "";
        source_tree taken = index_below(group_size, 2, false);
        variables_.push_back({value, element, true, false});
        // The second barrier protects what is read here from the next write.
        return statement(
            fmt::format("{0}[lane] = $;\nbarrier();\n{1}{2} {3} = {0}[$];\nbarrier();\n", shared, sort, name_of(element), value),
            {std::move(put), std::move(taken)});
    }

    // The sum or maximum of all sub-groups' results does not depend on the size of the sub-groups.
    source_tree sub_group_statement() {
        const uint32_t counter = random_.below(2);
        const std::string value = new_name("value");
        return statement(fmt::format("const uint32_t {0} = sub_group_reduce_{1}($);\n"
                                     "if (sub_group_local_id() == 0) atomic_{1}(&counters[{2}], {0});\n",
                                     value, counter == 0 ? "add" : "max", counter),
                         {expression(uint32, 3, false)});
    }

    // Each counter has one operation, so that the order of the work-items does not matter.
    source_tree atomic_statement() {
        static constexpr std::array<std::string_view, 6> operations {"add", "max", "min", "xor", "or", "and"};
        const uint32_t operation = random_.below(operations.size());
        return statement(fmt::format("atomic_{}(&counters[{} + 8 * ($ & 1u)], $);\n", operations[operation], operation),
                         {expression(uint32, 1, false), expression(uint32, 3, false)});
    }

    // Reads through a pointer that points to one of two memories.
    source_tree pointer_statement() {
        const std::string pointer = new_name("pointer");
        std::vector<std::string> arrays;
        for (const array& each : arrays_)
            if (each.element == uint32) arrays.push_back(fmt::format("&{}[{}]", each.name, each.length / 4));
        const std::string own = arrays.empty() ? "&words[8]" : arrays[random_.below(static_cast<uint32_t>(arrays.size()))];
        return statement(fmt::format("{{\nconst uint32_t* {0} = $ ? {1} : &words[$];\n"
                                     "for (uint32_t i = 0; i < 2; ++i) digest = mixed(digest, *{0}++);\n}}\n",
                                     pointer, own),
                         {expression(boolean, 2, false), index_below(word_count / 2, 1, false)});
    }

    random_source random_;
    const language_features features_;
    const uint64_t seed_;
    std::vector<scalar_type> elements_;  // of the types that programs use
    uint64_t names_ = 0;
    uint32_t calls_ = 0;
    place place_;
    std::vector<variable> variables_;
    std::vector<array> arrays_;
    std::vector<function> functions_;
    std::vector<source_tree> local_memory_;
};

}  // namespace

std::string program_name(uint64_t seed) { return fmt::format("program_{}", seed); }

source_tree random_program(uint64_t seed, const language_features& features) { return program_writer(seed, features).write(); }

std::string file_beginning() {
    return "// Generated by tests/fuzzing.\n#include <defined_operations.hpp>\n\nusing namespace ingot;\nusing namespace "
           "ingot::fuzzing;\n\n";
}

}  // namespace ingot::fuzzing
