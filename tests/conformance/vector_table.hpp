// The table in which the kernels of the suites `vectors`, `matrices` and `quaternions` return their results. Each row has four
// components for each work-item.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::testing {

/// Returns the index of component number `component` that work-item `item`, one of `items`, writes to row `row`.
constexpr size_t index_in_table(uint32_t row, uint32_t item, uint32_t items, uint32_t component) {
    return (static_cast<size_t>(row) * items + item) * 4 + component;
}

/// Operators with two operands. Each has a row for every operand_form.
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

constexpr uint32_t row_of(binary_operator operation, operand_form form) {
    return uint32_t {operation} * uint32_t {operand_forms} + form;
}

/// Operators with one operand, in the rows after those with two operands.
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

/// Construction of vectors and access to their components.
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
    name_of_other_type,
    name_of_name,
    name_in_variable,
    name_of_name_by_letter,
    name_by_index,
    chosen_name,
    chosen_name_or_vector,
    changed_name,
    name_from_same_name,
    function_of_name,
    copy_of_name,
    mixed_sum,
    mixed_difference,
    mixed_product,
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

/// Functions of floating-point vectors, three rows each: free function, member that returns a copy, member that changes
/// the vector.
enum function_row : uint32_t {
    square_root,
    reciprocal_square_root,
    sine,
    cosine,
    tangent,
    arc_sine,
    arc_cosine,
    arc_tangent,
    arc_tangent_of_point,
    exponential,
    exponential_base_2,
    logarithm,
    logarithm_base_2,
    power,
    radians,
    degrees,
    fused,
    linear,
    linear_at_scalar,
    cubic,
    catmull_rom,
    sign_copied,
    rounded,
    floored,
    ceiled,
    truncated,
    rounded_to_even,
    magnitude,
    clamped,
    clamped_to_scalars,
    clamped_to_unit,
    wrapped,
    wrapped_at_scalar,
    next_multiple,
    dot_product,
    length_of,
    distance_of,
    distance_squared_of,
    angle_of,
    normalized,
    facing,
    reflected,
    refracted,
    stepped,
    stepped_at_scalar,
    smoothly_stepped,
    smoothly_stepped_at_scalars,
    crossed,
    rotated,
    at_right_angles,
    functions,
    given_normal = functions * 3,
    given_incident,
    function_rows,
};

/// Comparisons (two rows each: by component, and of the whole vector), classifications such as is_nan, searches for the least
/// and greatest element, and bit functions (three rows each, as in function_row).
enum predicate_row : uint32_t {
    any_all_none,
    any_all_none_member,
    equals,
    equals_nearly = equals + 2,
    differs = equals_nearly + 2,
    differs_clearly = differs + 2,
    is_less_row = differs_clearly + 2,
    is_less_nearly = is_less_row + 2,
    is_at_most = is_less_nearly + 2,
    is_at_most_nearly = is_at_most + 2,
    is_greater_row = is_at_most_nearly + 2,
    is_greater_nearly = is_greater_row + 2,
    is_at_least = is_greater_nearly + 2,
    is_at_least_nearly = is_at_least + 2,
    null = is_at_least_nearly + 2,
    finite,
    not_a_number,
    infinite,
    normal,
    least,
    least_of_scalar,
    least_member,
    least_in_place,
    greatest,
    greatest_of_scalar,
    greatest_member,
    greatest_in_place,
    both_least,
    both_greatest,
    least_element,
    greatest_element,
    least_index,
    greatest_index,
    sum_of_all,
    average_of_all,
    counted,
    signs,
    signs_member,
    signs_in_place,
    sign_bits,
    sign_bits_member,
    ones,
    leading_zeros = ones + 3,
    trailing_zeros = leading_zeros + 3,
    first_set = trailing_zeros + 3,
    odd_ones = first_set + 3,
    predicate_rows = odd_ones + 3,
};

/// The number of forms of each function (function_row) that a kernel writes for vectors of type V. Members call the free
/// functions, so most members are tested with vectors of float only.
template <typename V>
inline constexpr uint32_t forms_of = std::same_as<typename V::value_type, float> ? 3 : 1;

}  // namespace ingot::testing
