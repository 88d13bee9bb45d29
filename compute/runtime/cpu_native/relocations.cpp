#include "relocations.hpp"

#include <algorithm>
#include <cstring>

#include "elf_format.hpp"

namespace ingot::backends::cpu_native {

namespace {

// The types that LLVM's code generators use for code that can be at any address. Sources: System V Application Binary Interface,
// AMD64 Architecture Processor Supplement 1.0, section 4.4; ELF for the Arm 64-bit Architecture (AAELF64), section 5.7.
constexpr auto kinds = [] {
    using enum reference;
    using enum encoding;
    return std::to_array<relocation_kind>({
        {elf::x86_64, 1, symbol, address},             // R_X86_64_64
        {elf::x86_64, 2, function, difference_32},     // R_X86_64_PC32
        {elf::x86_64, 4, function, difference_32},     // R_X86_64_PLT32
        {elf::x86_64, 9, slot, difference_32},         // R_X86_64_GOTPCREL
        {elf::x86_64, 24, symbol, difference_64},      // R_X86_64_PC64
        {elf::x86_64, 41, slot, difference_32},        // R_X86_64_GOTPCRELX
        {elf::x86_64, 42, slot, difference_32},        // R_X86_64_REX_GOTPCRELX
        {elf::aarch64, 257, symbol, address},          // R_AARCH64_ABS64
        {elf::aarch64, 260, symbol, difference_64},    // R_AARCH64_PREL64
        {elf::aarch64, 261, symbol, difference_32},    // R_AARCH64_PREL32
        {elf::aarch64, 275, symbol, page_difference},  // R_AARCH64_ADR_PREL_PG_HI21
        {elf::aarch64, 277, symbol, low_bits},         // R_AARCH64_ADD_ABS_LO12_NC
        {elf::aarch64, 278, symbol, low_bits},         // R_AARCH64_LDST8_ABS_LO12_NC
        {elf::aarch64, 284, symbol, low_bits, 2},      // R_AARCH64_LDST16_ABS_LO12_NC
        {elf::aarch64, 285, symbol, low_bits, 4},      // R_AARCH64_LDST32_ABS_LO12_NC
        {elf::aarch64, 286, symbol, low_bits, 8},      // R_AARCH64_LDST64_ABS_LO12_NC
        {elf::aarch64, 299, symbol, low_bits, 16},     // R_AARCH64_LDST128_ABS_LO12_NC
        {elf::aarch64, 282, function, branch, 4},      // R_AARCH64_JUMP26
        {elf::aarch64, 283, function, branch, 4},      // R_AARCH64_CALL26
        {elf::aarch64, 311, slot, page_difference},    // R_AARCH64_ADR_GOT_PAGE
        {elf::aarch64, 312, slot, low_bits, 8},        // R_AARCH64_LD64_GOT_LO12_NC
        {elf::aarch64, 314, function, difference_32},  // R_AARCH64_PLT32
    });
}();

// Numbers are copied as they are: both machines have the lowest byte first, in objects, instructions and memory.
template <typename T>
void store(std::span<std::byte> place, T value) {
    std::memcpy(place.data(), &value, sizeof(value));
}

// Replaces the bits of an instruction that the mask has.
void set_bits(std::span<std::byte> place, uint32_t mask, uint32_t bits) {
    uint32_t instruction = 0;
    std::memcpy(&instruction, place.data(), sizeof(instruction));
    store(place, (instruction & ~mask) | (bits & mask));
}

bool has_bits(int64_t value, unsigned bits) {
    const int64_t limit = int64_t {1} << (bits - 1);
    return -limit <= value && value < limit;
}

int64_t page_of(uint64_t address) { return static_cast<int64_t>(address >> 12); }

}  // namespace

const relocation_kind* find_relocation(uint16_t machine, uint32_t type) {
    const auto found =
        std::ranges::find_if(kinds, [&](const relocation_kind& kind) { return kind.machine == machine && kind.type == type; });
    return found == kinds.end() ? nullptr : &*found;
}

size_t width_of(const relocation_kind& kind) {
    return kind.encoded == encoding::address || kind.encoded == encoding::difference_64 ? 8 : 4;
}

relocation_result relocate(const relocation_kind& kind, std::span<std::byte> place, uint64_t own, uint64_t target) {
    using enum encoding;
    if (target % kind.step != 0) return relocation_result::not_aligned;
    const auto difference = static_cast<int64_t>(target - own);
    switch (kind.encoded) {
        case address:
            store(place, target);
            break;
        case difference_64:
            store(place, difference);
            break;
        case difference_32:
            if (!has_bits(difference, 32)) return relocation_result::too_far;
            store(place, static_cast<int32_t>(difference));
            break;
        case branch:
            if (difference % 4 != 0) return relocation_result::not_aligned;
            if (!has_bits(difference, 28)) return relocation_result::too_far;
            set_bits(place, 0x03ffffff, static_cast<uint32_t>(difference / 4));
            break;
        case page_difference: {
            const int64_t pages = page_of(target) - page_of(own);
            if (!has_bits(pages, 21)) return relocation_result::too_far;
            const auto bits = static_cast<uint32_t>(pages);
            set_bits(place, 0x60ffffe0, (bits & 3) << 29 | (bits >> 2 & 0x7ffff) << 5);
            break;
        }
        case low_bits:
            set_bits(place, 0x003ffc00, static_cast<uint32_t>(target % 4096) / kind.step << 10);
            break;
    }
    return relocation_result::done;
}

std::array<std::byte, 16> jump_code(uint16_t machine, uint64_t target) {
    std::array<std::byte, 16> code {};
    if (machine == elf::aarch64) {
        store(code, std::array<uint32_t, 2> {0x58000050, 0xd61f0200});  // ldr x16, 8 bytes further on; br x16
        store(std::span(code).subspan(8), target);
    } else {
        store(code, std::array<uint8_t, 6> {0xff, 0x25});  // jmp to the address that follows
        store(std::span(code).subspan(6), target);
    }
    return code;
}

}  // namespace ingot::backends::cpu_native
