#include "object_loader.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ingot/runtime/error.hpp>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "relocations.hpp"

namespace ingot::backends::cpu_native {

namespace {

constexpr size_t jump_bytes = sizeof(decltype(jump_code(0, 0)));
constexpr size_t address_bytes = 8;
// More than any object has; keeps sums of sizes from overflowing.
constexpr uint64_t most_bytes = uint64_t {1} << 31;

size_t round_up(size_t value, size_t alignment) { return (value + alignment - 1) / alignment * alignment; }

}  // namespace

// The state while an object is loaded. The memory has three parts, each a number of whole pages: code and jumps; constants and
// addresses of symbols; and variables.
class loaded_object::loading {
public:
    loading(loaded_object& result, std::span<const std::byte> object, const std::string& name, symbol_lookup lookup,
            uint16_t machine)
        : result_(result), object_(object), name_(name), lookup_(lookup), machine_(machine) {}

    void run() {
        read_sections();
        place_sections();
        read_symbols();
        relocate_all();
        protect();
        if (machine_ == elf::own_machine) announce();
    }

private:
    enum part : size_t { code, constants, variables, parts };

    struct section {
        elf::section_header header;
        std::optional<size_t> offset {};  // in memory_; empty if the section is not loaded
    };
    struct symbol {
        std::string_view name;
        uint64_t address = 0;
        bool is_external = false;
        std::optional<size_t> jump {};          // offset of the jump to it
        std::optional<size_t> address_slot {};  // offset of the place that holds its address
    };

    [[noreturn]] void fail(const std::string& reason) const {
        throw error(name_ + ": " + reason + "; compile the kernel file again");
    }

    // Reads a struct of the file.
    template <typename T>
    T read(uint64_t offset) const {
        if (offset > object_.size() || object_.size() - offset < sizeof(T)) fail("the object for the CPU is truncated");
        T value {};
        std::memcpy(&value, object_.data() + offset, sizeof(T));
        return value;
    }
    std::span<const std::byte> contents(const elf::section_header& header) const {
        if (header.offset > object_.size() || object_.size() - header.offset < header.size)
            fail("the object for the CPU is truncated");
        return object_.subspan(header.offset, header.size);
    }

    void read_sections() {
        const auto header = read<elf::file_header>(0);
        if (!std::equal(elf::magic.begin(), elf::magic.end(), header.identification.begin()) || header.type != elf::relocatable ||
            header.machine != machine_)
            fail(std::string("the code for the CPU is no relocatable object for ") +
                 (machine_ == elf::aarch64 ? "AArch64" : "x86-64"));
        for (size_t i = 0; i < header.section_count; ++i)
            sections_.push_back({read<elf::section_header>(header.section_headers + i * sizeof(elf::section_header))});
        for (const section& each : sections_)
            if (each.header.type == elf::symbol_table) symbol_table_ = &each;
        if (!symbol_table_ || symbol_table_->header.link >= sections_.size()) fail("the object for the CPU has no symbols");
    }

    static part part_of(const elf::section_header& header) {
        return (header.flags & elf::executable) != 0 ? code : (header.flags & elf::writable) != 0 ? variables : constants;
    }

    void place_sections() {
        const size_t symbols = contents(symbol_table_->header).size() / sizeof(elf::symbol);
        const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
        std::array<size_t, parts> sizes {};
        std::vector<std::pair<section*, size_t>> placed;
        for (section& each : sections_) {
            if ((each.header.flags & elf::loaded) == 0) continue;
            const size_t alignment = each.header.alignment == 0 ? 1 : each.header.alignment;
            if (each.header.size > most_bytes || alignment > page || (alignment & (alignment - 1)) != 0)
                fail("the object for the CPU has a section of a wrong size");
            size_t& size = sizes[part_of(each.header)];
            size = round_up(size, alignment);
            placed.emplace_back(&each, size);
            size += each.header.size;
            if (size > most_bytes) fail("the object for the CPU is too large");
        }
        next_jump_ = round_up(sizes[code], jump_bytes);
        sizes[code] = next_jump_ + symbols * jump_bytes;
        next_address_ = round_up(sizes[constants], address_bytes);
        sizes[constants] = next_address_ + symbols * address_bytes;
        for (size_t i = 0; i < parts; ++i) {
            begins_[i + 1] = begins_[i] + round_up(sizes[i], page);
        }
        next_address_ += begins_[constants];

        void* const memory = ::mmap(nullptr, begins_[parts], PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) fail(std::string("no memory for the code: ") + std::strerror(errno));
        result_.memory_ = static_cast<std::byte*>(memory);
        result_.bytes_ = begins_[parts];
        for (const auto& [each, offset] : placed) {
            each->offset = begins_[part_of(each->header)] + offset;
            if (each->header.type == elf::zeros) continue;
            const std::span<const std::byte> bytes = contents(each->header);
            if (!bytes.empty()) std::memcpy(result_.memory_ + *each->offset, bytes.data(), bytes.size());
        }
    }

    std::string_view text_at(const elf::section_header& table, uint64_t offset) const {
        const std::span<const std::byte> bytes = contents(table);
        if (offset >= bytes.size()) fail("the object for the CPU has a wrong name");
        const auto* const begin = reinterpret_cast<const char*>(bytes.data()) + offset;
        return {begin, ::strnlen(begin, bytes.size() - offset)};
    }

    void read_symbols() {
        const elf::section_header& names = sections_[symbol_table_->header.link].header;
        for (size_t i = 0; i < symbol_table_->header.size / sizeof(elf::symbol); ++i) {
            const auto entry = read<elf::symbol>(symbol_table_->header.offset + i * sizeof(elf::symbol));
            symbol made {text_at(names, entry.name)};
            if (entry.section == elf::undefined) {
                made.is_external = true;
                if (!made.name.empty()) made.address = reinterpret_cast<uint64_t>(lookup_(made.name));
            } else if (entry.section < sections_.size() && sections_[entry.section].offset) {
                if (entry.value > sections_[entry.section].header.size) fail("the object for the CPU has a wrong symbol");
                const std::byte* const place = result_.memory_ + *sections_[entry.section].offset + entry.value;
                made.address = reinterpret_cast<uint64_t>(place);
                if (elf::binding_of(entry) == elf::global_binding) result_.symbols_.emplace(made.name, place);
                if (elf::kind_of(entry) == elf::function) functions_.push_back({made.name, place, entry.size});
            }
            symbols_.push_back(made);
        }
    }

    void relocate_all() {
        for (const section& each : sections_) {
            if (each.header.type != elf::relocations || each.header.info >= sections_.size()) continue;
            const section& target = sections_[each.header.info];
            if (!target.offset) continue;  // debug information, for example
            for (size_t i = 0; i < each.header.size / sizeof(elf::relocation); ++i)
                relocate(target, read<elf::relocation>(each.header.offset + i * sizeof(elf::relocation)));
        }
    }

    void relocate(const section& target, const elf::relocation& entry) {
        const relocation_kind* const kind = find_relocation(machine_, elf::type_of(entry));
        if (!kind) fail("the object for the CPU has a relocation of the unknown type " + std::to_string(elf::type_of(entry)));
        if (elf::symbol_of(entry) >= symbols_.size() || entry.offset > target.header.size ||
            target.header.size - entry.offset < width_of(*kind))
            fail("the object for the CPU has a wrong relocation");
        symbol& refers_to = symbols_[elf::symbol_of(entry)];
        if (refers_to.address == 0)
            fail("the code for the CPU uses '" + std::string(refers_to.name) + "', which this version of Ingot does not have");
        std::byte* const place = result_.memory_ + *target.offset + entry.offset;
        const uint64_t goal = address_for(kind->refers_to, refers_to) + static_cast<uint64_t>(entry.addend);
        switch (cpu_native::relocate(*kind, {place, width_of(*kind)}, reinterpret_cast<uint64_t>(place), goal)) {
            case relocation_result::done:
                return;
            case relocation_result::too_far:
                fail("the object for the CPU has a relocation that reaches too far");
            case relocation_result::not_aligned:
                fail("the object for the CPU has a relocation to an address that is not aligned");
        }
    }

    uint64_t address_for(reference kind, symbol& target) {
        if (kind == reference::slot) return slot_with_address(target);
        return kind == reference::function && target.is_external ? jump_to(target) : target.address;
    }

    uint64_t jump_to(symbol& target) {
        if (!target.jump) {
            target.jump = std::exchange(next_jump_, next_jump_ + jump_bytes);
            const auto jump = jump_code(machine_, target.address);
            std::memcpy(result_.memory_ + *target.jump, jump.data(), jump.size());
        }
        return reinterpret_cast<uint64_t>(result_.memory_ + *target.jump);
    }
    uint64_t slot_with_address(symbol& target) {
        if (!target.address_slot) {
            target.address_slot = std::exchange(next_address_, next_address_ + address_bytes);
            std::memcpy(result_.memory_ + *target.address_slot, &target.address, sizeof(target.address));
        }
        return reinterpret_cast<uint64_t>(result_.memory_ + *target.address_slot);
    }

    void protect() const {
        // AArch64 reads instructions through a cache that does not see what was written.
        auto* const memory = reinterpret_cast<char*>(result_.memory_);
        __builtin___clear_cache(memory + begins_[code], memory + begins_[code + 1]);
        const std::array<int, 2> rights {PROT_READ | PROT_EXEC, PROT_READ};
        for (size_t i = 0; i < rights.size(); ++i)
            if (begins_[i + 1] != begins_[i] &&
                ::mprotect(result_.memory_ + begins_[i], begins_[i + 1] - begins_[i], rights[i]) != 0)
                fail(std::string("the system does not allow to run the code: ") + std::strerror(errno));
    }

    void announce() {
        const auto header = read<elf::file_header>(0);
        std::vector<std::byte> placed(object_.begin(), object_.end());
        for (size_t i = 0; i < sections_.size(); ++i) {
            if (!sections_[i].offset) continue;
            elf::section_header at_its_place = sections_[i].header;
            at_its_place.address = reinterpret_cast<uint64_t>(result_.memory_ + *sections_[i].offset);
            std::memcpy(placed.data() + header.section_headers + i * sizeof(at_its_place), &at_its_place, sizeof(at_its_place));
        }
        result_.announced_ = announced_code(std::move(placed), functions_);
    }

    loaded_object& result_;
    std::span<const std::byte> object_;
    const std::string& name_;
    symbol_lookup lookup_;
    uint16_t machine_;
    std::vector<section> sections_;
    const section* symbol_table_ = nullptr;
    std::vector<symbol> symbols_;
    std::vector<loaded_function> functions_;
    std::array<size_t, parts + 1> begins_ {};
    size_t next_jump_ = 0;
    size_t next_address_ = 0;
};

loaded_object::loaded_object(std::span<const std::byte> object, const std::string& name, symbol_lookup lookup, uint16_t machine) {
    try {
        loading(*this, object, name, lookup, machine).run();
    } catch (...) {
        if (memory_) ::munmap(memory_, bytes_);
        throw;
    }
}

loaded_object::~loaded_object() { ::munmap(memory_, bytes_); }

const std::byte* loaded_object::find(std::string_view symbol) const {
    const auto found = symbols_.find(symbol);
    return found == symbols_.end() ? nullptr : found->second;
}

}  // namespace ingot::backends::cpu_native
