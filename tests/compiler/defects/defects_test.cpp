// Tests what ingotc does if it has a defect itself: it names the kernel file, asks for a report, writes no output, and exits
// with status 70 (EX_SOFTWARE). The target in faulty_target.cpp fails on purpose; the name of the kernel selects how.
#include <gtest/gtest.h>

#include <string>

#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;

class defects : public testing::Test {
protected:
    // Compiles a file that contains one kernel with the name `kernel`.
    program_run compile(const std::string& kernel) const {
        folder_.write("faulty.kernels.cpp",
                      "#include <ingot/kernel.hpp>\nkernel void " + kernel + "(ingot::buffer<int> x) { x[0] = 1; }\n");
        return run_program(
            {INGOTC_WITH_DEFECTS, "faulty.kernels.cpp", "-o", "out.ingot", "--header", "out.hpp", "--targets", "faulty"},
            folder_.path());
    }
    void expect_defect(const std::string& kernel, const std::string& problem) const {
        const program_run run = compile(kernel);
        EXPECT_EQ(run.status, 70) << kernel;
        EXPECT_EQ(run.signal, 0) << kernel;
        for (const std::string& part : {problem, std::string("'faulty.kernels.cpp'"),
                                        std::string("note: this is a defect of ingotc, not of your file; please report it")}) {
            const size_t first = run.errors.find(part);
            EXPECT_NE(first, std::string::npos) << part << "\n" << run.errors;
            EXPECT_EQ(run.errors.find(part, first + 1), std::string::npos) << part << " is printed twice\n" << run.errors;
        }
        EXPECT_EQ(folder_.files(), std::vector<std::string> {"faulty.kernels.cpp"}) << kernel;
    }

    temporary_folder folder_;
};

TEST_F(defects, of_the_middle_end) { expect_defect("invalid_module", "internal error: the lowered module is not valid: "); }

TEST_F(defects, of_a_back_end) {
    expect_defect("reads_beyond_the_end", "internal error: basic_string::at");
    expect_defect("rejected_by_the_back_end", "internal error: the back end rejects the module");
    expect_defect("crash", "ingotc crashed while compiling");
    expect_defect("fatal_error", "LLVM reported: cannot select: G_FAULT");
    expect_defect("error_reported_to_the_llvm_context", "no such instruction");
}

TEST_F(defects, of_a_back_end_in_a_child_process) {
    expect_defect("crash_in_child", "internal error: LLVM's code generator for faulty: Segmentation fault");
    expect_defect("fatal_error_in_child", "internal error: LLVM's code generator for faulty: cannot select: G_FAULT");
    expect_defect("error_reported_to_the_llvm_context_in_child", "no such instruction");
}

// A missing file of the installation is not a defect of ingotc.
TEST_F(defects, do_not_include_missing_files) {
    const program_run run = compile("missing_file");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.errors, "ingotc: error: cannot read /nowhere/library.bc\n");
}

// A failure of the translator is reported as a defect, because its input is what ingotc wrote. To make llvm-spirv-15 fail,
// LD_LIBRARY_PATH lets it find an empty file instead of its library. The program is the real ingotc, because the faulty one
// has only the faulty target. Its help names the translator if it found it.
TEST_F(defects, of_the_translator_to_spir) {
    if (run_program({INGOTC, "--help"}, folder_.path()).output.find("ingotc found llvm-spirv-15") == std::string::npos)
        GTEST_SKIP() << "this build writes no SPIR";
    folder_.write("libLLVMSPIRVLib.so.15", "");
    folder_.write("faulty.kernels.cpp", "#include <ingot/kernel.hpp>\nkernel void set(ingot::buffer<int> x) { x[0] = 1; }\n");
    const program_run run =
        run_program({"/usr/bin/env", "LD_LIBRARY_PATH=.", INGOTC, "faulty.kernels.cpp", "-o", "out.ingot"}, folder_.path());
    EXPECT_EQ(run.status, 70);
    for (const char* part : {"ingotc: error: 'faulty.kernels.cpp': internal error: ", "cannot translate the SPIR-V to SPIR: ",
                             "libLLVMSPIRVLib.so.15", "note: this is a defect of ingotc, not of your file; please report it"})
        EXPECT_NE(run.errors.find(part), std::string::npos) << part << "\n" << run.errors;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out.ingot"));
}

}  // namespace
