// Runs generated programs on devices and compares their results bit for bit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/ingot.hpp>
#include <span>
#include <string>
#include <vector>

#include "random_program.hpp"

namespace ingot::fuzzing {

/// Kernels in one file. Compiling many of them together takes much less time than compiling each one alone.
struct program_batch {
    std::vector<uint64_t> seeds;
    std::string text;  ///< the kernel file
};

/// Returns the batch of the programs of these seeds.
program_batch make_batch(std::span<const uint64_t> seeds, const language_features& features);

/// What a kernel wrote: the results, then the counters.
using output = std::vector<uint64_t>;

/// Returns the optional features of a device. A reduction over a sub-group exchanges values between its work-items, which not
/// every device with sub-groups can do.
language_features features_of(const device_properties& properties);

/// Returns the optional features that all of the devices have.
language_features common_features(std::span<const device> devices);

/// Compiles a batch for the devices. Throws compile_error if a kernel does not compile.
compiled_program compile_batch(const program_batch& batch, std::span<const device> devices);

/// Runs each kernel of the batch on a device. Throws error if the device cannot build or run the kernels.
std::vector<output> run_batch(const compiled_program& compiled, std::span<const uint64_t> seeds, const device& device);

/// Returns the first difference of two outputs as text: "result 3 of work-item 17: 0x12 instead of 0x34"; empty if they
/// are equal.
std::string difference_of(const output& expected, const output& found);

}  // namespace ingot::fuzzing
