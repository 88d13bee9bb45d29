#include "commands.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace fake_metal {

namespace {

template <typename Add>
const method_table& table_of(const char* name, Add add) {
    method_table& table = *new method_table {name};
    add(table);
    state::get().add_table(table);
    return table;
}

const method_table& event_table =
    table_of("MTLSharedEvent", [](method_table& t) { t.add<&event_object::value>("signaledValue"); });
const method_table& queue_table =
    table_of("MTLCommandQueue", [](method_table& t) { t.add<&queue_object::make_command_buffer>("commandBuffer"); });
const method_table& command_buffer_table = table_of("MTLCommandBuffer", [](method_table& t) {
    t.add<&command_buffer::compute>("computeCommandEncoder")
        .add<&command_buffer::blit>("blitCommandEncoder")
        .add<&command_buffer::signal>("encodeSignalEvent:value:")
        .add<&command_buffer::wait>("encodeWaitForEvent:value:")
        .add<&command_buffer::commit>("commit")
        .add<&command_buffer::wait_until_completed>("waitUntilCompleted")
        .add<&command_buffer::status>("status")
        .add<&command_buffer::failure>("error")
        .add<&command_buffer::start_time>("GPUStartTime")
        .add<&command_buffer::end_time>("GPUEndTime");
});
const method_table& compute_table = table_of("MTLComputeCommandEncoder", [](method_table& t) {
    t.add<&compute_encoder::set_pipeline>("setComputePipelineState:")
        .add<&compute_encoder::set_buffer>("setBuffer:offset:atIndex:")
        .add<&compute_encoder::set_bytes>("setBytes:length:atIndex:")
        .add<&compute_encoder::set_texture>("setTexture:atIndex:")
        .add<&compute_encoder::set_memory>("setThreadgroupMemoryLength:atIndex:")
        .add<&compute_encoder::dispatch>("dispatchThreadgroups:threadsPerThreadgroup:")
        .add<&compute_encoder::end>("endEncoding");
});
const method_table& blit_table = table_of("MTLBlitCommandEncoder", [](method_table& t) {
    t.add<&blit_encoder::copy>("copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:")
        .add<&blit_encoder::fill>("fillBuffer:range:value:")
        .add<&blit_encoder::to_texture>(
            "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"
            "destinationLevel:destinationOrigin:")
        .add<&blit_encoder::from_texture>(
            "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:destinationBytesPerRow:"
            "destinationBytesPerImage:")
        .add<&blit_encoder::between>(
            "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toTexture:destinationSlice:destinationLevel:"
            "destinationOrigin:")
        .add<&blit_encoder::end>("endEncoding");
});

void require(bool kept, const std::string& rule) { state::get().require(kept, rule); }

// All queues, which execute their work when another queue waits for an event. The fake is used by one thread at a time: a lock
// in each function that can execute work.
std::vector<queue_object*>& all_queues() {
    static std::vector<queue_object*>& queues = *new std::vector<queue_object*>;
    return queues;
}
std::recursive_mutex& guard() {
    static std::recursive_mutex& only = *new std::recursive_mutex;
    return only;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Calls `copy(pixels, memory, bytes)` for each row of a box of pixels.
template <typename Copy>
std::string for_each_row(texture_object& texture, count slice, count level, const origin& at, const size_3& extent,
                         buffer_object& memory, count offset, count row, count slice_bytes, Copy copy) {
    const count bytes = extent.width * texture.memory->pixel;
    for (count z = 0; z < extent.depth; ++z)
        for (count y = 0; y < extent.height; ++y) {
            std::byte* const pixels = texture.row(slice, level, at, y, z, extent.width);
            const count begin = offset + z * slice_bytes + y * row;
            if (pixels && memory.has(begin, bytes)) copy(pixels, memory.memory.data() + begin, bytes);
        }
    return {};
}

// What the kernel in helper_kernels.cpp does.
void repeat_bytes(const launch& launch) {
    struct {
        uint64_t to;
        uint64_t from;
        uint64_t begin;
        uint64_t period;
        uint32_t bytes;
        uint32_t unused;
    } range {};
    require(launch.buffers.at(2).size() == sizeof(range), "the arguments of the backend's own kernel have another size");
    std::memcpy(&range, launch.buffers.at(2).data(), sizeof(range));
    require(launch.groups[0] * launch.group[0] >= range.bytes, "a launch of the backend's own kernel has too few threads");
    for (uint32_t i = 0; i < range.bytes; ++i)
        launch.buffers.at(0)[range.to + i] = launch.buffers.at(1)[range.from + (range.begin + i) % range.period];
}

}  // namespace

event_object::event_object() : any_object(event_table) {}

queue_object::queue_object() : any_object(queue_table) {
    const std::lock_guard lock(guard());
    all_queues().push_back(this);
}
queue_object::~queue_object() {
    const std::lock_guard lock(guard());
    std::erase(all_queues(), this);
}

any_object* queue_object::make_command_buffer() {
    return fails("commandBuffer") ? nullptr : autorelease(new command_buffer(*this));
}

bool queue_object::execute_next() {
    // A command buffer that waits for an event makes other queues work, but its own queue goes on only after it.
    if (waiting.empty() || is_executing_) return false;
    is_executing_ = true;
    const reference<command_buffer> next = waiting.front();
    waiting.pop_front();
    next->execute();
    is_executing_ = false;
    return true;
}

void queue_object::execute_until(const command_buffer& last) {
    while (!last.is_executed && execute_next()) {
    }
}

command_buffer::command_buffer(queue_object& owner) : any_object(command_buffer_table), queue_(&owner) {}
command_buffer::~command_buffer() { require(!is_encoding, "a command buffer was released while an encoder was open"); }

void command_buffer::add(std::function<std::string()> work, std::vector<any_object*> used) {
    require(!is_committed_, "a command was encoded after the command buffer was committed");
    work_.push_back(std::move(work));
    for (any_object* const object : used) used_.emplace_back(object);
}

any_object* command_buffer::compute() { return autorelease(new compute_encoder(*this)); }
any_object* command_buffer::blit() { return autorelease(new blit_encoder(*this)); }

void command_buffer::signal(event_object* event, unsigned long long value) {
    require(!is_encoding, "an event was encoded while an encoder was open");
    add(
        [=]() -> std::string {
            event->reached = std::max(event->reached.load(), value);
            return {};
        },
        {event});
}

void command_buffer::wait(event_object* event, unsigned long long value) {
    require(!is_encoding, "an event was encoded while an encoder was open");
    add(
        [=]() -> std::string {
            while (event->reached < value) {
                const bool has_worked =
                    std::ranges::any_of(all_queues(), [](queue_object* each) { return each->execute_next(); });
                if (has_worked) continue;
                std::fputs("fake Metal: a command buffer waits for an event that nothing signals\n", stderr);
                std::abort();
            }
            return {};
        },
        {event});
}

void command_buffer::commit() {
    const std::lock_guard lock(guard());
    require(!is_encoding, "a command buffer was committed while an encoder was open");
    require(!is_committed_, "a command buffer was committed twice");
    is_committed_ = true;
    ++state::get().committed;
    queue_->waiting.emplace_back(this);
}

void command_buffer::execute() {
    start = now();
    for (const auto& work : work_) {
        reason = work();
        if (!reason.empty()) break;
    }
    end = now();
    is_executed = true;
    work_.clear();
    --state::get().committed;
}

void command_buffer::wait_until_completed() {
    const std::lock_guard lock(guard());
    require(is_committed_, "a command buffer was waited for that was not committed");
    queue_->execute_until(*this);
}

// 2 is MTLCommandBufferStatusCommitted. A command buffer is executed when it is asked for often enough, as a real device comes to
// an end without a call that waits.
count command_buffer::status() {
    constexpr int questions = 16;
    const std::lock_guard lock(guard());
    if (!is_executed) {
        if (++asked_ == questions) queue_->execute_until(*this);
        return 2;
    }
    return reason.empty() ? 4 : 5;
}

compute_encoder::compute_encoder(command_buffer& into) : any_object(compute_table), into_(into) {
    require(!into.is_encoding, "a command buffer has two open encoders");
    into.is_encoding = true;
}
compute_encoder::~compute_encoder() { require(has_ended_, "an encoder was released that had not ended"); }
void compute_encoder::end() {
    has_ended_ = true;
    into_.is_encoding = false;
}

void compute_encoder::set_buffer(buffer_object* buffer, count offset, count index) {
    require(index < 31 && buffer && offset == 0, "a buffer is bound with a wrong index or offset");
    buffers_[index] = reference(buffer);
}

void compute_encoder::set_bytes(const void* bytes, count length, count index) {
    require(index < 31 && length > 0 && length <= 4096, "a value is bound with a wrong index or size");
    auto* const copy = new buffer_object(length, true);
    std::memcpy(copy->memory.data(), bytes, length);
    buffers_[index] = reference(copy);
    copy->release();
}

void compute_encoder::set_texture(texture_object* texture, count index) {
    require(index < 128 && texture, "a texture is bound with a wrong index");
    textures_[index] = reference(texture);
}

void compute_encoder::set_memory(count length, count index) {
    require(index < 31 && length > 0 && length % 16 == 0, "threadgroup memory has a wrong index or size");
    memory_[index] = length;
}

void compute_encoder::dispatch(size_3 groups, size_3 group) {
    require(!has_ended_ && pipeline_.get(), "a dispatch without a pipeline state");
    require(groups.width * groups.height * groups.depth > 0, "a dispatch of no threadgroups");
    require(group.width * group.height * group.depth <= pipeline_->max_threads(), "a dispatch of too large threadgroups");
    std::vector<any_object*> used;
    for (const auto& [index, buffer] : buffers_) used.push_back(buffer.get());
    for (const auto& [index, texture] : textures_) used.push_back(texture.get());
    into_.add(
        [name = pipeline_->name, groups, group, buffers = buffers_, textures = textures_, memory = memory_]() -> std::string {
            launch made {name,  {groups.width, groups.height, groups.depth}, {group.width, group.height, group.depth}, {}, {},
                         memory};
            for (const auto& [index, buffer] : buffers) made.buffers[index] = buffer->memory;
            for (const auto& [index, texture] : textures) made.textures[index] = texture->bytes(0);
            if (name == "ingot_repeat_bytes") {
                repeat_bytes(made);
                return {};
            }
            return state::get().launched ? state::get().launched(made) : std::string();
        },
        used);
}

blit_encoder::blit_encoder(command_buffer& into) : any_object(blit_table), into_(into) {
    require(!into.is_encoding, "a command buffer has two open encoders");
    into.is_encoding = true;
}
blit_encoder::~blit_encoder() { require(has_ended_, "an encoder was released that had not ended"); }
void blit_encoder::end() {
    has_ended_ = true;
    into_.is_encoding = false;
}

void blit_encoder::copy(buffer_object* from, count from_offset, buffer_object* to, count to_offset, count bytes) {
    require((from_offset | to_offset | bytes) % 4 == 0, "a copy of buffers is not of multiples of 4 bytes");
    into_.add(
        [=]() -> std::string {
            if (from->has(from_offset, bytes) && to->has(to_offset, bytes))
                std::memcpy(to->memory.data() + to_offset, from->memory.data() + from_offset, bytes);
            return {};
        },
        {from, to});
}

void blit_encoder::fill(buffer_object* to, index_range range, unsigned char value) {
    require((range.location | range.length) % 4 == 0, "a fill is not of multiples of 4 bytes");
    into_.add(
        [=]() -> std::string {
            if (to->has(range.location, range.length)) std::memset(to->memory.data() + range.location, value, range.length);
            return {};
        },
        {to});
}

void blit_encoder::to_texture(buffer_object* from, count offset, count row, count slice_bytes, size_3 extent, texture_object* to,
                              count slice, count level, origin at) {
    require(offset % to->memory->pixel == 0 && row % to->memory->pixel == 0, "a copy to a texture begins inside of a pixel");
    into_.add(
        [=] {
            return for_each_row(
                *to, slice, level, at, extent, *from, offset, row, slice_bytes,
                [](std::byte* pixels, const std::byte* memory, count bytes) { std::memcpy(pixels, memory, bytes); });
        },
        {from, to});
}

void blit_encoder::from_texture(texture_object* from, count slice, count level, origin at, size_3 extent, buffer_object* to,
                                count offset, count row, count slice_bytes) {
    require(offset % from->memory->pixel == 0 && row % from->memory->pixel == 0, "a copy of a texture begins inside of a pixel");
    into_.add(
        [=] {
            return for_each_row(
                *from, slice, level, at, extent, *to, offset, row, slice_bytes,
                [](const std::byte* pixels, std::byte* memory, count bytes) { std::memcpy(memory, pixels, bytes); });
        },
        {from, to});
}

void blit_encoder::between(texture_object* from, count from_slice, count from_level, origin from_at, size_3 extent,
                           texture_object* to, count to_slice, count to_level, origin to_at) {
    require(from->format == to->format, "a copy of textures of two formats");
    into_.add(
        [=]() -> std::string {
            for (count z = 0; z < extent.depth; ++z)
                for (count y = 0; y < extent.height; ++y) {
                    const std::byte* const source = from->row(from_slice, from_level, from_at, y, z, extent.width);
                    std::byte* const target = to->row(to_slice, to_level, to_at, y, z, extent.width);
                    if (source && target) std::memmove(target, source, extent.width * from->memory->pixel);
                }
            return {};
        },
        {from, to});
}

}  // namespace fake_metal
