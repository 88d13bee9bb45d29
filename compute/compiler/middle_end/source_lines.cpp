#include "source_lines.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Path.h>

#include <map>
#include <utility>
#include <vector>

#include "user_location.hpp"

namespace ingot::compiler {

namespace {

// DWARF 4 is what the oldest debuggers and disassemblers read that the releases of Debian have.
constexpr uint32_t dwarf_version = 4;

llvm::DIFile* file_of(llvm::DIBuilder& builder, llvm::StringRef path) {
    return builder.createFile(llvm::sys::path::filename(path), llvm::sys::path::parent_path(path));
}

llvm::DISubprogram* describe(llvm::DIBuilder& builder, llvm::StringRef name, llvm::DIFile* file, unsigned line) {
    return builder.createFunction(file, name, name, file, line, builder.createSubroutineType(builder.getOrCreateTypeArray({})),
                                  line, llvm::DINode::FlagZero,
                                  llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized);
}

// Gives the instructions of a function the function itself as the place of their lines.
void describe_function(llvm::DIBuilder& builder, llvm::Function& function) {
    llvm::DISubprogram* own = nullptr;
    std::map<const llvm::DIFile*, llvm::DIScope*> scopes;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        const llvm::DILocation* const location = instruction.getDebugLoc();
        if (!location) continue;
        llvm::DIFile* const file = location->getFile();
        if (!own) {
            own = describe(builder, function.getName(), file, location->getLine());
            scopes[file] = own;
            function.setSubprogram(own);
        }
        llvm::DIScope*& scope = scopes[file];
        if (!scope) scope = builder.createLexicalBlockFile(own, file);
        instruction.setDebugLoc(llvm::DILocation::get(function.getContext(), location->getLine(), location->getColumn(), scope));
    }
    if (!own) return;
    // LLVM demands a location of calls between functions that it describes.
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (llvm::isa<llvm::CallInst>(instruction) && !instruction.getDebugLoc())
            instruction.setDebugLoc(llvm::DILocation::get(function.getContext(), 0, 0, own));
}

}  // namespace

void keep_author_lines(device_module& unit) {
    llvm::Module& module = *unit.module;
    std::vector<std::pair<llvm::Instruction*, source_location>> lines;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (std::optional<source_location> line = author_line(instruction, unit)) lines.emplace_back(&instruction, *line);
    llvm::StripDebugInfo(module);
    if (lines.empty()) return;

    module.setModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    module.setModuleFlag(llvm::Module::Max, "Dwarf Version", dwarf_version);
    llvm::DIBuilder builder(module);
    llvm::DIFile* const main_file = file_of(builder, module.getSourceFileName());
    builder.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_C_plus_plus_14), main_file, "ingotc", true, "", 0,
                              "", llvm::DICompileUnit::LineTablesOnly);
    llvm::DISubprogram* const holder = describe(builder, "lines", main_file, 0);
    std::map<std::string, llvm::DIScope*> scopes;
    for (const auto& [instruction, line] : lines) {
        llvm::DIScope*& scope = scopes[line.file];
        if (!scope) scope = builder.createLexicalBlockFile(holder, file_of(builder, line.file));
        instruction->setDebugLoc(llvm::DILocation::get(module.getContext(), line.line, line.column, scope));
    }
    builder.finalize();
}

void describe_lines(llvm::Module& module) {
    if (module.debug_compile_units().empty()) return;
    llvm::DIBuilder builder(module, true, *module.debug_compile_units_begin());
    for (llvm::Function& function : module)
        if (!function.isDeclaration()) describe_function(builder, function);
    builder.finalize();
}

}  // namespace ingot::compiler
