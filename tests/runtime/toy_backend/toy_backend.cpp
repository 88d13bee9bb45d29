// A backend in one file, which docs/adding-a-backend.md explains. It takes the same code as the CPU debug device and has the same
// memory and work-groups, but no workers: it records commands, and runs them one after another on the thread that waits for them.
//
// It has no more than a backend must have. Images, maps, marks and timings are left to the runtime, which is tested by that too.
#include <algorithm>
#include <cstring>
#include <exception>
#include <functional>
#include <ingot/runtime/error.hpp>
#include <mutex>
#include <utility>

#include "backend.hpp"
#include "cpu_debug/argument_block.hpp"
#include "cpu_debug/buffer.hpp"
#include "cpu_debug/device.hpp"
#include "cpu_debug/work_group.hpp"
#include "registration.hpp"

namespace ingot::backends::toy {

namespace {

constexpr backend name {"toy"};

using cpu_debug::argument_block;
using cpu_debug::buffer;

std::byte* memory_of(const std::shared_ptr<buffer_interface>& of) { return static_cast<const buffer&>(*of).bytes(); }

class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<device_interface> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
           const cpu_debug_entry& entry, std::shared_ptr<const void> library)
        : code(std::move(library)), on(std::move(owner)), reflected(std::move(reflection)), function(entry.run) {}

    const device_interface& owner() const override { return *on; }
    const archive::kernel_reflection& reflection() const override { return *reflected; }
    uint32_t max_group_size() const override { return on->properties().max_group_size; }

    void run(const launch_range& items, const argument_block& arguments) const try {
        uint64_t groups = 1;
        for (size_t i = 0; i < 3; ++i) groups *= items.global[i] / items.local[i];
        cpu_debug::group_runner runner;
        const cpu_debug::group_work work {function, arguments.pointers(), reflected->uses_barrier, items, &runner};
        for (uint64_t i = 0; i < groups; ++i) runner.run(work, i);
    } catch (const std::exception& reason) {
        throw error("kernel '" + reflected->name + "' on '" + on->properties().name + "': " + reason.what());
    }

private:
    std::shared_ptr<const void> code;  // keeps the function's code loaded
    std::shared_ptr<device_interface> on;
    std::shared_ptr<const archive::kernel_reflection> reflected;
    void (*function)(const void* const*);
};

class program final : public program_interface {
public:
    program(std::shared_ptr<device_interface> owner, const program_source& of)
        : on(std::move(owner)), entries(of.cpu_debug.begin(), of.cpu_debug.end()), code(of.keeps) {}

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override {
        const auto found = std::ranges::find(entries, reflection->symbol, &cpu_debug_entry::name);
        if (found == entries.end()) throw error("kernel '" + reflection->name + "' is not compiled into this program");
        return std::make_shared<kernel>(on, std::move(reflection), *found, code);
    }
    bool from_cache() const override { return false; }

private:
    std::shared_ptr<device_interface> on;
    std::vector<cpu_debug_entry> entries;
    std::shared_ptr<const void> code;
};

class queue final : public queue_interface {
public:
    ~queue() override {
        try {
            run_recorded();
        } catch (...) {
            // Nobody waited for it, and so nobody asked.
        }
    }

    void read(const std::shared_ptr<buffer_interface>& from, size_t offset, std::span<std::byte> to) override {
        finish();
        std::memmove(to.data(), memory_of(from) + offset, to.size());
    }
    void write(const std::shared_ptr<buffer_interface>& to, size_t offset, std::span<const std::byte> from) override {
        finish();
        std::memmove(memory_of(to) + offset, from.data(), from.size());
    }
    void copy(const std::shared_ptr<buffer_interface>& to, size_t to_offset, const std::shared_ptr<buffer_interface>& from,
              size_t from_offset, size_t count) override {
        record([=] { std::memcpy(memory_of(to) + to_offset, memory_of(from) + from_offset, count); });
    }
    void fill(const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
              std::span<const std::byte> pattern) override {
        record([=, kept = std::vector(pattern.begin(), pattern.end())] {
            for (size_t i = 0; i < count; i += kept.size()) std::memcpy(memory_of(to) + offset + i, kept.data(), kept.size());
        });
    }
    void launch(const std::shared_ptr<kernel_interface>& what, const launch_range& items,
                std::span<const launch_argument> arguments) override {
        const auto given = std::make_shared<const argument_block>(arguments, what->reflection().parameters);
        record([=] { static_cast<const kernel&>(*what).run(items, *given); });
    }
    void finish() override {
        const std::lock_guard lock(guard);
        run_recorded();
    }

private:
    using command = std::function<void()>;

    void record(command what) {
        const std::lock_guard lock(guard);
        recorded.push_back(std::move(what));
    }

    // A command that fails does not keep those behind it from running.
    void run_recorded() {
        std::exception_ptr first_failure;
        for (const command& one : std::exchange(recorded, {})) try {
                one();
            } catch (...) {
                if (!first_failure) first_failure = std::current_exception();
            }
        if (first_failure) std::rethrow_exception(first_failure);
    }

    std::mutex guard;
    std::vector<command> recorded;
};

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    // It is the processor that the CPU debug device describes, but one thread of it, and without images.
    device() : described(cpu_debug::device().properties()) {
        described.backend = name;
        described.name = "toy";
        described.driver = "commands that are recorded";
        described.units = 1;
        described.has_images = false;
        described.images = {};
    }

    const device_properties& properties() const override { return described; }
    std::shared_ptr<queue_interface> create_queue() override { return std::make_shared<queue>(); }
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access&) override {
        if (bytes > described.global_memory) throw error("no buffer of " + std::to_string(bytes) + " bytes on 'toy'");
        auto created = std::make_shared<buffer>(bytes);
        if (!created->bytes()) throw error("no memory for " + std::to_string(bytes) + " bytes on 'toy'");
        return created;
    }
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> used) override {
        return std::make_shared<buffer>(used);
    }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive&) override {
        return std::make_shared<program>(shared_from_this(), source);
    }

private:
    device_properties described;
};

std::vector<device_listing> devices() {
    static const ingot::device only(std::make_shared<device>());
    return {{name, only, {}}};
}

const registration registered({.backend = name, .title = "Toy", .place = 200, .compiles_programs = false, .for_debugging = true},
                              &devices);

}  // namespace

}  // namespace ingot::backends::toy
