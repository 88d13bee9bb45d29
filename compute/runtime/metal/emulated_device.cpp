#include "emulated_device.hpp"

#include <algorithm>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/error.hpp>
#include <string>
#include <utility>

#include "program_text.hpp"

namespace ingot::backends::metal {

namespace {

// A kernel of a Metal text, or one that cannot be launched.
class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<emulated_device> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
           std::shared_ptr<kernel_interface> inner, kernel_in_text in_text)
        : owner_(std::move(owner)), reflection_(std::move(reflection)), inner_(std::move(inner)), in_text_(std::move(in_text)) {}

    const device_interface& owner() const override { return *owner_; }
    const archive::kernel_reflection& reflection() const override { return *reflection_; }
    uint32_t max_group_size() const override { return inner_ ? inner_->max_group_size() : owner_->properties().max_group_size; }

    // Throws error if the kernel cannot be launched.
    const std::shared_ptr<kernel_interface>& inner() const {
        if (!inner_) throw_missing(reflection_->name, owner_->properties().name, in_text_.missing_reason);
        return inner_;
    }
    const std::vector<argument_place>& places() const { return in_text_.places; }

    // Returns a buffer with the bytes of a value. Metal passes a struct in this way too (setBytes).
    std::shared_ptr<buffer_interface> buffer_of(std::span<const std::byte> value, queue_interface& queue) const {
        std::shared_ptr<buffer_interface> buffer =
            owner_->create_buffer(value.size(), {.device_writes = false, .host_reads = false});
        queue.write(buffer, 0, value);
        return buffer;
    }

private:
    std::shared_ptr<emulated_device> owner_;
    std::shared_ptr<const archive::kernel_reflection> reflection_;
    std::shared_ptr<kernel_interface> inner_;
    kernel_in_text in_text_;
};

// The group of Metal's arguments that a parameter of the compiled text belongs to.
argument_group group_of(archive::parameter_kind kind) {
    return kind == archive::parameter_kind::image   ? argument_group::texture
           : kind == archive::parameter_kind::local ? argument_group::threadgroup
                                                    : argument_group::buffer;
}

class program final : public program_interface {
public:
    program(std::shared_ptr<emulated_device> owner, const compiled_program& compiled, program_text text)
        : owner_(std::move(owner)), text_(std::move(text)) {
        const program_source& source = compiled.source();
        const archive::archive contents = archive::read(source.archive, source.name);
        for (const archive::kernel_reflection& each : contents.kernels)
            in_text_.push_back(std::make_shared<const archive::kernel_reflection>(each));
        inner_ = owner_->inner().create_program(source, contents);
    }

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override {
        kernel_in_text described = text_.find(*reflection);
        if (!described.missing_reason.empty())
            return std::make_shared<kernel>(owner_, std::move(reflection), nullptr, std::move(described));
        const auto found = std::ranges::find_if(in_text_, [&](const auto& each) { return each->name == described.name; });
        if (found == in_text_.end())
            throw error("kernel '" + reflection->name + "': its text in Metal's language has no kernel '" + described.name + "'");
        check_arguments(**found, described, reflection->name);
        return std::make_shared<kernel>(owner_, std::move(reflection), inner_->create_kernel(*found), std::move(described));
    }
    bool is_from_cache() const override { return inner_->is_from_cache(); }

private:
    // Throws error if the arguments of the text have other indices than Metal's rules give them.
    static void check_arguments(const archive::kernel_reflection& in_text, const kernel_in_text& expected,
                                const std::string& name) {
        const auto fits = [](const archive::parameter& parameter, const argument_place& place) {
            return group_of(parameter.kind) == place.group && parameter.binding == place.index;
        };
        if (!std::ranges::equal(in_text.parameters, expected.places, fits))
            throw error("kernel '" + name + "': the arguments of its text in Metal's language (" +
                        std::to_string(in_text.parameters.size()) + ") are not those that its reflection needs (" +
                        std::to_string(expected.places.size()) + ")");
    }

    std::shared_ptr<emulated_device> owner_;
    program_text text_;
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
        for (const argument_place& place : ours.places()) {
            bound.push_back(arguments[place.parameter]);
            if (parameters[bound.size() - 1].kind == archive::parameter_kind::buffer && !bound.back().buffer)
                bound.back() = {ours.buffer_of(bound_value(bound.back()), *inner_), {}, nullptr};
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
    program_text text(contents, properties_.name);
    compile_options options;
    const std::vector<std::string_view>& targets = description_of(runs_on_.backend()).targets;
    options.targets.emplace();
    if (!targets.empty()) options.targets->emplace_back(targets.front());
    options.cpu_debug = false;
    options.fast_math = text.is_fast();
    const compiled_program compiled = compile_text(text.text(), text_name(source.name), options);
    return std::make_shared<program>(shared_from_this(), compiled, std::move(text));
}

}  // namespace ingot::backends::metal
