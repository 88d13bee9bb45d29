// Tests of Table 9 of the thesis that docs/host-library.md names: construction, assignment and access of vectors.
#include <tuple>

#include "table_writer.hpp"
#include "vectors_at_compile_time.hpp"

using namespace ingot;
using namespace ingot::testing;

template <typename T>
static void construct(const table_writer<T>& write, const vector<T, 4>& a, const vector<T, 4>& b) {
    write(default_value, vector<T, 4>());
    write(from_scalar, vector<T, 4>(a.y));
    write(from_scalars, vector<T, 4>(a.w, a.z, a.y, a.x));
    write(from_parts, vector<T, 4>(vector<T, 2>(a.x, a.y), vector<T, 2>(b.x, b.y)));
    write(from_part_last, vector<T, 4>(a.x, vector<T, 3>(b.x, b.y, b.z)));
    write(from_part_between, vector<T, 4>(a.x, vector<T, 2>(b.x, b.y), a.y));
    write(from_other_type, vector<T, 3>(vector<double, 3>(1.75, 2.0, 100.5)));
    write(from_larger, vector<T, 2>(a));
    vector<T, 4> value = a;
    value = b.x;
    write(assigned_all, value);
    value = a;
    value = vector<T, 2>(b.x, b.y);
    write(assigned_part, value);
    value = a;
    value = b.zyx;
    write(assigned_named, value);
}

template <typename T>
static void access(const table_writer<T>& write, const vector<T, 4>& a, const vector<T, 4>& b, uint32_t index) {
    write(single_names, vector<T, 4>(a.w, a.z, a.y, a.x));
    write(indexed, a[index % 4]);
    vector<T, 4> value = a;
    value[index % 4] = b.x;
    write(written_by_index, value);
    write(by_data, *(a.data() + index % 4));
    value = a;
    value.data()[index % 4] = b.y;
    write(written_by_data, value);
    write(name_xy, vector<T, 2>(a.xy));
    write(name_zw, vector<T, 2>(a.zw));
    write(name_xyz, vector<T, 3>(a.xyz));
    const vector<T, 3> three = a.wyx;
    write(name_lo, vector<T, 4>(a.lo, three.lo));
    write(name_hi, vector<T, 4>(a.hi, vector<T, 2>(three.hi, vector<T, 2>(a.zw).hi)));
    write(name_repeated, vector<T, 4>(a.xxzy));
    value = a;
    value.wx = b.xy;
    value.z = b.z;
    write(written_name, value);
    value = a;
    value.wyx += b.xyz;
    value.xy *= T(3);
    write(added_to_name, value);
}

// Uses named components such as a.wy as values: in constructors of other types, in variables, in conditional expressions, by
// index, and as objects of member functions.
template <typename T>
static void name_values(const table_writer<T>& write, const vector<T, 4>& a, const vector<T, 4>& b, uint32_t column) {
    write(name_of_other_type, vector<T, 2>(double2(int2(a.wy))));
    write(name_of_name, vector<T, 3>(a.wzy.yxz));
    const auto selection = a.zwx;
    write(name_in_variable, vector<T, 3>(selection.x, selection.y, selection.z));
    write(name_of_name_by_letter, vector<T, 4>(a.yzw.xy.x, a.yzw.zy.x, selection.zx.y, a.wzyx.w));
    write(name_by_index, vector<T, 4>(a.zyx[column % 3], a.yyx[1], a.wzyx[3], a.zyx.xz[column % 2]));
    write(chosen_name, vector<T, 3>(column % 2 == 0 ? a.xyz : b.zyx));
    write(chosen_name_or_vector, column % 2 == 0 ? vector<T, 3>(b.x) : a.yzw);
    vector<T, 4> value = a;
    value.wzy.x = b.x;
    value.zyx[0] = b.y;
    value.xyw.yx = b.zw;
    auto& part = value.yzw;
    part.y = static_cast<T>(part.y + T(1));
    write(changed_name, value);
    value = a;
    value.xyz = b.xyz;
    value.zw = b.zw.yx;
    write(name_from_same_name, value);
    write(function_of_name, vector<T, 4>(a.zwy.max_element(), a.xyz.maximum(b.zyx).y, a.xw.minimum(b.yz).x, a.zyx.min_element()));
    auto copy = a.xzw;
    copy.x = b.x;
    copy.zy = vector<T, 2>(b.y, b.z);
    write(copy_of_name, vector<T, 4>(copy, a.x));
    const uint2 position(column, column + 2);
    write(mixed_sum, vector<T, 2>(int2(position + int2(-1, 1)) + 1));
    write(mixed_difference, vector<T, 2>(int2(int2(3) - position)));
    write(mixed_product, vector<T, 2>(position.yx * int2(2, 3)));
}

template <typename T>
static void refer(const table_writer<T>& write, const vector<T, 4>& a, const vector<T, 4>& b) {
    vector<T, 4> value = a;
    write(by_ref, vector<T, 3>(a.template ref<'z', 'z', 'x'>()));
    write(by_ref_idx, vector<T, 3>(a.template ref_idx<3, 0, 1>()));
    value.template ref<'w', 'x'>() = vector<T, 2>(b.x, b.y);
    value.template ref<'y'>() = b.z;
    write(written_by_ref, value);
    value = a;
    value.template ref_idx<1, 2, 0>() += vector<T, 3>(b.x, b.y, b.z);
    write(added_to_ref, value);
    write(swizzled, a.template swizzle<2, 3, 0, 1>());
    write(swizzled_repeated, vector<T, 2>(a).template swizzle<1, 1, 0>());
    const auto [x, y, z, w] = a.as_tuple();
    write(tuple, vector<T, 4>(y, x, w, z));
    value = a;
    std::get<2>(value.as_tuple_ref()) = b.x;
    std::tie(value.x, value.y) = vector<T, 2>(b.y, b.z).as_tuple();
    write(written_by_tuple, value);
}

template <typename T>
static void change(const table_writer<T>& write, const vector<T, 4>& a, const vector<T, 4>& b) {
    const vector<bool, 4> smaller = a < b;
    const auto twice = [](T x) { return x + x; };
    vector<T, 4> value = a;
    write(set_all, value.set(b.y));
    write(set_scalars, value.set(b.w, b.x, b.y, b.z));
    write(set_vector, value.set(a));
    write(set_part, value.set(vector<T, 2>(b.z, b.w)));
    value = a;
    write(set_where, value.set_if(smaller, b));
    value = a;
    write(set_scalar_where, value.set_if(smaller, T(7)));
    write(applied_to_each, a.applied(twice));
    value = a;
    value.apply(twice).apply(twice);
    write(applied_in_place, value);
    write(applied_where, a.applied_if(smaller, twice));
    value = a;
    value.apply_if(!smaller, twice);
    write(applied_in_place_where, value);
    write(selected, select(smaller, a, T(9)));
}

template <typename T>
static void components(buffer<const vector<T, 4>> first, buffer<const vector<T, 4>> second, buffer<T> table) {
    const table_writer<T> write(table);
    const vector<T, 4> a = first[global_id.x];
    const vector<T, 4> b = second[global_id.x];
    construct(write, a, b);
    access(write, a, b, global_id.x);
    name_values(write, a, b, global_id.x);
    refer(write, a, b);
    change(write, a, b);
}

kernel void components_of_float(buffer<const float4> a, buffer<const float4> b, buffer<float> table) { components(a, b, table); }
kernel void components_of_double(buffer<const double4> a, buffer<const double4> b, buffer<double> table) {
    components(a, b, table);
}
kernel void components_of_short(buffer<const short4> a, buffer<const short4> b, buffer<int16_t> table) {
    components(a, b, table);
}
kernel void components_of_size(buffer<const size4> a, buffer<const size4> b, buffer<size_t> table) { components(a, b, table); }

// Writes the memory layout of vectors in kernels. For each type of vector: its size, its alignment, its offset in a struct
// after one byte, and the offset of the byte that follows it in the struct.
template <typename V>
struct between_bytes {
    uint8_t before;
    V vector;
    uint8_t after;
};
template <typename... V>
static void write_layouts(buffer<uint32_t> layouts) {
    uint32_t next = 0;
    const auto write = [&]<typename W>(between_bytes<W>) {
        layouts[next++] = sizeof(W);
        layouts[next++] = alignof(W);
        layouts[next++] = offsetof(between_bytes<W>, vector);
        layouts[next++] = offsetof(between_bytes<W>, after);
    };
    (write(between_bytes<V> {}), ...);
}
kernel void layouts(buffer<uint32_t> out) {
    write_layouts<bool1, bool2, bool3, bool4, uchar3, short2, short3, half3, half4, int1, int2, uint3, int4, float1, float2,
                  float3, float4, long2, ulong3, double2, double3, double4>(out);
}

// Reads the fields of a struct whose bytes the host has written: the device must read each field at its documented offset.
kernel void read_layouts(buffer<const uint8_t> bytes, buffer<float> out) {
    struct mixture {
        uint8_t first;
        float3 three;
        half2 two;
        double3 wide;
        uchar3 bytes;
        float4 four;
    };
    const mixture all = *reinterpret_cast<const mixture*>(bytes.data());
    const table_writer<float> write(out);
    write(0, float1(all.first));
    write(1, all.three);
    write(2, float2(all.two));
    write(3, float3(all.wide));
    write(4, float3(all.bytes));
    write(5, all.four);
}
