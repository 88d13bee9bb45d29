// Writes one random program. The class is implemented in three files: random_expressions.cpp, random_statements.cpp, and
// random_program.cpp with the functions and the kernel.
//
// The order in which the member functions draw random numbers determines the program. Another order changes the programs of
// all seeds, so that seeds in reports of defects no longer give the programs that were reported. Therefore no two arguments of a
// call may both draw: C++ does not define which is evaluated first. Elements of a list in braces may (source_pattern).
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "random_program.hpp"
#include "random_source.hpp"
#include "source_tree.hpp"
#include "value_type.hpp"

namespace ingot::fuzzing {

inline constexpr value_type uint32 {scalar_type::uint32, 1};
inline constexpr value_type boolean {scalar_type::boolean, 1};

/// A name that an expression can use.
struct variable {
    std::string name;
    value_type type;
    bool is_mutable = true;
    bool is_uniform = false;  ///< the same in all work-items of a work-group; such a variable is constant
};

/// An array whose length is a power of two: std::array in private memory.
struct array {
    std::string name;
    value_type element;
    uint32_t length = 0;
};

struct function {
    std::string name;
    value_type result;
    std::vector<value_type> parameters;
    bool is_recursive = false;  ///< if true, the first parameter limits the depth of the recursion
};

/// Where a statement stands.
struct place {
    bool is_uniform = false;    ///< all work-items of a group reach it, so that it may contain barriers
    bool is_in_kernel = false;  ///< may use the kernel's parameters
    uint32_t depth = 0;         ///< the number of statements that contain it
    uint32_t repetitions = 1;   ///< the largest number of times that the loops around it execute it
};

inline constexpr uint32_t max_repetitions = 200;

class program_writer {
public:
    program_writer(uint64_t seed, const language_features& features);

    source_tree write();

private:
    // Names and types.

    std::string new_name(std::string_view word) { return fmt::format("{}_{}", word, ++names_); }
    scalar_type any_element() { return random_.pick(std::span<const scalar_type>(elements_)); }
    scalar_type any_integer() { return static_cast<scalar_type>(random_.below(8)); }
    value_type any_type() {
        if (random_.chance(8)) return boolean;
        return {any_element(), random_.chance(25) ? 2 + random_.below(3) : 1};
    }

    // Expressions, in random_expressions.cpp. A uniform expression has the same value in all work-items of a group.

    // A pattern and the type of the expression that it gives.
    struct expression_pattern {
        value_type type;
        std::string text;
        std::vector<source_tree> parts {};
    };
    source_tree make(expression_pattern pattern) {
        return compose(part_kind::expression, name_of(pattern.type), {std::move(pattern.text), std::move(pattern.parts)});
    }
    source_tree literal(const value_type& type);
    source_tree vector_of(const value_type& type, std::vector<source_tree> components);
    // Returns an expression whose value is less than `length`, which must be a power of two.
    source_tree index_below(uint32_t length, uint32_t depth, bool is_uniform);
    std::optional<source_tree> variable_of(const value_type& type, bool is_uniform);
    std::optional<source_tree> element_of(const value_type& type, uint32_t depth);
    source_tree leaf(const value_type& type, uint32_t depth, bool is_uniform);
    source_tree expression(const value_type& type, uint32_t depth, bool is_uniform);
    source_tree condition(uint32_t depth, bool is_uniform);
    source_tree integer_expression(const value_type& type, uint32_t depth, bool is_uniform);
    source_tree floating_expression(const value_type& type, uint32_t depth, bool is_uniform);
    source_tree vector_expression(const value_type& type, uint32_t depth, bool is_uniform);
    std::optional<source_tree> call_of(const value_type& type, uint32_t depth);

    // Functions, in random_program.cpp.

    source_tree write_function();
    source_tree write_kernel();

    // Statements, in random_statements.cpp.

    source_tree block(uint32_t count);
    // Writes a block whose statements stand in the place `inner`.
    source_tree block_in(place inner, uint32_t count);
    uint32_t block_length() { return 1 + random_.below(place_.depth < 2 ? 4 : 2); }
    place inside() const;
    source_tree any_statement();
    source_tree digest_statement();
    source_tree declaration();
    std::optional<source_tree> assignment();
    source_tree condition_statement();
    // Returns a conditional `break` or `continue` for the loop with this body.
    source_tree jump(const place& loop_body);
    source_tree loop();
    source_tree switch_statement();
    source_tree array_declaration();
    // Calls an algorithm of the standard library, copies within an array, where source and target may overlap, or adds an array
    // to the digest. Returns nullopt if there is no array or if the chosen statement does not fit the array.
    std::optional<source_tree> array_statement();
    // The work-items of a group exchange values through local memory. May return a sub_group_statement() instead.
    source_tree exchange();
    // Computes the sum or the maximum of a value in each sub-group, and combines it with a counter by atomic_add or atomic_max.
    // The counter at the end does not depend on the size of the sub-groups.
    source_tree sub_group_statement();
    // Applies an atomic operation to a counter. For each counter there is only one operation, so that the order of the
    // work-items does not matter.
    source_tree atomic_statement();
    // Reads through a pointer that points to the buffer `words` or, if there is an array of uint32_t, to this array in private
    // memory.
    source_tree pointer_statement();

    random_source random_;
    const language_features features_;
    const uint64_t seed_;
    std::vector<scalar_type> elements_;  // the numeric types that the program may use
    uint64_t names_ = 0;
    uint32_t calls_ = 0;
    place place_;
    std::vector<variable> variables_;
    std::vector<array> arrays_;
    std::vector<function> functions_;
    std::vector<source_tree> local_memory_;
};

}  // namespace ingot::fuzzing
