// Vectors of two, three and four components (MSL 3.0, section 2.2), packed vectors (2.2.3) and their names.
#pragma once

#include <ingot/metal/detail/swizzles.hpp>
#include <ingot/metal/detail/types.hpp>

namespace metal {

#define INGOT_METAL_CLASS vec
#define INGOT_METAL_OTHER packed_vec
#define INGOT_METAL_COUNT 2
#define INGOT_METAL_ALIGNMENT alignas(sizeof(T) * 2)
#define INGOT_METAL_SWIZZLES INGOT_METAL_SWIZZLES_2
#include <ingot/metal/detail/vector_class.hpp>
#undef INGOT_METAL_CLASS
#undef INGOT_METAL_OTHER
#undef INGOT_METAL_COUNT
#undef INGOT_METAL_ALIGNMENT
#undef INGOT_METAL_SWIZZLES

#define INGOT_METAL_CLASS vec
#define INGOT_METAL_OTHER packed_vec
#define INGOT_METAL_COUNT 3
#define INGOT_METAL_ALIGNMENT alignas(sizeof(T) * 4)
#define INGOT_METAL_SWIZZLES INGOT_METAL_SWIZZLES_3
#include <ingot/metal/detail/vector_class.hpp>
#undef INGOT_METAL_CLASS
#undef INGOT_METAL_OTHER
#undef INGOT_METAL_COUNT
#undef INGOT_METAL_ALIGNMENT
#undef INGOT_METAL_SWIZZLES

#define INGOT_METAL_CLASS vec
#define INGOT_METAL_OTHER packed_vec
#define INGOT_METAL_COUNT 4
#define INGOT_METAL_ALIGNMENT alignas(sizeof(T) * 4)
#define INGOT_METAL_SWIZZLES INGOT_METAL_SWIZZLES_4
#include <ingot/metal/detail/vector_class.hpp>
#undef INGOT_METAL_CLASS
#undef INGOT_METAL_OTHER
#undef INGOT_METAL_COUNT
#undef INGOT_METAL_ALIGNMENT
#undef INGOT_METAL_SWIZZLES

#define INGOT_METAL_CLASS packed_vec
#define INGOT_METAL_OTHER vec
#define INGOT_METAL_COUNT 2
#define INGOT_METAL_ALIGNMENT
#define INGOT_METAL_SWIZZLES INGOT_METAL_SWIZZLES_2
#include <ingot/metal/detail/vector_class.hpp>
#undef INGOT_METAL_CLASS
#undef INGOT_METAL_OTHER
#undef INGOT_METAL_COUNT
#undef INGOT_METAL_ALIGNMENT
#undef INGOT_METAL_SWIZZLES

#define INGOT_METAL_CLASS packed_vec
#define INGOT_METAL_OTHER vec
#define INGOT_METAL_COUNT 3
#define INGOT_METAL_ALIGNMENT
#define INGOT_METAL_SWIZZLES INGOT_METAL_SWIZZLES_3
#include <ingot/metal/detail/vector_class.hpp>
#undef INGOT_METAL_CLASS
#undef INGOT_METAL_OTHER
#undef INGOT_METAL_COUNT
#undef INGOT_METAL_ALIGNMENT
#undef INGOT_METAL_SWIZZLES

#define INGOT_METAL_CLASS packed_vec
#define INGOT_METAL_OTHER vec
#define INGOT_METAL_COUNT 4
#define INGOT_METAL_ALIGNMENT
#define INGOT_METAL_SWIZZLES INGOT_METAL_SWIZZLES_4
#include <ingot/metal/detail/vector_class.hpp>
#undef INGOT_METAL_CLASS
#undef INGOT_METAL_OTHER
#undef INGOT_METAL_COUNT
#undef INGOT_METAL_ALIGNMENT
#undef INGOT_METAL_SWIZZLES

typedef vec<bool, 2> bool2;
typedef vec<bool, 3> bool3;
typedef vec<bool, 4> bool4;
typedef vec<char, 2> char2;
typedef vec<char, 3> char3;
typedef vec<char, 4> char4;
typedef vec<short, 2> short2;
typedef vec<short, 3> short3;
typedef vec<short, 4> short4;
typedef vec<int, 2> int2;
typedef vec<int, 3> int3;
typedef vec<int, 4> int4;
typedef vec<long, 2> long2;
typedef vec<long, 3> long3;
typedef vec<long, 4> long4;
typedef vec<uchar, 2> uchar2;
typedef vec<uchar, 3> uchar3;
typedef vec<uchar, 4> uchar4;
typedef vec<ushort, 2> ushort2;
typedef vec<ushort, 3> ushort3;
typedef vec<ushort, 4> ushort4;
typedef vec<uint, 2> uint2;
typedef vec<uint, 3> uint3;
typedef vec<uint, 4> uint4;
typedef vec<ulong, 2> ulong2;
typedef vec<ulong, 3> ulong3;
typedef vec<ulong, 4> ulong4;
typedef vec<half, 2> half2;
typedef vec<half, 3> half3;
typedef vec<half, 4> half4;
typedef vec<float, 2> float2;
typedef vec<float, 3> float3;
typedef vec<float, 4> float4;
typedef packed_vec<char, 2> packed_char2;
typedef packed_vec<char, 3> packed_char3;
typedef packed_vec<char, 4> packed_char4;
typedef packed_vec<short, 2> packed_short2;
typedef packed_vec<short, 3> packed_short3;
typedef packed_vec<short, 4> packed_short4;
typedef packed_vec<int, 2> packed_int2;
typedef packed_vec<int, 3> packed_int3;
typedef packed_vec<int, 4> packed_int4;
typedef packed_vec<long, 2> packed_long2;
typedef packed_vec<long, 3> packed_long3;
typedef packed_vec<long, 4> packed_long4;
typedef packed_vec<uchar, 2> packed_uchar2;
typedef packed_vec<uchar, 3> packed_uchar3;
typedef packed_vec<uchar, 4> packed_uchar4;
typedef packed_vec<ushort, 2> packed_ushort2;
typedef packed_vec<ushort, 3> packed_ushort3;
typedef packed_vec<ushort, 4> packed_ushort4;
typedef packed_vec<uint, 2> packed_uint2;
typedef packed_vec<uint, 3> packed_uint3;
typedef packed_vec<uint, 4> packed_uint4;
typedef packed_vec<ulong, 2> packed_ulong2;
typedef packed_vec<ulong, 3> packed_ulong3;
typedef packed_vec<ulong, 4> packed_ulong4;
typedef packed_vec<half, 2> packed_half2;
typedef packed_vec<half, 3> packed_half3;
typedef packed_vec<half, 4> packed_half4;
typedef packed_vec<float, 2> packed_float2;
typedef packed_vec<float, 3> packed_float3;
typedef packed_vec<float, 4> packed_float4;
typedef vec<bfloat, 2> bfloat2;
typedef vec<bfloat, 3> bfloat3;
typedef vec<bfloat, 4> bfloat4;
typedef packed_vec<bfloat, 2> packed_bfloat2;
typedef packed_vec<bfloat, 3> packed_bfloat3;
typedef packed_vec<bfloat, 4> packed_bfloat4;

}  // namespace metal

#include <ingot/metal/detail/undefine_swizzles.hpp>
