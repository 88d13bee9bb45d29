#include "staged_parse.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/ExternalASTSource.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/MemoryBuffer.h>

namespace ingot::compiler {

namespace {

bool is_at_end(const clang::Parser& parser) {
    return parser.getCurToken().isOneOf(clang::tok::eof, clang::tok::annot_repl_input_end);
}

}  // namespace

staged_parse::staged_parse(clang::CompilerInstance& with)
    : compiler_(with),
      parser_(with.getPreprocessor(), with.getSema(), false),
      evaluation_(with.getSema(), clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated) {}

staged_parse::~staged_parse() = default;

void staged_parse::parse_declarations() {
    clang::ASTConsumer& consumer = compiler_.getASTConsumer();
    while (!is_at_end(parser_)) {
        clang::Parser::DeclGroupPtrTy declarations;
        clang::Sema::ModuleImportState imports = clang::Sema::ModuleImportState::NotACXX20Module;
        parser_.ParseTopLevelDecl(declarations, imports);
        if (declarations) consumer.HandleTopLevelDecl(declarations.get());
    }
}

void staged_parse::start_file() {
    clang::Preprocessor& preprocessor = compiler_.getPreprocessor();
    preprocessor.enableIncrementalProcessing();  // the preprocessor expects more text after the main file
    preprocessor.EnterMainSourceFile();
}

void staged_parse::parse_file(const std::function<void(std::vector<clang::Token>&)>& rewrite) {
    start_file();
    clang::Preprocessor& preprocessor = compiler_.getPreprocessor();
    clang::Token token;
    do {
        preprocessor.Lex(token);
        tokens_.push_back(token);
    } while (!token.isOneOf(clang::tok::eof, clang::tok::annot_repl_input_end));
    rewrite(tokens_);
    for (clang::Token& each : tokens_) each.setFlag(clang::Token::IsReinjected);
    preprocessor.EnterTokenStream(tokens_, /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
    start_declarations();
}

void staged_parse::parse_file() {
    start_file();
    start_declarations();
}

void staged_parse::start_declarations() {
    if (clang::ExternalASTSource* const precompiled = compiler_.getASTContext().getExternalSource())
        precompiled->StartTranslationUnit(&compiler_.getASTConsumer());
    parser_.Initialize();
    compiler_.getSema().ActOnStartOfTranslationUnit();
    parse_declarations();
}

void staged_parse::parse_text(std::string_view name, std::string_view text) {
    clang::SourceManager& sources = compiler_.getSourceManager();
    const clang::SourceLocation end = sources.getLocForEndOfFile(sources.getMainFileID());
    const clang::FileID added =
        sources.createFileID(llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text.data(), text.size()),
                                                                  llvm::StringRef(name.data(), name.size())),
                             clang::SrcMgr::C_System, 0, 0, end);
    compiler_.getPreprocessor().EnterSourceFile(added, nullptr, end);
    parser_.ConsumeAnyToken();  // the token at the end of the previous text
    parse_declarations();
}

void staged_parse::instantiate_templates() {
    // Unlike PerformPendingInstantiations(), this also instantiates the templates that a precompiled header uses.
    compiler_.getSema().ActOnEndOfTranslationUnitFragment(clang::TUFragmentKind::Normal);
}

void staged_parse::finish() {
    clang::Sema& sema = compiler_.getSema();
    clang::ASTConsumer& consumer = compiler_.getASTConsumer();
    compiler_.getPreprocessor().enableIncrementalProcessing(false);
    sema.ActOnEndOfTranslationUnit();
    for (clang::Decl* declaration : sema.WeakTopLevelDecls()) consumer.HandleTopLevelDecl(clang::DeclGroupRef(declaration));
}

}  // namespace ingot::compiler
