#include "precompiled_header.hpp"

#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <fcntl.h>
#include <llvm/Support/MemoryBuffer.h>
#include <sys/file.h>

#include <algorithm>
#include <fstream>
#include <ingot/archive/content_hash.hpp>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/installation/installation.hpp>
#include <ingot/installation/users_cache.hpp>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>

#include "staged_parse.hpp"

namespace ingot::compiler {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The maximum number of precompiled headers in the cache. The oldest ones are removed.
constexpr size_t max_headers = 12;

std::string digest_of(llvm::StringRef bytes) {
    return archive::to_string(archive::content_digest_of(std::as_bytes(std::span(bytes.data(), bytes.size()))));
}

// Returns the digest of a file's contents, or an empty string if it cannot be read.
std::string digest_of_file(const std::string& file) {
    const auto buffer = llvm::MemoryBuffer::getFile(file, false, false);
    return buffer ? digest_of((*buffer)->getBuffer()) : std::string();
}

// What a precompiled header was made from.
struct origin {
    std::string header_digest;                 // of the precompiled header itself
    std::map<std::string, std::string> files;  // each file that was read, and its digest
    std::set<std::string> names;               // the names in #include directives and in __has_include
    std::vector<std::string> folders;          // the folders in which Clang searched
};

std::string to_text(const origin& from) {
    return json {{"header", from.header_digest}, {"files", from.files}, {"names", from.names}, {"folders", from.folders}}.dump(
        1, ' ', false, json::error_handler_t::replace);
}

// Reads the text of to_text() from a file. Returns nothing if the file cannot be read or contains anything else.
std::optional<origin> parse_origin(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const json all = json::parse(stream, nullptr, false);
    try {
        return origin {all.at("header"), all.at("files"), all.at("names"), all.at("folders")};
    } catch (const json::exception&) {
        return {};
    }
}

// Records the names in #include directives and in __has_include.
class name_listener final : public clang::PPCallbacks {
public:
    explicit name_listener(std::set<std::string>& found) : names_(found) {}
    void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool, clang::CharSourceRange,
                            clang::OptionalFileEntryRef, llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                            clang::SrcMgr::CharacteristicKind) override {
        names_.insert(name.str());
    }
    void HasInclude(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                    clang::SrcMgr::CharacteristicKind) override {
        names_.insert(name.str());
    }

private:
    std::set<std::string>& names_;
};

// Lists all files that Clang reads.
class file_listener final : public clang::DependencyCollector {
public:
    bool needSystemDependencies() override { return true; }
};

// Writes a precompiled header and records what it is made from.
class precompile_action final : public clang::GeneratePCHAction {
public:
    precompile_action(origin& found, const token_rewriter& rewrite) : origin_(found), rewrite_(rewrite) {}

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        compiler.getPreprocessor().addPPCallbacks(std::make_unique<name_listener>(origin_.names));
        return GeneratePCHAction::BeginSourceFileAction(compiler);
    }
    void ExecuteAction() override {
        if (!rewrite_) return GeneratePCHAction::ExecuteAction();
        clang::CompilerInstance& compiler = getCompilerInstance();
        compiler.createSema(getTranslationUnitKind(), nullptr);
        staged_parse parse(compiler);
        parse.parse_file([&](std::vector<clang::Token>& tokens) { rewrite_(compiler.getPreprocessor(), tokens); });
        parse.instantiate_templates();
        parse.finish();
        compiler.getASTConsumer().HandleTranslationUnit(compiler.getASTContext());
    }
    void EndSourceFileAction() override {
        for (const clang::DirectoryLookup& folder :
             getCompilerInstance().getPreprocessor().getHeaderSearchInfo().search_dir_range())
            origin_.folders.push_back(folder.getName().str());
        GeneratePCHAction::EndSourceFileAction();
    }

private:
    origin& origin_;
    const token_rewriter& rewrite_;
};

// Returns the key of the precompiled header, or an empty string if Clang rejects the options. The options that Clang's
// driver derives contain the folders of the standard library, so that each release of the library has its own key.
std::string key_of(const precompiled_source& source) {
    const std::shared_ptr<clang::CompilerInvocation> invocation = source.invocation();
    if (!invocation) return {};
    std::string all = clang::getClangFullVersion() + "\n" INGOT_VERSION "\n" + source.text;
    if (source.rewrite) all += "\n" + installation::identity_of(installation::program_file());  // it contains the function that rewrites the tokens
    for (const std::string& argument : invocation->getCC1CommandLine())
        if (!argument.starts_with("-fdebug-compilation-dir") && !argument.starts_with("-fcoverage-compilation-dir"))
            all += "\n" + argument;
    return digest_of(all);
}

// Precompiles the header to `file`. Returns nothing if the header has errors or `file` cannot be written.
std::optional<origin> precompile(const precompiled_source& source, const fs::path& file) {
    const std::shared_ptr<clang::CompilerInvocation> invocation = source.invocation();
    if (!invocation) return {};
    clang::FrontendOptions& front_end = invocation->getFrontendOpts();
    const clang::InputKind kind = front_end.Inputs.front().getKind();
    const auto text = llvm::MemoryBuffer::getMemBuffer(source.text, "<precompiled header>");
    front_end.Inputs = {clang::FrontendInputFile(*text, kind)};
    front_end.OutputFile = file.string();
    front_end.IncludeTimestamps = false;  // the digests of the files' contents are checked instead

    clang::CompilerInstance compiler(invocation);
    compiler.createVirtualFileSystem();
    compiler.createDiagnostics(new clang::IgnoringDiagConsumer);
    const auto files = std::make_shared<file_listener>();
    compiler.addDependencyCollector(files);
    origin from;
    precompile_action action(from, source.rewrite);
    if (!compiler.ExecuteAction(action)) return {};
    for (const std::string& each : files->getDependencies())
        if (!each.starts_with('<')) from.files[each] = digest_of_file(each);
    from.header_digest = digest_of_file(file.string());
    return from;
}

// Can an #include directive of the header find a file in one of the command line's include folders?
bool is_shadowed(const origin& from, std::span<const std::string> include_folders) {
    std::error_code ignored;
    for (const std::string& folder : include_folders) {
        // Clang ignores an include folder of the command line that is also one of the folders for system headers.
        const bool is_searched = std::ranges::any_of(
            from.folders, [&](const std::string& searched) { return fs::equivalent(searched, folder, ignored); });
        if (is_searched || !fs::is_directory(folder, ignored)) continue;
        for (const std::string& name : from.names)
            if (!name.starts_with('/') && fs::exists(fs::path(folder) / name, ignored)) return true;
    }
    return false;
}

bool is_up_to_date(const origin& from, const fs::path& header) {
    return !from.header_digest.empty() && digest_of_file(header.string()) == from.header_digest &&
           std::ranges::all_of(from.files, [](const auto& each) { return digest_of_file(each.first) == each.second; });
}

// Locks the cache for one process at a time. If another process has the lock, the constructor does not wait, and is_held()
// returns false.
class cache_lock {
public:
    explicit cache_lock(const fs::path& folder) : file_(::open((folder / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
        is_held_ = file_.is_open() && ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0;
    }
    bool is_held() const { return is_held_; }

private:
    files::file_descriptor file_;
    bool is_held_ = false;
};

// Removes the oldest headers, and the temporary files of processes that were ended while they wrote.
void remove_old_headers(const fs::path& folder) {
    std::error_code ignored;
    std::vector<std::pair<fs::file_time_type, fs::path>> headers;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".pch") headers.emplace_back(entry.last_write_time(ignored), entry.path());
        if (entry.path().extension() == ".new") fs::remove(entry.path(), ignored);
    }
    std::ranges::sort(headers, std::greater {});
    for (size_t i = max_headers; i < headers.size(); ++i) {
        fs::remove(headers[i].second, ignored);
        fs::remove(fs::path(headers[i].second).replace_extension(".json"), ignored);
    }
}

// Writes the precompiled header and the list of what it was made from. Returns false if another process holds the lock, if
// the header has errors, or if a file cannot be written.
bool make(const precompiled_source& source, const fs::path& header, const fs::path& list) {
    std::error_code failed;
    try {
        installation::create_users_cache(header.parent_path());
    } catch (const fs::filesystem_error&) {
        return false;
    }
    const cache_lock lock(header.parent_path());
    if (!lock.is_held()) return false;
    const fs::path temporary = fs::path(header).replace_extension(".new");
    const std::optional<origin> from = precompile(source, temporary);
    if (!from) {
        fs::remove(temporary, failed);
        return false;
    }
    fs::permissions(temporary, fs::perms::owner_read | fs::perms::owner_write, failed);
    fs::rename(temporary, header, failed);
    if (failed) return false;
    const std::string text = to_text(*from);
    try {
        files::replace_file(list, std::as_bytes(std::span(text)), files::permissions::only_this_user);
    } catch (const fs::filesystem_error&) {
        return false;
    }
    remove_old_headers(header.parent_path());
    return true;
}

// Does the line that ends at `end` continue in the next one? It does if its last character before blanks is a backslash.
bool is_continued(std::string_view text, size_t end) {
    const size_t last = text.substr(0, end).find_last_not_of(" \t\r\f\v");
    return last != std::string_view::npos && text[last] == '\\';
}

// Removes white space and comments from the beginning of a text.
std::string_view without_blanks(std::string_view text) {
    for (;;) {
        const size_t first = text.find_first_not_of(" \t\r\n\f\v");
        if (first == std::string_view::npos) return {};
        text.remove_prefix(first);
        if (text.starts_with("//")) {
            size_t end = text.find('\n');
            while (end != std::string_view::npos && is_continued(text, end)) end = text.find('\n', end + 1);
            if (end == std::string_view::npos) return {};
            text.remove_prefix(end);
        } else if (text.starts_with("/*")) {
            const size_t end = text.find("*/", 2);
            if (end == std::string_view::npos) return {};
            text.remove_prefix(end + 2);
        } else {
            return text;
        }
    }
}

// Removes `word` and the spaces after it from the beginning of a text. Returns false if the text begins otherwise.
bool consume(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return true;
}

}  // namespace

std::string_view first_include(std::string_view source) {
    if (source.starts_with("\xEF\xBB\xBF")) source.remove_prefix(3);
    std::string_view rest = without_blanks(source);
    if (std::string_view after = rest; consume(after, "#") && consume(after, "pragma") && consume(after, "once"))
        rest = without_blanks(after);
    if (!consume(rest, "#") || !consume(rest, "include") || !rest.starts_with('<')) return {};
    const size_t end = rest.find_first_of(">\n");
    return end == std::string_view::npos || rest[end] == '\n' ? std::string_view() : rest.substr(1, end - 1);
}

fs::path find_precompiled_header(const precompiled_source& source, const source_options& options) {
    const fs::path folder = installation::users_cache_folder("headers");
    if (folder.empty()) return {};
    const std::string key = key_of(source);
    if (key.empty()) return {};
    const fs::path header = folder / (key + ".pch");
    const fs::path list = folder / (key + ".json");

    std::optional<origin> from = parse_origin(list);
    const bool is_current =
        from && installation::is_users_own_file(header) && installation::is_users_own_file(list) &&
        measure(options.times, "checking the precompiled header", [&] { return is_up_to_date(*from, header); });
    if (!is_current) {
        const bool is_made = measure(options.times, "making the precompiled header", [&] { return make(source, header, list); });
        if (!is_made) return {};
        from = parse_origin(list);
    }
    return from && !is_shadowed(*from, options.include_folders) ? header : fs::path();
}

}  // namespace ingot::compiler
