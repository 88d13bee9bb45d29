// The threads of the CPU debug device.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "work_group.hpp"

namespace ingot::backends::cpu_debug {

/// Something to do in parts, each by any worker.
class work {
public:
    explicit work(uint64_t count) : parts(count) {}
    virtual ~work() = default;

    /// Does one part. What it throws is the work's failure; parts that have not begun are then left out.
    virtual void run(uint64_t part, group_runner& runner) = 0;
    /// Called once, by the worker that did the last part. Throws nothing.
    virtual void done() = 0;

    std::chrono::steady_clock::time_point started() const { return began; }
    std::chrono::nanoseconds duration() const { return ended - began; }
    /// What the first failed part threw, or null.
    const std::exception_ptr& failure() const { return failed_with; }

private:
    friend class worker_pool;

    const uint64_t parts;
    std::atomic<uint64_t> next {0};
    std::atomic<uint64_t> finished {0};
    std::atomic<bool> failed {false};
    std::exception_ptr failed_with;
    std::chrono::steady_clock::time_point began;
    std::chrono::steady_clock::time_point ended;
};

/// One thread for each processor core that the process may use, pinned to it.
class worker_pool {
public:
    worker_pool();
    worker_pool(const worker_pool&) = delete;
    worker_pool& operator=(const worker_pool&) = delete;
    ~worker_pool();

    size_t size() const { return threads.size(); }

    /// Begins the work as soon as a worker is free; works that were submitted before come first.
    void submit(std::shared_ptr<work> todo);

private:
    void work_until_stopped();
    std::shared_ptr<work> wait_for_work();
    static void take_parts(work& from, group_runner& runner);
    static void run_part(work& of, uint64_t part, group_runner& runner);

    std::mutex guard;
    std::condition_variable changed;
    std::deque<std::shared_ptr<work>> open;  // works that may have parts left, oldest first
    bool stopping = false;
    std::vector<std::thread> threads;
};

}  // namespace ingot::backends::cpu_debug
