// Queues, command buffers, encoders and events of the fake Metal.
#pragma once

#include <deque>
#include <functional>

#include "device.hpp"

namespace fake_metal {

class event_object final : public any_object {
public:
    event_object();
    unsigned long long value() { return reached; }
    std::atomic<unsigned long long> reached = 0;
};

class queue_object;

class command_buffer final : public any_object {
public:
    explicit command_buffer(queue_object& owner);
    ~command_buffer() override;

    any_object* compute();
    any_object* blit();
    void signal(event_object* event, unsigned long long value);
    void wait(event_object* event, unsigned long long value);
    void commit();
    void wait_until_completed();
    count status();
    any_object* failure() { return reason.empty() ? nullptr : autorelease(new error_object(reason)); }
    double start_time() { return start; }
    double end_time() { return end; }

    /// Adds work. The objects that it uses are kept until the command buffer is released.
    void add(std::function<std::string()> work, std::vector<any_object*> used);
    void execute();

    bool is_encoding = false;
    bool is_executed = false;

private:
    reference<queue_object> queue_;
    bool is_committed_ = false;
    int asked_ = 0;
    std::string reason;
    double start = 0;
    double end = 0;
    std::vector<std::function<std::string()>> work_;
    std::vector<reference<any_object>> used_;
};

class queue_object final : public any_object {
public:
    queue_object();
    ~queue_object() override;
    any_object* make_command_buffer();
    /// Executes the command buffers up to this one.
    void execute_until(const command_buffer& last);
    bool execute_next();
    std::deque<reference<command_buffer>> waiting;

private:
    bool is_executing_ = false;
};

class compute_encoder final : public any_object {
public:
    explicit compute_encoder(command_buffer& into);
    ~compute_encoder() override;
    void set_pipeline(pipeline_object* set) { pipeline_ = reference(set); }
    void set_buffer(buffer_object* buffer, count offset, count index);
    void set_bytes(const void* bytes, count length, count index);
    void set_texture(texture_object* texture, count index);
    void set_memory(count length, count index);
    void dispatch(size_3 groups, size_3 group);
    void end();

private:
    command_buffer& into_;
    bool has_ended_ = false;
    reference<pipeline_object> pipeline_;
    std::map<count, reference<buffer_object>> buffers_;
    std::map<count, reference<texture_object>> textures_;
    std::map<count, count> memory_;
};

class blit_encoder final : public any_object {
public:
    explicit blit_encoder(command_buffer& into);
    ~blit_encoder() override;
    void copy(buffer_object* from, count from_offset, buffer_object* to, count to_offset, count bytes);
    void fill(buffer_object* to, index_range range, unsigned char value);
    void to_texture(buffer_object* from, count offset, count row, count slice_bytes, size_3 extent, texture_object* to,
                    count slice, count level, origin at);
    void from_texture(texture_object* from, count slice, count level, origin at, size_3 extent, buffer_object* to, count offset,
                      count row, count slice_bytes);
    void between(texture_object* from, count from_slice, count from_level, origin from_at, size_3 extent, texture_object* to,
                 count to_slice, count to_level, origin to_at);
    void end();

private:
    command_buffer& into_;
    bool has_ended_ = false;
};

}  // namespace fake_metal
