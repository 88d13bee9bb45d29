#include "program.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>
#include <string>

#include "buffer.hpp"
#include "image.hpp"

namespace ingot::backends::opencl {

program::program(std::shared_ptr<device> owner, const program_source& source, const archive::archive& contents)
    : device_(std::move(owner)), program_(build(*device_, source.name, archive::stored_hash(source.archive), contents)) {}

std::shared_ptr<kernel_interface> program::create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) {
    return std::make_shared<kernel>(shared_from_this(), std::move(reflection));
}

kernel::kernel(std::shared_ptr<program> program, std::shared_ptr<const archive::kernel_reflection> reflection)
    : program_(std::move(program)),
      reflection_(std::move(reflection)),
      handle_(nullptr, {program_->owner()->functions().release_kernel}) {
    cl_int code = CL_SUCCESS;
    handle_.reset(program_->owner()->functions().create_kernel(program_->handle(), reflection_->symbol.c_str(), &code));
    check(code, error_context("clCreateKernel"));
    check_parameter_count();
    max_group_size_ =
        static_cast<uint32_t>(std::min<size_t>(query<size_t>(CL_KERNEL_WORK_GROUP_SIZE), owner().properties().max_group_size));
}

namespace {

// Returns the number of OpenCL arguments for a parameter. In OpenCL 1.2 a kernel that reads and writes an image gets it as two
// arguments: one to read and one to write.
cl_uint arguments_for(const archive::parameter& parameter) {
    return parameter.kind == archive::parameter_kind::image && parameter.access_mode == archive::access::read_write ? 2 : 1;
}

}  // namespace

// Throws error if the kernel has another number of arguments in the code than in the reflection. Not every driver checks the
// arguments that are set.
void kernel::check_parameter_count() const {
    cl_uint count = 0;
    check(program_->owner()->functions().get_kernel_info(handle_.get(), CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr),
          error_context("clGetKernelInfo"));
    size_t expected = 0;
    for (const archive::parameter& parameter : reflection_->parameters) expected += arguments_for(parameter);
    if (count != expected)
        throw error(error_context("loading") + ": its code has " + std::to_string(count) +
                    " parameters, but its reflection has " + std::to_string(expected));
}

template <typename Value>
Value kernel::query(cl_kernel_work_group_info what) const {
    const device& device = *program_->owner();
    Value value = 0;
    check(device.functions().get_kernel_work_group_info(handle_.get(), device.id(), what, sizeof(value), &value, nullptr),
          error_context("clGetKernelWorkGroupInfo"));
    return value;
}

std::vector<kernel_statistics> kernel::statistics() const {
    return {{reflection_->name,
             "",
             {{"Private memory", std::to_string(query<cl_ulong>(CL_KERNEL_PRIVATE_MEM_SIZE)), "bytes of a work-item"},
              {"Local memory", std::to_string(query<cl_ulong>(CL_KERNEL_LOCAL_MEM_SIZE)), "bytes of a group"},
              {"Preferred multiple", std::to_string(query<size_t>(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)),
               "a group's size should be a multiple of it"},
              {"Largest group", std::to_string(max_group_size_), "work-items"}}}};
}

void kernel::set_arguments(std::span<const launch_argument> arguments, const std::string& doing) {
    cl_uint next = 0;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const launch_argument& argument = arguments[i];
        cl_mem memory = nullptr;
        if (argument.buffer) memory = static_cast<const buffer&>(*argument.buffer).handle();
        if (argument.image) memory = static_cast<const image&>(*argument.image).handle();
        size_t size = memory ? sizeof(cl_mem) : argument.value.size();
        const void* value = memory ? static_cast<const void*>(&memory) : argument.value.data();
        if (argument.local_bytes != 0) {  // a size without a value requests local memory
            size = argument.local_bytes;
            value = nullptr;
        }
        for (const cl_uint behind = next + arguments_for(reflection_->parameters[i]); next < behind; ++next)
            check(program_->owner()->functions().set_kernel_arg(handle_.get(), next, size, value),
                  doing + ": argument " + std::to_string(i + 1) + " '" + reflection_->parameters[i].name + "': clSetKernelArg");
    }
}

owned<cl_event> kernel::enqueue(cl_command_queue queue, const launch_range& items, std::span<const launch_argument> arguments) {
    const driver& functions = program_->owner()->functions();
    std::array<size_t, 3> global {};
    std::array<size_t, 3> local {};
    std::string action = "launching";
    for (uint32_t i = 0; i < items.dimensions; ++i) {
        global[i] = items.global[i];
        local[i] = items.local[i];
    }
    const std::lock_guard lock(arguments_mutex_);
    set_arguments(arguments, error_context("launching"));
    cl_event event = nullptr;
    const cl_int code = functions.enqueue_nd_range_kernel(queue, handle_.get(), items.dimensions, nullptr, global.data(),
                                                          local.data(), 0, nullptr, &event);
    if (code != CL_SUCCESS) {
        for (uint32_t i = 0; i < items.dimensions; ++i) action += (i ? " x " : " ") + std::to_string(global[i]);
        action += " work-items in groups of";
        for (uint32_t i = 0; i < items.dimensions; ++i) action += (i ? " x " : " ") + std::to_string(local[i]);
        check(code, error_context(action) + ": clEnqueueNDRangeKernel");
    }
    return {event, {functions.release_event}};
}

std::string kernel::error_context(const std::string& action) const {
    return "kernel '" + reflection_->name + "': " + program_->owner()->error_context(action);
}

}  // namespace ingot::backends::opencl
