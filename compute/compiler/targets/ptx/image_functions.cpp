// Image functions as PTX's texture and surface instructions. The kernel's argument points to the image's descriptor, one for each
// mip level (image_descriptor.hpp).
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <ingot/language/image_descriptor.hpp>
#include <vector>

#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

// The intrinsics of one geometry.
struct geometry {
    llvm::Intrinsic::ID read_floats, read_ints, read_uints;
    llvm::Intrinsic::ID store_1, store_2, store_4, store_8, store_16;  // by bytes
};

constexpr geometry one_dimension {llvm::Intrinsic::nvvm_tex_unified_1d_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_1d_v4s32_f32,
                                  llvm::Intrinsic::nvvm_tex_unified_1d_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_1d_i8_zero,
                                  llvm::Intrinsic::nvvm_sust_b_1d_i16_zero,       llvm::Intrinsic::nvvm_sust_b_1d_i32_zero,
                                  llvm::Intrinsic::nvvm_sust_b_1d_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_1d_v4i32_zero};
constexpr geometry one_dimension_array {
    llvm::Intrinsic::nvvm_tex_unified_1d_array_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_1d_array_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_1d_array_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_1d_array_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_1d_array_i16_zero,       llvm::Intrinsic::nvvm_sust_b_1d_array_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_1d_array_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_1d_array_v4i32_zero};
constexpr geometry two_dimensions {llvm::Intrinsic::nvvm_tex_unified_2d_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_2d_v4s32_f32,
                                   llvm::Intrinsic::nvvm_tex_unified_2d_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_2d_i8_zero,
                                   llvm::Intrinsic::nvvm_sust_b_2d_i16_zero,       llvm::Intrinsic::nvvm_sust_b_2d_i32_zero,
                                   llvm::Intrinsic::nvvm_sust_b_2d_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_2d_v4i32_zero};
constexpr geometry two_dimensions_array {
    llvm::Intrinsic::nvvm_tex_unified_2d_array_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_2d_array_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_2d_array_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_2d_array_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_2d_array_i16_zero,       llvm::Intrinsic::nvvm_sust_b_2d_array_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_2d_array_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_2d_array_v4i32_zero};
constexpr geometry three_dimensions {
    llvm::Intrinsic::nvvm_tex_unified_3d_v4f32_f32, llvm::Intrinsic::nvvm_tex_unified_3d_v4s32_f32,
    llvm::Intrinsic::nvvm_tex_unified_3d_v4u32_f32, llvm::Intrinsic::nvvm_sust_b_3d_i8_zero,
    llvm::Intrinsic::nvvm_sust_b_3d_i16_zero,       llvm::Intrinsic::nvvm_sust_b_3d_i32_zero,
    llvm::Intrinsic::nvvm_sust_b_3d_v2i32_zero,     llvm::Intrinsic::nvvm_sust_b_3d_v4i32_zero};

class ptx_calls {
public:
    ptx_calls(const image_call& of, llvm::IRBuilder<>& with)
        : what(of),
          builder(with),
          descriptor(of.image.readable ? of.image.readable : of.image.writable),
          dimensions(detail::dimensions_of(of.image.shape)),
          is_array(detail::is_array(of.image.shape) || detail::is_cube(of.image.shape)) {}

    void fetch() {
        const uint32_t texture =
            what.constant() == static_cast<uint32_t>(address_mode::border) ? detail::fetch_border : detail::fetch_edge;
        // A pixel's middle: exact for all sizes that an image can have.
        const auto middle = [&](unsigned index) {
            return builder.CreateFAdd(builder.CreateSIToFP(what.operand(index), builder.getFloatTy()),
                                      llvm::ConstantFP::get(builder.getFloatTy(), 0.5));
        };
        read(texture, middle(2), middle(3), middle(4));
    }

    void sample() { read(detail::sampled_texture(what.constant()), what.operand(2), what.operand(3), what.operand(4)); }

    void store() {
        const uint32_t bytes = what.constant();
        const geometry& in = intrinsics();
        llvm::Type* const i32 = builder.getInt32Ty();
        llvm::Value* const surface = load(builder.getInt64Ty(), nullptr, detail::surface_at);
        std::vector<llvm::Value*> arguments {surface};
        if (is_array) arguments.push_back(what.operand(5));
        arguments.push_back(builder.CreateMul(what.operand(2), llvm::ConstantInt::get(i32, bytes)));
        if (dimensions > 1) arguments.push_back(what.operand(3));
        if (dimensions > 2) arguments.push_back(what.operand(4));
        const auto values = [&](unsigned count) {
            for (unsigned i = 0; i < count; ++i) arguments.push_back(what.operand(6 + i));
        };
        const auto short_value = [&] { arguments.push_back(builder.CreateTrunc(what.operand(6), builder.getInt16Ty())); };
        switch (bytes) {
            case 1:
                short_value();
                return call(in.store_1, arguments);
            case 2:
                short_value();
                return call(in.store_2, arguments);
            case 4:
                values(1);
                return call(in.store_4, arguments);
            case 8:
                values(2);
                return call(in.store_8, arguments);
            default:
                values(4);
                return call(in.store_16, arguments);
        }
    }

    llvm::Value* query() {
        const uint32_t index = what.constant();
        return load(builder.getInt32Ty(), what.operand(2), detail::queries_at + index * 4);
    }

private:
    const geometry& intrinsics() const {
        if (dimensions == 3) return three_dimensions;
        if (dimensions == 2) return is_array ? two_dimensions_array : two_dimensions;
        return is_array ? one_dimension_array : one_dimension;
    }

    // A field of the level's descriptor. It never changes while a kernel runs.
    llvm::Value* load(llvm::Type* type, llvm::Value* level, uint32_t offset) {
        llvm::Value* base = descriptor;
        const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(level);
        if (level && !(constant && constant->isZero())) {
            llvm::Value* const levels = load_at(builder.getInt32Ty(), base, detail::queries_at + 4 * 4);
            llvm::Value* const last = builder.CreateSub(levels, builder.getInt32(1));
            llvm::Value* const nearest = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, level, last);
            llvm::Value* const bytes =
                builder.CreateMul(builder.CreateZExt(nearest, builder.getInt64Ty()), builder.getInt64(detail::descriptor_size));
            base = builder.CreateInBoundsPtrAdd(base, bytes);
        }
        return load_at(type, base, offset);
    }
    llvm::Value* load_at(llvm::Type* type, llvm::Value* base, uint32_t offset) {
        auto* const loaded = builder.CreateAlignedLoad(type, builder.CreateInBoundsPtrAdd(base, builder.getInt64(offset)),
                                                       llvm::Align(type->isIntegerTy(64) ? 8 : 4));
        loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
        return loaded;
    }

    void read(uint32_t texture, llvm::Value* x, llvm::Value* y, llvm::Value* z) {
        const geometry& in = intrinsics();
        std::vector<llvm::Value*> arguments {load(builder.getInt64Ty(), what.operand(6), texture * 8)};
        if (is_array) arguments.push_back(what.operand(5));
        arguments.push_back(x);
        if (dimensions > 1) arguments.push_back(y);
        if (dimensions > 2) arguments.push_back(z);
        const llvm::Intrinsic::ID intrinsic = what.kind == sample_kind::floating         ? in.read_floats
                                              : what.kind == sample_kind::signed_integer ? in.read_ints
                                                                                         : in.read_uints;
        llvm::Value* const texel = builder.CreateIntrinsic(intrinsic, {}, arguments);
        // What a texture unit gives for channels that are not there is not specified.
        llvm::Value* const format = load(builder.getInt32Ty(), nullptr, detail::queries_at + 5 * 4);
        llvm::Value* const channels = builder.CreateLShr(format, 8);
        std::array<llvm::Value*, 4> values {};
        for (unsigned i = 0; i < 4; ++i) {
            llvm::Value* const value = builder.CreateExtractValue(texel, i);
            llvm::Type* const type = value->getType();
            llvm::Constant* missing = llvm::Constant::getNullValue(type);
            if (i == 3) missing = type->isFloatTy() ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1);
            values[i] =
                i == 0 ? value : builder.CreateSelect(builder.CreateICmpUGT(channels, builder.getInt32(i)), value, missing);
        }
        store_texel(what, builder, values);
    }

    void call(llvm::Intrinsic::ID intrinsic, const std::vector<llvm::Value*>& arguments) {
        builder.CreateIntrinsic(intrinsic, {}, arguments);
    }

    const image_call& what;
    llvm::IRBuilder<>& builder;
    llvm::Value* descriptor;
    uint32_t dimensions;
    bool is_array;
};

}  // namespace

llvm::Value* call_image_function(const image_call& what, llvm::IRBuilder<>& builder) {
    ptx_calls calls(what, builder);
    switch (what.operation) {
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
            break;  // the language stores bytes where the target is PTX
    }
    return nullptr;
}

}  // namespace ingot::compiler::ptx
