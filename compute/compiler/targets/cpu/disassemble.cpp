#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <ingot/archive/cpu_code.hpp>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

void initialise_disassemblers() {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64Disassembler();
}

// LLVM's parts that decode and print instructions of an architecture.
class instruction_decoder {
public:
    explicit instruction_decoder(const archive::cpu::architecture& architecture) : triple_(llvm::StringRef(architecture.triple)) {
        initialise_disassemblers();
        std::string problem;
        const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple_, problem);
        if (!target) throw std::logic_error("LLVM has no disassembler for " + triple_.str() + ": " + problem);
        registers_.reset(target->createMCRegInfo(triple_));
        assembly_.reset(target->createMCAsmInfo(*registers_, triple_, options_));
        instructions_.reset(target->createMCInstrInfo());
        processor_.reset(target->createMCSubtargetInfo(triple_, architecture.processor, ""));
        context_ = std::make_unique<llvm::MCContext>(triple_, assembly_.get(), registers_.get(), processor_.get());
        disassembler_.reset(target->createMCDisassembler(*processor_, *context_));
        printer_.reset(
            target->createMCInstPrinter(triple_, triple_.isX86() ? intel_syntax : 0, *assembly_, *instructions_, *registers_));
    }

    // The mark before a comment.
    llvm::StringRef comment() const { return assembly_->getCommentString(); }

    // Prints the instruction at the beginning of `bytes`, and returns its size. Prints bytes that are no instruction as data.
    uint64_t print(llvm::ArrayRef<uint8_t> bytes, uint64_t address, llvm::raw_ostream& out) {
        llvm::MCInst instruction;
        uint64_t size = 0;
        if (disassembler_->getInstruction(instruction, size, bytes, address, llvm::nulls()) != llvm::MCDisassembler::Success) {
            out << "\t.byte " << static_cast<unsigned>(bytes.front());
            return 1;
        }
        printer_->printInst(&instruction, address, "", *processor_, out);
        return size;
    }

private:
    static constexpr unsigned intel_syntax = 1;

    const llvm::Triple triple_;
    const llvm::MCTargetOptions options_;
    std::unique_ptr<llvm::MCRegisterInfo> registers_;
    std::unique_ptr<llvm::MCAsmInfo> assembly_;
    std::unique_ptr<llvm::MCInstrInfo> instructions_;
    std::unique_ptr<llvm::MCSubtargetInfo> processor_;
    std::unique_ptr<llvm::MCContext> context_;
    std::unique_ptr<llvm::MCDisassembler> disassembler_;
    std::unique_ptr<llvm::MCInstPrinter> printer_;
};

template <typename T>
T value_or_throw(llvm::Expected<T> result) {
    if (!result) throw std::runtime_error("this is not code of the target cpu: " + llvm::toString(result.takeError()));
    return std::move(*result);
}

// Returns the line of the source at an address, "scale.kernels.cpp:8"; empty if the code has no lines (-g).
std::string line_at(llvm::DIContext& lines, const llvm::object::SectionRef& section, uint64_t address) {
    const std::optional<llvm::DILineInfo> found = lines.getLineInfoForAddress({address, section.getIndex()}, {});
    if (!found || !*found || found->Line == 0) return {};
    return (llvm::sys::path::filename(found->FileName) + ":" + llvm::Twine(found->Line)).str();
}

void print_section(const llvm::object::SectionRef& section, const llvm::object::ObjectFile& object, instruction_decoder& decoder,
                   llvm::DIContext& lines, llvm::raw_ostream& out) {
    std::multimap<uint64_t, std::string> names;  // of the functions, by address
    for (const llvm::object::SymbolRef& symbol : object.symbols()) {
        const auto where = value_or_throw(symbol.getSection());
        if (where == object.section_end() || *where != section) continue;
        if (value_or_throw(symbol.getType()) == llvm::object::SymbolRef::ST_Function)
            names.emplace(value_or_throw(symbol.getValue()), value_or_throw(symbol.getName()).str());
    }
    std::map<uint64_t, std::string> targets;  // what relocations refer to, by the address of the relocation
    for (const llvm::object::SectionRef& relocations : object.sections()) {
        if (value_or_throw(relocations.getRelocatedSection()) != section) continue;
        for (const llvm::object::RelocationRef& relocation : relocations.relocations())
            if (relocation.getSymbol() != object.symbol_end())
                targets[relocation.getOffset()] = value_or_throw(relocation.getSymbol()->getName()).str();
    }
    const llvm::StringRef contents = value_or_throw(section.getContents());
    const llvm::ArrayRef bytes(reinterpret_cast<const uint8_t*>(contents.data()), contents.size());
    std::string line;
    for (uint64_t address = 0; address < bytes.size();) {
        const auto [first, last] = names.equal_range(address);
        for (auto name = first; name != last; ++name) out << name->second << ":\n";
        if (std::string now = line_at(lines, section, address); !now.empty() && now != line)
            out << "# " << (line = std::move(now)) << '\n';
        const uint64_t size = decoder.print(bytes.drop_front(address), address, out);
        for (auto target = targets.lower_bound(address); target != targets.end() && target->first < address + size; ++target)
            if (!target->second.empty()) out << '\t' << decoder.comment() << ' ' << target->second;
        out << '\n';
        address += std::max<uint64_t>(size, 1);
    }
}

}  // namespace

std::string disassemble_object(std::span<const std::byte> code) {
    const llvm::MemoryBufferRef buffer({reinterpret_cast<const char*>(code.data()), code.size()}, "code");
    const auto object = value_or_throw(llvm::object::ObjectFile::createELFObjectFile(buffer));
    // The first architecture of an instruction set has all instructions of the others.
    const auto architecture = std::ranges::find_if(archive::cpu::architectures, [&](const archive::cpu::architecture& each) {
        return llvm::Triple(llvm::StringRef(each.triple)).getArch() == object->getArch();
    });
    if (architecture == archive::cpu::architectures.end()) throw std::runtime_error("this is not code of the target cpu");
    instruction_decoder decoder(*architecture);
    const std::unique_ptr<llvm::DIContext> lines = llvm::DWARFContext::create(*object);
    std::string text;
    llvm::raw_string_ostream out(text);
    for (const llvm::object::SectionRef& section : object->sections())
        if (section.isText()) print_section(section, *object, decoder, *lines, out);
    return text;
}

}  // namespace ingot::compiler::cpu
