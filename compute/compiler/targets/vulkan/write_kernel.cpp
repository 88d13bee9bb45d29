#include "write_kernel.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <array>
#include <ingot/archive/required_features.hpp>
#include <spirv-tools/libspirv.hpp>

#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/image_arguments.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "image_functions.hpp"
#include "print_records.hpp"

namespace ingot::compiler::vulkan {

namespace {

// A spv::Capability that requires a feature of the device.
struct optional_capability {
    spv::Capability number;
    std::string_view feature;
};
constexpr std::array<optional_capability, 14> optional_capabilities {{
    {spv::CapabilityInt8, archive::required_features::int8_arithmetic},
    {spv::CapabilityInt16, archive::required_features::int16_arithmetic},
    {spv::CapabilityInt64, archive::required_features::int64_arithmetic},
    {spv::CapabilityFloat16, archive::required_features::half_arithmetic},
    {spv::CapabilityFloat64, archive::required_features::double_precision},
    {spv::CapabilityInt64Atomics, archive::required_features::int64_atomics},
    {spv::CapabilityStorageBuffer8BitAccess, archive::required_features::int8_storage},
    {spv::CapabilityStorageBuffer16BitAccess, archive::required_features::int16_storage},
    {spv::CapabilityGroupNonUniform, archive::required_features::sub_groups},
    {spv::CapabilityGroupNonUniformBallot, archive::required_features::sub_group_ballots},
    {spv::CapabilityGroupNonUniformShuffle, archive::required_features::sub_group_shuffles},
    {spv::CapabilityGroupNonUniformShuffleRelative, archive::required_features::sub_group_shuffles},
    {spv::CapabilityStorageImageWriteWithoutFormat, archive::required_features::formatless_image_writes},
    {spv::CapabilityVulkanMemoryModel, archive::required_features::vulkan_memory_model},
}};

// Adds a function and those that it calls, each after those that it calls itself.
void find_functions(llvm::Function& function, llvm::SetVector<llvm::Function*>& ordered) {
    for (const llvm::Instruction& each : llvm::instructions(function))
        if (llvm::Function* const callee = called_definition(each); callee && !ordered.contains(callee))
            find_functions(*callee, ordered);
    ordered.insert(&function);
}

// Does the instruction order accesses to global memory between work-items?
bool orders_memory(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::FenceInst>(instruction)) return true;
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        return llvm::isStrongerThan(load->getOrdering(), llvm::AtomicOrdering::Monotonic);
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        return llvm::isStrongerThan(store->getOrdering(), llvm::AtomicOrdering::Monotonic);
    if (const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
        return llvm::isStrongerThan(update->getOrdering(), llvm::AtomicOrdering::Monotonic);
    if (const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        return llvm::isStrongerThan(exchange->getMergedOrdering(), llvm::AtomicOrdering::Monotonic);
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration()) return false;
    if (callee->getName() == "ingot_device_fence" || callee->getName() == "ingot_device_sub_group_barrier") return true;
    if (callee->getName() != "ingot_device_barrier") return false;
    const auto* const memories = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    return !memories || (memories->getZExtValue() & 2u) != 0;
}

bool has_consistent_fence(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
        const auto* const fence = llvm::dyn_cast<llvm::FenceInst>(&each);
        return fence && fence->getOrdering() == llvm::AtomicOrdering::SequentiallyConsistent &&
               fence->getSyncScopeID() != llvm::SyncScope::SingleThread;
    });
}

bool calls_print_buffer(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
        return call && call->getCalledFunction() && call->getCalledFunction()->getName() == print_buffer_function;
    });
}

// Gives each argument a place, and each image a descriptor. `needs_fence_word` adds an argument that is no parameter.
void lay_out_arguments(kernel_state& state, const kernel_entry& kernel, const llvm::Function& function, bool needs_fence_word) {
    archive::vulkan_kernel& described = state.described;
    uint64_t next = 0;
    unsigned argument = 0;
    const auto place = [&](archive::vulkan_argument_kind kind, uint32_t parameter, uint64_t size, uint64_t alignment) {
        next = llvm::alignTo(next, std::max<uint64_t>(alignment, 1));
        described.arguments.push_back({kind, parameter, static_cast<uint32_t>(next), static_cast<uint32_t>(size), 0});
        state.argument_offsets[function.getArg(argument++)] = next;
        next += size;
    };
    using enum archive::vulkan_argument_kind;
    for (uint32_t index = 0; index < kernel.reflection.parameters.size(); ++index) {
        const archive::parameter& parameter = kernel.reflection.parameters[index];
        switch (parameter.kind) {
            case archive::parameter_kind::buffer:
                place(buffer, index, 8, 8);
                break;
            case archive::parameter_kind::value:
                // Each begins at a word: NVIDIA's compiler mixes up the bytes of structs that do not (docs/vulkan.md).
                place(value, index, parameter.size, std::clamp<uint64_t>(parameter.alignment, 4, 8));
                break;
            case archive::parameter_kind::local:
                place(local, index, 4, 4);
                break;
            case archive::parameter_kind::image: {
                const unsigned count = argument_count(function.getContext(), parameter, *state.unit.compiled_for);
                for (unsigned i = 0; i < count; ++i) {
                    const llvm::Argument& image = *function.getArg(argument);
                    const bool is_written = handle_of(*image.getType()).is_written;
                    place(is_written ? storage_image : sampled_image, index, 4, 4);
                    described.arguments.back().binding = state.next_binding++;
                }
            }
        }
    }
    const auto place_address = [&](archive::vulkan_argument_kind kind) {
        const uint64_t offset = llvm::alignTo(next, 8);
        described.arguments.push_back({kind, archive::no_parameter, static_cast<uint32_t>(offset), 8, 0});
        next = offset + 8;
        return offset;
    };
    if (!described.print_formats.empty()) state.print_buffer_offset = place_address(print_buffer);
    if (needs_fence_word) state.fence_word_offset = place_address(fence_word);
    described.argument_bytes = static_cast<uint32_t>(llvm::alignTo(next, 4));
    if (described.argument_bytes > archive::vulkan_push_argument_bytes) described.argument_binding = state.next_binding++;
}

void add_images(kernel_state& state, const llvm::Function& function) {
    for (const auto& argument : function.args()) {
        if (!argument.getType()->isTargetExtTy()) continue;
        const image_handle handle = handle_of(*argument.getType());
        constexpr std::array dimensions {spv::Dim1D, spv::Dim2D, spv::Dim3D};
        module_words& module = state.module;
        const spirv_id channel = handle.kind == sample_kind::floating
                                     ? module.float_type(32)
                                     : module.unique(spv::OpTypeInt, {32, handle.kind == sample_kind::signed_integer ? 1u : 0u});
        descriptor_variable& image = state.images[&argument];
        image.type = module.image_type(channel, dimensions[detail::dimensions_of(handle.shape) - 1], has_layers(handle.shape),
                                       !handle.is_written);
        image.variable = module.variable(spv::StorageClassUniformConstant, image.type);
        const auto described = std::ranges::find_if(state.described.arguments, [&](const archive::vulkan_argument& each) {
            return each.offset == state.argument_offsets.at(&argument) &&
                   (each.kind == archive::vulkan_argument_kind::sampled_image ||
                    each.kind == archive::vulkan_argument_kind::storage_image);
        });
        module.decorate(image.variable, spv::DecorationDescriptorSet, {0});
        module.decorate(image.variable, spv::DecorationBinding, {described->binding});
        if (handle.is_written) module.decorate(image.variable, spv::DecorationNonReadable);
    }
}

// Adds a variable that the host fills: a structure of one array. The types are its own: the decorations must not be those of an
// array or a structure in the kernel's private or local memory, which have no layout.
spirv_id add_host_block(module_words& module, spv::StorageClass space, spirv_id element, uint32_t element_bytes, uint32_t count) {
    const spirv_id array = module.fresh();
    module.add_global(spv::OpTypeArray, {array, element, module.word(count)});
    const spirv_id block = module.fresh();
    module.add_global(spv::OpTypeStruct, {block, array});
    module.decorate(array, spv::DecorationArrayStride, {element_bytes});
    module.decorate(block, spv::DecorationBlock);
    module.decorate_member(block, 0, spv::DecorationOffset, {0});
    return module.variable(space, block);
}

// Adds the push constants, the uniform buffer of the arguments, and the specialisation constants.
void add_launch(kernel_state& state) {
    module_words& module = state.module;
    const archive::vulkan_kernel& described = state.described;
    constexpr uint32_t launch_words = archive::vulkan_launch_block_bytes / 4;
    const uint32_t argument_words = described.argument_binding ? 0 : described.argument_bytes / 4;
    state.launch = add_host_block(module, spv::StorageClassPushConstant, module.int_type(32), 4, launch_words + argument_words);
    if (described.argument_binding) {
        // Elements of an array in a uniform buffer begin at multiples of 16 bytes (Vulkan 1.2, "Standard Buffer Layout").
        const uint32_t count = (described.argument_bytes + 15) / 16;
        state.arguments = add_host_block(module, spv::StorageClassUniform, module.vector_type(module.int_type(32), 4), 16, count);
        module.decorate(state.arguments, spv::DecorationDescriptorSet, {0});
        module.decorate(state.arguments, spv::DecorationBinding, {*described.argument_binding});
    }

    words sizes;
    for (uint32_t dimension = 0; dimension < 3; ++dimension) sizes.push_back(module.specialisation_constant(dimension, 1));
    state.group_size = module.fresh();
    const spirv_id three = module.vector_type(module.int_type(32), 3);
    module.add_global(spv::OpSpecConstantComposite, {three, state.group_size, sizes[0], sizes[1], sizes[2]});
    module.decorate(state.group_size, spv::DecorationBuiltIn, {number_of(spv::BuiltInWorkgroupSize)});
}

// Returns the number of elements of a block as a constant.
spirv_id length_of(kernel_state& state, const memory_block& block) {
    module_words& module = state.module;
    const uint64_t unit = state.layout.getTypeStoreSize(block.element);
    const spirv_id fixed = module.word(std::max<uint64_t>(block.bytes / unit, block.has_dynamic_part ? 0 : 1));
    if (!block.has_dynamic_part) return fixed;
    spirv_id dynamic = module.specialisation_constant(number_of(archive::vulkan_constant::dynamic_local_words), 1);
    const auto compute = [&](spv::Op code, spirv_id left, spirv_id right) {
        const spirv_id made = module.fresh();
        module.add_global(spv::OpSpecConstantOp, {module.int_type(32), made, number_of(code), left, right});
        return made;
    };
    if (unit < 4) dynamic = compute(spv::OpIMul, dynamic, module.word(4 / unit));
    if (unit > 4)
        dynamic = compute(spv::OpShiftRightLogical, compute(spv::OpIAdd, dynamic, module.word(unit / 4 - 1)),
                          module.word(llvm::Log2_64(unit / 4)));
    return compute(spv::OpIAdd, dynamic, fixed);
}

// Returns the initial value of a block of constants.
spirv_id initial_value(kernel_state& state, const memory_block& block, spirv_id array) {
    module_words& module = state.module;
    const uint64_t unit = state.layout.getTypeStoreSize(block.element);
    words elements(std::max<uint64_t>(1, block.bytes / unit), module.zero_of(*block.element));
    for (const auto& [object, begin] : block.objects) {
        const auto& variable = llvm::cast<llvm::GlobalVariable>(*object);
        const uint64_t size = state.layout.getTypeAllocSize(variable.getValueType());
        for (uint64_t offset = 0; offset < size; offset += unit) {
            llvm::Constant* const element =
                variable.hasInitializer()
                    ? llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant*>(variable.getInitializer()), block.element,
                                                      llvm::APInt(64, offset), state.layout)
                    : nullptr;
            const spirv_id made = element ? module.constant(*element) : 0;
            if (!made)
                throw cannot_write {nullptr,
                                    "ingotc cannot write the table of constants '" + variable.getName().str() + "' for Vulkan",
                                    "use a table of numbers"};
            elements[(begin + offset) / unit] = made;
        }
    }
    constexpr size_t most_elements = 65'532;  // an instruction has at most 65,535 words
    if (elements.size() > most_elements)
        throw cannot_write {nullptr, "the tables of constants have more than 65,532 numbers", "pass them in a buffer"};
    return module.unique(spv::OpConstantComposite, elements, array);
}

void add_blocks(kernel_state& state) {
    module_words& module = state.module;
    for (const memory_block& block : state.blocks.all()) {
        spirv_id& variable = state.block_variables.emplace_back(0);
        if (block.space == spv::StorageClassFunction) continue;
        const spirv_id array = module.unique(spv::OpTypeArray, {module.type(*block.element), length_of(state, block)});
        const bool is_table =
            block.space == spv::StorageClassPrivate && !block.function &&
            llvm::all_of(block.objects, [](const auto& object) { return llvm::isa<llvm::GlobalVariable>(object.first); });
        variable = module.variable(block.space, array, is_table ? initial_value(state, block, array) : 0);
        if (block.space == spv::StorageClassWorkgroup)
            state.described.fixed_local_bytes += static_cast<uint32_t>(llvm::alignTo(block.bytes, 4));
    }
}

// Names the functions. A driver that inlined every call of a kept function would compile for minutes, so it is asked not to
// (function_writer::write()). NVIDIA's compiler (driver 580) mixes up results of functions that it does not inline: it takes the
// results of two calls for the same value, whatever their arguments are. A kept function therefore stores its result in a
// variable, which the caller loads after the call.
void add_functions(kernel_state& state, const llvm::SetVector<llvm::Function*>& functions) {
    for (llvm::Function* const each : functions) {
        state.functions[each] = state.module.fresh();
        state.module.name(state.functions[each], each->getName());
        if (each->hasFnAttribute(llvm::Attribute::NoInline) && !each->getReturnType()->isVoidTy())
            state.results[each] = state.module.variable(spv::StorageClassPrivate, state.module.type(*each->getReturnType()));
    }
}

void validate(const words& made) {
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
    std::string messages;
    tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& position, const char* text) {
        messages += (messages.empty() ? "" : "; ") + std::string("word ") + std::to_string(position.index) + ": " + text;
    });
    if (!tools.Validate(made)) throw std::logic_error("the SPIR-V for Vulkan is not valid: " + messages);
}

}  // namespace

archive::vulkan_kernel write_kernel(const device_module& unit, const kernel_entry& kernel, llvm::Function& function,
                                    bool is_fast) {
    archive::vulkan_kernel described;
    described.symbol = kernel.reflection.symbol;
    llvm::SetVector<llvm::Function*> functions;
    find_functions(function, functions);
    const llvm::SetVector<const llvm::Function*> read_only(functions.begin(), functions.end());
    const llvm::DataLayout& layout = unit.module->getDataLayout();
    const memory_blocks blocks(read_only, layout);
    module_words module;
    kernel_state state {unit, layout, blocks, module, described, is_fast};
    for (const llvm::Function* const each : functions)
        for (const llvm::Instruction& instruction : llvm::instructions(*each))
            state.has_vulkan_memory_model |= orders_memory(instruction);
    if (llvm::any_of(functions, [](const llvm::Function* each) { return calls_print_buffer(*each); }))
        described.print_formats = print_formats(*unit.module);
    const bool needs_fence_word = llvm::any_of(functions, [](const llvm::Function* each) { return has_consistent_fence(*each); });
    lay_out_arguments(state, kernel, function, needs_fence_word);
    add_launch(state);
    add_images(state, function);
    add_blocks(state);
    add_functions(state, functions);
    for (llvm::Function* const each : functions) write_function(state, *each, each == &function);

    const auto require = [&](std::string_view feature) {
        if (std::ranges::find(described.required_features, feature) == described.required_features.end())
            described.required_features.emplace_back(feature);
    };
    words modes;
    const spirv_id entry = state.functions.at(&function);
    append(modes, spv::OpExecutionMode, {entry, number_of(spv::ExecutionModeLocalSize), 1, 1, 1});
    if (!is_fast) {
        module.need(spv::CapabilitySignedZeroInfNanPreserve);
        module.need(spv::CapabilityDenormPreserve);  // the backend removes it where the device has no denormal numbers
        const auto preserve = [&](uint32_t bits, std::string_view feature) {
            append(modes, spv::OpExecutionMode, {entry, number_of(spv::ExecutionModeSignedZeroInfNanPreserve), bits});
            append(modes, spv::OpExecutionMode, {entry, number_of(spv::ExecutionModeDenormPreserve), bits});
            require(feature);
        };
        preserve(32, archive::required_features::special_floats);
        if (module.needs(spv::CapabilityFloat16)) preserve(16, archive::required_features::special_halves);
        if (module.needs(spv::CapabilityFloat64)) preserve(64, archive::required_features::special_doubles);
    }
    if (state.has_vulkan_memory_model) module.need(spv::CapabilityVulkanMemoryModel);
    described.words = module.finish(entry, modes, state.has_vulkan_memory_model);
    validate(described.words);
    for (const auto& [number, feature] : optional_capabilities)
        if (module.needs(number)) require(feature);
    if (state.has_local_int64_atomics) require(archive::required_features::local_int64_atomics);
    return described;
}

}  // namespace ingot::compiler::vulkan
