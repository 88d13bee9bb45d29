#include <algorithm>
#include <ingot/archive/written_type.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/launch.hpp>
#include <ingot/runtime/program.hpp>

#include "backend.hpp"
#include "kernel_archives.hpp"
#include "loaded_program.hpp"
#include "run_time/replacement.hpp"

namespace ingot {

namespace {

std::shared_ptr<const loaded_program> load(const device& on, const program_source& source) {
    const std::string name = source.name.empty() ? "program" : std::string(source.name);
    try {
        auto contents = std::make_shared<archive::archive>(archive::read(source.archive, name));
        std::shared_ptr<backends::program_interface> built = on.implementation().create_program(source, *contents);
        // Code was given to the device; what is needed from here on is the reflection.
        contents->targets.clear();
        return std::make_shared<loaded_program>(loaded_program {name, on, std::move(contents), std::move(built)});
    } catch (const archive::archive_error& reason) {
        throw error(std::string("cannot load a program on '") + on.name() + "': " + reason.what());
    }
}

const program_source& source_for(const device& on, const compiled_program& compiled) {
    if (description_of(on.backend()).runs_code_of_program() && !compiled.why_no_cpu_debug().empty())
        throw error(std::string(compiled.source().name) + " cannot be loaded on '" + on.name() +
                    "': " + compiled.why_no_cpu_debug());
    return compiled.source();
}

// "advance(buffer<const float4> bodies, param<float> step)"
std::string signature_of(const archive::kernel_reflection& kernel) {
    std::string text = kernel.name + "(";
    for (const archive::parameter& one : kernel.parameters)
        text += (text.back() == '(' ? "" : ", ") + archive::written_type(one) + " " + one.name;
    return text + ")";
}

// The launchers pass bytes: what they would pass must be what the kernel takes. Names may differ.
bool takes_the_same(const archive::parameter& one, const archive::parameter& other) {
    return one.kind == other.kind && one.accessed == other.accessed && one.type == other.type && one.size == other.size &&
           one.alignment == other.alignment;
}

void check_kernels(const compiled_program& compiled, const program_source& expected) {
    const std::string name(compiled.source().name);
    const archive::archive is = archive::read(compiled.source().archive, name);
    for (const archive::kernel_reflection& wanted : archive::read(expected.archive, expected.name).kernels) {
        const archive::kernel_reflection* const found = is.find_kernel(wanted.name);
        const std::string needed = name + " does not fit the program that was built with " + std::string(expected.name) +
                                   ", which launches " + signature_of(wanted);
        if (!found) throw error(needed + ": it has no such kernel");
        if (!std::ranges::equal(found->parameters, wanted.parameters, takes_the_same)) {
            std::string sizes;
            for (size_t i = 0; i < std::min(found->parameters.size(), wanted.parameters.size()); ++i)
                if (found->parameters[i].type == wanted.parameters[i].type &&
                    found->parameters[i].size != wanted.parameters[i].size)
                    sizes += ", where " + wanted.parameters[i].type + " has " + std::to_string(found->parameters[i].size) +
                             " bytes and not " + std::to_string(wanted.parameters[i].size);
            throw error(needed + ": it is now " + signature_of(*found) + sizes);
        }
    }
}

const program_source& checked_source(const device& on, const compiled_program& compiled, const program_source& expected) {
    try {
        check_kernels(compiled, expected);
    } catch (const archive::archive_error& reason) {
        throw error(std::string("cannot load a program on '") + on.name() + "': " + reason.what());
    }
    return source_for(on, compiled);
}

}  // namespace

program::program(const device& on, const program_source& source) {
    const bool in_program = source.keeps == nullptr && !source.name.empty();
    backends::kernel_files& files = on.implementation().files();
    auto replacement = in_program ? files.replacement(std::string(source.name)) : std::nullopt;
    if (!replacement) replacement = run_time::replacement_for(on, source);
    shared = load(on, replacement ? checked_source(on, *replacement, source) : source);
    if (!in_program) return;
    backends::note_built_in(source);
    const std::vector<std::string>& options = shared->contents->options;
    files.note({std::string(source.name), std::ranges::find(options, "--fast-math") != options.end()});
}

program::program(const device& on, const compiled_program& compiled) : program(on, source_for(on, compiled)) {}

program::program(const device& on, const compiled_program& compiled, const program_source& expected)
    : program(on, checked_source(on, compiled, expected)) {}

const loaded_program& program::loaded() const {
    if (!shared) throw error("this program was moved from");
    return *shared;
}

const device& program::owner() const { return loaded().on; }

bool program::from_cache() const { return loaded().built->from_cache(); }

std::vector<std::string> program::kernel_names() const {
    std::vector<std::string> names;
    for (const archive::kernel_reflection& kernel : loaded().contents->kernels) names.push_back(kernel.name);
    return names;
}

kernel_function::kernel_function(const program& of, std::string_view name) {
    const loaded_program& loaded = of.loaded();
    const archive::kernel_reflection* const found = loaded.contents->find_kernel(name);
    if (!found) {
        std::string known;
        for (const std::string& one : of.kernel_names()) known += (known.empty() ? "" : ", ") + one;
        throw error(loaded.name + " has no kernel '" + std::string(name) + "'; it has: " + (known.empty() ? "none" : known));
    }
    shared = loaded.built->create_kernel({loaded.contents, found});
}

backends::kernel_interface& kernel_function::implementation() const {
    if (!shared) throw error("this kernel was moved from");
    return *shared;
}

const std::string& kernel_function::name() const { return implementation().reflection().name; }

void launch::refuse_instance(std::string_view kernel_template, std::span<const kernel_function> instances) {
    std::string known;
    for (const kernel_function& one : instances) known += (known.empty() ? "" : ", ") + one.name();
    throw error("kernel template '" + std::string(kernel_template) +
                "' has no instance for the arguments that were given; it has: " + known);
}

}  // namespace ingot
