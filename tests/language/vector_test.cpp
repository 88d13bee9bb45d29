#include <gtest/gtest.h>

#include <cstddef>
#include <ingot/language/vector.hpp>
#include <type_traits>

namespace {

using namespace ingot;

// Host and kernels must agree on the memory layout, because the host fills buffers that kernels read. float3 has 12 bytes
// (section 3.3.1 of the thesis that docs/host-library.md names).
static_assert(sizeof(float1) == 4 && alignof(float1) == 4);
static_assert(sizeof(float2) == 8 && alignof(float2) == 8);
static_assert(sizeof(float3) == 12 && alignof(float3) == 4);
static_assert(sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(sizeof(double2) == 16 && alignof(double2) == 16);
static_assert(sizeof(double3) == 24 && alignof(double3) == 8);
static_assert(sizeof(double4) == 32 && alignof(double4) == 16);
static_assert(sizeof(uchar3) == 3 && sizeof(uchar4) == 4 && alignof(uchar4) == 4);
static_assert(std::is_trivially_copyable_v<float3> && std::is_trivially_destructible_v<double4>);

template <typename V>
class every_vector : public testing::Test {};
using vectors =
    testing::Types<float1, float2, float3, float4, double2, double3, double4, int2, int3, uint4, uchar3, short4, ulong2>;
TYPED_TEST_SUITE(every_vector, vectors);

TYPED_TEST(every_vector, starts_at_zero) {
    const TypeParam value {};
    for (size_t i = 0; i < TypeParam::dimensions; ++i) EXPECT_EQ(value[i], 0);
}

TYPED_TEST(every_vector, computes_each_component) {
    using T = typename TypeParam::value_type;
    TypeParam a;
    TypeParam b;
    for (size_t i = 0; i < TypeParam::dimensions; ++i) {
        a[i] = static_cast<T>(2 * i + 10);
        b[i] = static_cast<T>(i + 1);
    }
    TypeParam in_place = a;
    in_place += b;
    in_place -= T {1};
    in_place *= b;
    in_place /= T {2};
    for (size_t i = 0; i < TypeParam::dimensions; ++i) {
        EXPECT_EQ((a + b)[i], static_cast<T>(a[i] + b[i]));
        EXPECT_EQ((a - b)[i], static_cast<T>(a[i] - b[i]));
        EXPECT_EQ((a * b)[i], static_cast<T>(a[i] * b[i]));
        EXPECT_EQ((a / b)[i], static_cast<T>(a[i] / b[i]));
        EXPECT_EQ((T {3} - b)[i], static_cast<T>(T {3} - b[i]));
        EXPECT_EQ(in_place[i], static_cast<T>(static_cast<T>((a[i] + b[i] - 1) * b[i]) / T {2}));
    }
}

TYPED_TEST(every_vector, compares_each_component) {
    using T = typename TypeParam::value_type;
    const TypeParam one(T {1});
    const TypeParam two(T {2});
    EXPECT_TRUE(all(one < two) && all(one <= two) && all(two > one) && all(two >= one) && all(one != two));
    EXPECT_TRUE(all(one == one) && none(one == two) && !any(two < one));
    TypeParam mixed = one;
    mixed[TypeParam::dimensions - 1] = T {2};
    EXPECT_TRUE(any(mixed == two));
    EXPECT_EQ(all(mixed == two), TypeParam::dimensions == 1);
}

TEST(vector, is_usable_at_compile_time) {
    constexpr float3 a(1.0f, 2.0f, 3.0f);
    constexpr float4 b(a, 4.0f);
    static_assert(b.w == 4.0f && all(a * 2.0f - a == a) && dot(a, a) == 14.0f);
    static_assert(all(cross(float3(1, 0, 0), float3(0, 1, 0)) == float3(0, 0, 1)));
    static_assert(all(int3(float3(1.7f, -1.7f, 0.0f)) == int3(1, -1, 0)));
    static_assert(all(-a == float3(-1.0f, -2.0f, -3.0f)));
}

TEST(vector, components_by_name_read_and_write) {
    float4 value(1.0f, 2.0f, 3.0f, 4.0f);
    EXPECT_TRUE(all(value.xyz + 1.0f == float3(2.0f, 3.0f, 4.0f)));
    EXPECT_TRUE(all(value.zw * value.xy == float2(3.0f, 8.0f)));
    EXPECT_EQ(dot(value.xyz, value.xyz), 14.0f);
    value.xyz = float3(7.0f, 8.0f, 9.0f);
    EXPECT_TRUE(all(value == float4(7.0f, 8.0f, 9.0f, 4.0f)));
    value.zw = float2(value.xy);
    EXPECT_TRUE(all(value == float4(7.0f, 8.0f, 7.0f, 8.0f)));
}

TEST(vector, components_by_name_leave_the_others_alone) {
    const float4 source(1.0f, 2.0f, 3.0f, 4.0f);
    float4 target;
    target.zw = float2(source.xy);
    EXPECT_TRUE(all(target == float4(0.0f, 0.0f, 1.0f, 2.0f)));
    float2 turned(1.0f, 2.0f);
    turned = turned.yx;
    EXPECT_TRUE(all(turned == float2(2.0f, 1.0f)));
}

}  // namespace
