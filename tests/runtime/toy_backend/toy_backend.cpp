// A complete backend in one file, the example of docs/adding-a-backend.md. It runs the same code as the CPU debug
// device and uses that device's classes for memory and work-groups. It has no worker threads: it records commands, and
// executes them in order on the thread that waits for them or that destroys the queue.
//
// It implements only the required functions of a backend. For images, maps, marks and timings it uses the defaults of the
// runtime, so that the tests on this device also test these defaults.
#include <algorithm>
#include <cstring>
#include <exception>
#include <functional>
#include <ingot/runtime/error.hpp>
#include <mutex>
#include <utility>

#include "backend.hpp"
#include "cpu_debug/argument_block.hpp"
#include "cpu_debug/device.hpp"
#include "cpu_debug/work_group.hpp"
#include "host_memory/buffer.hpp"
#include "registration.hpp"

namespace ingot::backends::toy {

namespace {

constexpr backend name {"toy"};

using cpu_debug::argument_block;
using host_memory::buffer;

std::byte* memory_of(const std::shared_ptr<buffer_interface>& memory) { return static_cast<const buffer&>(*memory).bytes(); }

class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<device_interface> owner, std::shared_ptr<const archive::kernel_reflection> reflection,
           const cpu_debug_entry& entry, std::shared_ptr<const void> library)
        : code_(std::move(library)), device_(std::move(owner)), reflected_(std::move(reflection)), function_(entry.run) {}

    const device_interface& owner() const override { return *device_; }
    const archive::kernel_reflection& reflection() const override { return *reflected_; }
    uint32_t max_group_size() const override { return device_->properties().max_group_size; }

    void run(const launch_range& items, const argument_block& arguments) const try {
        uint64_t groups = 1;
        for (size_t i = 0; i < 3; ++i) groups *= items.global[i] / items.local[i];
        cpu_debug::group_runner runner;
        const cpu_debug::group_launch work {function_, arguments.pointers(), reflected_->uses_barrier, items, &runner};
        for (uint64_t i = 0; i < groups; ++i) runner.run(work, i);
    } catch (const std::exception& reason) {
        throw error("kernel '" + reflected_->name + "' on '" + device_->properties().name + "': " + reason.what());
    }

private:
    std::shared_ptr<const void> code_;  // the library that contains function_; keeps it loaded
    std::shared_ptr<device_interface> device_;
    std::shared_ptr<const archive::kernel_reflection> reflected_;
    void (*function_)(const void* const*);
};

class program final : public program_interface {
public:
    program(std::shared_ptr<device_interface> owner, const program_source& source)
        : device_(std::move(owner)), entries_(source.cpu_debug.begin(), source.cpu_debug.end()), code_(source.library) {}

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override {
        const auto found = std::ranges::find(entries_, reflection->symbol, &cpu_debug_entry::name);
        if (found == entries_.end()) throw error("kernel '" + reflection->name + "' is not compiled into this program");
        return std::make_shared<kernel>(device_, std::move(reflection), *found, code_);
    }
    bool is_from_cache() const override { return false; }

private:
    std::shared_ptr<device_interface> device_;
    std::vector<cpu_debug_entry> entries_;
    std::shared_ptr<const void> code_;  // the library that contains the entries' functions; keeps it loaded
};

class queue final : public queue_interface {
public:
    ~queue() override {
        try {
            run_recorded();
        } catch (...) {
            // A destructor must not throw. No call waited for this work, so there is no caller to report the failure to.
        }
    }

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override {
        finish();
        std::memmove(destination.data(), memory_of(source) + offset, destination.size());
    }
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override {
        finish();
        std::memmove(memory_of(destination) + offset, source.data(), source.size());
    }
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t to_offset,
              const std::shared_ptr<buffer_interface>& source, size_t from_offset, size_t count) override {
        record([=] { std::memcpy(memory_of(destination) + to_offset, memory_of(source) + from_offset, count); });
    }
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
              std::span<const std::byte> pattern) override {
        record([=, pattern_copy = std::vector(pattern.begin(), pattern.end())] {
            for (size_t i = 0; i < count; i += pattern_copy.size())
                std::memcpy(memory_of(destination) + offset + i, pattern_copy.data(), pattern_copy.size());
        });
    }
    void launch(const std::shared_ptr<kernel_interface>& launched, const launch_range& items,
                std::span<const launch_argument> arguments) override {
        const auto block = std::make_shared<const argument_block>(arguments, launched->reflection().parameters);
        record([=] { static_cast<const kernel&>(*launched).run(items, *block); });
    }
    void finish() override {
        const std::lock_guard lock(guard_);
        run_recorded();
    }

private:
    using command = std::function<void()>;

    void record(command command) {
        const std::lock_guard lock(guard_);
        recorded_.push_back(std::move(command));
    }

    // Executes all recorded commands, also those after a command that fails. Throws the first failure.
    void run_recorded() {
        std::exception_ptr first_failure;
        for (const command& command : std::exchange(recorded_, {})) try {
                command();
            } catch (...) {
                if (!first_failure) first_failure = std::current_exception();
            }
        if (first_failure) std::rethrow_exception(first_failure);
    }

    std::mutex guard_;
    std::vector<command> recorded_;
};

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    // The properties are those of the CPU debug device, with one compute unit and without images.
    device() : described_(cpu_debug::device().properties()) {
        described_.backend = name;
        described_.name = "toy";
        described_.driver = "commands that are recorded";
        described_.compute_units = 1;
        described_.has_images = false;
        described_.images = {};
    }

    const device_properties& properties() const override { return described_; }
    std::shared_ptr<queue_interface> create_queue() override { return std::make_shared<queue>(); }
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access&) override {
        if (bytes > described_.global_memory) throw error("no buffer of " + std::to_string(bytes) + " bytes on 'toy'");
        auto result = std::make_shared<buffer>(bytes);
        if (!result->bytes()) throw error("no memory for " + std::to_string(bytes) + " bytes on 'toy'");
        return result;
    }
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> memory) override {
        return std::make_shared<buffer>(memory);
    }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive&) override {
        return std::make_shared<program>(shared_from_this(), source);
    }

private:
    device_properties described_;
};

std::vector<device_listing> devices() {
    static const ingot::device only(std::make_shared<device>());
    return {{name, only, {}}};
}

const registration registered(
    {.backend = name, .title = "Toy", .list_position = 200, .compiles_programs = false, .is_for_debugging = true}, &devices);

}  // namespace

}  // namespace ingot::backends::toy
