// What tests know of the fake CUDA driver, a libcuda.so.1 that runs on any machine.
//
// It keeps its devices' memory on the host. What is enqueued runs late, when something waits for it, so that whatever ends too
// early, or is read too early, shows; AddressSanitizer sees every access. It compiles nothing: a launch calls controls::launched.
//
// INGOT_FAKE_CUDA_FAIL=CALL[=CODE] makes one call fail: CALL is a function's name, or the number of the call, counted from 1
// since controls::reset. CODE is a CUresult, 2 (out of memory) without it. After a CODE that ends a device every further call
// fails so. INGOT_FAKE_CUDA_DEVICES is the number of devices, 2 without it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>

namespace fake_cuda {

/// A launch as the driver sees it. `arguments` may be read until the launch returns, as with cuLaunchKernel.
struct launch {
    std::string kernel;
    std::array<unsigned int, 3> groups;
    std::array<unsigned int, 3> group;
    void** arguments;
};

/// What the launch does when the stream comes to it; its CUresult.
using late_work = std::function<int()>;

class controls {
public:
    virtual ~controls() = default;

    /// Forgets failures, and counts from 0 again.
    virtual void reset() = 0;
    /// Calls since reset.
    virtual size_t calls() const = 0;
    /// The name of the call that INGOT_FAKE_CUDA_FAIL made fail since reset; "" where none did.
    virtual std::string failed_call() const = 0;
    /// What was made and not given back: memory, pinned memory, contexts, streams, events, links,
    /// modules, arrays, texture and surface objects.
    virtual size_t live_objects() const = 0;

    std::function<late_work(const launch&)> launched;
};

/// The controls of the fake driver that this process has opened; null with any other driver.
controls* opened();

}  // namespace fake_cuda
