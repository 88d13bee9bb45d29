// Tests of matrix4 and quaternion (section 3.3.1 of the thesis that docs/host-library.md names).
#include <ingot/language/quaternion.hpp>

#include "matrix_table.hpp"
#include "table_writer.hpp"

using namespace ingot;
using namespace ingot::testing;

template <typename T>
static void write_matrix(const table_writer<T>& write, uint32_t row, const matrix4<T>& m) {
    for (uint32_t i = 0; i < 4; ++i) write(row + i, m[i]);
}

// Computes with the matrices a and b and the vector v of this work-item.
template <typename T>
static void matrices_of(buffer<const matrix4<T>> first, buffer<const matrix4<T>> second, buffer<const vector<T, 4>> vectors,
                        buffer<T> table) {
    const table_writer<T> write(table);
    const matrix4<T> a = first[global_id.x];
    const matrix4<T> b = second[global_id.x];
    const vector<T, 4> v = vectors[global_id.x];
    write_matrix(write, identity_matrix, matrix4<T>());
    write_matrix(write, diagonal, matrix4<T>(v.x));
    write_matrix(write, from_columns, matrix4<T>(v, v.wzyx, v.yyyy, v.zwxy));
    write_matrix(write, from_elements, matrix4<T>(v.x, v.y, v.z, v.w, 1, 2, 3, 4, v.w, v.z, v.y, v.x, 5, 6, 7, 8));
    write(element_access, vector<T, 2>(a[global_id.x % 4].y, a[2][global_id.x % 4]));
    write(row_access, a.row(1));
    write(first_elements, vector<T, 2>(a.data()[0], a.data()[1]));

    write_matrix(write, matrix_sum, a + b);
    write_matrix(write, matrix_difference, a - b);
    write_matrix(write, negative, -a);
    write_matrix(write, matrix_product, a * b);
    write_matrix(write, times_scalar, a * v.x);
    write_matrix(write, scalar_times, v.x * a);
    write_matrix(write, divided, a / v.x);
    matrix4<T> result = a;
    result += b;
    result *= b;
    result -= a;
    result /= 2;
    result *= 3;
    write_matrix(write, matrix_assigned, result);
    write(comparisons, bool4(a == a, a == b, a != b, is_equal(a, a + matrix4<T>(T(1)), T(2))));
    write(matrix_times_vector, a * v);
    write(vector_times_matrix, v * a);
    write(named_components_times, a * v.wzyx);
    write_matrix(write, transposed_matrix, transpose(a));
    result = a;
    write_matrix(write, transposed_in_place, result.transpose());
    write(determinants, vector<T, 2>(determinant(a), a.determinant()));
    write(moved_point, a.transform_point(v.xyz));
    write(moved_direction, a.transform_direction(v.xyz));
}

template <typename T>
static void transformations_of(buffer<const matrix4<T>> first, buffer<const vector<T, 4>> vectors, buffer<T> table) {
    using m = matrix4<T>;
    const table_writer<T> write(table);
    const m a = first[global_id.x];
    const vector<T, 4> v = vectors[global_id.x];
    const vector<T, 3> p = v.xyz;
    write_matrix(write, inverse_matrix, inverse(a));
    m result = a;
    write_matrix(write, inverted_in_place, result.invert());
    write_matrix(write, translation, m::translation(p));
    write_matrix(write, scaling, m::scaling(p));
    write_matrix(write, rotation, m::rotation(normalize(p), v.w));
    write_matrix(write, look_at, m::look_at(p, v.wzy, vector<T, 3>(T(0), T(1), T(0))));
    write_matrix(write, perspective, m::perspective(v.x, v.y, T(0.5f), T(8)));
    write_matrix(write, frustum, m::frustum(-v.x, v.y, -v.z, v.w, T(0.5f), T(8)));
    write_matrix(write, orthographic, m::orthographic(-v.x, v.y, -v.z, v.w, T(0.5f), T(8)));
}

// Makes quaternions of the vectors a and b of this work-item. All components of the vectors are positive.
template <typename T>
static void quaternions_of(buffer<const vector<T, 4>> first, buffer<const vector<T, 4>> second, buffer<T> table) {
    using q = quaternion<T>;
    const table_writer<T> write(table);
    const auto put = [&](quaternion_row row, const q& value) { write(row, value.as_vector()); };
    const vector<T, 4> a = first[global_id.x];
    const vector<T, 4> b = second[global_id.x];
    const vector<T, 3> axis = normalize(vector<T, 3>(a.xyz));
    const vector<T, 3> other_axis = normalize(vector<T, 3>(b.zyx));
    const q start = q::rotation(axis, a.w);
    const q end = q::rotation(other_axis, b.w);
    const q any(a.x, a.y, a.z, a.w);
    const q other(b.xyz, b.w);
    put(no_rotation, q());
    put(from_axis, start);
    put(from_parts_of_quaternion, other);
    write(parts, vector<T, 4>(any.imaginary(), any.w));
    write(length_and_dot, vector<T, 2>(any.length(), any.dot(other)));
    write(angle_and_axis, vector<T, 4>(start.axis(), start.angle()));
    put(from_two_directions, q::rotation_between(axis, other_axis));
    put(from_opposite_directions, q::rotation_between(axis, -axis));
    put(quaternion_sum, any + other);
    put(quaternion_difference, any - other);
    put(quaternion_negative, -any);
    put(quaternion_product, any * other);
    put(quaternion_quotient, any / other);
    put(times_number, any * b.x);
    put(number_times, b.x * any);
    put(divided_by_number, any / b.x);
    q result = any;
    result += other;
    result *= other;
    result -= any;
    result *= 3;
    result /= 2;
    result /= other;
    put(quaternion_assigned, result);
    write(quaternion_comparisons, bool4(any == any, any == other, any != other, is_equal(any, -any, T(8))));
    put(conjugate, any.conjugated());
    result = any;
    put(conjugate_in_place, result.conjugate());
    put(inverse_quaternion, any.inverted());
    result = any;
    put(inverse_in_place, result.invert());
    put(unit, any.normalized());
    result = any;
    put(unit_in_place, result.normalize());
    write(rotated_vector, start.rotate(b.xyz));
    write(rotated_by_operator, start * b.xyz);
    put(slerped, slerp(start, end, T(0.25f)));
    put(slerped_the_short_way, slerp(start, -end, T(0.25f)));
    put(slerped_nearly_equal, slerp(start, q::rotation(axis, a.w + T(1e-6f)), T(0.5f)));
    put(interpolated_straight, interpolate(start, end, T(0.25f)));
    put(from_a_matrix, q::from_matrix(matrix4<T>::rotation(axis, a.w)));
    // A rotation by almost half a turn about an axis near x, y or z. Then w is not the greatest component
    // of the quaternion.
    vector<T, 3> near_half_turn(T(0.1f));
    near_half_turn[global_id.x % 3] = T(2);
    put(from_half_turns, q::from_matrix(matrix4<T>::rotation(normalize(near_half_turn), T(3))));
    write_matrix(write, as_matrix, start.to_matrix());
}

kernel void matrices_of_float(buffer<const matrix4<float>> a, buffer<const matrix4<float>> b, buffer<const float4> v,
                              buffer<float> table) {
    matrices_of(a, b, v, table);
}
kernel void matrices_of_int(buffer<const matrix4<int32_t>> a, buffer<const matrix4<int32_t>> b, buffer<const int4> v,
                            buffer<int32_t> table) {
    matrices_of(a, b, v, table);
}
kernel void transformations_of_float(buffer<const matrix4<float>> a, buffer<const float4> v, buffer<float> table) {
    transformations_of(a, v, table);
}
kernel void transformations_of_double(buffer<const matrix4<double>> a, buffer<const double4> v, buffer<double> table) {
    transformations_of(a, v, table);
}
kernel void quaternions_of_float(buffer<const float4> a, buffer<const float4> b, buffer<float> table) {
    quaternions_of(a, b, table);
}
kernel void quaternions_of_double(buffer<const double4> a, buffer<const double4> b, buffer<double> table) {
    quaternions_of(a, b, table);
}
