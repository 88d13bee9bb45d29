// The functions of Boost.Context that the CPU debug device uses, by the C library's ucontext. Debian has Boost's own, which are
// in assembly, as a package for AArch64 machines only.
#include <ucontext.h>

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <new>

namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::transfer_t;

// A stack on which nothing runs.
struct suspended {
    ucontext_t registers {};
    transfer_t arrival {};  // who resumed it, and the data that they passed
    void (*function)(transfer_t) = nullptr;
};

// makecontext() passes numbers of 32 bits.
void begin(uint32_t high, uint32_t low) {
    const auto* const own = reinterpret_cast<suspended*>(uint64_t {high} << 32 | low);
    own->function(own->arrival);
}

}  // namespace

namespace boost::context::detail {

extern "C" fcontext_t make_fcontext(void* top, std::size_t size, void (*function)(transfer_t)) {
    constexpr std::uintptr_t alignment = 64;
    const auto end = reinterpret_cast<std::uintptr_t>(top);
    auto* const made = new (reinterpret_cast<void*>((end - sizeof(suspended)) / alignment * alignment)) suspended;
    made->function = function;
    ::getcontext(&made->registers);
    made->registers.uc_stack.ss_sp = reinterpret_cast<void*>(end - size);
    made->registers.uc_stack.ss_size = reinterpret_cast<std::uintptr_t>(made) - (end - size);
    const auto address = reinterpret_cast<uint64_t>(made);
    ::makecontext(&made->registers, reinterpret_cast<void (*)()>(&begin), 2, static_cast<uint32_t>(address >> 32),
                  static_cast<uint32_t>(address));
    return made;
}

extern "C" transfer_t jump_fcontext(fcontext_t const to, void* data) {
    suspended own;
    auto* const other = static_cast<suspended*>(to);
    other->arrival = {&own, data};
    ::swapcontext(&own.registers, &other->registers);
    return own.arrival;
}

}  // namespace boost::context::detail
