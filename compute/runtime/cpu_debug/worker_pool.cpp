#include "worker_pool.hpp"

#include "../host_memory/processor.hpp"

namespace ingot::backends::cpu_debug {

using namespace host_memory;

worker_pool::worker_pool() {
    for (const int core : allowed_cores())
        threads_.emplace_back([this, core] {
            pin_thread(core);
            run_tasks();
        });
}

worker_pool::~worker_pool() {
    {
        const std::lock_guard lock(guard_);
        is_stopping_ = true;
    }
    tasks_changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void worker_pool::submit(std::shared_ptr<task> todo) {
    const bool for_all = todo->part_count_ > 1;
    {
        const std::lock_guard lock(guard_);
        tasks_.push_back(std::move(todo));
    }
    if (for_all)
        tasks_changed_.notify_all();
    else
        tasks_changed_.notify_one();
}

void worker_pool::run_tasks() {
    group_runner runner;
    while (const std::shared_ptr<task> todo = wait_for_task()) run_parts(*todo, runner);
}

std::shared_ptr<task> worker_pool::wait_for_task() {
    std::unique_lock lock(guard_);
    for (;;) {
        while (!tasks_.empty() && tasks_.front()->next_part_.load(std::memory_order_relaxed) >= tasks_.front()->part_count_)
            tasks_.pop_front();
        if (!tasks_.empty()) return tasks_.front();
        if (is_stopping_) return nullptr;
        tasks_changed_.wait(lock);
    }
}

void worker_pool::run_parts(task& task, group_runner& runner) {
    uint64_t run_parts_count = 0;
    for (;;) {
        const uint64_t part = task.next_part_.fetch_add(1, std::memory_order_relaxed);
        if (part >= task.part_count_) break;
        if (part == 0) task.start_time_ = std::chrono::steady_clock::now();
        run_part(task, part, runner);
        ++run_parts_count;
    }
    // Only the worker that completes the count of the finished parts ends the task. It sees all writes of the other workers,
    // because each update of finished_parts_ acquires and releases.
    if (run_parts_count == 0 ||
        task.finished_parts_.fetch_add(run_parts_count, std::memory_order_acq_rel) + run_parts_count != task.part_count_)
        return;
    task.end_time_ = std::chrono::steady_clock::now();
    task.finish();
}

void worker_pool::run_part(task& task, uint64_t part, group_runner& runner) {
    if (task.has_failed_.load(std::memory_order_relaxed)) return;
    try {
        task.run(part, runner);
    } catch (...) {
        if (!task.has_failed_.exchange(true)) task.failure_ = std::current_exception();
    }
}

}  // namespace ingot::backends::cpu_debug
