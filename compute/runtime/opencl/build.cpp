#include "build.hpp"

#include <ingot/archive/content_hash.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../disk_cache.hpp"
#include "known_drivers.hpp"

namespace ingot::backends::opencl {

namespace {

// How the driver may treat floating-point numbers. The compiler has already decided what may be reordered or fused, and marked it
// in the code, so that nothing is added here.
constexpr const char* math_options = "";

std::string options_for(program_form form) {
    const std::string language = form == program_form::spir ? "-x spir -spir-std=1.2 " : "";
    return language + math_options;
}

// Drivers that are given what they lack say so in words of their own, or crash.
void check_needs(const device& on, std::string_view name, const archive::code& code) {
    for (const std::string& need : code.needs)
        if (const std::string reason = on.lacks(need); !reason.empty())
            throw error(on.doing("building " + std::string(name)) + ": its kernels need " + need +
                        ", which the device has not (" + reason + ")");
}

std::span<const std::byte> code_for(const device& on, std::string_view name, const archive::archive& contents) {
    const std::string_view target = on.form() == program_form::spirv ? "spirv" : "spir";
    for (const archive::code& one : contents.targets)
        if (one.target == target && (one.architecture.empty() || on.fits(one.architecture))) {
            check_needs(on, name, one);
            return one.bytes;
        }
    std::string known;
    for (const archive::code& one : contents.targets) known += (known.empty() ? "" : ", ") + one.target;
    throw error(on.doing("building " + std::string(name)) + ": it takes '" + std::string(target) +
                "', and the archive holds code for: " + (known.empty() ? "nothing" : known) +
                "; compile the kernel file with --targets " + std::string(target));
}

std::string build_log(const device& on, cl_program program) {
    const auto ask = [&](size_t size, void* to, size_t* needed) {
        return on.functions().get_program_build_info(program, on.id(), CL_PROGRAM_BUILD_LOG, size, to, needed);
    };
    size_t size = 0;
    if (ask(0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
    std::string log(size, '\0');
    if (ask(size, log.data(), nullptr) != CL_SUCCESS) return {};
    log.resize(log.find_last_not_of(std::string_view("\0\n ", 3)) + 1);
    return log;
}

void build_program(device& on, cl_program program, const std::string& options, const std::string& doing) {
    const cl_device_id id = on.id();
    const cl_int code = on.functions().build_program(program, 1, &id, options.c_str(), nullptr, nullptr);
    if (code == CL_SUCCESS) return;
    const std::string log = build_log(on, program);
    check(code, doing + (log.empty() ? "" : "\n" + log + "\n") + ": clBuildProgram");
}

owned<cl_program> create_with_binary(device& on, std::span<const std::byte> binary, const std::string& doing) {
    const cl_device_id id = on.id();
    const size_t size = binary.size();
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    cl_int status = CL_SUCCESS;
    cl_int code = CL_SUCCESS;
    owned<cl_program> program(on.functions().create_program_with_binary(on.context(), 1, &id, &size, &bytes, &status, &code),
                              {on.functions().release_program});
    check(code == CL_SUCCESS ? status : code, doing + ": clCreateProgramWithBinary");
    return program;
}

owned<cl_program> build_code(device& on, std::span<const std::byte> code, const std::string& options, const std::string& doing) {
    owned<cl_program> program(nullptr, {on.functions().release_program});
    if (on.form() == program_form::spirv) {
        cl_int code_out = CL_SUCCESS;
        program.reset(on.create_program_with_il(code, code_out));
        check(code_out, doing + ": clCreateProgramWithIL");
    } else {
        program = create_with_binary(on, code, doing);
    }
    build_program(on, program.get(), options, doing);
    return program;
}

// The driver's own binary of a built program; nothing where it has none.
std::vector<std::byte> binary_of(const device& on, cl_program program) {
    size_t size = 0;
    const auto ask = [&](cl_program_info what, size_t bytes, void* to) {
        return on.functions().get_program_info(program, what, bytes, to, nullptr) == CL_SUCCESS;
    };
    if (!ask(CL_PROGRAM_BINARY_SIZES, sizeof(size), &size) || size == 0) return {};
    std::vector<std::byte> binary(size);
    auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
    if (!ask(CL_PROGRAM_BINARIES, sizeof(unsigned char*), static_cast<void*>(&bytes))) return {};
    return binary;
}

// Whatever changes the binary, or makes a driver refuse it.
std::string cache_key(const device& on, std::string_view archive_hash, const std::string& options) {
    const device_properties& properties = on.properties();
    return archive::to_string(archive::digest_of(
        {"opencl", INGOT_VERSION, archive_hash, options, properties.name, properties.vendor, properties.driver,
         device_text(on.functions(), on.id(), CL_DEVICE_NAME), device_text(on.functions(), on.id(), CL_DEVICE_VERSION)}));
}

}  // namespace

built_program build(device& on, std::string_view name, std::string_view archive_hash, const archive::archive& contents) {
    const std::string doing = on.doing("building " + std::string(name));
    const std::string options = options_for(on.form());
    const std::span<const std::byte> code = code_for(on, name, contents);
    const disk_cache cache;
    const std::string key = cache_key(on, archive_hash, options);

    if (const std::optional<std::vector<std::byte>> binary = cache.find(key)) try {
            owned<cl_program> program = create_with_binary(on, *binary, doing);
            build_program(on, program.get(), math_options, doing);
            return {std::move(program), true};
        } catch (const error&) {
            // The driver does not take it any more: it is built anew, and replaced.
        }
    owned<cl_program> program = build_code(on, code, options, doing);
    if (keeps_what_it_compiles(on.properties().driver) && !disk_cache::keeps_everything()) return {std::move(program), false};
    if (const std::vector<std::byte> binary = binary_of(on, program.get()); !binary.empty()) cache.store(key, binary);
    return {std::move(program), false};
}

}  // namespace ingot::backends::opencl
