#include "worker_pool.hpp"

#include "processor.hpp"

namespace ingot::backends::cpu_debug {

worker_pool::worker_pool() {
    for (const int core : usable_cores())
        threads.emplace_back([this, core] {
            pin_to(core);
            work_until_stopped();
        });
}

worker_pool::~worker_pool() {
    {
        const std::lock_guard lock(guard);
        stopping = true;
    }
    changed.notify_all();
    for (std::thread& thread : threads) thread.join();
}

void worker_pool::submit(std::shared_ptr<work> todo) {
    const bool for_all = todo->parts > 1;
    {
        const std::lock_guard lock(guard);
        open.push_back(std::move(todo));
    }
    if (for_all)
        changed.notify_all();
    else
        changed.notify_one();
}

void worker_pool::work_until_stopped() {
    group_runner runner;
    while (const std::shared_ptr<work> todo = wait_for_work()) take_parts(*todo, runner);
}

std::shared_ptr<work> worker_pool::wait_for_work() {
    std::unique_lock lock(guard);
    for (;;) {
        while (!open.empty() && open.front()->next.load(std::memory_order_relaxed) >= open.front()->parts) open.pop_front();
        if (!open.empty()) return open.front();
        if (stopping) return nullptr;
        changed.wait(lock);
    }
}

void worker_pool::take_parts(work& from, group_runner& runner) {
    uint64_t taken = 0;
    for (;;) {
        const uint64_t part = from.next.fetch_add(1, std::memory_order_relaxed);
        if (part >= from.parts) break;
        if (part == 0) from.began = std::chrono::steady_clock::now();
        run_part(from, part, runner);
        ++taken;
    }
    // Whoever brings the count to its end sees all that the others wrote.
    if (taken == 0 || from.finished.fetch_add(taken, std::memory_order_acq_rel) + taken != from.parts) return;
    from.ended = std::chrono::steady_clock::now();
    from.done();
}

void worker_pool::run_part(work& of, uint64_t part, group_runner& runner) {
    if (of.failed.load(std::memory_order_relaxed)) return;
    try {
        of.run(part, runner);
    } catch (...) {
        if (!of.failed.exchange(true)) of.failed_with = std::current_exception();
    }
}

}  // namespace ingot::backends::cpu_debug
