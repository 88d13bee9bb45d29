// Which headers a Metal file may include: those of Metal's library and the author's own.
#pragma once

#include <clang/Lex/PPCallbacks.h>

#include "../clang/reporter.hpp"

namespace ingot::compiler::metal {

/// Reports an #include of a C++ header, and of a header of Apple's that ingotc does not have, at the author's line.
class header_listener final : public clang::PPCallbacks {
public:
    header_listener(const reporter& reports, const clang::SourceManager& files) : errors_(reports), sources_(files) {}
    void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                            clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                            const clang::Module*, bool, clang::SrcMgr::CharacteristicKind kind) override;
    bool FileNotFound(llvm::StringRef name) override;

private:
    const reporter& errors_;
    const clang::SourceManager& sources_;
};

}  // namespace ingot::compiler::metal
