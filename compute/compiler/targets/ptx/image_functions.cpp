// Replaces image calls by PTX's texture and surface instructions. The kernel's argument points to the image's
// descriptors, one for each mip level (image_descriptor.hpp), which hold the handles of textures and of a surface.
//   call void @ingot_device_image_sample_float(ptr @ingot_device_image_token.image_2d.0.0, i32 4, float %x, float %y, …)
// becomes
//   %texture = load i64, …                                            ; the handle, from the descriptor
//   %read = call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %texture, float %x, float %y)
//   …                                     ; store the channels of %read at the address in the last operand of the call
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <ingot/language/image_descriptor.hpp>
#include <vector>

#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

// The intrinsics for images with a number of dimensions, with or without layers.
struct image_intrinsics {
    llvm::Intrinsic::ID read_floats, read_ints, read_uints;
    llvm::Intrinsic::ID store_1, store_2, store_4, store_8, store_16;  // stores of 1, 2, 4, 8 and 16 bytes
};

constexpr image_intrinsics one_dimension {
    llvm::Intrinsic::nvvm_tex_unified_1d_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_1d_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_1d_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_1d_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_1d_i16_zero,       llvm::Intrinsic::nvvm_sust_b_1d_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_1d_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_1d_v4i32_zero};
constexpr image_intrinsics one_dimension_array {
    llvm::Intrinsic::nvvm_tex_unified_1d_array_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_1d_array_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_1d_array_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_1d_array_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_1d_array_i16_zero,       llvm::Intrinsic::nvvm_sust_b_1d_array_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_1d_array_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_1d_array_v4i32_zero};
constexpr image_intrinsics two_dimensions {
    llvm::Intrinsic::nvvm_tex_unified_2d_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_2d_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_2d_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_2d_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_2d_i16_zero,       llvm::Intrinsic::nvvm_sust_b_2d_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_2d_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_2d_v4i32_zero};
constexpr image_intrinsics two_dimensions_array {
    llvm::Intrinsic::nvvm_tex_unified_2d_array_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_2d_array_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_2d_array_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_2d_array_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_2d_array_i16_zero,       llvm::Intrinsic::nvvm_sust_b_2d_array_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_2d_array_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_2d_array_v4i32_zero};
constexpr image_intrinsics three_dimensions {
    llvm::Intrinsic::nvvm_tex_unified_3d_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_3d_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_3d_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_3d_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_3d_i16_zero,       llvm::Intrinsic::nvvm_sust_b_3d_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_3d_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_3d_v4i32_zero};

// Creates PTX's instructions for one image call.
class ptx_image_calls {
public:
    ptx_image_calls(const image_call& call, llvm::IRBuilder<>& instruction_builder)
        : call_(call),
          builder_(instruction_builder),
          descriptor_(call.image.readable ? call.image.readable : call.image.writable),
          dimensions_(detail::dimensions_of(call.image.shape)),
          is_array_(detail::is_array(call.image.shape) || detail::is_cube(call.image.shape)) {}

    // Reads the pixel at integer coordinates.
    void fetch() {
        const uint32_t texture =
            call_.constant_operand() == static_cast<uint32_t>(address_mode::border) ? detail::fetch_border : detail::fetch_edge;
        // The texture unit takes the coordinates of the pixel's middle, as floats. They are exact for all sizes of
        // images.
        const auto middle = [&](unsigned index) {
            return builder_.CreateFAdd(builder_.CreateSIToFP(call_.operand(index), builder_.getFloatTy()),
                                       llvm::ConstantFP::get(builder_.getFloatTy(), 0.5));
        };
        read(texture, middle(2), middle(3), middle(4));
    }

    // Samples at normalised coordinates.
    void sample() {
        read(detail::sampled_texture(call_.constant_operand()), call_.operand(2), call_.operand(3), call_.operand(4));
    }

    // Stores the bytes of a pixel. The x coordinate of a surface is in bytes.
    void store() {
        const uint32_t bytes = call_.constant_operand();
        const image_intrinsics& available = intrinsics();
        llvm::Type* const i32 = builder_.getInt32Ty();
        llvm::Value* const surface = load(builder_.getInt64Ty(), nullptr, detail::surface_at);
        std::vector<llvm::Value*> arguments {surface};
        if (is_array_) arguments.push_back(call_.operand(5));
        arguments.push_back(builder_.CreateMul(call_.operand(2), llvm::ConstantInt::get(i32, bytes)));
        if (dimensions_ > 1) arguments.push_back(call_.operand(3));
        if (dimensions_ > 2) arguments.push_back(call_.operand(4));
        const auto values = [&](unsigned count) {
            for (unsigned i = 0; i < count; ++i) arguments.push_back(call_.operand(6 + i));
        };
        const auto short_value = [&] { arguments.push_back(builder_.CreateTrunc(call_.operand(6), builder_.getInt16Ty())); };
        switch (bytes) {
            case 1:
                short_value();
                return call_intrinsic(available.store_1, arguments);
            case 2:
                short_value();
                return call_intrinsic(available.store_2, arguments);
            case 4:
                values(1);
                return call_intrinsic(available.store_4, arguments);
            case 8:
                values(2);
                return call_intrinsic(available.store_8, arguments);
            default:
                values(4);
                return call_intrinsic(available.store_16, arguments);
        }
    }

    // Returns the result of a query, which the descriptor of the level holds.
    llvm::Value* query() {
        const uint32_t index = call_.constant_operand();
        return load(builder_.getInt32Ty(), call_.operand(2), detail::queries_at + index * 4);
    }

private:
    const image_intrinsics& intrinsics() const {
        if (dimensions_ == 3) return three_dimensions;
        if (dimensions_ == 2) return is_array_ ? two_dimensions_array : two_dimensions;
        return is_array_ ? one_dimension_array : one_dimension;
    }

    // Loads a field of a mip level's descriptor. A `level` beyond the last one selects the last level, and null selects the
    // first one. The loads are marked invariant, because descriptors do not change while a kernel runs.
    llvm::Value* load(llvm::Type* type, llvm::Value* level, uint32_t offset) {
        llvm::Value* base = descriptor_;
        const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(level);
        if (level && !(constant && constant->isZero())) {
            llvm::Value* const levels = load_at(builder_.getInt32Ty(), base, detail::queries_at + 4 * 4);
            llvm::Value* const last = builder_.CreateSub(levels, builder_.getInt32(1));
            llvm::Value* const nearest = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, level, last);
            llvm::Value* const bytes = builder_.CreateMul(builder_.CreateZExt(nearest, builder_.getInt64Ty()),
                                                          builder_.getInt64(detail::descriptor_size));
            base = builder_.CreateInBoundsPtrAdd(base, bytes);
        }
        return load_at(type, base, offset);
    }
    llvm::Value* load_at(llvm::Type* type, llvm::Value* base, uint32_t offset) {
        auto* const value = builder_.CreateAlignedLoad(type, builder_.CreateInBoundsPtrAdd(base, builder_.getInt64(offset)),
                                                       llvm::Align(type->isIntegerTy(64) ? 8 : 4));
        value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder_.getContext(), {}));
        return value;
    }

    // Reads a texel through one of the descriptor's textures.
    void read(uint32_t texture, llvm::Value* x, llvm::Value* y, llvm::Value* z) {
        const image_intrinsics& available = intrinsics();
        std::vector<llvm::Value*> arguments {load(builder_.getInt64Ty(), call_.operand(6), texture * 8)};
        if (is_array_) arguments.push_back(call_.operand(5));
        arguments.push_back(x);
        if (dimensions_ > 1) arguments.push_back(y);
        if (dimensions_ > 2) arguments.push_back(z);
        const llvm::Intrinsic::ID intrinsic = call_.kind == sample_kind::floating         ? available.read_floats
                                              : call_.kind == sample_kind::signed_integer ? available.read_ints
                                                                                          : available.read_uints;
        llvm::Value* const texel = builder_.CreateIntrinsic(intrinsic, {}, arguments);
        // CUDA does not specify the values of channels that the image does not have. Replace them by 0, and alpha by 1.
        llvm::Value* const format = load(builder_.getInt32Ty(), nullptr, detail::queries_at + 5 * 4);
        llvm::Value* const channels = builder_.CreateLShr(format, 8);
        std::array<llvm::Value*, 4> values {};
        for (unsigned i = 0; i < 4; ++i) {
            llvm::Value* const value = builder_.CreateExtractValue(texel, i);
            llvm::Type* const type = value->getType();
            llvm::Constant* missing = llvm::Constant::getNullValue(type);
            if (i == 3) missing = type->isFloatTy() ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1);
            values[i] =
                i == 0 ? value : builder_.CreateSelect(builder_.CreateICmpUGT(channels, builder_.getInt32(i)), value, missing);
        }
        store_texel(call_, builder_, values);
    }

    void call_intrinsic(llvm::Intrinsic::ID intrinsic, const std::vector<llvm::Value*>& arguments) {
        builder_.CreateIntrinsic(intrinsic, {}, arguments);
    }

    const image_call& call_;
    llvm::IRBuilder<>& builder_;
    llvm::Value* descriptor_;
    uint32_t dimensions_;
    bool is_array_;
};

}  // namespace

llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder) {
    ptx_image_calls calls(call, builder);
    switch (call.operation) {
        case image_operation::query:
            return calls.query();
        case image_operation::fetch:
            calls.fetch();
            return nullptr;
        case image_operation::sample:
            calls.sample();
            return nullptr;
        case image_operation::store:
            calls.store();
            return nullptr;
        case image_operation::write:
            break;  // for PTX the language's headers call `store` instead (target_traits::stores_image_bytes)
    }
    return nullptr;
}

}  // namespace ingot::compiler::ptx
