// The parts of the ELF format that relocatable objects for x86-64 and AArch64 use. The C library's <elf.h> declares them too, but
// only Linux has it. Source: System V Application Binary Interface, chapter "Object Files".
#pragma once

#include <array>
#include <cstdint>

namespace ingot::backends::cpu_native::elf {

struct file_header {
    std::array<uint8_t, 16> identification;  ///< begins with `magic`; then the class and the order of bytes
    uint16_t type;
    uint16_t machine;
    uint32_t version;
    uint64_t entry;
    uint64_t program_headers;  ///< offset in the file, as the next one
    uint64_t section_headers;
    uint32_t flags;
    uint16_t header_size;
    uint16_t program_header_size;
    uint16_t program_header_count;
    uint16_t section_header_size;
    uint16_t section_count;
    uint16_t section_names;  ///< index of the section with the names of sections
};
static_assert(sizeof(file_header) == 64);

constexpr std::array<uint8_t, 5> magic {0x7f, 'E', 'L', 'F', 2};  ///< the last byte: addresses have 64 bits
constexpr uint16_t relocatable = 1;                               ///< file_header::type
constexpr uint16_t x86_64 = 62;                                   ///< file_header::machine
constexpr uint16_t aarch64 = 183;                                 ///< file_header::machine

/// The machine of which this process runs code.
#if defined(__aarch64__)
constexpr uint16_t own_machine = aarch64;
#else
constexpr uint16_t own_machine = x86_64;
#endif

struct section_header {
    uint32_t name;
    uint32_t type;
    uint64_t flags;
    uint64_t address;
    uint64_t offset;  ///< in the file
    uint64_t size;
    uint32_t link;  ///< of symbols: index of the section with their names
    uint32_t info;  ///< of relocations: index of the section that they change
    uint64_t alignment;
    uint64_t entry_size;
};
static_assert(sizeof(section_header) == 64);

/// section_header::type
constexpr uint32_t symbol_table = 2;
constexpr uint32_t relocations = 4;
constexpr uint32_t zeros = 8;  ///< the section takes no space in the file

/// section_header::flags
constexpr uint64_t writable = 1;
constexpr uint64_t loaded = 2;
constexpr uint64_t executable = 4;

struct symbol {
    uint32_t name;  ///< offset in the section of names
    uint8_t info;   ///< the upper four bits: who can refer to it; the lower four: what it is
    uint8_t other;
    uint16_t section;  ///< index of its section, or `undefined`
    uint64_t value;    ///< offset in its section
    uint64_t size;
};
static_assert(sizeof(symbol) == 24);

constexpr uint16_t undefined = 0;
constexpr uint8_t global_binding = 1;
constexpr uint8_t function = 2;
constexpr uint8_t kind_of(const symbol& symbol) { return symbol.info & 15; }
constexpr uint8_t binding_of(const symbol& symbol) { return symbol.info >> 4; }

struct relocation {
    uint64_t offset;  ///< of the changed place in its section
    uint64_t info;    ///< index of the symbol, and the type in the lower 32 bits
    int64_t addend;
};
static_assert(sizeof(relocation) == 24);

constexpr uint64_t symbol_of(const relocation& relocation) { return relocation.info >> 32; }
constexpr uint32_t type_of(const relocation& relocation) { return static_cast<uint32_t>(relocation.info); }

}  // namespace ingot::backends::cpu_native::elf
