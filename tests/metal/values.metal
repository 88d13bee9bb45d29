// Checks of values at run time. Each line with CHECK names the rows of docs/metal-checklist.md that it tests, and writes 1 to the
// element of `out` with the number of its line if the condition holds, otherwise 2. `z` and `f` are 0: the compiler does not know
// that, so that the device computes.
#include <metal_stdlib>
using namespace metal;

#define CHECK(rows, ...) out[__LINE__] = (__VA_ARGS__) ? 1u : 2u

static bool is_near(float a, float b) { return fabs(a - b) <= 1e-6f * (1 + fabs(b)); }

kernel void vectors(device uint* out, constant uint& z, constant float& f) {
    float4 v(1 + f, 2, 3, 4);
    CHECK("MSL-2.2.1-01", v[z] == 1 && v[3 - z] == 4);
    float4 w = v;
    w[1 + z] = 9;
    CHECK("MSL-2.2.1-01", w.y == 9);
    CHECK("MSL-2.2.1-02", v.r == v.x && v.g == v.y && v.b == v.z && v.a == v.w);
    CHECK("MSL-2.2.1-03", all(v.wzyx == float4(4, 3, 2, 1)) && all(v.xxyy == float4(1, 1, 2, 2)) && all(v.bgr == float3(3, 2, 1)));
    w = v;
    w.xw = float2(5, 6);
    CHECK("MSL-2.2.1-04", all(w == float4(5, 2, 3, 6)));
    w.wx = float2(7, 8);
    CHECK("MSL-2.2.1-04", all(w == float4(8, 2, 3, 7)));
    w.xyz = float3(3, 5, 9);
    CHECK("MSL-2.2.1-04", all(w == float4(3, 5, 9, 7)));
    w = v;
    w.xy += float2(1);
    w.zx *= 2;
    CHECK("MSL-2.2.1-05", all(w == float4(4, 3, 6, 4)));
    CHECK("MSL-2.2.2-01", all(float4(0.5f + f) == float4(0.5f, 0.5f, 0.5f, 0.5f)));
    const float2 two(1 + f, 2);
    const float3 three(1 + f, 2, 3);
    CHECK("MSL-2.2.2-02 MSL-2.2.2-03", all(float4(two, two) == float4(1, 2, 1, 2)) && all(float4(two, 3, 4) == v));
    CHECK("MSL-2.2.2-03", all(float4(0, 0, two) == float4(0, 0, 1, 2)) && all(float4(0, two, 0) == float4(0, 1, 2, 0)));
    CHECK("MSL-2.2.2-03", all(float4(three, 4) == v) && all(float4(0, three) == float4(0, 1, 2, 3)) && all(float4(v) == v));
    CHECK("MSL-2.2.2-04", all(float3(0, two) == float3(0, 1, 2)) && all(float3(two, 3) == three) && all(float2(two) == two));
    CHECK("MSL-2.2.2-07", float4(int4(1, 2, 3, 4) + int(z)).y == 2.0f);
    CHECK("MSL-2.2.2-08", all(int4(1.9f + f, 2, 3u, -1.5h) == int4(1, 2, 3, -1)));
    packed_float3 p(1 + f, 2, 3);
    CHECK("MSL-2.2.3-10", all(p + p == float3(2, 4, 6)) && all(-p == float3(-1, -2, -3)) && all(p < p + 1));
    const float3 back = float3(p);
    p[0] = 7;
    p.zy = float2(8, 9);
    CHECK("MSL-2.2.3-11 MSL-2.2.3-12", all(back == three) && all(float3(p) == float3(7, 9, 8)));
    CHECK("MSL-3.1-01 MSL-3.1-02", all(v + 1 == float4(2, 3, 4, 5)) && all(2 * v == v + v) && all(v - v == float4(0)));
    CHECK("MSL-3.1-02 MSL-3.1-06 MSL-3.1-29", all(v / 2 == float4(0.5, 1, 1.5, 2)) && all(int4(7 + z) % 4 == int4(3)));
    CHECK("MSL-3.1-10", all((v < 2.5) == bool4(true, true, false, false)) && any(v >= 4) && !any(v > 4));
    CHECK("MSL-3.1-15", all((v < 2.5 || v > 3.5) == bool4(true, true, false, true)) && !any(v < 1 && v > 0));
    CHECK("MSL-3.1-13", all((~uint2(z) & 0xf0u) == uint2(0xf0u)) && all((uint2(5u + z) ^ uint2(1, 2)) == uint2(4, 7)));
    const uint shift = 33 + z;
    CHECK("MSL-3.1-23", (1u << shift) == 2u && (0x80000000u >> shift) == 0x40000000u && (1ul << shift) == 0x200000000ul);
    CHECK("MSL-3.1-21 MSL-3.1-23 MSL-3.1-24", all((uchar2(1) << uchar2(9 + z)) == uchar2(2)) && all((int2(-8) >> shift) == int2(-4)));
    CHECK("MSL-3.1-05", isinf(1 / f) && 1 / f > 0 && isnan(f / f));
    CHECK("MSL-3.1-11 MSL-3.1-12", !(NAN + f < 1) && !(NAN + f >= 1) && !(NAN + f == NAN + f) && NAN + f != 1);
    CHECK("MSL-3.1-27", 0u - (1u + z) == UINT_MAX && is_same_v<decltype(-half2(1)), half2>);
    float3 replicated = 3;
    replicated = 1 + f;
    CHECK("MSL-2.21-03 MSL-3.1-25", all(replicated == float3(1)) && all((z == 0 ? float4(1) : 2.0f) == float4(1)));
    CHECK("MSL-2.21-06", all(int4(3 + int(z)) * 2.5f == int4(6)) && is_same_v<decltype(half4(1) * 2.0f), half4>);
    CHECK("MSL-2.20-01", int(-1.9f + f) == -1 && float(16777217 + int(z)) == 16777216.0f && all(int2(float2(1.9, -1.9) + f) == int2(1, -1)));
    CHECK("MSL-2.20-02", all(float4(bool4(z == 0, z == 1, z == 0, false)) == float4(1, 0, 1, 0)));
    CHECK("MSL-2.20-05", all(as_type<float3>(float4(1, 2, 3 + f, 4)) == float3(1, 2, 3)));
    uint2 counted(z, 5);
    counted++;
    --counted;
    CHECK("MSL-3.1-09", all(counted++ == uint2(0, 5)) && all(counted == uint2(1, 6)));
    CHECK("MSL-2.20-04", as_type<uint>(1.0f + f) == 0x3f800000u && as_type<float>(0x40000000u + z) == 2.0f);
    CHECK("MSL-2.20-04", all(as_type<ushort2>(0x00020001u + z) == ushort2(1, 2)) && as_type<half>(ushort(0x3c00 + z)) == 1.0h);
    CHECK("MSL-7.6-01 MSL-7.6-02", int(3e10f + f) == INT_MAX && int(-3e10f + f) == INT_MIN && uint(-1.0f + f) == 0u && int(NAN + f) == 0);
}

kernel void matrices(device uint* out, constant uint& z, constant float& f) {
    float4x4 m(2 + f);
    CHECK("MSL-2.3.2-01", m[1][1] == 2 && m[1][2] == 0 && m[z].x == 2);
    m[1] = float4(2);
    m[2][3] = 3;
    CHECK("MSL-2.3.1-01", all(m[1] == float4(2)) && m[2].w == 3);
    m[1].xy = float2(0);
    CHECK("MSL-2.3.1-04", all(m[1] == float4(0, 0, 2, 2)));
    const float3x2 s(1 + f, 2, 3, 4, 5, 6);
    CHECK("MSL-2.3.2-04", all(s[0] == float2(1, 2)) && all(s[1] == float2(3, 4)) && all(s[2] == float2(5, 6)));
    CHECK("MSL-2.3.2-03", all(float3x2(float2(1 + f, 2), float2(3, 4), float2(5, 6))[2] == s[2]));
    CHECK("MSL-2.3.2-02", all(half3x2(s)[1] == half2(3, 4)) && all(float3x2(half3x2(s))[2] == s[2]));
    CHECK("MSL-3.2-01 MSL-3.2-03", all((s + s)[1] == float2(6, 8)) && all((s - s)[0] == float2(0)) && all((s * 2)[2] == float2(10, 12)));
    CHECK("MSL-3.2-04 MSL-3.2-05", all(s * float3(1, 10, 100) == float2(531, 642)) && all(float2(1, 10) * s == float3(21, 43, 65)));
    const float2x3 t = transpose(s);
    CHECK("MSL-6.6-02", all(t[0] == float3(1, 3, 5)) && all(t[1] == float3(2, 4, 6)));
    CHECK("MSL-3.2-06", all((s * t)[0] == float2(35, 44)) && all((t * s)[2] == float3(17, 39, 61)));
    CHECK("MSL-6.6-01", determinant(float2x2(1 + f, 2, 3, 4)) == -2 && determinant(float3x3(2, 0, 0, 1, 3, 0 + f, 4, 5, 6)) == 36);
    CHECK("MSL-6.6-01", determinant(float4x4(2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1 + f, 0, 0, 5, 0)) == -30);
    m = float4x4(1);
    m *= float4x4(3 + f);
    CHECK("MSL-3.2-06", m[3][3] == 3 && m[0][3] == 0);
}

kernel void halves(device uint* out, constant uint& z, constant float& f) {
    const half a = half(1.5f + f);
    CHECK("MSL-2.1-08", as_type<ushort>(half(1.0f + f)) == 0x3c00u && sizeof(half) == 2);
    CHECK("MSL-7.6-05", as_type<ushort>(half(65519.0f + f)) == 0x7bffu && as_type<ushort>(half(65520.0f + f)) == 0x7c00u);
    CHECK("MSL-7.6-05", as_type<ushort>(half(0x1p-24f + f)) == 1u && as_type<ushort>(half(0x1p-26f + f)) == 0u);
    CHECK("MSL-2.1-15", a + 0.5h == 2.0h && a * a == 2.25h && -a == -1.5h && a / 3.0h == 0.5h && a > 1.0h);
    CHECK("MSL-2.21-01", half(1024.0f + f) + 0.25h == 1024.0h && half(2049 + int(z)) == 2048.0h && int(a) == 1);
    half4 v(a, 2, 3, 4);
    v.yz = half2(0.5);
    CHECK("MSL-2.2-01", all(v == half4(1.5h, 0.5h, 0.5h, 4)) && dot(v, v) == 18.75h);
    CHECK("MSL-6.5-32", sqrt(half(4 + z)) == 2.0h && all(floor(half2(a, -a)) == half2(1, -2)));
    CHECK("MSL-6.4-02", isinf(half(1e6f + f)) && !isnan(a) && isnormal(a) && !isnormal(as_type<half>(ushort(1 + z))));
}

kernel void bfloats(device uint* out, constant uint& z, constant float& f) {
    const bfloat a = 1.5bf;
    const bfloat b = bfloat(3.14159f + f);
    CHECK("bfloat", sizeof(bfloat) == 2 && as_type<ushort>(a) == 0x3fc0u && as_type<ushort>(b) == 0x4049u);
    CHECK("bfloat", as_type<ushort>(bfloat(1.00390625f + f)) == 0x3f80u && as_type<ushort>(bfloat(1.01171875f + f)) == 0x3f82u);
    CHECK("bfloat", isnan(bfloat(NAN + f)) && isinf(bfloat(MAXFLOAT + f)) && float(a * a) == 2.25f && is_same_v<decltype(a + a), bfloat>);
    CHECK("bfloat", is_same_v<decltype(z == 0 ? a : 1.0f), float> && (z == 0 ? a : 0) == 1.5f && (z == 1 ? a : 2.5f) == 2.5f);
    CHECK("bfloat", is_same_v<decltype(a + 1.0f), float> && a + 1.0f == 2.5f && a < 2.0f && all(bfloat2(a, 2) + bfloat2(1) == bfloat2(2.5f, 3)));
}

kernel void common_functions(device uint* out, constant uint& z, constant float& f) {
    CHECK("MSL-6.2-01", clamp(-1 + f, 0.0f, 1.0f) == 0 && clamp(0.5f + f, 0.0f, 1.0f) == 0.5f && clamp(3 + f, 0.0f, 1.0f) == 1);
    CHECK("MSL-6.2-08", all(clamp(float3(-1, 0.5, 2) + f, 0.0f, 1.0f) == float3(0, 0.5, 1)));
    CHECK("MSL-6.2-02", mix(2 + f, 4.0f, 0.25f) == 2.5f && all(mix(float2(0), float2(1) + f, 0.5) == float2(0.5)));
    CHECK("MSL-6.2-03", saturate(-1 + f) == 0 && saturate(0.5f + f) == 0.5f && saturate(2 + f) == 1);
    CHECK("MSL-6.2-04", sign(2 + f) == 1 && sign(-2 + f) == -1 && signbit(sign(-0.0f - f)) && sign(NAN + f) == 0);
    CHECK("MSL-6.2-05", smoothstep(1 + f, 3.0f, 2.0f) == 0.5f && smoothstep(1 + f, 3.0f, 0.0f) == 0 && smoothstep(1 + f, 3.0f, 4.0f) == 1);
    CHECK("MSL-6.2-06", step(1 + f, 1.0f) == 1 && step(1 + f, 0.5f) == 0);
    CHECK("MSL-6.2-07", precise::clamp(NAN + f, 0.0f, 1.0f) == 0 && fast::saturate(2 + f) == 1);
}

kernel void integer_functions(device uint* out, constant uint& z, constant float& f) {
    const int i = int(z);
    CHECK("MSL-6.3-01", abs(-5 + i) == 5 && abs(char(-5 + i)) == 5 && all(abs(short2(-3, 4) + short(i)) == short2(3, 4)));
    CHECK("MSL-6.3-02", absdiff(INT_MIN + i, INT_MAX) == 0xffffffffu && absdiff(uchar(3 + z), uchar(5)) == 2);
    CHECK("MSL-6.3-03", addsat(char(127 + i), char(1)) == 127 && addsat(UINT_MAX - z, 1u) == UINT_MAX && addsat(-5 + i, 3) == -2);
    CHECK("MSL-6.3-04", clamp(5 + i, 0, 3) == 3 && clamp(-5 + i, 0, 3) == 0 && clamp(2u + z, 0u, 3u) == 2);
    CHECK("MSL-6.3-05", clz(uchar(1 + z)) == 7 && clz(ushort(z)) == 16 && clz(z) == 32 && clz(ulong(z)) == 64 && clz(uchar(z)) == 8);
    CHECK("MSL-6.3-06", ctz(8u + z) == 3 && ctz(z) == 32 && ctz(uchar(z)) == 8);
    CHECK("MSL-6.3-07", extract_bits(0xF0 + i, 4, 4) == -1 && extract_bits(0xF0u + z, 4, 4) == 15u && extract_bits(7 + i, 0, 32) == 7 && extract_bits(7 + i, 1, z) == 0);
    CHECK("MSL-6.3-08", hadd(INT_MAX - i, INT_MAX) == INT_MAX && hadd(uchar(255 - z), uchar(254)) == 254 && hadd(-3 + i, 0) == -2);
    CHECK("MSL-6.3-09", insert_bits(0xABCDu + z, 0x7u, 4, 4) == 0xAB7Du && insert_bits(1u + z, 9u, 0, 32) == 9u && insert_bits(5u + z, 1u, 3, z) == 5u);
    CHECK("MSL-6.3-10", mad24(3u + z, 4u, 5u) == 17u && mad24(-3 + i, 4, 5) == -7);
    CHECK("MSL-6.3-11", madhi(0x80000000u + z, 2u, 3u) == 4u && madhi(uchar(128 + z), uchar(4), uchar(1)) == 3 && madhi(0x8000000000000000ul + z, 4ul, 1ul) == 3ul);
    CHECK("MSL-6.3-12", madsat(short(200 + i), short(200), short(0)) == 32767 && madsat(-200 + i, 3, 1) == -599 && madsat(LONG_MAX - i, 2l, 0l) == LONG_MAX);
    CHECK("MSL-6.3-12", madsat(LONG_MIN + i, 2l, 0l) == LONG_MIN && madsat(3l + i, -4l, 5l) == -7l && madsat(ULONG_MAX - z, 1ul, 1ul) == ULONG_MAX);
    CHECK("MSL-6.3-13 MSL-6.3-16", max(-1 + i, 2) == 2 && min(-1 + i, 2) == -1 && max(uchar(200 + z), uchar(100)) == 200 && all(min(uint2(z, 5), 3u) == uint2(0, 3)));
    CHECK("MSL-6.3-14 MSL-6.3-17", max3(3 + i, 1, 2) == 3 && max3(1 + i, 3, 2) == 3 && min3(3 + i, 1, 2) == 1 && min3(1 + i, 3, 2) == 1);
    CHECK("MSL-6.3-15", median3(3 + i, 1, 2) == 2 && median3(1 + i, 2, 3) == 2 && median3(2 + i, 3, 1) == 2 && median3(2 + i, 2, 1) == 2);
    CHECK("MSL-6.3-18", mul24(0xffffffu + z, 2u) == 0x1fffffeu && mul24(-8388608 + i, 2) == -16777216);
    CHECK("MSL-6.3-19", mulhi(0x80000000u + z, 2u) == 1u && mulhi(-1 + i, 1) == -1 && mulhi(uchar(128 + z), uchar(2)) == 1 && mulhi(-1l + i, 1l) == -1l);
    CHECK("MSL-6.3-20", popcount(-1 + i) == 32 && popcount(uchar(255 - z)) == 8 && popcount(ulong(0xf0f + z)) == 8);
    CHECK("MSL-6.3-21", reverse_bits(1u + z) == 0x80000000u && reverse_bits(uchar(1 + z)) == 128 && reverse_bits(ulong(2 + z)) == 0x4000000000000000ul);
    CHECK("MSL-6.3-22", rhadd(1 + i, 2) == 2 && rhadd(INT_MAX - i, INT_MAX) == INT_MAX && rhadd(uchar(254 + z), uchar(255)) == 255);
    CHECK("MSL-6.3-23", rotate(0x80000001u + z, 1u) == 3u && rotate(0x80000001u + z, 33u) == 3u && rotate(uchar(0x81 + z), uchar(1)) == 3);
    CHECK("MSL-6.3-24", subsat(z, 1u) == 0u && subsat(char(-128 + i), char(1)) == -128 && subsat(5 + i, 3) == 2);
    CHECK("MSL-6.3-25", all(addsat(char4(127, -128, 1, 2) + char(i), char4(1, -1, 1, 1)) == char4(127, -128, 2, 3)) && all(clz(ulong2(1 + z)) == ulong2(63)));
}

kernel void relational_functions(device uint* out, constant uint& z, constant float& f) {
    const float infinite = INFINITY + f;
    const float nan = NAN + f;
    const float denormal = as_type<float>(1 + z);
    CHECK("MSL-6.4-01", all(bool3(z == 0)) && any(bool2(false, z == 0)) && !all(bool4(true, true, true, z == 1)) && all(z == 0));
    CHECK("MSL-6.4-02", isfinite(1 + f) && !isfinite(infinite) && !isfinite(nan) && isinf(infinite) && isinf(-infinite) && !isinf(nan));
    CHECK("MSL-6.4-02", isnan(nan) && !isnan(infinite) && isnormal(1 + f) && !isnormal(f) && !isnormal(denormal) && !isnormal(nan));
    CHECK("MSL-6.4-03", isordered(1 + f, 2.0f) && !isordered(nan, 2.0f) && isunordered(1.0f, nan) && !isunordered(1 + f, infinite));
    CHECK("MSL-6.4-04", all(not(bool4(false, z == 1, false, false))));
    CHECK("MSL-6.4-05", select(1 + f, 2.0f, z == 0) == 2 && select(1 + f, 2.0f, z == 1) == 1 && all(select(int2(1, 2), int2(3, 4), bool2(z == 0, z == 1)) == int2(3, 2)));
    CHECK("MSL-6.4-06", signbit(-0.0f - f) && !signbit(f) && signbit(as_type<float>(0xffc00000u + z)) && all(signbit(float2(-1, 1) + f) == bool2(true, false)));
}

kernel void math_functions(device uint* out, constant uint& z, constant float& f) {
    CHECK("MSL-6.5-01", is_near(acos(0.5f + f), 1.04719755) && is_near(asin(0.5f + f), 0.52359878) && is_near(atan(-1 + f), -0.78539816));
    CHECK("MSL-6.5-02", is_near(atan2(1 + f, 1.0f), 0.78539816) && is_near(atan2(1 + f, -1.0f), 2.3561945) && is_near(atan2(-1 + f, 0.0f), -1.57079633));
    CHECK("MSL-6.5-03", is_near(acosh(2 + f), 1.3169579) && is_near(asinh(1 + f), 0.8813736) && is_near(atanh(0.5f + f), 0.5493061));
    CHECK("MSL-6.5-04", ceil(1.5f + f) == 2 && floor(-1.5f + f) == -2 && trunc(-1.5f + f) == -1 && signbit(ceil(-0.5f + f)));
    CHECK("MSL-6.5-05", rint(0.5f + f) == 0 && rint(1.5f + f) == 2 && rint(2.5f + f) == 2);
    CHECK("MSL-6.5-06", round(0.5f + f) == 1 && round(-0.5f + f) == -1 && round(2.5f + f) == 3);
    CHECK("MSL-6.5-07", copysign(3 + f, -0.0f) == -3 && signbit(copysign(f, -1.0f)));
    CHECK("MSL-6.5-08", is_near(cos(M_PI_F / 3 + f), 0.5) && is_near(sin(M_PI_F / 6 + f), 0.5) && is_near(tan(M_PI_F / 4 + f), 1) && is_near(sin(1e5f + f), 0.0357488));
    CHECK("MSL-6.5-09", is_near(cosh(1 + f), 1.5430806) && is_near(cosh(f), 1));
    CHECK("MSL-6.5-09", is_near(sinh(1 + f), 1.1752012) && is_near(sinh(-1 + f), -1.1752012));
    CHECK("MSL-6.5-09", is_near(tanh(1 + f), 0.7615942));
    CHECK("MSL-6.5-09", is_near(tanh(20 + f), 1));
    CHECK("MSL-6.5-10", cospi(0.5f + f) == 0 && sinpi(1 + f) == 0 && sinpi(0.5f + f) == 1 && cospi(1 + f) == -1 && is_near(tanpi(0.25f + f), 1) && is_near(sinpi(0.25f + f), 0.70710678));
    CHECK("MSL-6.5-10", sinpi(-1.5f + f) == 1 && cospi(3 + f) == -1 && is_near(sinpi(1.25f + f), -0.70710678) && isnan(sinpi(INFINITY + f)) && cospi(0x1p25f + f) == 1);
    CHECK("MSL-6.5-11", divide(7 + f, 2.0f) == 3.5f);
    CHECK("MSL-6.5-12", exp(f) == 1 && is_near(exp(1 + f), 2.7182818) && exp2(3 + f) == 8 && is_near(exp10(2 + f), 100) && isinf(exp(100 + f)));
    CHECK("MSL-6.5-13", !signbit(fabs(-0.0f - f)) && abs(-2.5f + f) == 2.5f && all(abs(float2(-1, 1) + f) == float2(1)));
    CHECK("MSL-6.5-14", fdim(3 + f, 1.0f) == 2 && fdim(1 + f, 3.0f) == 0);
    CHECK("MSL-6.5-15", fma(1 + 0x1p-12f + f, 1 + 0x1p-12f, -1 - 0x1p-11f) == 0x1p-24f);
    CHECK("MSL-6.5-16", fmax(1 + f, 2.0f) == 2 && fmax(NAN + f, 2.0f) == 2 && fmax(2 + f, NAN) == 2 && isnan(max(NAN + f, NAN)));
    CHECK("MSL-6.5-17", fmin(1 + f, 2.0f) == 1 && fmin(NAN + f, 2.0f) == 2 && min(2 + f, NAN) == 2);
    CHECK("MSL-6.5-18", fmax3(1 + f, 3.0f, 2.0f) == 3 && max3(1 + f, 3.0f, 2.0f) == 3 && fmin3(1 + f, 3.0f, 2.0f) == 1 && min3(2 + f, 3.0f, 1.0f) == 1);
    CHECK("MSL-6.5-19", fmedian3(1 + f, 3.0f, 2.0f) == 2 && median3(3 + f, 1.0f, 2.0f) == 2 && fmedian3(NAN + f, NAN, 2.0f) == 2);
    CHECK("MSL-6.5-20", fmod(5.5f + f, 2.0f) == 1.5f && fmod(-5.5f + f, 2.0f) == -1.5f);
    CHECK("MSL-6.5-21", fract(-0.25f + f) == 0.75f && fract(-1e-10f + f) < 1 && fract(2.5f + f) == 0.5f && fract(half(-1e-7f + f)) < 1);
    int e = 0;
    CHECK("MSL-6.5-22", frexp(8 + f, e) == 0.5f && e == 4);
    CHECK("MSL-6.5-22", frexp(f, e) == 0 && e == 0);
    CHECK("MSL-6.5-22", frexp(as_type<float>(1 + z), e) == 0.5f && e == -148);
    int2 es = 0;
    CHECK("MSL-6.5-22 MSL-6.5-31", all(frexp(float2(3, -0.25) + f, es) == float2(0.75, -0.5)) && all(es == int2(2, -1)));
    CHECK("MSL-6.5-23", ilogb(8 + f) == 3 && ilogb(0.75f + f) == -1 && ilogb(as_type<float>(1 + z)) == -149);
    CHECK("MSL-6.5-24", ldexp(0.75f + f, 3) == 6 && isinf(ldexp(1 + f, 200)) && ldexp(1 + f, -149) == as_type<float>(1 + z) && ldexp(1 + f, -200) == 0);
    CHECK("MSL-6.5-25", log(1 + f) == 0 && is_near(log(0.5f + f), -0.69314718) && log2(8 + f) == 3 && is_near(log10(1000 + f), 3));
    float whole = 0;
    CHECK("MSL-6.5-26", modf(-1.25f + f, whole) == -0.25f && whole == -1 && modf(INFINITY + f, whole) == 0 && isinf(whole));
    CHECK("MSL-6.5-27", is_near(pow(2 + f, 10.0f), 1024) && is_near(pow(-2 + f, 3.0f), -8) && is_near(powr(2 + f, 0.5f), 1.41421356));
    CHECK("MSL-6.5-28", sqrt(4 + f) == 2 && is_near(rsqrt(4 + f), 0.5) && sqrt(f) == 0);
    float cosine = 0;
    CHECK("MSL-6.5-29", sincos(1 + f, cosine) == sin(1 + f) && cosine == cos(1 + f));
    CHECK("MSL-6.5-30", is_near(fast::sin(1 + f), precise::sin(1 + f)) && is_near(fast::exp(1 + f), precise::exp(1 + f)) && fast::sqrt(4 + f) == 2);
    CHECK("MSL-6.5c-01", as_type<uint>(MAXFLOAT + f) == 0x7f7fffffu && as_type<uint>(HUGE_VALF + f) == 0x7f800000u && isnan(NAN + f));
    CHECK("MSL-6.5c-02", is_same_v<decltype(M_PI_F), float> && as_type<uint>(M_PI_F + f) == 0x40490fdbu && as_type<uint>(M_E_F + f) == 0x402df854u);
    CHECK("MSL-6.5c-03", as_type<ushort>(half(MAXHALF)) == 0x7bffu && as_type<ushort>(HUGE_VALH) == 0x7c00u);
    CHECK("MSL-6.5c-04", is_same_v<decltype(M_PI_H), half> && as_type<ushort>(M_PI_H) == 0x4248u && as_type<ushort>(M_SQRT2_H) == 0x3da8u);
}

kernel void geometric_functions(device uint* out, constant uint& z, constant float& f) {
    const float3 a(1 + f, 0, 0);
    const float3 b(0, 1 + f, 0);
    CHECK("MSL-6.8-01", all(cross(a, b) == float3(0, 0, 1)) && all(cross(b, a) == float3(0, 0, -1)));
    CHECK("MSL-6.8-02", distance(float2(3 + f, 0), float2(0, 4)) == 5 && distance_squared(float2(3 + f, 0), float2(0, 4)) == 25);
    CHECK("MSL-6.8-03", dot(float2(1 + f, 2), float2(3, 4)) == 11 && dot(float4(1 + f, 2, 3, 4), float4(1)) == 10 && dot(half3(1, 2, 3), half3(1)) == 6);
    CHECK("MSL-6.8-04", all(faceforward(a, -a, a) == a) && all(faceforward(a, a, a) == -a) && all(faceforward(a, b, a) == -a));
    CHECK("MSL-6.8-05", length(float2(3 + f, 4)) == 5 && length_squared(float2(3 + f, 4)) == 25 && length(half2(3, 4)) == 5);
    CHECK("MSL-6.8-06", is_near(normalize(float3(3 + f, 4, 0)).x, 0.6) && is_near(length(normalize(float3(3 + f, 4, 5))), 1));
    CHECK("MSL-6.8-07", all(reflect(float2(1 + f, -1), float2(0, 2)) == float2(1, 1)));
    CHECK("MSL-6.8-08", is_near(refract(float2(f, -1), float2(0, 1), 0.5f).y, -1) && all(refract(normalize(float2(1 + f, -0.1)), float2(0, 1), 2.0f) == float2(0)));
    CHECK("MSL-6.8-09", fast::length(float2(3 + f, 4)) == 5 && precise::normalize(float2(2 + f, 0)).x == 1 && fast::distance(float2(f), float2(0)) == 0);
}

kernel void packing(device uint* out, constant uint& z, constant float& f) {
    CHECK("MSL-6.14.2-01", pack_float_to_unorm4x8(float4(0, 1, 0.5, 2) + f) == 0xff80ff00u && pack_half_to_unorm4x8(half4(0, 1, 1, 0)) == 0x00ffff00u);
    CHECK("MSL-6.14.2-02", pack_float_to_snorm4x8(float4(0, 1, -1, -2) + f) == 0x81817f00u && pack_half_to_snorm4x8(half4(1, -1, 0, 0)) == 0x0000817fu);
    CHECK("MSL-6.14.2-01", pack_float_to_unorm4x8(float4(NAN + f, 1, -1, 0)) == 0x0000ff00u);
    CHECK("MSL-6.14.2-04", pack_float_to_unorm2x16(float2(0, 1) + f) == 0xffff0000u && pack_float_to_snorm2x16(float2(1, -1) + f) == 0x80017fffu);
    CHECK("MSL-6.14.2-04", pack_half_to_unorm2x16(half2(0, 1)) == 0xffff0000u && pack_half_to_snorm2x16(half2(1, -1)) == 0x80017fffu);
    CHECK("MSL-6.14.2-05", pack_float_to_unorm10a2(float4(1, 0, 1, 1) + f) == 0xfff003ffu && pack_half_to_unorm10a2(half4(0, 1, 0, 0)) == 0x000ffc00u);
    CHECK("MSL-6.14.2-06", pack_float_to_unorm565(float3(1, 0, 0) + f) == 0x001fu && pack_half_to_unorm565(half3(0, 1, 0)) == 0x07e0u && is_same_v<decltype(pack_float_to_unorm565(float3(0))), ushort>);
    CHECK("MSL-6.14.1-01", all(unpack_unorm4x8_to_float(0xff0000ffu + z) == float4(1, 0, 0, 1)) && all(unpack_unorm4x8_to_half(0xff000000u + z) == half4(0, 0, 0, 1)));
    CHECK("MSL-6.14.1-02", all(unpack_snorm4x8_to_float(0x80817f00u + z) == float4(0, 1, -1, -1)) && all(unpack_snorm4x8_to_half(0x7fu + z) == half4(1, 0, 0, 0)));
    CHECK("MSL-6.14.1-03 MSL-6.14.2-03", pack_float_to_srgb_unorm4x8(unpack_unorm4x8_srgb_to_float(0x12345678u + z)) == 0x12345678u && is_near(unpack_unorm4x8_srgb_to_float(0x80808080u + z).x, 0.21586052) && is_near(unpack_unorm4x8_srgb_to_float(0x80808080u + z).w, 0.50196081));
    CHECK("MSL-6.14.1-04", all(unpack_unorm2x16_to_float(0xffff0000u + z) == float2(0, 1)) && all(unpack_snorm2x16_to_float(0x80017fffu + z) == float2(1, -1)) && unpack_snorm2x16_to_float(0x8000u + z).x == -1);
    CHECK("MSL-6.14.1-05", all(unpack_unorm2x16_to_half(0xffff0000u + z) == half2(0, 1)) && all(unpack_snorm2x16_to_half(0x7fffu + z) == half2(1, 0)));
    CHECK("MSL-6.14.1-06", all(unpack_unorm10a2_to_float(0xfff003ffu + z) == float4(1, 0, 1, 1)) && all(unpack_unorm10a2_to_half(0x40000000u + z) == half4(0, 0, 0, half(1.0f / 3))));
    CHECK("MSL-6.14.1-07", all(unpack_unorm565_to_float(ushort(0xf81f + z)) == float3(1, 0, 1)) && all(unpack_unorm565_to_half(ushort(0x07e0 + z)) == half3(0, 1, 0)));
    uint wrong = 0;
    for (uint i = 0; i < 256; ++i) wrong += pack_float_to_unorm4x8(unpack_unorm4x8_to_float(i * 0x01010101u + z)) == i * 0x01010101u ? 0 : 1;
    CHECK("MSL-6.14.2-07 MSL-6.14.2-03", wrong == 0);
}

struct pair_of_numbers {
    int first;
    int second;
    int sum() const { return first + second; }
    int scaled(int factor) const device { return factor * first; }
    int scaled(int factor) const thread { return factor * first; }
    pair_of_numbers operator+(pair_of_numbers other) const { return {first + other.first, second + other.second}; }
};
enum class color : uchar { red, green = 7 };
template <typename T, int N>
struct holder {
    T values[N];
    static constexpr constant int count = N;
};
constant int primes[] = {2, 3, 5, 7, 11};
static int recursive_sum(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += primes[i];
    return sum;
}
static bool counted(thread int& calls) {
    ++calls;
    return true;
}

static int factorial(int n) { return n == 0 ? 1 : n * factorial(n - 1); }
[[visible]] int factorial_of_three(int more) { return factorial(3) + more; }
static int grouped_result(int more) {
    int (*const function)(int) = &factorial_of_three;
    [[function_group("some")]] return function(more + 1);
}

kernel void language(device uint* out, constant uint& z, constant float& f, device pair_of_numbers* pairs) {
    pairs[0] = {3 + int(z), 4};
    pair_of_numbers own = pairs[0];
    own = own + pairs[0];
    CHECK("MSL-1.4-01", own.first == 6 && own.sum() == 14 && pairs[0].sum() == 7 && pairs[0].scaled(2) == 6 && own.scaled(2) == 12);
    CHECK("MSL-1.4-01", uint(color::green) == 7 + z && sizeof(color) == 1);
    holder<float, 3> h = {{1, 2, 3 + f}};
    float sum = 0;
    for (float each : h.values) sum += each;
    CHECK("MSL-1.4.2-01 MSL-2.12-01", sum == 6 && h.count == 3);
    CHECK("MSL-4.2-05", recursive_sum(5 - int(z)) == 28);
    thread float* p = &sum;
    *p = 4;
    CHECK("MSL-4.3-01", sum == 4);
    array<int, 3> a = {{1, 2, 3}};
    a[z] = 5;
    CHECK("array", a[0] == 5 && a.size() == 3 && a.back() == 3);
    int chosen = 0;
    switch (z + 2) {
        case 1:
            chosen = 1;
            break;
        case 2:
            chosen = 2;
            break;
        default:
            chosen = 3;
    }
    CHECK("MSL-1.4.4-06", chosen == 2);
    long big = 0x100000000l + int(z);
    CHECK("MSL-2.1-06", sizeof(long) == 8 && big >> 32 == 1 && ulong(-1l) == ULONG_MAX);
    int calls = 0;
    const bool is_short = !(z == 1 && counted(calls)) && (z == 0 || counted(calls));
    CHECK("MSL-3.1-16", is_short && calls == 0 && counted(calls) && calls == 1);
    CHECK("MSL-3.1-19", (z == 0 ? true : counted(calls)) && calls == 1);
    CHECK("MSL-7.1-01 MSL-7.3-01", isinf(1 / f) && isinf(half(1) / half(f)) && isnan(INFINITY - 1 / f) && isinf(3e38f * (2 + f)));
    CHECK("MSL-7.1-02", isnan(NAN + f) && isnan(half(NAN + f) * 2.0h) && isnan(0 / f));
    bool is_lossless = true;
    for (uint bits = z; bits < 0x7c00; ++bits) {
        const half h = as_type<half>(ushort(bits));
        is_lossless = is_lossless && as_type<ushort>(half(float(h))) == bits;
    }
    CHECK("MSL-7.6-04", is_lossless && float(as_type<half>(ushort(1 + z))) == 0x1p-24f);
    packed_float3 misaligned[2] = {packed_float3(1, 2, 3 + f), packed_float3(4, 5, 6)};
    CHECK("MSL-2.2.3-13", float3(misaligned[1 - z]).y == 5 && sizeof(misaligned) == 24);
    // The operands are in different address spaces.
    const pair_of_numbers either = z == 0 ? pairs[0] : own;
    CHECK("MSL-3.1-20", either.first == 3 && (z == 1 ? own : z == 0 ? pairs[0] : pair_of_numbers {9, 9}).second == 4);
    device float3* const far = (device float3*)(pairs + 2);
    far[0] = float3(1, 2, 3);
    CHECK("MSL-3.1-20", all((z == 0 ? far[0] : float3(4)) == float3(1, 2, 3)) && all((z == 1 ? far[0] : float3(4)) == float3(4)));
    CHECK("MSL-1.4.4-14", factorial(5) == 120 + int(z));
    int (*const chosen_function)(int) = &factorial_of_three;
    CHECK("MSL-1.4.4-13", chosen_function(int(z)) == 6 && chosen_function == &factorial_of_three);
    [[function_group("some")]] int grouped = chosen_function(2 + int(z));
    [[function_group("some")]] grouped += chosen_function(3);
    CHECK("MSL-2.16-01", grouped == 8 + 9 && grouped_result(int(z)) == 7);
    const char negative = char(-1 + int(z));
    CHECK("MSL-2.1-02", negative < 0);
}

kernel void atomics(device uint* out, constant uint& z, constant float& f) {
    threadgroup atomic_int number;
    threadgroup atomic_uint whole;
    threadgroup atomic_float real;
    constexpr memory_order relaxed = memory_order_relaxed;
    atomic_store_explicit(&number, INT_MAX - int(z), relaxed);
    atomic_fetch_add_explicit(&number, 1, relaxed);
    CHECK("MSL-6.15.2.5-03", atomic_load_explicit(&number, relaxed) == INT_MIN);
    atomic_fetch_sub_explicit(&number, 1, relaxed);
    CHECK("MSL-6.15.2.5-03", atomic_load_explicit(&number, relaxed) == INT_MAX);
    atomic_store_explicit(&number, -1, relaxed);
    atomic_store_explicit(&whole, ~z, relaxed);
    atomic_fetch_max_explicit(&number, 1, relaxed);
    atomic_fetch_max_explicit(&whole, 1u, relaxed);
    CHECK("MSL-6.15.2.5-04", atomic_load_explicit(&number, relaxed) == 1 && atomic_load_explicit(&whole, relaxed) == ~0u);
    atomic_fetch_min_explicit(&number, -1, relaxed);
    atomic_fetch_min_explicit(&whole, 1u, relaxed);
    CHECK("MSL-6.15.2.5-04", atomic_load_explicit(&number, relaxed) == -1 && atomic_load_explicit(&whole, relaxed) == 1);
    atomic_store_explicit(&real, f, relaxed);
    float expected = -0.0f;
    const bool is_zero = atomic_compare_exchange_weak_explicit(&real, &expected, 1.0f, relaxed, relaxed);
    CHECK("MSL-6.15.2.4-02", !is_zero && as_type<uint>(expected) == 0 && atomic_load_explicit(&real, relaxed) == 0.0f);
    atomic_store_explicit(&real, NAN, relaxed);
    expected = NAN;
    while (!atomic_compare_exchange_weak_explicit(&real, &expected, 2.0f, relaxed, relaxed)) {}
    CHECK("MSL-6.15.2.4-02", atomic_load_explicit(&real, relaxed) == 2.0f);
}

constant uint fixed_numbers[4] = {30, 31, 32, 33};

template <typename pointer>
static pointer pointer_of(ulong number) {
    return reinterpret_cast<pointer>(number);
}

// A number does not show which memory it is the address of: the cast says it.
kernel void pointers_of_numbers(device uint* out, constant uint& z, constant float& f) {
    threadgroup uint shared[4];
    uint own[4] = {10, 11, 12 + z, 13};
    for (uint i = 0; i < 4; ++i) shared[i] = 20 + i;
    out[1] = 40 + z;
    const ulong places[4] = {ulong(&own[1]), ulong(&shared[2]), ulong(&fixed_numbers[3]), ulong(&out[1])};
    CHECK("cast", *(thread uint*)places[z] == 11 && *((thread uint*)places[z] + 1) == 12);
    CHECK("cast", *(threadgroup uint*)places[1 + z] == 22 && *(threadgroup const uint*)(places[1 + z] + 4) == 23);
    CHECK("cast", *(constant uint*)places[2 + z] == 33 && *reinterpret_cast<constant uint*>(places[2 + z] - 8) == 31);
    CHECK("cast", *(device uint*)places[3 + z] == 40 && *pointer_of<device uint*>(places[3 + z]) == 40);
    *pointer_of<device uint*>(places[3 + z]) = 50;
    *pointer_of<threadgroup uint*>(places[1 + z]) = 60;
    *pointer_of<thread uint*>(places[z]) = 70;
    CHECK("cast", out[1] == 50 && shared[2] == 60 && own[1] == 70);
    device uint* const null = (device uint*)(ulong(z));
    CHECK("cast", null == nullptr && (device uint*)places[3 + z] == &out[1]);
}
