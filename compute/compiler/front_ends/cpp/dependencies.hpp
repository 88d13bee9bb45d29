// The files that a kernel file is made of, for the build system.
#pragma once

#include <clang/Frontend/Utils.h>

namespace ingot::compiler {

/// Collects every file of the user's and of the language; those of the system do not change.
class dependency_listener final : public clang::DependencyCollector {
public:
    bool sawDependency(llvm::StringRef file, bool from_module, bool is_system, bool is_module, bool is_missing) override;
    bool needSystemDependencies() override { return true; }
};

}  // namespace ingot::compiler
