// The interface between tests and the fake CUDA driver, a libcuda.so.1 that runs on any machine.
//
// The fake driver keeps the memory of its devices on the host, so that AddressSanitizer checks every access. It executes
// enqueued work as late as possible: when a call waits for the work or asks whether the work has ended. Therefore tests
// detect objects that are destroyed, or memory that is read, before the work that uses them has ended. The fake driver
// does not compile kernels. For each launch it calls controls::launched, which a test sets.
//
// INGOT_FAKE_CUDA_FAIL=CALL[=CODE] makes one call fail. CALL is a function's name, or the number of the call, counted
// from 1 since controls::reset. CODE is a CUresult; the default is 2 (out of memory). After a CODE that makes the
// device unusable every further call fails with this CODE. INGOT_FAKE_CUDA_DEVICES is the number of devices; the
// default is 2.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>

namespace fake_cuda {

/// A launch with the parameters of cuLaunchKernel. `arguments` is valid only until cuLaunchKernel returns.
struct launch {
    std::string kernel;
    std::array<unsigned int, 3> groups;
    std::array<unsigned int, 3> group;
    void** arguments;
};

/// Enqueued work, such as that of a launch. The fake driver calls the function when the stream reaches the work. The
/// function returns a CUresult.
using late_work = std::function<int()>;

class controls {
public:
    virtual ~controls() = default;

    /// Clears failures and the current contexts of the calling thread, and sets the counter of calls to 0.
    virtual void reset() = 0;
    /// Returns the number of calls since reset.
    virtual size_t calls() const = 0;
    /// Returns the name of the call that INGOT_FAKE_CUDA_FAIL made fail since reset; "" if there was none.
    virtual std::string failed_call() const = 0;
    /// Returns the number of objects that were created and not released: memory, pinned memory, contexts, streams,
    /// events, links, modules, arrays, texture and surface objects, and registered objects of OpenGL.
    virtual size_t live_objects() const = 0;

    /// Called by cuLaunchKernel; returns the work of the launch. If the function is empty, a launch does nothing.
    std::function<late_work(const launch&)> launched;
};

/// Opens libcuda.so.1 and returns the controls of the fake driver. Returns null if there is no such library or if it is
/// another driver.
controls* opened();

}  // namespace fake_cuda
