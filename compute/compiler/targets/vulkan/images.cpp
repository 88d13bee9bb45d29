// Image instructions. image_functions.hpp lists the functions that they replace.
#include <algorithm>

#include "function_writer.hpp"
#include "image_functions.hpp"

namespace ingot::compiler::vulkan {

namespace {

constexpr uint32_t lod_operand = 2;  // SPIR-V specification, 3.14: Image Operands

}  // namespace

spirv_id function_writer::sampler(uint32_t number) {
    descriptor_variable& found = state_.samplers[number];
    if (!found.variable) {
        found.type = module_.unique(spv::OpTypeSampler, {});
        found.variable = module_.variable(spv::StorageClassUniformConstant, found.type);
        const uint32_t binding = state_.next_binding++;
        module_.decorate(found.variable, spv::DecorationDescriptorSet, {0});
        module_.decorate(found.variable, spv::DecorationBinding, {binding});
        state_.described.samplers.push_back({binding, number});
    }
    return emit(spv::OpLoad, found.type, {found.variable});
}

spirv_id function_writer::image_function(const llvm::CallInst& instruction, llvm::StringRef name) {
    const auto* const argument = llvm::dyn_cast<llvm::Argument>(instruction.getArgOperand(0));
    const auto known = argument ? state_.images.find(argument) : state_.images.end();
    if (known == state_.images.end())
        refuse(instruction, "ingotc cannot write the use of an image in a function that is not inlined for Vulkan",
               "read the image in the kernel");
    const descriptor_variable& image = known->second;
    const image_handle handle = handle_of(*argument->getType());
    const unsigned coordinates = detail::dimensions_of(handle.shape) + (has_layers(handle.shape) ? 1 : 0);
    const auto operand = [&](unsigned index) { return value(*instruction.getArgOperand(index)); };
    const auto loaded = [&] { return emit(spv::OpLoad, image.type, {image.variable}); };
    const auto vector_of = [&](spirv_id element, unsigned first) {
        words parts;
        for (unsigned i = 0; i < coordinates; ++i) parts.push_back(operand(first + i));
        return coordinates == 1 ? parts.front()
                                : emit(spv::OpCompositeConstruct, module_.vector_type(element, coordinates), parts);
    };
    // The numbers of an image with signed integers are signed in SPIR-V, and all other integers are not.
    const bool is_signed = handle.kind == sample_kind::signed_integer;
    const spirv_id signed_four = is_signed ? module_.vector_type(module_.unique(spv::OpTypeInt, {32, 1}), 4) : 0;
    const auto texel = [&](spv::Op code, const words& operands) {
        const spirv_id four = type(*instruction.getType());
        const spirv_id read = emit(code, is_signed ? signed_four : four, operands);
        return is_signed ? emit(spv::OpBitcast, four, {read}) : read;
    };
    if (name.starts_with("fetch"))
        return texel(spv::OpImageFetch, {loaded(), vector_of(int_type(32), 1), lod_operand, operand(1 + coordinates)});
    if (name.starts_with("sample")) {
        const auto number = static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(instruction.getArgOperand(1))->getZExtValue());
        const spirv_id sampled_type = module_.unique(spv::OpTypeSampledImage, {image.type});
        const spirv_id sampled = emit(spv::OpSampledImage, sampled_type, {loaded(), sampler(number)});
        return texel(spv::OpImageSampleExplicitLod,
                     {sampled, vector_of(module_.float_type(32), 2), lod_operand, operand(2 + coordinates)});
    }
    if (name.starts_with("write")) {
        module_.need(spv::CapabilityStorageImageWriteWithoutFormat);
        const bool is_real = handle.kind == sample_kind::floating;
        words channels;
        for (unsigned i = 0; i < 4; ++i) channels.push_back(operand(1 + coordinates + i));
        spirv_id written =
            emit(spv::OpCompositeConstruct, module_.vector_type(is_real ? module_.float_type(32) : int_type(32), 4), channels);
        if (is_signed) written = emit(spv::OpBitcast, signed_four, {written});
        emit_plain(spv::OpImageWrite, {loaded(), vector_of(int_type(32), 1), written});
        return 0;
    }
    if (name.starts_with("format"))
        return load_argument({instruction.getType(), state_.argument_offsets.at(argument), llvm::Align(4)});
    module_.need(spv::CapabilityImageQuery);
    if (name.starts_with("levels")) return emit(spv::OpImageQueryLevels, int_type(32), {loaded()});
    const auto component = static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(instruction.getArgOperand(2))->getZExtValue());
    const spirv_id sizes_type = coordinates == 1 ? int_type(32) : module_.vector_type(int_type(32), coordinates);
    const spirv_id sizes = handle.is_written ? emit(spv::OpImageQuerySize, sizes_type, {loaded()})
                                             : emit(spv::OpImageQuerySizeLod, sizes_type, {loaded(), operand(1)});
    return coordinates == 1 ? sizes : emit(spv::OpCompositeExtract, int_type(32), {sizes, component});
}

}  // namespace ingot::compiler::vulkan
