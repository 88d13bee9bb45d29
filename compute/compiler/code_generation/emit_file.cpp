#include "emit_file.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetOptions.h>

#include <cstring>
#include <stdexcept>

namespace ingot::compiler {

std::unique_ptr<llvm::TargetMachine> create_machine(const code_generator& generator) {
    generator.initialise();
    const llvm::Triple triple(generator.triple);
    std::string message;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, message);
    if (!target) throw std::logic_error("LLVM has no code generator for " + generator.triple + ": " + message);
    return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
        triple, generator.processor, generator.features, {}, generator.relocation, std::nullopt, generator.optimisation));
}

void retarget(llvm::Module& module, const code_generator& generator) {
    module.setTargetTriple(llvm::Triple(generator.triple));
    module.setDataLayout(create_machine(generator)->createDataLayout());
}

std::vector<std::byte> emit_file(llvm::Module& module, const code_generator& generator) {
    const auto machine = create_machine(generator);
    llvm::SmallVector<char, 0> output;
    llvm::raw_svector_ostream stream(output);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, generator.file_type))
        throw std::logic_error("LLVM cannot write this kind of file for " + generator.triple);
    passes.run(module);
    std::vector<std::byte> bytes(output.size());
    if (!bytes.empty()) std::memcpy(bytes.data(), output.data(), bytes.size());
    return bytes;
}

}  // namespace ingot::compiler
