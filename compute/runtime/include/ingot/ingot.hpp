// Includes the headers of the host library that most host programs need: devices, queues, programs, buffers and images of all
// backends. The timeline of a queue, the archives in use and OpenGL sharing have headers that a program includes separately.
// docs/host-library.md names the thesis that the comments of these headers refer to, and lists the differences between the
// library and the thesis.
#pragma once

#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/kernel_replacement.hpp>
#include <ingot/runtime/program.hpp>
#include <ingot/runtime/queue.hpp>
