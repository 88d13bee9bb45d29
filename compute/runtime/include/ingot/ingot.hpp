// The one header that a host program includes: devices, queues, programs, buffers and images of all backends.
#pragma once

#include <ingot/runtime/buffer.hpp>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/kernel_replacement.hpp>
#include <ingot/runtime/program.hpp>
#include <ingot/runtime/queue.hpp>
