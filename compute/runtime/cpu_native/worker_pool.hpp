// The threads that run work-groups. All queues share them, so that several queues do not use more threads than there are cores.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <ingot/archive/cpu_code.hpp>
#include <mutex>
#include <thread>
#include <vector>

namespace ingot::backends::cpu_native {

/// The work of one launch.
struct group_work {
    archive::cpu::group_function run_group;
    archive::cpu::launch common;
    uint64_t local_bytes;    ///< local memory of a group
    uint64_t context_bytes;  ///< context memory of a group
    double group_time;       ///< expected time of a group in nanoseconds; 0 if it is not known
};

/// One thread for each processor core that the process may use, without the thread that launches: this one works, too.
class worker_pool {
public:
    worker_pool();
    worker_pool(const worker_pool&) = delete;
    worker_pool& operator=(const worker_pool&) = delete;
    ~worker_pool();

    /// Runs all groups and returns when they have ended. Returns the average time of a group in nanoseconds. The calling thread
    /// runs groups itself. A launch that takes only a short time wakes no other thread. Nothing is allocated, except when a
    /// thread first needs more memory for a group than ever before. Throws error if there is not enough memory for that.
    double run(const group_work& work);

private:
    // A launch whose groups several threads run. It lives on the stack of the launching thread.
    struct shared_work {
        const group_work& work;
        uint64_t groups;
        std::atomic<uint64_t> next_group {0};
        std::atomic<uint32_t> helpers {0};  // workers that may still access this object
        std::exception_ptr failure {};      // guarded by guard_
    };

    void help();
    shared_work* wait_for_work();
    shared_work* find_work();
    void run_claimed(shared_work& shared);

    std::mutex guard_;
    std::condition_variable work_changed_;
    std::vector<shared_work*> open_;        // launches with groups that no thread has claimed
    std::atomic<uint32_t> open_count_ {0};  // size of open_, for threads that wait without the lock
    uint32_t sleepers_ = 0;                 // guarded by guard_
    std::atomic<bool> is_stopping_ {false};
    std::vector<std::thread> threads_;
};

}  // namespace ingot::backends::cpu_native
