// How kernels of the suite `vectors` hand their results to the tests: a table of rows of four components for each work-item.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::testing {

/// Where component `component` of a row lies that work-item `item` of `items` wrote.
constexpr size_t place_in_table(uint32_t row, uint32_t item, uint32_t items, uint32_t component) {
    return (static_cast<size_t>(row) * items + item) * 4 + component;
}

/// Operators of two operands; each comes in the forms of `operand_form`.
enum binary_operator : uint32_t {
    add,
    subtract,
    multiply,
    divide,
    remainder_operator,
    shift_left,
    shift_right,
    bit_or,
    bit_and,
    bit_xor,
    logical_or,
    logical_and,
    equal,
    unequal,
    less,
    greater,
    less_or_equal,
    greater_or_equal,
    binary_operators,
};
enum operand_form : uint32_t {
    vector_and_vector,
    vector_and_scalar,
    scalar_and_vector,
    assigned_vector,
    assigned_scalar,
    operand_forms
};

constexpr uint32_t row_of(binary_operator which, operand_form form) { return uint32_t {which} * uint32_t {operand_forms} + form; }

/// Operators of one operand, in the rows after those of two.
enum unary_operator : uint32_t {
    increment = uint32_t {binary_operators} * uint32_t {operand_forms},
    value_of_increment,
    decrement,
    value_of_decrement,
    increment_after,
    value_of_increment_after,
    decrement_after,
    value_of_decrement_after,
    plus_sign,
    minus_sign,
    logical_not,
    complement,
    operator_rows,
};

/// Access to components.
enum component_row : uint32_t {
    default_value,
    from_scalar,
    from_scalars,
    from_parts,
    from_part_last,
    from_part_between,
    from_other_type,
    from_larger,
    assigned_all,
    assigned_part,
    assigned_named,
    indexed,
    written_by_index,
    name_xy,
    name_zw,
    name_xyz,
    name_lo,
    name_hi,
    name_repeated,
    written_name,
    added_to_name,
    single_names,
    by_data,
    written_by_data,
    by_ref,
    by_ref_idx,
    written_by_ref,
    added_to_ref,
    swizzled,
    swizzled_repeated,
    tuple,
    written_by_tuple,
    set_all,
    set_scalars,
    set_vector,
    set_part,
    set_where,
    set_scalar_where,
    applied_to_each,
    applied_in_place,
    applied_where,
    applied_in_place_where,
    selected,
    component_rows,
};

}  // namespace ingot::testing
