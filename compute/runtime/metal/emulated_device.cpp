#include "emulated_device.hpp"

#include <algorithm>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/error.hpp>
#include <string>
#include <utility>

namespace ingot::backends::metal {

namespace {

// Is the argument for the parameter bound to two arguments of the text? A texture that is read and written is.
bool is_bound_twice(const archive::parameter& parameter) {
    return parameter.kind == archive::parameter_kind::image && parameter.access_mode == archive::access::read_write;
}

// A kernel of a Metal text, or one that the text does not have.
class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<emulated_device> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
           std::shared_ptr<kernel_interface> inner, std::string missing_reason)
        : owner_(std::move(owner)),
          reflection_(std::move(reflection)),
          inner_(std::move(inner)),
          missing_reason_(std::move(missing_reason)) {}

    const device_interface& owner() const override { return *owner_; }
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override { return inner_ ? inner_->max_group_size() : owner_->properties().max_group_size; }

    // Throws error if the text does not have the kernel.
    const std::shared_ptr<kernel_interface>& inner() const {
        if (!inner_)
            throw error("kernel '" + reflection_->name + "' on '" + owner_->properties().name +
                        "': the code in Metal's language does not have it: " + missing_reason_);
        return inner_;
    }
    // Returns a buffer with the bytes of a value. Metal passes a struct in this way too (setBytes).
    std::shared_ptr<buffer_interface> buffer_of(std::span<const std::byte> value, queue_interface& queue) const {
        const size_t bytes = std::max<size_t>(value.size(), 1);
        std::shared_ptr<buffer_interface> buffer = owner_->create_buffer(bytes, {.device_writes = false, .host_reads = false});
        if (!value.empty()) queue.write(buffer, 0, value);
        return buffer;
    }

private:
    std::shared_ptr<emulated_device> owner_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    std::shared_ptr<kernel_interface> inner_;
    std::string missing_reason_;
};

class program final : public program_interface {
public:
    // `text` is the compiled text, and `code` what the archive says about it. `kernels` are all kernels of the file.
    program(std::shared_ptr<emulated_device> owner, const compiled_program& text, std::vector<archive::missing_kernel> missing,
            const std::vector<archive::kernel_reflection>& kernels)
        : owner_(std::move(owner)), missing_(std::move(missing)) {
        const program_source& source = text.source();
        const archive::archive contents = archive::read(source.archive, source.name);
        // The text has the kernels in the order of the file. A name that Metal reserves is another one there.
        for (const archive::kernel_reflection& each : kernels)
            if (!find_missing(each.symbol)) symbols_.push_back(each.symbol);
        if (symbols_.size() != contents.kernels.size())
            throw error(std::string(source.name) + ": the text has " + std::to_string(contents.kernels.size()) +
                        " kernels, but the archive describes " + std::to_string(symbols_.size()));
        for (const archive::kernel_reflection& each : contents.kernels)
            in_text_.push_back(std::make_shared<const archive::kernel_reflection>(each));
        inner_ = owner_->inner().create_program(source, contents);
    }

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override {
        if (const archive::missing_kernel* const missing = find_missing(reflection->symbol))
            return std::make_shared<kernel>(owner_, std::move(reflection), nullptr, missing->reason);
        const auto place = std::ranges::find(symbols_, reflection->symbol);
        if (place == symbols_.end()) throw error("kernel '" + reflection->name + "' is not in the text in Metal's language");
        const auto& in_text = in_text_[static_cast<size_t>(place - symbols_.begin())];
        const auto twice = static_cast<size_t>(std::ranges::count_if(reflection->parameters, is_bound_twice));
        if (in_text->parameters.size() != reflection->parameters.size() + twice)
            throw error("kernel '" + reflection->name + "': its text in Metal's language has " +
                        std::to_string(in_text->parameters.size()) + " arguments, but its reflection needs " +
                        std::to_string(reflection->parameters.size() + twice));
        return std::make_shared<kernel>(owner_, std::move(reflection), inner_->create_kernel(in_text), "");
    }
    bool is_from_cache() const override { return inner_->is_from_cache(); }

private:
    const archive::missing_kernel* find_missing(std::string_view symbol) const {
        const auto found = std::ranges::find(missing_, symbol, &archive::missing_kernel::symbol);
        return found == missing_.end() ? nullptr : &*found;
    }

    std::shared_ptr<emulated_device> owner_;
    std::vector<archive::missing_kernel> missing_;
    std::vector<std::string> symbols_;
    std::vector<std::shared_ptr<const archive::kernel_reflection>> in_text_;
    std::shared_ptr<program_interface> inner_;
};

// Everything but launches is done by the queue of the other device. Its events are those of this queue.
class queue final : public queue_interface {
public:
    explicit queue(std::shared_ptr<queue_interface> inner) : inner_(std::move(inner)) {}

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override {
        inner_->read(source, offset, destination);
    }
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override {
        inner_->write(destination, offset, source);
    }
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t to_offset,
              const std::shared_ptr<buffer_interface>& source, size_t from_offset, size_t count) override {
        inner_->copy(destination, to_offset, source, from_offset, count);
    }
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
              std::span<const std::byte> pattern) override {
        inner_->fill(destination, offset, count, pattern);
    }
    void launch(const std::shared_ptr<kernel_interface>& launched, const launch_range& items,
                std::span<const launch_argument> arguments) override {
        const kernel& ours = static_cast<const kernel&>(*launched);
        const std::shared_ptr<kernel_interface>& inner = ours.inner();
        const std::vector<archive::parameter>& parameters = inner->reflection().parameters;
        std::vector<launch_argument> bound;
        for (size_t i = 0; i < arguments.size(); ++i) {
            bound.push_back(arguments[i]);
            if (is_bound_twice(ours.reflection().parameters[i])) bound.push_back(arguments[i]);
            if (parameters[bound.size() - 1].kind == archive::parameter_kind::buffer && !arguments[i].buffer)
                bound.back() = {ours.buffer_of(arguments[i].value, *inner_), {}, nullptr};
        }
        inner_->launch(inner, items, bound);
    }
    void finish() override { inner_->finish(); }
    void flush() override { inner_->flush(); }
    void throw_failure() override { inner_->throw_failure(); }
    std::shared_ptr<event_interface> mark() override { return inner_->mark(); }
    void wait_for(const std::shared_ptr<event_interface>& event) override { inner_->wait_for(event); }

    image_commands_interface* image_commands() override { return inner_->image_commands(); }
    mapping_interface* mapping() override { return inner_->mapping(); }
    timing_interface* timing() override { return inner_->timing(); }

private:
    std::shared_ptr<queue_interface> inner_;
};

// The text of a program, and the kernels that it does not have.
struct metal_text {
    std::string text;
    std::vector<archive::missing_kernel> missing;
    bool is_fast = false;
};

metal_text text_of(const archive::code& code, const archive::archive& contents) {
    return {{reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size()},
            code.missing_kernels,
            std::ranges::find(contents.options, "--fast-math") != contents.options.end()};
}

metal_text text_of(const archive::archive& contents, const std::string& device) {
    if (const archive::code* const code = contents.find("msl")) return text_of(*code, contents);
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(contents.source, unknown))
        throw error("'" + contents.source + "' has no code for '" + device +
                    "' and is not here to be compiled: compile it with --targets spirv,ptx,msl");
    compile_options options;
    options.targets = {"msl"};
    options.cpu_debug = false;
    options.warnings = {"no-everything"};
    for (const std::string& option : contents.options) {
        if (option.starts_with("-D")) options.definitions.push_back(option.substr(2));
        if (option == "--fast-math") options.fast_math = true;
    }
    const compiled_program compiled = compile(contents.source, options);
    const archive::archive made = archive::read(compiled.source().archive, compiled.source().name);
    const archive::code* const code = made.find("msl");
    if (!code) throw error("'" + contents.source + "': ingotc wrote no text in Metal's language");
    return text_of(*code, made);
}

// Returns the name of the text: "blur.metal" for "blur.kernels.cpp".
std::string text_name(std::string_view source) {
    std::string name = std::filesystem::path(source).filename().string();
    if (name.empty()) name = "kernels";
    return name.substr(0, name.find('.')) + ".metal";
}

}  // namespace

emulated_device::emulated_device(const ingot::device& runs_on) : runs_on_(runs_on), properties_(runs_on.properties()) {
    properties_.backend = backend::metal;
    properties_.name = "Metal (emulated) on " + runs_on.name();
    properties_.driver = "ingotc and " + properties_.driver;
    // Metal's language has neither.
    properties_.has_double = false;
    properties_.has_64_bit_atomics = false;
}

std::shared_ptr<queue_interface> emulated_device::create_queue() { return std::make_shared<queue>(inner().create_queue()); }

std::shared_ptr<program_interface> emulated_device::create_program(const program_source& source,
                                                                   const archive::archive& contents) {
    const metal_text text = text_of(contents, properties_.name);
    compile_options options;
    options.targets.clear();
    for (const std::string_view target : description_of(runs_on_.backend()).targets)
        if (options.targets.empty()) options.targets.emplace_back(target);
    options.cpu_debug = false;
    options.fast_math = text.is_fast;
    const compiled_program compiled = compile_text(text.text, text_name(source.name), options);
    return std::make_shared<program>(shared_from_this(), compiled, text.missing, contents.kernels);
}

}  // namespace ingot::backends::metal
