#include <algorithm>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/failures.hpp>
#include <ingot/archive/source_type.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/launch.hpp>
#include <ingot/runtime/program.hpp>
#include <memory>
#include <string>

#include "backend.hpp"
#include "built_in_kernel_files.hpp"
#include "jit/replacement.hpp"

namespace ingot {

// A program that a backend has built for a device. All handles of the program refer to one such object.
struct built_program {
    std::string name;  // the kernel file's name
    device owner;
    std::shared_ptr<const archive::archive> archive_contents;  // the reflection; the code has been removed
    std::shared_ptr<backends::program_interface> implementation;
};

namespace {

// Builds a program for the device.
std::shared_ptr<const built_program> load(const device& device, const program_source& source) {
    const std::string name = source.name.empty() ? "program" : std::string(source.name);
    try {
        auto contents = std::make_shared<archive::archive>(archive::read(source.archive, name));
        std::shared_ptr<backends::program_interface> implementation = device.implementation().create_program(source, *contents);
        // The device has the code now. Only the reflection is needed from here on.
        contents->targets.clear();
        return std::make_shared<built_program>(built_program {name, device, std::move(contents), std::move(implementation)});
    } catch (const archive::archive_error& reason) {
        throw error(std::string("cannot load a program on '") + device.name() + "': " + reason.what());
    }
}

// Returns the source of a compiled program. Throws error if the device is the CPU debug device and the kernels were not compiled
// for it; load() reports all other errors.
const program_source& source_for(const device& device, const compiled_program& compiled) {
    if (description_of(device.backend()).runs_in_process() && !compiled.cpu_debug_unavailable_reason().empty())
        throw error(std::string(compiled.source().name) + " cannot be loaded on '" + device.name() +
                    "': " + compiled.cpu_debug_unavailable_reason());
    return compiled.source();
}

// Returns a kernel's signature: "advance(buffer<const float4> bodies, param<float> step)"
std::string signature_of(const archive::kernel_reflection& kernel) {
    std::string text = kernel.name + "(";
    for (const archive::parameter& parameter : archive::own_parameters(kernel))
        text += (text.back() == '(' ? "" : ", ") + archive::source_type(parameter) + " " + parameter.name;
    return text + ")";
}

// Can an argument for one of the parameters also be passed to the other one? The names of the parameters may differ.
bool takes_the_same(const archive::parameter& parameter, const archive::parameter& other) {
    return parameter.kind == other.kind && parameter.access_mode == other.access_mode && parameter.type == other.type &&
           parameter.size == other.size && parameter.alignment == other.alignment;
}

// Throws error if a kernel of `expected` is missing in `compiled` or has different parameters there.
void check_kernels(const compiled_program& compiled, const program_source& expected) {
    const std::string name(compiled.source().name);
    const archive::archive is = archive::read(compiled.source().archive, name);
    for (const archive::kernel_reflection& kernel : archive::read(expected.archive, expected.name).kernels) {
        const archive::kernel_reflection* const found = is.find_kernel(kernel.name);
        const std::string needed = name + " does not fit the program that was built with " + std::string(expected.name) +
                                   ", which launches " + signature_of(kernel);
        if (!found) throw error(needed + ": " + name + " has no such kernel");
        const std::span<const archive::parameter> parameters = archive::own_parameters(*found);
        const std::span<const archive::parameter> needed_parameters = archive::own_parameters(kernel);
        if (!std::ranges::equal(parameters, needed_parameters, takes_the_same)) {
            std::string sizes;
            for (size_t i = 0; i < std::min(parameters.size(), needed_parameters.size()); ++i)
                if (parameters[i].type == needed_parameters[i].type && parameters[i].size != needed_parameters[i].size)
                    sizes += ", where " + parameters[i].type + " has " + std::to_string(parameters[i].size) +
                             " bytes instead of " + std::to_string(needed_parameters[i].size);
            throw error(needed + ": in " + name + " it is " + signature_of(*found) + sizes);
        }
    }
}

const program_source& checked_source(const device& device, const compiled_program& compiled, const program_source& expected) {
    try {
        check_kernels(compiled, expected);
    } catch (const archive::archive_error& reason) {
        throw error(std::string("cannot load a program on '") + device.name() + "': " + reason.what());
    }
    return source_for(device, compiled);
}

}  // namespace

program::program(const device& device, const program_source& source) {
    // Only kernel files that are built into this process can be replaced; find_replacement(), which looks in the folder that
    // the environment variable INGOT_KERNELS names, checks this itself. A replacement by replace_kernels() takes precedence
    // over one in that folder.
    const bool in_program = source.is_built_in && !source.name.empty();
    backends::kernel_files& files = device.implementation().files();
    auto replacement = in_program ? files.replacement(std::string(source.name)) : std::nullopt;
    const auto replacing_file = replacement ? std::nullopt : jit::find_replacement(device, source);
    if (replacing_file) replacement = jit::compile_replacement(*replacing_file, device, source);
    // Build the program from the replacement or from its own source.
    shared_ = load(device, replacement ? checked_source(device, *replacement, source) : source);
    // Record the kernel file, so that tools can list and replace it.
    if (!in_program) return;
    backends::add_built_in_file(source);
    const std::vector<std::string>& options = shared_->archive_contents->options;
    files.add({.name = std::string(source.name),
               .fast_math = std::ranges::find(options, "--fast-math") != options.end(),
               .replaced_by = replacing_file.value_or(std::filesystem::path())});
}

program::program(const device& device, const compiled_program& compiled) : program(device, source_for(device, compiled)) {}

program::program(const device& device, const compiled_program& compiled, const program_source& expected)
    : program(device, checked_source(device, compiled, expected)) {}

const built_program& program::built() const {
    if (!shared_) throw error("this program is empty because it was moved from; use the object that it was moved to");
    return *shared_;
}

const device& program::owner() const { return built().owner; }

bool program::is_from_cache() const { return built().implementation->is_from_cache(); }

std::vector<std::string> program::kernel_names() const {
    std::vector<std::string> names;
    for (const archive::kernel_reflection& kernel : built().archive_contents->kernels) names.push_back(kernel.name);
    return names;
}

kernel_function::kernel_function(const program& program, std::string_view name) {
    const built_program& built_program = program.built();
    const archive::kernel_reflection* const found = built_program.archive_contents->find_kernel(name);
    if (!found) {
        std::string names;
        for (const std::string& kernel_name : program.kernel_names()) names += (names.empty() ? "" : ", ") + kernel_name;
        throw error(built_program.name + " has no kernel '" + std::string(name) +
                    "'; it has: " + (names.empty() ? "none" : names));
    }
    shared_ = built_program.implementation->create_kernel({built_program.archive_contents, found});
    built_program.owner.implementation().files().add_kernel(built_program.name, shared_);
}

backends::kernel_interface& kernel_function::implementation() const {
    if (!shared_) throw error("this kernel_function is empty because it was moved from; use the object that it was moved to");
    return *shared_;
}

const std::string& kernel_function::name() const { return implementation().reflection().name; }

void launch::throw_missing_instance(std::string_view kernel_template, std::span<const kernel_function> instances) {
    std::string names;
    for (const kernel_function& instance : instances) names += (names.empty() ? "" : ", ") + instance.name();
    throw error("kernel template '" + std::string(kernel_template) +
                "' has no instance for the arguments that were given; it has: " + names);
}

}  // namespace ingot
