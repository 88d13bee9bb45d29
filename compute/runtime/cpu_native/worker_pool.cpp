#include "worker_pool.hpp"

#include <algorithm>
#include <chrono>
#include <ingot/runtime/error.hpp>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "../host_memory/processor.hpp"

namespace ingot::backends::cpu_native {

namespace {

using clock = std::chrono::steady_clock;

// A launch of which less is expected runs on the calling thread alone. Waking a thread takes 5 to 50 microseconds.
constexpr double shortest_shared = 30'000;  // nanoseconds
// Threads look for work for this time before they sleep: launches often follow each other closely.
constexpr std::chrono::microseconds spinning_time {50};
// A thread claims this part of what each thread would get of the remaining groups.
constexpr uint64_t claimed_part = 4;

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

// The memory of a thread for the group that it runs.
class group_memory {
public:
    std::byte* reserve(uint64_t bytes) {
        if (bytes > size_) {
            memory_.reset();
            size_ = 0;
            memory_.reset(static_cast<std::byte*>(::operator new(bytes, alignment, std::nothrow)));
            if (!memory_) throw error("no memory of " + std::to_string(bytes) + " bytes for a work-group");
            size_ = bytes;
        }
        return memory_.get();
    }

private:
    static constexpr std::align_val_t alignment {archive::cpu::memory_alignment};
    struct aligned_delete {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
    };
    std::unique_ptr<std::byte, aligned_delete> memory_;
    uint64_t size_ = 0;
};

uint64_t round_up(uint64_t value) {
    return (value + archive::cpu::memory_alignment - 1) / archive::cpu::memory_alignment * archive::cpu::memory_alignment;
}

// Runs groups on this thread.
class group_runner {
public:
    explicit group_runner(const group_work& work) : work_(work) {
        thread_local group_memory memory;
        const uint64_t local = round_up(work.local_bytes);
        // Also a kernel that needs no memory gets a valid address.
        local_ = memory.reserve(local + work.context_bytes + archive::cpu::memory_alignment);
        contexts_ = local_ + local;
    }

    void run(uint64_t first, uint64_t end) const {
        const std::array<uint32_t, 3>& count = work_.common.group_count;
        auto x = static_cast<uint32_t>(first % count[0]);
        auto y = static_cast<uint32_t>(first / count[0] % count[1]);
        auto z = static_cast<uint32_t>(first / count[0] / count[1]);
        for (uint64_t group = first; group < end; ++group) {
            work_.run_group(&work_.common, x, y, z, local_, contexts_);
            if (++x < count[0]) continue;
            x = 0;
            if (++y < count[1]) continue;
            y = 0;
            ++z;
        }
    }

private:
    const group_work& work_;
    std::byte* local_;
    std::byte* contexts_;
};

}  // namespace

worker_pool::worker_pool() {
    open_.reserve(64);
    for (size_t i = 1; i < host_memory::allowed_cores().size(); ++i) threads_.emplace_back([this] { help(); });
}

worker_pool::~worker_pool() {
    {
        const std::lock_guard lock(guard_);
        is_stopping_ = true;
    }
    work_changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

double worker_pool::run(const group_work& work) {
    const std::array<uint32_t, 3>& count = work.common.group_count;
    const uint64_t groups = uint64_t {count[0]} * count[1] * count[2];
    const clock::time_point start = clock::now();
    const auto time_of_group = [&](uint64_t threads) {
        const std::chrono::duration<double, std::nano> elapsed = clock::now() - start;
        return elapsed.count() * static_cast<double>(threads) / static_cast<double>(groups);
    };
    const bool is_short = work.group_time > 0 && work.group_time * static_cast<double>(groups) < shortest_shared;
    if (groups == 1 || threads_.empty() || is_short) {
        group_runner(work).run(0, groups);
        return time_of_group(1);
    }

    shared_work shared {work, groups};
    const uint64_t helpers = std::min<uint64_t>(threads_.size(), groups - 1);
    {
        const std::lock_guard lock(guard_);
        open_.push_back(&shared);
        open_count_.store(static_cast<uint32_t>(open_.size()), std::memory_order_release);
        for (uint64_t i = 0; i < std::min<uint64_t>(helpers, sleepers_); ++i) work_changed_.notify_one();
    }
    std::exception_ptr failure;
    try {
        run_claimed(shared);
    } catch (...) {
        failure = std::current_exception();
        shared.next_group = groups;
    }
    {
        const std::lock_guard lock(guard_);
        std::erase(open_, &shared);
        open_count_.store(static_cast<uint32_t>(open_.size()), std::memory_order_release);
    }
    // No further worker finds the launch now. Those that have found it are at their last groups.
    for (uint32_t turns = 0; shared.helpers.load(std::memory_order_acquire) != 0; ++turns)
        turns < 10'000 ? pause() : std::this_thread::yield();
    if (!failure) failure = shared.failure;
    if (failure) std::rethrow_exception(failure);
    return time_of_group(helpers + 1);
}

void worker_pool::help() {
    while (shared_work* const shared = wait_for_work()) {
        std::exception_ptr failure;
        try {
            run_claimed(*shared);
        } catch (...) {
            failure = std::current_exception();
            shared->next_group = shared->groups;
        }
        if (failure) {
            const std::lock_guard lock(guard_);
            shared->failure = failure;
        }
        shared->helpers.fetch_sub(1, std::memory_order_release);  // the launch may end now
    }
}

// Returns a launch with unclaimed groups, or null if the pool ends.
worker_pool::shared_work* worker_pool::wait_for_work() {
    const clock::time_point end = clock::now() + spinning_time;
    do {
        for (int i = 0; i < 64; ++i) {
            if (open_count_.load(std::memory_order_acquire) != 0 || is_stopping_) {
                const std::lock_guard lock(guard_);
                if (is_stopping_) return nullptr;
                if (shared_work* const found = find_work()) return found;
            }
            pause();
        }
    } while (clock::now() < end);
    std::unique_lock lock(guard_);
    ++sleepers_;
    shared_work* found = nullptr;
    work_changed_.wait(lock, [&] { return is_stopping_ || (found = find_work()) != nullptr; });
    --sleepers_;
    return is_stopping_ ? nullptr : found;
}

// Returns a launch with unclaimed groups, or null. The caller has locked guard_.
worker_pool::shared_work* worker_pool::find_work() {
    for (shared_work* const each : open_)
        if (each->next_group.load(std::memory_order_relaxed) < each->groups) {
            each->helpers.fetch_add(1, std::memory_order_relaxed);
            return each;
        }
    return nullptr;
}

// Claims and runs groups until all are claimed. The parts become smaller towards the end, so that all threads end at about the
// same time.
void worker_pool::run_claimed(shared_work& shared) {
    const group_runner runner(shared.work);
    const uint64_t threads = threads_.size() + 1;
    uint64_t first = shared.next_group.load(std::memory_order_relaxed);
    while (first < shared.groups) {
        const uint64_t count = std::max<uint64_t>(1, (shared.groups - first) / (threads * claimed_part));
        if (!shared.next_group.compare_exchange_weak(first, first + count, std::memory_order_relaxed)) continue;
        runner.run(first, first + count);
        first = shared.next_group.load(std::memory_order_relaxed);
    }
}

}  // namespace ingot::backends::cpu_native
