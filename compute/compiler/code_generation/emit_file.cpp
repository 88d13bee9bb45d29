#include "emit_file.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

#include <cstring>
#include <memory>
#include <stdexcept>

namespace ingot::compiler {

namespace {

std::unique_ptr<llvm::TargetMachine> create_machine(const code_generator& with) {
    with.initialise();
    const llvm::Triple triple(with.triple);
    std::string words;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, words);
    if (!target) throw std::runtime_error("LLVM has no code generator for " + with.triple + ": " + words);
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(triple, with.processor, with.features, {}, std::nullopt, std::nullopt, with.optimisation));
}

}  // namespace

void retarget(llvm::Module& module, const code_generator& with) {
    module.setTargetTriple(llvm::Triple(with.triple));
    module.setDataLayout(create_machine(with)->createDataLayout());
}

std::vector<std::byte> emit_file(llvm::Module& module, const code_generator& with) {
    const auto machine = create_machine(with);
    llvm::SmallVector<char, 0> written;
    llvm::raw_svector_ostream stream(written);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, with.file))
        throw std::runtime_error("LLVM cannot write a file for " + with.triple);
    passes.run(module);
    std::vector<std::byte> bytes(written.size());
    if (!bytes.empty()) std::memcpy(bytes.data(), written.data(), bytes.size());
    return bytes;
}

}  // namespace ingot::compiler
