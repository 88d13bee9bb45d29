#include <atomic>
#include <ingot/kernel.hpp>
using namespace ingot;

kernel void narrow(buffer<uint8_t> bytes) {
    std::atomic_ref(bytes[0]).fetch_add(1);  // error: devices have atomic operations on 32 and 64 bits only
}
// advice: use uint32_t

kernel void flag(buffer<std::atomic<bool>> flags) {
    flags[0] = true;  // error: devices have atomic operations on 32 and 64 bits only
}
