#include "faulty_backend.hpp"

#include <ingot/runtime/error.hpp>
#include <memory>
#include <mutex>
#include <utility>

#include "backend.hpp"
#include "cpu_debug/device.hpp"
#include "host_memory/buffer.hpp"
#include "host_memory/image.hpp"
#include "registration.hpp"

namespace ingot::faulty {

namespace {

using namespace backends;

// The behaviour and the calls since it was set. Several threads may call the backend.
struct state {
    std::mutex guard;
    behaviour wanted;
    uint64_t count = 0;
    std::map<std::string, uint64_t> by_kind;
    std::string failed;
};
state& current() {
    static state all;
    return all;
}

// Counts a call, and throws if this is the one that fails.
void call(const char* kind) {
    state& all = current();
    const std::lock_guard lock(all.guard);
    ++all.by_kind[kind];
    const uint64_t number = ++all.count;
    const behaviour& wanted = all.wanted;
    if (wanted.failing_call == 0 || number < wanted.failing_call) return;
    if (number > wanted.failing_call && !wanted.is_lost_afterwards) return;
    if (all.failed.empty()) all.failed = kind;
    throw error("call " + std::to_string(number) + " of the faulty backend, " + kind + ", fails as the test wants");
}

behaviour current_behaviour() {
    const std::lock_guard lock(current().guard);
    return current().wanted;
}

class kernel final : public kernel_interface {
public:
    kernel(std::shared_ptr<device_interface> owner, std::shared_ptr<kernel_interface> inner)
        : owner_(std::move(owner)), inner_(std::move(inner)) {}

    const device_interface& owner() const override { return *owner_; }
    const archive::kernel_reflection& reflection() const override { return inner_->reflection(); }
    uint32_t max_group_size() const override { return inner_->max_group_size(); }
    const std::shared_ptr<kernel_interface>& inner() const { return inner_; }

private:
    std::shared_ptr<device_interface> owner_;
    std::shared_ptr<kernel_interface> inner_;
};

class program final : public program_interface {
public:
    program(std::shared_ptr<device_interface> owner, std::shared_ptr<program_interface> inner)
        : owner_(std::move(owner)), inner_(std::move(inner)) {}

    std::shared_ptr<kernel_interface> create_kernel(std::shared_ptr<const archive::kernel_reflection> reflection) override {
        call("create_kernel");
        return std::make_shared<kernel>(owner_, inner_->create_kernel(std::move(reflection)));
    }
    bool is_from_cache() const override { return false; }

private:
    std::shared_ptr<device_interface> owner_;
    std::shared_ptr<program_interface> inner_;
};

class event final : public event_interface {
public:
    explicit event(std::shared_ptr<event_interface> inner) : inner_(std::move(inner)) {}
    // Not counted: a program asks until the answer is true, so the number of calls is different each time.
    bool is_done() override { return inner_->is_done(); }
    void wait() override {
        call("wait");
        inner_->wait();
    }
    const std::shared_ptr<event_interface>& inner() const { return inner_; }

private:
    std::shared_ptr<event_interface> inner_;
};

class queue final : public queue_interface, public image_commands_interface, public mapping_interface, public timing_interface {
public:
    explicit queue(std::shared_ptr<queue_interface> inner) : inner_(std::move(inner)) {}

    image_commands_interface* image_commands() override { return this; }
    mapping_interface* mapping() override { return this; }
    timing_interface* timing() override { return this; }

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override {
        call("read");
        inner_->read(source, offset, destination);
    }
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override {
        call("write");
        inner_->write(destination, offset, source);
    }
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t to_offset,
              const std::shared_ptr<buffer_interface>& source, size_t from_offset, size_t count) override {
        call("copy");
        inner_->copy(destination, to_offset, source, from_offset, count);
    }
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
              std::span<const std::byte> pattern) override {
        call("fill");
        inner_->fill(destination, offset, count, pattern);
    }
    void launch(const std::shared_ptr<kernel_interface>& launched, const launch_range& items,
                std::span<const launch_argument> arguments) override {
        call("launch");
        if (current_behaviour().runs_kernels) inner_->launch(static_cast<const kernel&>(*launched).inner(), items, arguments);
    }
    // The failure is that of a driver that has ended the work: queue_interface::finish() never throws while a command runs.
    void finish() override {
        inner_->finish();
        call("finish");
    }
    void flush() override {
        call("flush");
        inner_->flush();
    }
    void throw_failure() override { inner_->throw_failure(); }
    std::shared_ptr<event_interface> mark() override {
        call("mark");
        return std::make_shared<event>(inner_->mark());
    }
    void wait_for(const std::shared_ptr<event_interface>& point) override {
        call("wait_for");
        inner_->wait_for(static_cast<const event&>(*point).inner());
    }

    std::byte* map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access access) override {
        call("map");
        return inner_->mapping()->map(buffer, offset, count, access);
    }
    std::byte* start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count,
                         map_access access) override {
        call("start_map");
        return inner_->mapping()->start_map(buffer, offset, count, access);
    }
    void unmap(const std::shared_ptr<buffer_interface>& buffer, std::byte* mapped) override {
        call("unmap");
        inner_->mapping()->unmap(buffer, mapped);
    }

    void read_image(const image_position& source, const std::array<uint32_t, 3>& extent,
                    std::span<std::byte> destination) override {
        call("read_image");
        inner_->image_commands()->read_image(source, extent, destination);
    }
    void write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                     std::span<const std::byte> source) override {
        call("write_image");
        inner_->image_commands()->write_image(destination, extent, source);
    }
    void copy_image(const image_position& destination, const image_position& source,
                    const std::array<uint32_t, 3>& extent) override {
        call("copy_image");
        inner_->image_commands()->copy_image(destination, source, extent);
    }
    void copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset, const image_position& source,
                              const std::array<uint32_t, 3>& extent) override {
        call("copy_image_to_buffer");
        inner_->image_commands()->copy_image_to_buffer(destination, offset, source, extent);
    }
    void copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source, size_t offset,
                              const std::array<uint32_t, 3>& extent) override {
        call("copy_buffer_to_image");
        inner_->image_commands()->copy_buffer_to_image(destination, source, offset, extent);
    }

    std::vector<launch_timing> take_timings() override {
        call("take_timings");
        return inner_->timing()->take_timings();
    }
    std::vector<transfer_timing> take_transfer_timings() override {
        call("take_timings");
        return inner_->timing()->take_transfer_timings();
    }
    std::vector<timeline_entry> take_timeline() override {
        call("take_timings");
        return inner_->timing()->take_timeline();
    }

private:
    std::shared_ptr<queue_interface> inner_;
};

// Stands for an object of OpenGL that is shared by its name. The device uses memory of its own instead, and neither reads nor
// changes the contents of the object.
template <typename Memory>
class gl_object final : public gl_object_interface<Memory> {
public:
    explicit gl_object(std::shared_ptr<Memory> memory) : memory_(std::move(memory)) {}
    std::shared_ptr<Memory> acquire(queue_interface&) override {
        call("acquire");
        return memory_;
    }
    void release(queue_interface&) override { call("release"); }

private:
    std::shared_ptr<Memory> memory_;
};

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    explicit device(size_t index) : inner_(std::make_shared<backends::cpu_debug::device>()), described_(inner_->properties()) {
        described_.backend = name;
        described_.name = "faulty " + std::to_string(index);
    }

    const device_properties& properties() const override { return described_; }
    std::shared_ptr<queue_interface> create_queue() override {
        call("create_queue");
        return std::make_shared<queue>(inner_->create_queue());
    }
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override {
        call("create_buffer");
        return inner_->create_buffer(bytes, access);
    }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override {
        call("create_program");
        return std::make_shared<program>(shared_from_this(), inner_->create_program(source, contents));
    }
    std::vector<pixel_format> image_formats(image_shape shape) override { return inner_->image_formats(shape); }
    std::shared_ptr<image_interface> create_image(const image_description& description) override {
        call("create_image");
        return inner_->create_image(description);
    }
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& whole,
                                                       const image_description& description, uint32_t level) override {
        call("create_level_view");
        return inner_->create_level_view(whole, description, level);
    }
    bool reads_image_levels() const override { return inner_->reads_image_levels(); }
    gl_support gl_sharing() override {
        if (current_behaviour().shares_by_name) return {gl_sharing_method::by_name, {}};
        return inner_->gl_sharing();
    }
    std::shared_ptr<gl_buffer_interface> share_gl_buffer(const gl_buffer_object& object) override {
        call("share_gl_buffer");
        return std::make_shared<gl_object<buffer_interface>>(inner_->create_buffer(object.bytes, {}));
    }
    std::shared_ptr<gl_image_interface> share_gl_image(const gl_image_object& object) override {
        call("share_gl_image");
        return std::make_shared<gl_object<image_interface>>(inner_->create_image(object.description));
    }
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> memory) override {
        call("use_host_memory");
        return inner_->use_host_memory(memory);
    }

private:
    std::shared_ptr<backends::cpu_debug::device> inner_;
    device_properties described_;
};

std::vector<device_listing> devices() {
    static const std::vector<device_listing> all = [] {
        std::vector<device_listing> made;
        for (size_t i = 0; i < device_count; ++i) made.push_back({name, ingot::device(std::make_shared<device>(i)), {}});
        return made;
    }();
    return all;
}

const registration registered(
    {.backend = name, .title = "Faulty", .list_position = 300, .compiles_programs = false, .is_for_debugging = true}, &devices);

}  // namespace

void set(const behaviour& wanted) {
    state& all = current();
    const std::lock_guard lock(all.guard);
    all.wanted = wanted;
    all.count = 0;
    all.by_kind.clear();
    all.failed.clear();
}

std::map<std::string, uint64_t> calls() {
    const std::lock_guard lock(current().guard);
    return current().by_kind;
}

uint64_t call_count() {
    const std::lock_guard lock(current().guard);
    return current().count;
}

std::string failed_call() {
    const std::lock_guard lock(current().guard);
    return current().failed;
}

}  // namespace ingot::faulty
