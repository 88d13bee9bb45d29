// Lists the files that a kernel file includes, for the build system.
#pragma once

#include <clang/Frontend/Utils.h>

namespace ingot::compiler {

/// Collects the user's files and the headers of the kernel language. System headers are left out because they rarely change.
class dependency_listener final : public clang::DependencyCollector {
public:
    bool sawDependency(llvm::StringRef file, bool from_module, bool is_system, bool is_module, bool is_missing) override;
    bool needSystemDependencies() override { return true; }
};

}  // namespace ingot::compiler
