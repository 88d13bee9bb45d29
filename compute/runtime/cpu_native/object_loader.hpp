// Loads relocatable ELF objects into this process: what a linker and the system's loader would do, for the few kinds
// of sections and relocations that the target `cpu` uses. A program therefore needs neither a linker nor LLVM to run kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "announced_code.hpp"
#include "elf_format.hpp"

namespace ingot::backends::cpu_native {

/// Code and data of an object in memory.
class loaded_object {
public:
    /// Returns the address of a function or variable outside of the object, or null if it is unknown.
    using symbol_lookup = const void* (*)(std::string_view name);

    /// Copies the object's sections to new memory and relocates them. `name` is what error messages call the object. Throws
    /// error if it is damaged, or if it uses what this loader does not know, or a symbol that `lookup` does not find. The object
    /// is for `machine` (elf_format.hpp). Tests load objects for other machines, whose code they do not run.
    loaded_object(std::span<const std::byte> object, const std::string& name, symbol_lookup lookup,
                  uint16_t machine = elf::own_machine);
    loaded_object(const loaded_object&) = delete;
    loaded_object& operator=(const loaded_object&) = delete;
    ~loaded_object();

    /// Returns the address of a global symbol of the object, or null.
    const std::byte* find(std::string_view symbol) const;

private:
    class loading;

    std::byte* memory_ = nullptr;
    size_t bytes_ = 0;
    announced_code announced_;
    std::map<std::string, const std::byte*, std::less<>> symbols_;
};

}  // namespace ingot::backends::cpu_native
