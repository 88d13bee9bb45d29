// The function print() of kernels on the CPU debug device.
#include <cstdarg>
#include <cstdio>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/print_format.hpp>

namespace ingot {

// Prints with one call of vfprintf. The call locks the stream, so the output of different threads is not mixed (POSIX,
// flockfile).
[[gnu::nothrow]] void ingot_device_print(const char* text, const char* shapes, ...) {
    const std::string format = detail::printf_format(text, shapes);
    std::va_list components;
    va_start(components, shapes);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    std::vfprintf(stdout, format.c_str(), components);
#pragma GCC diagnostic pop
    va_end(components);
}

}  // namespace ingot
