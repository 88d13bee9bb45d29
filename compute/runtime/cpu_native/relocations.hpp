// Relocations: how places in code and data depend on addresses, for each machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ingot::backends::cpu_native {

/// What a relocation refers to.
enum class reference : uint8_t {
    symbol,    ///< the symbol's address
    function,  ///< the symbol's address or, for a function outside of the object, a jump to it: calls do not reach everything
    slot,      ///< a place with the symbol's address
};

/// How the changed place holds the address.
enum class encoding : uint8_t {
    address,        ///< 64 bits
    difference_64,  ///< from the place, 64 bits
    difference_32,  ///< from the place, 32 bits
    // The others are parts of instructions of AArch64.
    branch,           ///< B and BL: the difference from the place, in instructions, 26 bits
    page_difference,  ///< ADRP: the difference between pages of 4 KiB, 21 bits
    low_bits,         ///< ADD, LDR, STR: the address in its page, 12 bits
};

/// A type of relocations.
struct relocation_kind {
    uint16_t machine;  ///< elf::file_header::machine
    uint32_t type;     ///< elf::type_of()
    reference refers_to;
    encoding encoded;
    uint32_t step = 1;  ///< the address is a multiple of it; `low_bits` counts in such steps
};

/// Returns nothing if this loader does not know the type.
const relocation_kind* find_relocation(uint16_t machine, uint32_t type);

/// Returns the number of bytes that a relocation changes.
size_t width_of(const relocation_kind& kind);

enum class relocation_result { done, too_far, not_aligned };

/// Changes a place such that it refers to the address `target`, the sum of the symbol's address and the addend. `own` is the
/// place's address. Leaves the place unchanged if it cannot hold the address. `place` has at least width_of() bytes.
relocation_result relocate(const relocation_kind& kind, std::span<std::byte> place, uint64_t own, uint64_t target);

/// Returns the code of a jump to an address anywhere in memory. It must be at a multiple of its size.
std::array<std::byte, 16> jump_code(uint16_t machine, uint64_t target);

}  // namespace ingot::backends::cpu_native
