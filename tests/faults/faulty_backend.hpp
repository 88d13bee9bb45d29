// A backend whose calls fail when a test wants it. It passes each call to the CPU debug device.
#pragma once

#include <cstdint>
#include <ingot/runtime/backends.hpp>
#include <map>
#include <string>

namespace ingot::faulty {

/// The backend has as many devices as N-body can use (its parameter 'devices').
inline constexpr backend name {"faulty"};
inline constexpr size_t device_count = 16;

/// What the calls of the backend do.
struct behaviour {
    uint64_t failing_call = 0;        ///< the number of the call that throws error, from 1; 0 if none does
    bool is_lost_afterwards = false;  ///< all calls after that one throw too, as those of a device that was removed
    bool runs_kernels = true;         ///< false: launches do nothing
    bool shares_by_name =
        false;  ///< shares objects of OpenGL by their names, without their contents; else as the CPU debug device
};

/// Sets the behaviour, and the number of calls to 0.
void set(const behaviour& wanted);

/// The number of calls since set(), by what is called: "launch", "read".
std::map<std::string, uint64_t> calls();
/// The number of all calls since set().
uint64_t call_count();
/// What the failing call was, "" if none has failed yet.
std::string failed_call();

}  // namespace ingot::faulty
