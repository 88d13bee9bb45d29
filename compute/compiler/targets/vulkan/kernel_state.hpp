// What the functions of one kernel share while its module is written.
#pragma once

#include <ingot/archive/vulkan_code.hpp>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../device_module.hpp"
#include "memory_blocks.hpp"
#include "module_words.hpp"

namespace ingot::compiler::vulkan {

/// Thrown if the target has no code for an instruction of a kernel. The archive then lacks the kernel and says why.
struct cannot_write {
    const llvm::Instruction* instruction;  ///< null for what belongs to no instruction
    std::string message;
    std::string advice;
};

/// The variable of a descriptor: an image of a kernel's argument, or a sampler.
struct descriptor_variable {
    spirv_id variable = 0;
    spirv_id type = 0;
};

/// The module of one kernel.
struct kernel_state {
    const device_module& unit;
    const llvm::DataLayout& layout;
    const memory_blocks& blocks;
    module_words& module;
    archive::vulkan_kernel& described;
    bool is_fast = false;                  ///< may the driver fuse, and approximate?
    bool has_vulkan_memory_model = false;  ///< do work-items communicate through global memory?

    std::map<const llvm::Function*, spirv_id> functions {};
    std::map<const llvm::Function*, spirv_id> results {};  ///< variables in private memory, of kept functions with a result
    std::vector<spirv_id> block_variables {};              ///< by the index of a block; 0 for those in a function's own memory
    spirv_id launch = 0;                                   ///< the variable of the push constants: a struct of one array of words
    spirv_id arguments = 0;   ///< the variable of the uniform buffer of the arguments, if there is one
    spirv_id group_size = 0;  ///< three numbers
    std::map<const llvm::Argument*, uint64_t> argument_offsets {};
    std::map<const llvm::Argument*, descriptor_variable> images {};
    std::map<uint32_t, descriptor_variable> samplers {};  ///< by the language's number of the sampler
    uint32_t next_binding = 0;
    bool has_local_int64_atomics = false;
    std::optional<uint64_t> print_buffer_offset {};   ///< of the argument, if the kernel prints
    std::optional<uint64_t> fence_word_offset {};     ///< of the argument, if the kernel has a sequentially consistent fence
    std::map<uint32_t, spirv_id> known_of_driver {};  ///< the specialisation constants that the kernel asks for
    uint32_t unknown_conditions = 0;  ///< the number of conditions of which a driver does not know that they are false
};

/// Writes a function. `is_kernel` tells the entry point, which reads its arguments from the push constants.
void write_function(kernel_state& state, llvm::Function& function, bool is_kernel);

}  // namespace ingot::compiler::vulkan
