#include "image_planes.hpp"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstddef>
#include <ingot/archive/cpu_code.hpp>
#include <ingot/language/image_functions.hpp>
#include <string>

#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

using archive::cpu::image_view;
using archive::cpu::plane_encoding;

constexpr unsigned channel_count = 4;
constexpr unsigned any_count = 0;
using channels = std::array<llvm::Value*, channel_count>;

// Which pixels a call reads.
struct read_kind {
    address_mode mode;     // edge or border
    bool is_sample;        // at normalised coordinates
    bool is_linear;        // the mean of four pixels
    bool is_float;         // the channels are floating-point numbers
    uint32_t constant;     // the call's second operand
    std::string function;  // the backend's function for one work-item
};

bool is_zero(const llvm::Value* value) {
    const auto* const constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant && constant->isNullValue();
}

// Returns nothing if only the backend can do what the call reads.
std::optional<read_kind> kind_of(const llvm::CallInst& call) {
    for (const unsigned i : {4u, 5u, 6u})  // z, layer and level
        if (!is_zero(call.getArgOperand(i))) return std::nullopt;
    const auto constant = static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
    const llvm::StringRef name = call.getCalledFunction()->getName();
    const bool is_sample = name.contains("sample_");
    const bool is_float = name.ends_with("float");
    const address_mode mode {is_sample ? constant & 3u : constant};
    if (mode != address_mode::edge && mode != address_mode::border) return std::nullopt;
    const bool is_linear = is_sample && is_float && (constant & detail::linear_filter) != 0;
    return read_kind {mode, is_sample, is_linear, is_float, constant, name.str()};
}

// Creates one of the functions. Its first parameter is the view of the image.
class function_writer {
public:
    function_writer(llvm::Function& function, unsigned lanes)
        : function_(function),
          lanes_(lanes),
          builder_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
          view_(function.getArg(0)) {}

    // Reads with a place for each lane: vectors of x and y, and the bits of the active lanes.
    void write_plane_read(const read_kind& kind) {
        llvm::Value* const x = builder_.CreateFreeze(function_.getArg(1));
        llvm::Value* const y = builder_.CreateFreeze(function_.getArg(2));
        llvm::BasicBlock* const other = block("other");
        const llvm::SmallVector<plane_encoding, 3> encodings =
            kind.is_float ? llvm::SmallVector<plane_encoding, 3> {plane_encoding::float_32, plane_encoding::unorm_8,
                                                                  plane_encoding::float_16}
                          : llvm::SmallVector<plane_encoding, 3> {plane_encoding::integer_32};
        load_view();
        const auto read_channels = [&](plane_encoding encoding, unsigned count) {
            give(!kind.is_sample  ? read(encoding, kind, count, x, y)
                 : kind.is_linear ? sampled_linear(encoding, kind, count, x, y)
                                  : read(encoding, kind, count, nearest(x, width_), nearest(y, height_)));
        };
        for_each_encoding(encodings, other, [&](plane_encoding encoding) {
            if (encoding == plane_encoding::unorm_8) return read_channels(encoding, channel_count);
            llvm::BasicBlock* const several = block("channels");
            for_each_channel_count({1, channel_count}, several, [&](unsigned count) { read_channels(encoding, count); });
            builder_.SetInsertPoint(several);
            read_channels(encoding, any_count);
        });
        builder_.SetInsertPoint(other);
        give_from_backend(kind, x, y);
    }

    // Reads of neighbouring pixels: x of the first lane, y of all, and the bits of the active lanes. `plane` is the function for
    // other places.
    void write_row_read(const read_kind& kind, llvm::Function& plane) {
        llvm::Value* const x = function_.getArg(1);
        llvm::Value* const y = function_.getArg(2);
        llvm::BasicBlock* const inside = block("inside");
        llvm::BasicBlock* const other = block("other");
        load_view();
        llvm::Value* is_inside = builder_.CreateAnd(builder_.CreateICmpSGE(x, number(0)),
                                                    builder_.CreateICmpSLE(x, builder_.CreateSub(width_, number(lanes_))));
        llvm::Value* row = y;
        if (kind.mode == address_mode::border)
            is_inside = builder_.CreateAnd(is_inside, builder_.CreateICmpULT(y, height_));
        else
            row = limited(y, height_);
        builder_.CreateCondBr(is_inside, inside, other);

        builder_.SetInsertPoint(inside);
        llvm::Value* const first = builder_.CreateAdd(builder_.CreateMul(row, width_), x);
        const llvm::SmallVector<plane_encoding, 2> encodings =
            kind.is_float ? llvm::SmallVector<plane_encoding, 2> {plane_encoding::float_32, plane_encoding::unorm_8}
                          : llvm::SmallVector<plane_encoding, 2> {plane_encoding::integer_32};
        for_each_encoding(encodings, other, [&](plane_encoding encoding) {
            if (encoding == plane_encoding::unorm_8) return give(bytes_of(loaded(first, builder_.getInt32Ty(), 1), false));
            llvm::Type* const type = channel_type_of(kind);
            for_each_channel_count({4, 1}, other, [&](unsigned count) {
                llvm::Value* const pixels = loaded(first, type, count);
                channels all {};
                for (unsigned i = 0; i < channel_count; ++i)
                    all[i] = count == 4 ? builder_.CreateShuffleVector(pixels, strided(i, 4))
                             : i == 0   ? pixels
                                        : missing(type, i);
                give(all);
            });
        });
        builder_.SetInsertPoint(other);
        llvm::Value* const all_x = builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, x), steps());
        llvm::Value* const all_y = builder_.CreateVectorSplat(lanes_, y);
        builder_.CreateRet(builder_.CreateCall(&plane, {view_, all_x, all_y, function_.getArg(3)}));
    }

    // Writes neighbouring pixels, which are in the image for all active lanes: x of the first lane, y of all, the bits of the
    // active lanes, and four channels. `write_others` creates a call of the backend's function.
    void write_row_write(bool is_float, llvm::function_ref<void(llvm::IRBuilder<>&)> write_others) {
        llvm::BasicBlock* const complete = block("complete");
        llvm::BasicBlock* const other = block("other");
        load_view();
        builder_.CreateCondBr(builder_.CreateICmpEQ(function_.getArg(3), number((1u << lanes_) - 1)), complete, other);
        builder_.SetInsertPoint(complete);
        llvm::Value* const first = builder_.CreateAdd(builder_.CreateMul(function_.getArg(2), width_), function_.getArg(1));
        const llvm::SmallVector<plane_encoding, 2> encodings =
            is_float ? llvm::SmallVector<plane_encoding, 2> {plane_encoding::float_32, plane_encoding::unorm_8}
                     : llvm::SmallVector<plane_encoding, 2> {plane_encoding::integer_32};
        for_each_encoding(encodings, other, [&](plane_encoding encoding) {
            if (encoding == plane_encoding::unorm_8) {
                store(first, packed_bytes(), 1);
                builder_.CreateRetVoid();
                return;
            }
            for_each_channel_count({4, 1}, other, [&](unsigned count) {
                store(first, count == 4 ? interleaved_channels() : function_.getArg(4), count);
                builder_.CreateRetVoid();
            });
        });
        builder_.SetInsertPoint(other);
        write_others(builder_);
        builder_.CreateRetVoid();
    }

private:
    llvm::BasicBlock* block(const llvm::Twine& name) {
        return llvm::BasicBlock::Create(function_.getContext(), name, &function_);
    }
    llvm::ConstantInt* number(uint32_t value) { return builder_.getInt32(value); }
    llvm::Value* all(llvm::Value* value) { return builder_.CreateVectorSplat(lanes_, value); }
    llvm::Value* all(uint32_t value) { return all(number(value)); }
    llvm::Type* vector_of(llvm::Type* type) const { return llvm::FixedVectorType::get(type, lanes_); }
    llvm::Type* channel_type_of(const read_kind& kind) {
        return kind.is_float ? builder_.getFloatTy() : static_cast<llvm::Type*>(builder_.getInt32Ty());
    }

    llvm::Constant* steps() {
        llvm::SmallVector<uint32_t, 16> all;
        for (unsigned i = 0; i < lanes_; ++i) all.push_back(i);
        return llvm::ConstantDataVector::get(function_.getContext(), all);
    }
    llvm::SmallVector<int, 16> strided(unsigned first, unsigned stride) const {
        llvm::SmallVector<int, 16> mask;
        for (unsigned i = 0; i < lanes_; ++i) mask.push_back(static_cast<int>(first + i * stride));
        return mask;
    }

    void load_view() {
        width_ = load_from_view(*view_, offsetof(image_view, width), builder_);
        height_ = load_from_view(*view_, offsetof(image_view, height), builder_);
        encoding_ = load_from_view(*view_, offsetof(image_view, encoding), builder_);
        channels_ = load_from_view(*view_, offsetof(image_view, channels), builder_);
        pixels_ = load_from_view(*view_, offsetof(image_view, pixels), builder_, view_->getType());
    }

    // Creates a block for each encoding, and goes to `other` for the rest.
    void for_each_encoding(llvm::ArrayRef<plane_encoding> encodings, llvm::BasicBlock* other,
                           llvm::function_ref<void(plane_encoding)> create) {
        llvm::SwitchInst* const choice = builder_.CreateSwitch(encoding_, other);
        for (const plane_encoding encoding : encodings) {
            llvm::BasicBlock* const own = block("encoding");
            choice->addCase(number(static_cast<uint32_t>(encoding)), own);
            builder_.SetInsertPoint(own);
            create(encoding);
        }
    }
    // The same for the number of channels.
    void for_each_channel_count(std::initializer_list<unsigned> counts, llvm::BasicBlock* other,
                                llvm::function_ref<void(unsigned)> create) {
        llvm::SwitchInst* const choice = builder_.CreateSwitch(channels_, other);
        for (const unsigned count : counts) {
            llvm::BasicBlock* const own = block("channels");
            choice->addCase(number(count), own);
            builder_.SetInsertPoint(own);
            create(count);
        }
    }

    // Ends the function with the channels of all lanes as its result.
    void give(const channels& values) {
        llvm::Value* result = llvm::PoisonValue::get(function_.getReturnType());
        for (unsigned i = 0; i < channel_count; ++i) result = builder_.CreateInsertValue(result, values[i], i);
        builder_.CreateRet(result);
    }

    void give_from_backend(const read_kind& kind, llvm::Value* x, llvm::Value* y) {
        llvm::Value* const zero = llvm::Constant::getNullValue(x->getType());
        llvm::Value* const no_number = llvm::Constant::getNullValue(vector_of(builder_.getInt32Ty()));
        llvm::Value* const operands = stored({x, y, zero, no_number, no_number});
        llvm::Value* const texels = memory(channel_count);
        call_lanes_function(builder_, kind.function,
                            {view_, number(kind.constant), number(lanes_), function_.getArg(3), operands, texels}, 4);
        channels all {};
        for (unsigned i = 0; i < channel_count; ++i)
            all[i] = builder_.CreateAlignedLoad(vector_of(channel_type_of(kind)), place(texels, i), llvm::Align(4));
        give(all);
    }

    llvm::Value* memory(unsigned vectors) {
        llvm::IRBuilder<> at_entry(&function_.getEntryBlock(), function_.getEntryBlock().begin());
        return at_entry.CreateAlloca(llvm::ArrayType::get(builder_.getInt32Ty(), uint64_t {vectors} * lanes_));
    }
    llvm::Value* place(llvm::Value* memory, unsigned vector) {
        return builder_.CreateConstInBoundsGEP1_64(builder_.getInt32Ty(), memory, uint64_t {vector} * lanes_);
    }
    llvm::Value* stored(llvm::ArrayRef<llvm::Value*> vectors) {
        llvm::Value* const all = memory(static_cast<unsigned>(vectors.size()));
        for (unsigned i = 0; i < vectors.size(); ++i) builder_.CreateAlignedStore(vectors[i], place(all, i), llvm::Align(4));
        return all;
    }

    // Places.

    // Limits an index to 0 … size - 1. Works on vectors too.
    llvm::Value* limited(llvm::Value* index, llvm::Value* size) {
        llvm::Value* last = builder_.CreateSub(size, number(1));
        llvm::Value* zero = number(0);
        if (index->getType()->isVectorTy()) {
            last = all(last);
            zero = all(zero);
        }
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin,
                                              builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, index, zero), last);
    }

    // Limits normalised coordinates, so that an index fits 32 bits. NaN becomes -1.
    llvm::Value* limited_coordinate(llvm::Value* coordinate) {
        llvm::Value* const lowest = llvm::ConstantFP::get(coordinate->getType(), -1.0);
        llvm::Value* const highest = llvm::ConstantFP::get(coordinate->getType(), 2.0);
        coordinate = builder_.CreateSelect(builder_.CreateFCmpOGT(coordinate, lowest), coordinate, lowest);
        return builder_.CreateSelect(builder_.CreateFCmpOLT(coordinate, highest), coordinate, highest);
    }
    // Returns the coordinate in pixels, as OpenCL 1.2, section 8.2, defines it, in double precision as the backend computes it.
    llvm::Value* in_pixels(llvm::Value* coordinate, llvm::Value* size) {
        llvm::Value* const wide = builder_.CreateFPExt(limited_coordinate(coordinate), vector_of(builder_.getDoubleTy()));
        return builder_.CreateFMul(wide, all(builder_.CreateUIToFP(size, builder_.getDoubleTy())));
    }
    llvm::Value* floor(llvm::Value* value) { return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, value); }
    llvm::Value* integer(llvm::Value* value) { return builder_.CreateFPToSI(value, vector_of(builder_.getInt32Ty())); }
    llvm::Value* nearest(llvm::Value* coordinate, llvm::Value* size) { return integer(floor(in_pixels(coordinate, size))); }

    // Pixels.

    llvm::Constant* missing(llvm::Type* type, unsigned channel) const {
        llvm::Type* const vector = vector_of(type);
        if (channel < 3) return llvm::Constant::getNullValue(vector);
        return type->isFloatingPointTy() ? llvm::ConstantFP::get(vector, 1.0) : llvm::ConstantInt::get(vector, 1);
    }

    llvm::Value* address_of(llvm::Value* first, uint32_t pixel_bytes) {
        llvm::Value* const offset =
            builder_.CreateMul(builder_.CreateZExt(first, builder_.getInt64Ty()), builder_.getInt64(pixel_bytes));
        return builder_.CreateGEP(builder_.getInt8Ty(), pixels_, offset);
    }
    // Loads neighbouring pixels of `count` numbers each.
    llvm::Value* loaded(llvm::Value* first, llvm::Type* type, unsigned count) {
        return builder_.CreateAlignedLoad(llvm::FixedVectorType::get(type, count * lanes_), address_of(first, count * 4),
                                          llvm::Align(4));
    }
    void store(llvm::Value* first, llvm::Value* pixels, unsigned count) {
        builder_.CreateAlignedStore(pixels, address_of(first, count * 4), llvm::Align(4));
    }

    llvm::Value* interleaved_channels() {
        llvm::SmallVector<int, 64> mask;
        for (unsigned i = 0; i < 2 * lanes_; ++i) mask.push_back(static_cast<int>(i));
        llvm::Value* const low = builder_.CreateShuffleVector(function_.getArg(4), function_.getArg(5), mask);
        llvm::Value* const high = builder_.CreateShuffleVector(function_.getArg(6), function_.getArg(7), mask);
        mask.clear();
        for (unsigned i = 0; i < lanes_ * channel_count; ++i)
            mask.push_back(static_cast<int>(i % channel_count * lanes_ + i / channel_count));
        return builder_.CreateShuffleVector(low, high, mask);
    }

    // Encodes the channels as detail::normalised_bits() does. Returns one number for each pixel.
    llvm::Value* packed_bytes() {
        llvm::Type* const wide = vector_of(builder_.getDoubleTy());
        llvm::Value* const zero = llvm::Constant::getNullValue(wide);
        llvm::Value* const most = llvm::ConstantFP::get(wide, 255.0);
        llvm::Value* pixels = nullptr;
        for (unsigned i = 0; i < channel_count; ++i) {
            llvm::Value* value = builder_.CreateFMul(builder_.CreateFPExt(function_.getArg(4 + i), wide), most);
            value = builder_.CreateSelect(builder_.CreateFCmpOGT(value, zero), value, zero);
            value = builder_.CreateSelect(builder_.CreateFCmpOLT(value, most), value, most);
            llvm::Value* bits = integer(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::rint, value));
            if (i != 0) bits = builder_.CreateShl(bits, all(8 * i));
            pixels = pixels ? builder_.CreateOr(pixels, bits) : bits;
        }
        return pixels;
    }

    // Reads the pixels at indices, one for each lane. They have `count` channels, or as many as the view says (any_count).
    channels read(plane_encoding encoding, const read_kind& kind, unsigned count, llvm::Value* x, llvm::Value* y,
                  bool as_double = false) {
        llvm::Value* is_outside = nullptr;
        if (kind.mode == address_mode::border)
            is_outside = builder_.CreateOr(builder_.CreateICmpUGE(x, all(width_)), builder_.CreateICmpUGE(y, all(height_)));
        llvm::Value* const index = builder_.CreateAdd(builder_.CreateMul(limited(y, height_), all(width_)), limited(x, width_));
        channels values = encoding == plane_encoding::unorm_8
                              ? bytes_of(gathered(builder_.getInt32Ty(), pixels_, builder_.CreateShl(index, all(2))), as_double)
                              : numbers_of(encoding, kind, count, index, as_double);
        if (!is_outside) return values;
        for (unsigned i = 0; i < channel_count; ++i) {
            llvm::Constant* const zero = llvm::Constant::getNullValue(values[i]->getType());
            llvm::Value* outside = zero;
            if (i == 3) outside = builder_.CreateSelect(has_channel(3, count), zero, one_of(values[i]->getType()));
            values[i] = builder_.CreateSelect(is_outside, outside, values[i]);
        }
        return values;
    }

    static llvm::Constant* one_of(llvm::Type* type) {
        return type->isFPOrFPVectorTy() ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1);
    }
    llvm::Value* has_channel(unsigned channel, unsigned count) {
        return count == any_count ? builder_.CreateICmpUGT(channels_, number(channel)) : builder_.getInt1(channel < count);
    }

    // `offsets` are in bytes. All of them are inside of the image, also those of lanes that are not active.
    llvm::Value* gathered(llvm::Type* type, llvm::Value* base, llvm::Value* offsets) {
        llvm::Value* const addresses = builder_.CreateGEP(builder_.getInt8Ty(), base, offsets);
        return builder_.CreateMaskedGather(vector_of(type), addresses, llvm::Align(type->getScalarSizeInBits() / 8));
    }

    channels numbers_of(plane_encoding encoding, const read_kind& kind, unsigned count, llvm::Value* index, bool as_double) {
        const bool is_half = encoding == plane_encoding::float_16;
        const uint32_t size = is_half ? 2 : 4;
        llvm::Type* const type = is_half ? builder_.getInt16Ty() : channel_type_of(kind);
        llvm::Value* const size_of_pixel =
            count == any_count ? builder_.CreateMul(channels_, number(size)) : number(count * size);
        llvm::Value* const offsets = builder_.CreateMul(index, all(size_of_pixel));
        llvm::Value* const pixels = count == channel_count ? loaded_apart(type, offsets) : nullptr;
        channels values {};
        for (unsigned i = 0; i < channel_count; ++i) {
            llvm::Value* const has = has_channel(i, count);
            if (has == builder_.getFalse()) {
                llvm::Type* const number_type = as_double ? builder_.getDoubleTy() : channel_type_of(kind);
                values[i] = missing(number_type, i);
                continue;
            }
            llvm::Value* value = nullptr;
            if (pixels) {
                value = builder_.CreateShuffleVector(pixels, strided(i, channel_count));
            } else {
                // The first channel is read in place of one that the pixels do not have.
                llvm::Value* const base = i == 0 ? static_cast<llvm::Value*>(pixels_)
                                                 : builder_.CreateGEP(builder_.getInt8Ty(), pixels_,
                                                                      builder_.CreateSelect(has, number(i * size), number(0)));
                value = gathered(type, base, offsets);
            }
            if (is_half) value = float_of_half(value);
            if (as_double) value = builder_.CreateFPExt(value, vector_of(builder_.getDoubleTy()));
            if (i != 0 && count == any_count)
                value = builder_.CreateSelect(has, value, missing(value->getType()->getScalarType(), i));
            values[i] = value;
        }
        return values;
    }

    // Loads the four channels of each lane's pixel with one instruction.
    llvm::Value* loaded_apart(llvm::Type* type, llvm::Value* offsets) {
        llvm::SmallVector<llvm::Value*, 16> of_lanes;
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            llvm::Value* const offset = builder_.CreateZExt(builder_.CreateExtractElement(offsets, lane), builder_.getInt64Ty());
            of_lanes.push_back(builder_.CreateAlignedLoad(llvm::FixedVectorType::get(type, channel_count),
                                                          builder_.CreateGEP(builder_.getInt8Ty(), pixels_, offset),
                                                          llvm::Align(type->getScalarSizeInBits() / 8)));
        }
        return llvm::concatenateVectors(builder_, of_lanes);
    }

    // Converts the bits of half numbers. Their exponent has another bias; infinity and NaN have the largest exponent.
    llvm::Value* float_of_half(llvm::Value* half) {
        llvm::Value* const bits = builder_.CreateZExt(half, vector_of(builder_.getInt32Ty()));
        llvm::Value* const sign = builder_.CreateShl(builder_.CreateAnd(bits, all(0x8000)), all(16));
        llvm::Value* const magnitude = builder_.CreateShl(builder_.CreateAnd(bits, all(0x7fff)), all(13));
        llvm::Type* const number_type = vector_of(builder_.getFloatTy());
        llvm::Value* const scaled =
            builder_.CreateFMul(builder_.CreateBitCast(magnitude, number_type), llvm::ConstantFP::get(number_type, 0x1p112));
        llvm::Value* const is_finite = builder_.CreateICmpULT(magnitude, all(0x0f800000));
        llvm::Value* const finite = builder_.CreateBitCast(scaled, magnitude->getType());
        llvm::Value* const value = builder_.CreateSelect(is_finite, finite, builder_.CreateOr(magnitude, all(0x7f800000)));
        return builder_.CreateBitCast(builder_.CreateOr(value, sign), number_type);
    }

    // Takes the four bytes of each pixel apart, and divides them by 255. The quotients are rounded correctly: a byte times the
    // first of the two parts of 1 / 255 is exact, and so small an error of the rest does not change the rounded sum. The static
    // assertions below check all bytes.
    channels bytes_of(llvm::Value* pixels, bool as_double) {
        llvm::Type* const type = vector_of(as_double ? builder_.getDoubleTy() : builder_.getFloatTy());
        channels values {};
        for (unsigned i = 0; i < channel_count; ++i) {
            llvm::Value* byte = i == 0 ? pixels : builder_.CreateLShr(pixels, all(8 * i));
            if (i != 3) byte = builder_.CreateAnd(byte, all(255));
            llvm::Value* const value = builder_.CreateSIToFP(byte, type);
            const auto times = [&](double factor) { return builder_.CreateFMul(value, llvm::ConstantFP::get(type, factor)); };
            values[i] = as_double ? builder_.CreateFAdd(times(share<double>), times(rest_of_share<double>))
                                  : builder_.CreateFAdd(times(share<float>), times(rest_of_share<float>));
        }
        return values;
    }

    // 1 / 255 in two parts. The first one has 16 bits for float and 40 for double.
    template <typename T>
    static constexpr T share = sizeof(T) == 4 ? T(0x8080p-23) : T(0x8080808080p-47);
    template <typename T>
    static constexpr T rest_of_share =
        sizeof(T) == 4 ? static_cast<T>(1.0 / 255.0 - 0x8080p-23) : static_cast<T>(0x8080808080p-87);

    template <typename T>
    static constexpr bool divides_all_bytes() {
        for (int byte = 0; byte < 256; ++byte)
            if (static_cast<T>(byte) * share<T> + static_cast<T>(byte) * rest_of_share<T> != static_cast<T>(byte) / T(255))
                return false;
        return true;
    }

    // The weighted mean of the four pixels around a place, in double precision as the backend computes it.
    channels sampled_linear(plane_encoding encoding, const read_kind& kind, unsigned count, llvm::Value* x, llvm::Value* y) {
        static_assert(divides_all_bytes<float>() && divides_all_bytes<double>());
        llvm::Type* const wide = vector_of(builder_.getDoubleTy());
        llvm::Constant* const zero = llvm::Constant::getNullValue(wide);
        llvm::Constant* const one = llvm::ConstantFP::get(wide, 1.0);
        struct axis {
            std::array<llvm::Value*, 2> index;
            std::array<llvm::Value*, 2> weight;
        };
        const auto axis_of = [&](llvm::Value* coordinate, llvm::Value* size) {
            llvm::Value* const place = builder_.CreateFSub(in_pixels(coordinate, size), llvm::ConstantFP::get(wide, 0.5));
            llvm::Value* const low = floor(place);
            llvm::Value* const weight = builder_.CreateFSub(place, low);
            llvm::Value* const first = integer(low);
            return axis {{first, builder_.CreateAdd(first, all(1))}, {builder_.CreateFSub(one, weight), weight}};
        };
        const axis in_x = axis_of(x, width_);
        const axis in_y = axis_of(y, height_);
        channels sums {zero, zero, zero, zero};
        for (unsigned corner = 0; corner < 4; ++corner) {
            const unsigned right = corner & 1;
            const unsigned below = corner >> 1;
            llvm::Value* const part = builder_.CreateFMul(in_x.weight[right], in_y.weight[below]);
            const channels values = read(encoding, kind, count, in_x.index[right], in_y.index[below], true);
            // A pixel with a share of 0 does not count, because infinity times 0 would be NaN.
            llvm::Value* const counts = builder_.CreateFCmpOGT(part, zero);
            for (unsigned i = 0; i < channel_count; ++i) {
                llvm::Value* const term = builder_.CreateFMul(part, values[i]);
                sums[i] = builder_.CreateFAdd(sums[i], builder_.CreateSelect(counts, term, zero));
            }
        }
        for (llvm::Value*& sum : sums) sum = builder_.CreateFPTrunc(sum, vector_of(builder_.getFloatTy()));
        return sums;
    }

    llvm::Function& function_;
    unsigned lanes_;
    llvm::IRBuilder<> builder_;
    llvm::Argument* view_;
    llvm::Value* width_ = nullptr;
    llvm::Value* height_ = nullptr;
    llvm::Value* encoding_ = nullptr;
    llvm::Value* channels_ = nullptr;
    llvm::Value* pixels_ = nullptr;
};

// Returns the function with a name, and creates it if the module does not have it yet.
llvm::Function& function_with(llvm::Module& module, const std::string& name, llvm::Type* result,
                              llvm::ArrayRef<llvm::Type*> parameters, llvm::function_ref<void(llvm::Function&)> write) {
    if (llvm::Function* const known = module.getFunction(name)) return *known;
    auto* const function = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                                                  llvm::GlobalValue::InternalLinkage, name, module);
    function->setDoesNotThrow();
    function->addFnAttr(llvm::Attribute::WillReturn);
    write(*function);
    return *function;
}

void create_read(const llvm::CallInst& call, const read_kind& kind, const image_lanes& lanes, llvm::Value* active,
                 llvm::IRBuilder<>& builder) {
    auto& module = *const_cast<llvm::Module*>(call.getModule());
    llvm::Value* const x = call.getArgOperand(2);
    llvm::Value* const y = call.getArgOperand(3);
    llvm::Value* const view = lanes.scalar(call.getArgOperand(0));
    const auto vector_of = [&](llvm::Type* type) { return llvm::FixedVectorType::get(type, lanes.count); };
    llvm::Type* const channel = vector_of(kind.is_float ? builder.getFloatTy() : static_cast<llvm::Type*>(builder.getInt32Ty()));
    llvm::Type* const result = llvm::StructType::get(channel, channel, channel, channel);
    const std::string name = kind.function + "." + std::to_string(kind.constant);
    const std::string width = std::to_string(lanes.count);
    llvm::Type* const place = vector_of(x->getType());
    llvm::Function& plane =
        function_with(module, name + ".plane" + width, result, {view->getType(), place, place, builder.getInt32Ty()},
                      [&](llvm::Function& made) { function_writer(made, lanes.count).write_plane_read(kind); });
    llvm::Value* pixels = nullptr;
    if (!kind.is_sample && lanes.is_consecutive(x) && lanes.is_uniform(y)) {
        llvm::Type* const number = builder.getInt32Ty();
        llvm::Function& row =
            function_with(module, name + ".row" + width, result, {view->getType(), number, number, number},
                          [&](llvm::Function& made) { function_writer(made, lanes.count).write_row_read(kind, plane); });
        pixels = builder.CreateCall(&row, {view, lanes.scalar(x), lanes.scalar(y), active});
    } else {
        pixels = builder.CreateCall(&plane, {view, lanes.vector(x), lanes.vector(y), active});
    }
    llvm::Value* const texels = lanes.scalar(call.getArgOperand(call.arg_size() - 1));
    for (unsigned i = 0; i < channel_count; ++i) {
        llvm::Value* const address = builder.CreateConstInBoundsGEP1_64(builder.getInt32Ty(), texels, uint64_t {i} * lanes.count);
        llvm::Value* value = builder.CreateExtractValue(pixels, i);
        // A lane that is not active keeps what it has read before.
        if (lanes.mask)
            value = builder.CreateSelect(lanes.mask, value, builder.CreateAlignedLoad(channel, address, llvm::Align(4)));
        builder.CreateAlignedStore(value, address, llvm::Align(4));
    }
}

void create_write(const llvm::CallInst& call, const image_lanes& lanes, llvm::Value* active, llvm::IRBuilder<>& builder) {
    auto& module = *const_cast<llvm::Module*>(call.getModule());
    const llvm::StringRef original = call.getCalledFunction()->getName();
    const bool is_float = original.ends_with("float");
    llvm::Type* const number = builder.getInt32Ty();
    llvm::Type* const channel = llvm::FixedVectorType::get(is_float ? builder.getFloatTy() : number, lanes.count);
    llvm::SmallVector<llvm::Value*, 8> arguments {lanes.scalar(call.getArgOperand(0)), lanes.scalar(call.getArgOperand(1)),
                                                  lanes.scalar(call.getArgOperand(2)), active};
    for (unsigned i = 0; i < channel_count; ++i) arguments.push_back(lanes.vector(call.getArgOperand(5 + i)));
    llvm::SmallVector<llvm::Type*, 8> types {arguments[0]->getType(), number, number, number, channel, channel, channel, channel};
    llvm::Function& row = function_with(
        module, (original + ".row" + llvm::Twine(lanes.count)).str(), builder.getVoidTy(), types, [&](llvm::Function& made) {
            const auto write_others = [&](llvm::IRBuilder<>& inside) {
                const auto all = [&](llvm::Value* value) { return inside.CreateVectorSplat(lanes.count, value); };
                llvm::SmallVector<uint32_t, 16> steps;
                for (unsigned i = 0; i < lanes.count; ++i) steps.push_back(i);
                llvm::Value* const zero = all(inside.getInt32(0));
                const std::array<llvm::Value*, 8> operands {
                    inside.CreateAdd(all(made.getArg(1)), llvm::ConstantDataVector::get(made.getContext(), steps)),
                    all(made.getArg(2)),
                    zero,
                    zero,
                    made.getArg(4),
                    made.getArg(5),
                    made.getArg(6),
                    made.getArg(7)};
                llvm::IRBuilder<> at_entry(&made.getEntryBlock(), made.getEntryBlock().begin());
                llvm::Value* const memory =
                    at_entry.CreateAlloca(llvm::ArrayType::get(number, uint64_t {operands.size()} * lanes.count));
                for (unsigned i = 0; i < operands.size(); ++i)
                    inside.CreateAlignedStore(operands[i],
                                              inside.CreateConstInBoundsGEP1_64(number, memory, uint64_t {i} * lanes.count),
                                              llvm::Align(4));
                call_lanes_function(inside, original, {made.getArg(0), inside.getInt32(lanes.count), made.getArg(3), memory}, 3);
            };
            function_writer(made, lanes.count).write_row_write(is_float, write_others);
        });
    builder.CreateCall(&row, arguments);
}

}  // namespace

bool access_plane(const llvm::CallInst& call, const image_lanes& lanes, llvm::IRBuilder<>& builder) {
    if (!lanes.is_uniform(call.getArgOperand(0))) return false;
    llvm::Value* const active = active_lanes(lanes, builder);
    if (is_image_read(call)) {
        const std::optional<read_kind> kind = kind_of(call);
        if (kind) create_read(call, *kind, lanes, active, builder);
        return kind.has_value();
    }
    const bool is_row = lanes.is_consecutive(call.getArgOperand(1)) && lanes.is_uniform(call.getArgOperand(2)) &&
                        is_zero(call.getArgOperand(3)) && is_zero(call.getArgOperand(4));
    if (is_row) create_write(call, lanes, active, builder);
    return is_row;
}

}  // namespace ingot::compiler::cpu
