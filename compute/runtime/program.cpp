#include <ingot/runtime/error.hpp>
#include <ingot/runtime/program.hpp>

#include "backend.hpp"
#include "loaded_program.hpp"

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

}  // namespace

program::program(const device& on, const program_source& source) : shared(load(on, source)) {}

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

}  // namespace ingot
