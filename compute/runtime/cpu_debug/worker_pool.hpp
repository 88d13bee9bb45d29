// The worker threads of the CPU debug device.
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

/// A task that consists of parts. Any worker thread may run any part.
class task {
public:
    explicit task(uint64_t count) : part_count_(count) {}
    virtual ~task() = default;

    /// Runs one part. If it throws, the exception becomes the failure of the task, and parts that have not begun are skipped.
    virtual void run(uint64_t part, group_runner& runner) = 0;
    /// Called once, by the worker that has finished the last part. Must not throw.
    virtual void finish() = 0;

    std::chrono::steady_clock::time_point start_time() const { return start_time_; }
    std::chrono::nanoseconds duration() const { return end_time_ - start_time_; }
    /// The exception of the first part that failed, or null.
    const std::exception_ptr& failure() const { return failure_; }

private:
    friend class worker_pool;

    const uint64_t part_count_;
    std::atomic<uint64_t> next_part_ {0};
    std::atomic<uint64_t> finished_parts_ {0};
    std::atomic<bool> has_failed_ {false};
    std::exception_ptr failure_;
    std::chrono::steady_clock::time_point start_time_;
    std::chrono::steady_clock::time_point end_time_;
};

/// The worker threads: one for each processor core that the process may use, pinned to that core.
class worker_pool {
public:
    worker_pool();
    worker_pool(const worker_pool&) = delete;
    worker_pool& operator=(const worker_pool&) = delete;
    ~worker_pool();

    size_t size() const { return threads_.size(); }

    /// Starts the task as soon as a worker is free. Tasks that were submitted earlier come first.
    void submit(std::shared_ptr<task> todo);

private:
    void run_tasks();
    std::shared_ptr<task> wait_for_task();
    static void run_parts(task& task, group_runner& runner);
    static void run_part(task& task, uint64_t part, group_runner& runner);

    std::mutex guard_;
    std::condition_variable tasks_changed_;
    std::deque<std::shared_ptr<task>> tasks_;  // the tasks that may have unclaimed parts, oldest first
    bool is_stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace ingot::backends::cpu_debug
