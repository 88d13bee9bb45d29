// Does this machine, or an emulator of it, keep the order that sequentially consistent accesses have? Two threads run
// x = 1; a = y and y = 1; b = x. At the end a and b may not both be 0. The exit status is 1 if they were.
//
// qemu 7.2 on x86-64 has fences before a store with release (stlr) and after a load with acquire (ldar), but none between the
// two. The processor then performs the load before the store.
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

namespace {

constexpr unsigned repetitions = 50;
constexpr unsigned trials = 256;
constexpr unsigned patience = 2000;  // the threads need not run at the same time

// Each variable has a cache line of its own.
struct alignas(64) variable {
    std::atomic<unsigned> value {0};
};

struct role {
    variable round;  // the trial that the thread has begun, from 1
    std::array<variable, trials> written;
    std::array<unsigned, trials> read {};
};

void run(role& own, const role& other) {
    for (unsigned i = 0; i < trials; ++i) {
        own.round.value.store(i + 1, std::memory_order_relaxed);
        for (unsigned tries = 0; tries < patience && other.round.value.load(std::memory_order_relaxed) <= i; ++tries) {
        }
        own.written[i].value.store(1);
        own.read[i] = other.written[i].value.load();
    }
}

}  // namespace

int main() {
    unsigned forbidden = 0;
    for (unsigned repetition = 0; repetition < repetitions; ++repetition) {
        role first;
        role second;
        std::thread thread([&] { run(first, second); });
        run(second, first);
        thread.join();
        for (unsigned i = 0; i < trials; ++i) forbidden += first.read[i] == 0 && second.read[i] == 0 ? 1 : 0;
    }
    std::printf("%u of %u trials read both variables before they were written\n", forbidden, repetitions * trials);
    return forbidden == 0 ? 0 : 1;
}
