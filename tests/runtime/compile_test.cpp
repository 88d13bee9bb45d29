// Tests just-in-time compilation: files and strings, options, diagnostics, the cache, and the replacement of kernels.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <ingot/archive/archive.hpp>
#include <ingot/runtime/kernel_archive.hpp>
#include <ingot/runtime/kernel_statistics.hpp>
#include <set>
#include <thread>

#include "environment_value.hpp"
#include "every_device.hpp"
#include "jit.kernels.hpp"
#include "jit/diagnostics.hpp"
#include "jit/run_process.hpp"
#include "kernel_calls.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot;
using ingot::testing::contains;
using ingot::testing::error_message;
using ingot::testing::run;
using ingot::tests::environment_value;
using ingot::tests::temporary_folder;

constexpr const char* add_number = R"(#include <ingot/kernel.hpp>
using namespace ingot;
#ifndef NUMBER
#define NUMBER 1
#endif
kernel void add(buffer<uint32_t> values) { values[global_id.x] += NUMBER; }
)";

void write_file(const std::filesystem::path& file, const std::string& text) {
    std::ofstream stream(file);
    stream << text;
    ASSERT_TRUE(stream.flush().good());
}

// Returns the compile_error that a compilation throws, or nullopt if it throws none.
template <typename Call>
std::optional<compile_error> failure_of(Call call) {
    try {
        call();
    } catch (const compile_error& found) {
        return found;
    }
    return std::nullopt;
}

std::set<std::string> targets_of(const program_source& source) {
    std::set<std::string> names;
    for (const archive::code& each : archive::read(source.archive, source.name).targets) names.insert(each.target);
    return names;
}

// Gives each test a separate, empty cache. Source files get a modification time in the past: the cache does not store a result
// if a source file has a later modification time than the beginning of the compilation.
class compiling : public ingot::testing::every_device {
protected:
    void SetUp() override {
        const std::vector<std::string_view>& own = description_of(device_.backend()).targets;
        const std::set<std::string> by_default = targets_of(jit_source);
        if (!own.empty() && std::ranges::find_first_of(by_default, own) == by_default.end())
            GTEST_SKIP() << "compile() makes code for this device only if its options name " << own.front();
    }

    std::filesystem::path file(const std::string& name, const std::string& text) {
        const std::filesystem::path path = folder_.path() / name;
        write_file(path, text);
        std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - std::chrono::seconds(++age_));
        return path;
    }
    uint32_t run_add(const compiled_program& compiled_kernels) {
        auto values = device_.create_buffer<uint32_t>(100, 5);
        run(queue_, program(device_, compiled_kernels), "add", range(100).groups_of(10), values);
        const auto result = values.read(queue_);
        EXPECT_EQ(result, std::vector<uint32_t>(100, result.front()));
        return result.front() - 5;
    }

    temporary_folder folder_;

private:
    environment_value cache_ {"XDG_CACHE_HOME", folder_.path().string()};
    int age_ = 10;
};

TEST_P(compiling, a_string_gives_a_program) {
    const compiled_program compiled_kernels = compile_text(add_number);
    EXPECT_EQ(compiled_kernels.kernel_names(), std::vector<std::string> {"add"});
    EXPECT_EQ(compiled_kernels.text(), "");
    EXPECT_EQ(run_add(compiled_kernels), 1u);
    EXPECT_FALSE(compiled_kernels.is_from_cache());
}

TEST_P(compiling, a_program_without_code_for_the_cpu_debug_device_is_not_listed_as_built_in) {
    if (description_of(device_.backend()).runs_in_process()) GTEST_SKIP() << "this device runs no other code";
    const std::string name = "compiled_while_it_runs.kernels.cpp";
    compile_options options;
    options.cpu_debug = false;
    {
        const program compiled(device_, compile_text(add_number, name, options));
    }
    // The object `compiled` and its archive do not exist any more. kernel_archive_in_use() throws an error, because the runtime
    // must not have listed this archive as one that is built into the process.
    EXPECT_NE(error_message([&] { kernel_archive_in_use(device_, name); }), "");
}

TEST_P(compiling, a_kernel_may_have_the_name_of_a_function_of_the_host) {
    const compiled_program compiled_kernels = compile_text(
        "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
        "kernel void write(buffer<uint32_t> values) { values[global_id.x] += 3; }\n");
    auto values = device_.create_buffer<uint32_t>(20, 5);
    run(queue_, program(device_, compiled_kernels), "write", range(20).groups_of(10), values);
    EXPECT_EQ(values.read(queue_), std::vector<uint32_t>(20, 8));
}

// Half of the work-items do nothing, so about half of the lanes are switched off; without a branch all are at work.
TEST_P(compiling, counts_the_lanes_at_work) {
    if (device_.backend() != backend::cpu_native) GTEST_SKIP() << "only the code of the target cpu counts its lanes";
    compile_options options;
    options.targets = {"cpu"};
    options.architecture = "x86-64-v3:8:always:count";
    const std::string name = "counted_lanes.kernels.cpp";
    const program compiled(device_, compile_text(R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void all(buffer<float> values) { values[global_id.x] = values[global_id.x] * 0.5f + 1; }
kernel void half_of_them(buffer<float> values) {
    float value = values[global_id.x];
    if (value > 1)
        for (int i = 0; i < 100; ++i) value = (value * value + 3) * (value - 1) * 0.25f;
    values[global_id.x] = value;
}
)",
                                                 name, options));
    std::vector<float> numbers(256);
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = i % 2 == 0 ? 0.0f : 2.0f;
    auto values = device_.create_buffer(std::span<const float>(numbers));
    const auto share = [&](const char* kernel) {
        const kernel_function function(compiled, kernel);
        const std::vector<kernel_argument> arguments {ingot::testing::argument(values)};
        queue_.run_unchecked(function, range(256).groups_of(64), arguments);
        queue_.finish();
        for (const kernel_statistics& each : kernel_statistics_in_use(device_, name))
            for (const code_statistic& number : each.code)
                if (each.kernel == kernel && number.name == "Lanes at work") return std::stod(number.value);
        return -1.0;
    };
    EXPECT_NEAR(share("half_of_them"), 0.55, 0.05);  // a few instructions are outside of the branch
    EXPECT_EQ(share("all"), 1.0);
}

TEST_P(compiling, a_file_gives_a_program_with_the_given_options) {
    std::filesystem::create_directory(folder_.path() / "headers");
    file("headers/number.hpp", "#pragma once\n#define NUMBER 70\n");
    const auto source = file("add.kernels.cpp", std::string("#include \"number.hpp\"\n") + add_number);
    compile_options options;
    options.include_folders = {folder_.path() / "headers"};
    EXPECT_EQ(run_add(compile(source, options)), 70u);
    const auto plain = file("plain.kernels.cpp", add_number);
    options.definitions = {"NUMBER=12"};
    options.optimisation = 3;
    options.fast_math = true;
    options.architecture = "sm_80";
    EXPECT_EQ(run_add(compile(plain, options)), 12u);
}

TEST_P(compiling, uses_barriers_local_memory_and_all_ids) {
    const compiled_program compiled_kernels = compile_text(R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void reverse_groups(buffer<uint32_t> values) {
    local_buffer<uint32_t, 8> part;
    part[local_id.x] = values[global_id.x];
    local_barrier();
    values[global_id.x] = part[local_size.x - 1 - local_id.x] + group_id.x * global_size.x * num_groups.x;
}
)");
    auto values = device_.create_buffer<uint32_t>(16, 0);
    std::vector<uint32_t> numbers(16);
    for (uint32_t i = 0; i < 16; ++i) numbers[i] = i;
    values.write(queue_, numbers);
    run(queue_, program(device_, compiled_kernels), "reverse_groups", range(16).groups_of(8), values);
    const auto result = values.read(queue_);
    EXPECT_EQ(result[0], 7u);
    EXPECT_EQ(result[8], 15u + 16 * 2);  // the last value of group 1, plus 1 · global_size · num_groups
}

// Without targets only the CPU debug device can run the kernels. The kernel of this test calls a function of sub-groups, in
// which work-items wait for each other as at a barrier.
TEST_P(compiling, kernels_without_targets_run_on_the_cpu_debug_device) {
    if (!description_of(device_.backend()).runs_in_process()) GTEST_SKIP() << "this device needs the code of a target";
    compile_options options;
    options.targets.emplace();
    const compiled_program compiled_kernels = compile_text(R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void add(buffer<uint32_t> values) { values[global_id.x] += sub_group_shuffle_xor(global_id.x, 1) - (global_id.x ^ 1) + 4; }
)",
                                                           "add.kernels.cpp", options);
    EXPECT_EQ(compiled_kernels.kernel_names(), std::vector<std::string> {"add"});
    EXPECT_EQ(run_add(compiled_kernels), 4u);
}

TEST_P(compiling, a_generated_class_accepts_only_programs_that_fit_it) {
    const std::filesystem::path source = INGOT_TEST_KERNEL_FILE;
    jit_program typed(device_, compile(source));
    auto values = device_.create_buffer<float>(10, 2.0f);
    queue_.run(typed.scale, range(10), values, 1.5f);
    EXPECT_EQ(values.read(queue_), std::vector<float>(10, 3.0f));

    file("mixed_values.hpp", "#pragma once\nstruct mixed_values { double first; };\n");
    compile_options options;
    options.include_folders = {folder_.path()};
    const auto changed_program = compile_text(R"(#include <ingot/kernel.hpp>
#include "mixed_values.hpp"
using namespace ingot;
kernel void scale(buffer<float> v, param<float> f) { v[global_id.x] += f; }
kernel void take_struct(buffer<double> out, param<mixed_values> all) { out[0] = all.first; }
)",
                                              "text.kernels.cpp", options);
    const std::string words = error_message([&] { jit_program(device_, changed_program); });
    EXPECT_TRUE(contains(words, "text.kernels.cpp does not fit the program that was built with jit.kernels.cpp")) << words;
    EXPECT_TRUE(contains(words, "where mixed_values has 8 bytes instead of " + std::to_string(sizeof(mixed_values)))) << words;
    const auto replacement = compile_text(add_number);
    const std::string missing = error_message([&] { jit_program(device_, replacement); });
    EXPECT_TRUE(contains(missing, "launches scale(buffer<float> values, param<float> by): text.kernels.cpp has no such kernel"))
        << missing;
}

TEST_P(compiling, kernels_in_a_folder_take_the_place_of_those_in_the_program) {
    const environment_value kernels {"INGOT_KERNELS", folder_.path().string()};
    auto values = device_.create_buffer<float>(10, 2.0f);
    jit_program own(device_);  // there is no replacement yet
    queue_.run(own.scale, range(10), values, 1.5f);
    EXPECT_EQ(values.read(queue_), std::vector<float>(10, 3.0f));

    std::filesystem::create_directory(folder_.path() / std::string(to_string(device_.backend())));
    std::filesystem::copy_file(std::filesystem::path(INGOT_TEST_KERNEL_FILE).parent_path() / "mixed_values.hpp",
                               folder_.path() / std::string(to_string(device_.backend())) / "mixed_values.hpp");
    const std::string name = std::string(to_string(device_.backend())) + "/jit.kernels.cpp";
    file(name, R"(#include <ingot/kernel.hpp>
#include "mixed_values.hpp"
using namespace ingot;
kernel void scale(buffer<float> v, param<float> f) { v[global_id.x] += f; }
kernel void take_struct(buffer<double> out, param<mixed_values> all) { out[0] = all.first; }
)");
    jit_program replaced(device_);
    queue_.run(replaced.scale, range(10), values, 1.5f);
    EXPECT_EQ(values.read(queue_), std::vector<float>(10, 4.5f));

    file(name, add_number);  // a file without the kernels that the program launches
    EXPECT_TRUE(contains(error_message([&] { jit_program another(device_); }), "has no such kernel"));
}

TEST_P(compiling, edited_kernels_take_the_place_of_those_in_the_program) {
    auto values = device_.create_buffer<float>(10, 2.0f);
    jit_program own(device_);
    const auto in_use = kernel_files_in_use(device_);
    const kernel_file_in_use kernel_file {"jit.kernels.cpp", false};
    ASSERT_NE(std::ranges::find(in_use, kernel_file), in_use.end());
    std::filesystem::copy_file(std::filesystem::path(INGOT_TEST_KERNEL_FILE).parent_path() / "mixed_values.hpp",
                               folder_.path() / "mixed_values.hpp");
    const auto edited = file("jit.kernels.cpp", R"(#include <ingot/kernel.hpp>
#include "mixed_values.hpp"
using namespace ingot;
kernel void scale(buffer<float> v, param<float> f) { v[global_id.x] += f; }
kernel void take_struct(buffer<double> out, param<mixed_values> all) { out[0] = all.first; }
)");
    replace_kernels(device_, kernel_file.name, compile(edited, replacement_options(device_, kernel_file)));
    jit_program replaced(device_);
    queue_.run(own.scale, range(10), values, 1.5f);
    queue_.run(replaced.scale, range(10), values, 1.5f);
    EXPECT_EQ(values.read(queue_), std::vector<float>(10, 4.5f));

    const auto other = file("other.kernels.cpp", add_number);
    replace_kernels(device_, kernel_file.name, compile(other, replacement_options(device_, kernel_file)));
    EXPECT_TRUE(contains(error_message([&] { jit_program another(device_); }), "has no such kernel"));
    restore_kernels(device_, kernel_file.name);
    jit_program restored(device_);
    queue_.run(restored.scale, range(10), values, 2.0f);
    EXPECT_EQ(values.read(queue_), std::vector<float>(10, 9.0f));
}

TEST_P(compiling, a_temporary_replacement_restores_what_was_in_place) {
    const std::string scales = R"(#include <ingot/kernel.hpp>
#include "mixed_values.hpp"
using namespace ingot;
kernel void scale(buffer<float> v, param<float> f) { v[global_id.x] = NUMBER; }
kernel void take_struct(buffer<double> out, param<mixed_values> all) { out[0] = all.first; }
)";
    const auto with_number = [&](const std::string& number) {
        compile_options options = replacement_options(device_, {"jit.kernels.cpp"});
        options.definitions = {"NUMBER=" + number};
        options.include_folders = {std::filesystem::path(INGOT_TEST_KERNEL_FILE).parent_path()};
        return compile_text(scales, "jit.kernels.cpp", options);
    };
    auto values = device_.create_buffer<float>(10, 2.0f);
    const auto result = [&] {
        jit_program made(device_);
        queue_.run(made.scale, range(10), values, 2.0f);
        return values.read(queue_).front();
    };
    EXPECT_EQ(result(), 4.0f);
    {
        const temporary_replacement one(device_, "jit.kernels.cpp", with_number("1"));
        EXPECT_EQ(result(), 1.0f);
        {
            temporary_replacement two(device_, "jit.kernels.cpp", with_number("2"));
            const temporary_replacement moved(std::move(two));
            EXPECT_EQ(result(), 2.0f);
        }
        EXPECT_EQ(result(), 1.0f);
    }
    EXPECT_EQ(result(), 2.0f) << "the built-in kernel doubles";
}

TEST_P(compiling, a_newer_program_takes_the_place_of_one_whose_launches_are_under_way) {
    auto values = device_.create_buffer<uint32_t>(64, 0);
    for (uint32_t i = 1; i <= 3; ++i) {
        compile_options options;
        options.definitions = {"NUMBER=" + std::to_string(i)};
        // The program, the kernel and the compiled code are destroyed when run() has returned. The launch may still run.
        run(queue_, program(device_, compile_text(add_number, "add.kernels.cpp", options)), "add", range(64), values);
    }
    EXPECT_EQ(values.read(queue_), std::vector<uint32_t>(64, 6));
}

INGOT_TEST_ON_EVERY_DEVICE(compiling);

class compiler : public ::testing::Test {
protected:
    std::filesystem::path file(const std::string& name, const std::string& text) {
        const std::filesystem::path path = folder_.path() / name;
        write_file(path, text);
        std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - std::chrono::seconds(10));
        return path;
    }
    static compile_options for_spirv() {
        compile_options options;
        options.targets = {"spirv"};
        options.cpu_debug = false;
        return options;
    }
    temporary_folder folder_;

private:
    environment_value cache_ {"XDG_CACHE_HOME", (folder_.path() / "cache").string()};
};

// The build has compiled the same file by ingotc without --targets.
TEST_F(compiler, has_the_default_targets_of_ingotc) {
    EXPECT_EQ(targets_of(compile(INGOT_TEST_KERNEL_FILE).source()), targets_of(jit_source));
}

TEST_F(compiler, says_what_is_wrong_and_where) {
    const auto source = file("wrong.kernels.cpp", R"(#include <ingot/kernel.hpp>
using namespace ingot;
kernel void wrong(buffer<float> out) {
    float* row = new float[12];
    out[0] = row[0];
}
)");
    const auto failure = failure_of([&] { compile(source, for_spirv()); });
    ASSERT_TRUE(failure);
    ASSERT_GE(failure->diagnostics().size(), 2u) << failure->text();
    const compile_diagnostic& first = failure->diagnostics().front();
    EXPECT_EQ(first.file, source.string());
    EXPECT_EQ(first.line, 4u);
    EXPECT_GT(first.column, 0u);
    EXPECT_EQ(first.level, diagnostic_level::error);
    EXPECT_EQ(first.message, "a kernel cannot allocate memory at run time");
    EXPECT_EQ(failure->diagnostics()[1].level, diagnostic_level::note);
    EXPECT_TRUE(contains(failure->text(), "new float[12]")) << failure->text();
    EXPECT_TRUE(contains(failure->what(), "compiling " + source.string() + ": ")) << failure->what();
}

TEST_F(compiler, names_a_string_as_its_caller_does) {
    const auto failure = failure_of([] { compile_text("kernel void broken(", "typed by hand", for_spirv()); });
    ASSERT_TRUE(failure);
    ASSERT_FALSE(failure->diagnostics().empty()) << failure->text();
    EXPECT_EQ(failure->diagnostics().front().file, "typed by hand");
    EXPECT_EQ(failure->diagnostics().front().line, 1u);
    EXPECT_TRUE(contains(error_message([] { compile_text(add_number, "a/b"); }), "'a/b' is not a file name"));
}

TEST_F(compiler, returns_warnings_if_the_compilation_succeeds) {
    compile_options options = for_spirv();
    options.warnings = {"unused-variable"};
    const std::string text = std::string(add_number) + "kernel void idle(buffer<float> out) { int unused; out[0] = 1; }\n";
    const compiled_program compiled_kernels = compile_text(text, "text.kernels.cpp", options);
    ASSERT_EQ(compiled_kernels.diagnostics().size(), 1u) << compiled_kernels.text();
    EXPECT_EQ(compiled_kernels.diagnostics().front().level, diagnostic_level::warning);
    EXPECT_EQ(compiled_kernels.diagnostics().front().line, 7u);
    EXPECT_EQ(compile_text(text, "text.kernels.cpp", options).text(), compiled_kernels.text());  // the text is cached, too
    options.warnings.emplace_back("error");
    EXPECT_TRUE(failure_of([&] { compile_text(text, "text.kernels.cpp", options); }));
}

TEST_F(compiler, finds_a_cached_result_if_no_input_has_changed) {
    file("number.hpp", "#define NUMBER 3\n");
    const auto source = file("cached.kernels.cpp", std::string("#include \"number.hpp\"\n") + add_number);
    const auto from_cache = [&](const compile_options& options) { return compile(source, options).is_from_cache(); };
    EXPECT_FALSE(from_cache(for_spirv()));
    EXPECT_TRUE(from_cache(for_spirv()));
    compile_options other = for_spirv();
    other.definitions = {"OTHER"};
    EXPECT_FALSE(from_cache(other));
    file("number.hpp", "#define NUMBER 4\n");
    EXPECT_FALSE(from_cache(for_spirv()));
    EXPECT_TRUE(from_cache(for_spirv()));
    file("number.hpp", "#define NUMBER 3\n");
    EXPECT_TRUE(from_cache(for_spirv()));  // the cache still has the result for NUMBER 3

    const std::vector<std::filesystem::path> files = compile(source, for_spirv()).files();
    EXPECT_EQ(files.front(), source);
    EXPECT_NE(std::ranges::find(files, folder_.path() / "number.hpp"), files.end());
}

TEST_F(compiler, compiles_again_if_the_cached_result_is_damaged) {
    const auto source = file("damaged.kernels.cpp", add_number);
    compile_options options = for_spirv();
    options.cpu_debug = true;
    compile(source, options);
    for (const char* const suffix : {".ingot", ".so"}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "cache" / "ingot" / "compiled"))
            if (entry.path().extension() == suffix) write_file(entry.path(), "damaged");
        EXPECT_FALSE(compile(source, options).is_from_cache()) << suffix;
        EXPECT_TRUE(compile(source, options).is_from_cache()) << suffix;
    }
}

TEST_F(compiler, loads_only_libraries_that_are_as_they_were_written_by_this_user) {
    const auto source = file("library.kernels.cpp", add_number);
    compile_options options = for_spirv();
    options.cpu_debug = true;
    compile(source, options);
    // Returns the library of the result. A file of the cache holds its name, which is different for each compilation.
    const auto current_library = [&] {
        const auto cache = folder_.path() / "cache" / "ingot" / "compiled";
        for (const auto& entry : std::filesystem::directory_iterator(cache))
            if (entry.path().extension() == ".digest") {
                std::string name;
                std::ifstream(entry.path()) >> name;
                return cache / (name + ".so");
            }
        return std::filesystem::path();
    };
    std::filesystem::path library = current_library();
    ASSERT_TRUE(exists(library));
    EXPECT_EQ(std::filesystem::status(library).permissions(), std::filesystem::perms {0600});
    EXPECT_EQ(std::filesystem::status(library.parent_path()).permissions(), std::filesystem::perms {0700});
    // A page of zeros in the middle: the loader would accept the file, and the program would crash.
    std::string bytes;
    {
        std::ifstream stream(library, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(stream), {});
    }
    std::string damaged = bytes;
    std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(damaged.size() / 2), 4096, '\0');
    write_file(library, damaged);
    EXPECT_FALSE(compile(source, options).is_from_cache());
    EXPECT_TRUE(compile(source, options).is_from_cache());
    // Others could have written to the file.
    library = current_library();
    std::filesystem::permissions(library, std::filesystem::perms {0666});
    EXPECT_FALSE(compile(source, options).is_from_cache());
    EXPECT_TRUE(compile(source, options).is_from_cache());
}

TEST_F(compiler, caches_a_file_with_a_time_in_the_future) {
    const auto source = file("future.kernels.cpp", add_number);
    std::filesystem::last_write_time(source, std::filesystem::file_time_type::clock::now() + std::chrono::hours(100));
    EXPECT_FALSE(compile(source, for_spirv()).is_from_cache());
    EXPECT_TRUE(compile(source, for_spirv()).is_from_cache());
}

TEST_F(compiler, works_without_a_cache) {
    const environment_value nowhere("XDG_CACHE_HOME", "");
    const environment_value homeless("HOME", "");
    const compiled_program compiled_kernels = compile_text(add_number, "text.kernels.cpp", for_spirv());
    EXPECT_FALSE(compiled_kernels.is_from_cache());
    EXPECT_EQ(compiled_kernels.kernel_names().size(), 1u);
}

// The options are part of the key in the cache.
TEST_F(compiler, gets_the_options_of_the_environment) {
    const auto options_of = [](const compiled_program& compiled) {
        return archive::read(compiled.source().archive, "add").options;
    };
    const std::vector<std::string> plain = options_of(compile_text(add_number, "text.kernels.cpp", for_spirv()));
    const environment_value further("INGOTC_OPTIONS", " -DNUMBER=5  --fast-math");
    const compiled_program changed = compile_text(add_number, "text.kernels.cpp", for_spirv());
    EXPECT_FALSE(changed.is_from_cache());
    EXPECT_EQ(std::ranges::count(options_of(changed), "-DNUMBER=5"), 1);
    EXPECT_EQ(std::ranges::count(options_of(changed), "--fast-math"), 1);
    EXPECT_EQ(std::ranges::count(plain, "--fast-math"), 0);
}

TEST_F(compiler, that_is_missing_and_a_missing_kernel_file_are_reported) {
    const auto source = file("add.kernels.cpp", add_number);
    {
        const environment_value wrong("INGOT_COMPILER", (folder_.path() / "nothing").string());
        const std::string words = error_message([&] { compile(source); });
        EXPECT_TRUE(contains(words, "INGOT_COMPILER names '")) << words;
    }
    EXPECT_TRUE(contains(error_message([&] { compile(folder_.path() / "missing.kernels.cpp"); }), "there is no such file"));
}

TEST_F(compiler, without_a_host_compiler_still_compiles_for_the_other_devices) {
    const environment_value wrong("CXX", "no-such-compiler -O2");
    const compiled_program compiled_kernels = compile_text(add_number);
    EXPECT_TRUE(
        contains(compiled_kernels.cpu_debug_unavailable_reason(), "the environment variable CXX names 'no-such-compiler'"))
        << compiled_kernels.cpu_debug_unavailable_reason();
    const device debug = find_device(backend::cpu_debug);
    const std::string words = error_message([&] { program(debug, compiled_kernels); });
    EXPECT_TRUE(contains(words, "text.kernels.cpp cannot be loaded on '" + debug.name() + "': no C++ compiler")) << words;
    for (const device_listing& listing : devices(backend::opencl))
        if (listing.device) {
            EXPECT_EQ(program(*listing.device, compiled_kernels).kernel_names().size(), 1u);
        }
}

TEST_F(compiler, reports_what_only_the_host_compiler_rejects) {
    // Only ingotc defines INGOT_DEVICE. The host's compiler, which compiles for the CPU debug device, finds the error.
    const auto failure = failure_of([] {
        compile_text(std::string(add_number) + "#ifndef INGOT_DEVICE\nint wrong = \"text\";\n#endif\n", "host.kernels.cpp");
    });
    ASSERT_TRUE(failure);
    EXPECT_TRUE(contains(failure->what(), "compiling host.kernels.cpp for the CPU debug device: ")) << failure->what();
    EXPECT_EQ(failure->diagnostics().front().line, 8u) << failure->text();
}

TEST_F(compiler, compiles_in_several_threads_at_once) {
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back(
            [&] { right += compile_text(add_number, "text.kernels.cpp", for_spirv()).kernel_names().size() == 1; });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 3);
}

TEST_F(compiler, an_archive_of_ingotc_is_a_program_too) {
    const compiled_program compiled_kernels = compile_text(add_number, "text.kernels.cpp", for_spirv());
    const auto path = folder_.path() / "add.ingot";
    const std::span<const std::byte> bytes = compiled_kernels.source().archive;
    write_file(path, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    EXPECT_EQ(read_program(path).kernel_names(), std::vector<std::string> {"add"});
    EXPECT_TRUE(contains(error_message([&] { program(find_device(backend::cpu_debug), read_program(path)); }),
                         "holds no code for the CPU debug device"));
    EXPECT_TRUE(contains(error_message([&] { read_program(folder_.path() / "none.ingot"); }), "none.ingot"));
}

TEST(diagnostics, are_found_in_compilers_messages) {
    const auto found = jit::parse_diagnostics(
        "In file included from a.cpp:1:\n"
        "a b.hpp:12:7: error: 'x' was not declared: really\n"
        "   12 |   int y = x; // note: this\n"
        "      |           ^\n"
        "note: use something else\n"
        "c.cpp:3: warning: old\n"
        "d.cpp:4:1: fatal error: no such file\n"
        "ingotc: error: no kernel file\n");
    ASSERT_EQ(found.size(), 5u);
    EXPECT_EQ(found[0], (compile_diagnostic {"a b.hpp", 12, 7, diagnostic_level::error, "'x' was not declared: really"}));
    EXPECT_EQ(found[1], (compile_diagnostic {"", 0, 0, diagnostic_level::note, "use something else"}));
    EXPECT_EQ(found[2], (compile_diagnostic {"c.cpp", 3, 0, diagnostic_level::warning, "old"}));
    EXPECT_EQ(found[3], (compile_diagnostic {"d.cpp", 4, 1, diagnostic_level::error, "no such file"}));
    EXPECT_EQ(found[4], (compile_diagnostic {"", 0, 0, diagnostic_level::error, "no kernel file"}));
}

TEST(processes, are_run_without_a_shell) {
    const jit::process_result echo = jit::run_process({"printf", "%s|%s", "a b", "$HOME; false"});
    EXPECT_EQ(echo.status, 0);
    EXPECT_EQ(echo.output, "a b|$HOME; false");
    EXPECT_EQ(jit::run_process({"false"}).status, 1);
    EXPECT_EQ(jit::run_process({"sh", "-c", "kill -9 $$"}).status, 128 + 9);
    EXPECT_EQ(jit::run_process({"sh", "-c", "echo to err >&2"}).output, "to err\n");
    EXPECT_TRUE(contains(error_message([] { jit::run_process({"no-such-program"}); }), "starting 'no-such-program'"));
}

}  // namespace
