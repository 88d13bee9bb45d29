// fuzz_kernels: compares devices by random kernels.
//
//     fuzz_kernels --count 300                                        CPU debug device and the first OpenCL device
//     fuzz_kernels --seed 1234 --count 1 --reduce defects             makes the program smaller as long as it shows the defect
//     fuzz_kernels --count 1000 --save programs                       saves archives and results
//     fuzz_kernels --replay programs --devices cuda                   runs saved programs on a machine without a compiler
//
// Ends with status 1 if a device computes another result than the reference, if a program does not compile, if a process
// crashes, or after another error. Ends with status 77 if a device is missing, so that ctest skips the test.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <ingot/processes/forked_function.hpp>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "comparison.hpp"
#include "reduction.hpp"

namespace {

using namespace ingot;
using namespace ingot::fuzzing;
namespace fs = std::filesystem;
using nlohmann::json;

struct options {
    uint64_t seed = 1;
    uint64_t count = 300;
    uint32_t batch = 20;
    uint32_t jobs = std::max(1u, std::thread::hardware_concurrency());
    uint32_t seconds = 300;
    uint32_t trials = 1000;
    std::vector<std::string> devices {"cpu-debug", "opencl"};
    fs::path reduced;
    fs::path saved;
    fs::path replayed;
    std::optional<uint64_t> printed;
};

// A defect that a program shows: a wrong result or an error. A smaller program that shows the same defect has the same `kind`.
struct finding {
    uint64_t seed = 0;
    std::string kind;
    std::string message;
};

// The error that no device matches a word of the option --devices.
struct missing_device : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Finds the first device for each word of the option --devices. The first device of the list is the reference.
std::vector<device> find_devices(const std::vector<std::string>& words) {
    std::vector<device> found;
    for (const std::string& word : words) {
        std::string reasons;
        std::optional<device> first;
        for (const device_listing& listing : devices(device_selection(word))) {
            if (listing.device && !first) first = listing.device;
            if (!listing.device) reasons += fmt::format("\n  {}: {}", to_string(listing.backend), listing.unavailable_reason);
        }
        if (!first) throw missing_device(fmt::format("no device matches '{}':{}", word, reasons));
        found.push_back(*first);
    }
    return found;
}

// Runs a function in a child process, because a driver may crash or hang. wait() returns a JSON object with one member:
// `value`, the result of the function; `missing`, the message of a missing_device; or `error`, the message of another
// exception, or how the process ended.
struct child_run {
    std::unique_ptr<processes::forked_function> process;

    child_run(const std::function<json()>& work, uint32_t seconds) {
        process = std::make_unique<processes::forked_function>([&] {
            ::alarm(seconds);
            json result;
            try {
                result["value"] = work();
            } catch (const missing_device& problem) {
                result["missing"] = problem.what();
            } catch (const std::exception& problem) {
                result["error"] = problem.what();
            }
            const std::vector<uint8_t> octets = json::to_cbor(result);
            const auto bytes = std::as_bytes(std::span(octets));
            return std::vector<std::byte>(bytes.begin(), bytes.end());
        });
    }

    json wait() const {
        const processes::function_end end = process->wait();
        if (end.end.by_signal && end.end.number == SIGALRM) return {{"error", "the process took too much time"}};
        if (end.end.by_signal)
            return {{"error", fmt::format("the process was ended by signal {}: {}", end.end.number, end.errors)}};
        if (end.end.number != 0)
            return {{"error", fmt::format("the process ended with status {}: {}", end.end.number, end.errors)}};
        return json::from_cbor(std::vector<uint8_t>(reinterpret_cast<const uint8_t*>(end.bytes.data()),
                                                    reinterpret_cast<const uint8_t*>(end.bytes.data()) + end.bytes.size()));
    }
};

fs::path file_of_batch(const fs::path& folder, uint64_t first_seed, std::string_view suffix) {
    return folder / fmt::format("programs_{:06}{}", first_seed, suffix);
}

void save(const fs::path& folder, const program_batch& batch, const compiled_program& compiled,
          const std::vector<output>& outputs) {
    const auto write = [&](std::string_view suffix, std::span<const std::byte> bytes) {
        std::ofstream stream(file_of_batch(folder, batch.seeds.front(), suffix), std::ios::binary);
        stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!stream.flush()) throw std::runtime_error("cannot write to " + folder.string());
    };
    write(".ingot", compiled.source().archive);
    const std::vector<uint8_t> expected = json::to_cbor(json {{"seeds", batch.seeds}, {"outputs", outputs}});
    write(".expected", std::as_bytes(std::span(expected)));
}

json differences(std::span<const uint64_t> seeds, const std::vector<output>& expected, const std::vector<output>& found,
                 const device& device) {
    json all = json::array();
    for (size_t i = 0; i < seeds.size(); ++i)
        if (const std::string difference = difference_of(expected[i], found[i]); !difference.empty())
            all.push_back({{"seed", seeds[i]}, {"kind", "differs on " + device.name()}, {"message", difference}});
    return all;
}

// Compiles a batch, runs it on all devices and returns the differences.
json compare(const program_batch& batch, const options& settings) {
    const std::vector<device> devices = find_devices(settings.devices);
    const compiled_program compiled = compile_batch(batch, devices);
    std::vector<output> expected;
    json all = json::array();
    for (const device& device : devices) {
        std::vector<output> found = run_batch(compiled, batch.seeds, device);
        if (expected.empty())
            expected = std::move(found);
        else
            for (json& each : differences(batch.seeds, expected, found, device)) all.push_back(std::move(each));
    }
    if (!settings.saved.empty()) save(settings.saved, batch, compiled, expected);
    return all;
}

// Returns the part of a message that stays the same when the program becomes smaller. It begins at the first "error: ", or at
// the beginning of the message if there is none, and ends at the first quotation mark or line break. Digits are removed.
std::string kind_of_error(const std::string& message) {
    const size_t error = message.find("error: ");
    std::string kind = message.substr(error == std::string::npos ? 0 : error);
    kind.resize(std::min(kind.find_first_of("\n'"), kind.size()));
    std::erase_if(kind, [](char letter) { return letter >= '0' && letter <= '9'; });
    return kind;
}

std::vector<finding> findings_of(const json& result, std::span<const uint64_t> seeds) {
    std::vector<finding> found;
    if (result.contains("error")) {
        const std::string message = result["error"];
        found.push_back({seeds.front(), kind_of_error(message), message});
        return found;
    }
    for (const json& each : result["value"]) found.push_back({each["seed"], each["kind"], each["message"]});
    return found;
}

class comparison_run {
public:
    explicit comparison_run(const options& settings) : settings_(settings) {
        const json features = child_run(
                                  [&] {
                                      const language_features common = common_features(find_devices(settings_.devices));
                                      return json {common.has_sub_group_reductions, common.has_double};
                                  },
                                  settings_.seconds)
                                  .wait();
        if (features.contains("missing")) throw missing_device(features["missing"].get<std::string>());
        if (features.contains("error")) throw std::runtime_error(features["error"].get<std::string>());
        features_ = {features["value"][0], features["value"][1]};
    }

    const language_features& features() const { return features_; }

    // Runs all batches and prints the defects. Returns true if no program showed a defect.
    bool run() {
        for (uint64_t first = 0; first < settings_.count; first += settings_.batch) {
            std::vector<uint64_t> seeds;
            for (uint64_t i = first; i < std::min(first + settings_.batch, settings_.count); ++i)
                seeds.push_back(settings_.seed + i);
            pending_.push_back(make_batch(seeds, features_));
        }
        {
            std::vector<std::jthread> workers;
            for (uint32_t i = 0; i < settings_.jobs; ++i) workers.emplace_back([this] { run_pending(); });
        }
        if (failure_) std::rethrow_exception(failure_);
        fmt::print("{} programs from seed {} on {}: {} with findings\n", settings_.count, settings_.seed,
                   fmt::join(settings_.devices, ", "), found_);
        return found_ == 0;
    }

private:
    // Runs batches, one after another, until none is left. Several threads do this at the same time. An exception ends all.
    void run_pending() {
        try {
            while (const std::optional<program_batch> batch = take()) finish(*batch, start(*batch)->wait());
        } catch (...) {
            const std::lock_guard lock(mutex_);
            pending_.clear();
            if (!failure_) failure_ = std::current_exception();
        }
    }

    std::optional<program_batch> take() {
        const std::lock_guard lock(mutex_);
        if (pending_.empty()) return std::nullopt;
        program_batch next = std::move(pending_.front());
        pending_.pop_front();
        return next;
    }

    // One process at a time is created, because a copy of this process has its open pipes too: a copy that is created between
    // the two steps of another creation would keep the other's pipe open.
    std::unique_ptr<child_run> start(const program_batch& batch) {
        const std::lock_guard lock(mutex_);
        return std::make_unique<child_run>([&] { return compare(batch, settings_); }, settings_.seconds);
    }

    void finish(const program_batch& batch, const json& result) {
        const std::lock_guard lock(mutex_);
        // A single program of the batch may have caused the error. Run each program alone.
        if (result.contains("error") && batch.seeds.size() > 1)
            for (const uint64_t& seed : batch.seeds) pending_.push_back(make_batch({&seed, 1}, features_));
        else
            for (const finding& each : findings_of(result, batch.seeds)) report(each);
    }

    void report(const finding& defect) {
        ++found_;
        fmt::print("{}: {}\n    {}\n", program_name(defect.seed), defect.kind, defect.message);
        if (!settings_.reduced.empty()) {
            std::fflush(stdout);  // the processes that the reduction starts would print it again
            const fs::path file = settings_.reduced / (program_name(defect.seed) + ".kernels.cpp");
            std::ofstream(file) << file_beginning() << to_text(reduced(defect));
            fmt::print("    reduced program: {}\n", file.string());
        }
        std::fflush(stdout);
    }

    source_tree reduced(const finding& defect) const {
        options own = settings_;
        own.saved.clear();
        const auto shows_defect = [&](const source_tree& program) {
            const program_batch batch {{defect.seed}, file_beginning() + to_text(program)};
            const json result = child_run([&] { return compare(batch, own); }, own.seconds).wait();
            return std::ranges::any_of(findings_of(result, batch.seeds),
                                       [&](const finding& each) { return each.kind == defect.kind; });
        };
        return reduce(random_program(defect.seed, features_), shows_defect, settings_.trials);
    }

    const options& settings_;
    language_features features_;
    std::mutex mutex_;  // guards the members below
    std::deque<program_batch> pending_;
    std::exception_ptr failure_;
    uint64_t found_ = 0;
};

// Runs saved programs on the devices. Returns true if all results are those that were saved.
bool replay(const options& settings) {
    const std::vector<device> devices = find_devices(settings.devices);
    std::vector<fs::path> archives;
    for (const fs::directory_entry& entry : fs::directory_iterator(settings.replayed))
        if (entry.path().extension() == ".ingot") archives.push_back(entry.path());
    if (archives.empty()) throw std::runtime_error("no archives in '" + settings.replayed.string() + "'");
    std::ranges::sort(archives);
    uint64_t count = 0;
    uint64_t found = 0;
    for (const fs::path& archive : archives) {
        std::ifstream stream(fs::path(archive).replace_extension(".expected"), std::ios::binary);
        const json expected = json::from_cbor(stream);
        const std::vector<uint64_t> seeds = expected.at("seeds");
        const std::vector<output> outputs = expected.at("outputs");
        const compiled_program compiled = read_program(archive);
        for (const device& device : devices) {
            for (const json& each : differences(seeds, outputs, run_batch(compiled, seeds, device), device)) {
                ++found;
                fmt::print("program_{}: {}: {}\n", each["seed"].get<uint64_t>(), each["kind"].get<std::string>(),
                           each["message"].get<std::string>());
            }
        }
        count += seeds.size();
    }
    fmt::print("{} programs on {}: {} with findings\n", count, fmt::join(settings.devices, ", "), found);
    return found == 0;
}

int run(const options& settings) {
    if (!settings.replayed.empty()) return replay(settings) ? 0 : 1;
    for (const fs::path& folder : {settings.reduced, settings.saved})
        if (!folder.empty()) fs::create_directories(folder);
    comparison_run comparison(settings);
    if (settings.printed) {
        fmt::print("{}{}", file_beginning(), to_text(random_program(*settings.printed, comparison.features())));
        return 0;
    }
    return comparison.run() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    options settings;
    CLI::App app {"Compares devices by random kernels: the results must be the same bit for bit."};
    app.add_option("--seed", settings.seed, "seed of the first program")->capture_default_str();
    app.add_option("--count", settings.count, "number of programs")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--devices", settings.devices,
                   "devices, separated by commas: a backend, cpu, gpu or a part of a name; the first is the reference")
        ->delimiter(',')
        ->capture_default_str();
    app.add_option("--batch", settings.batch, "programs in one kernel file")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--jobs", settings.jobs, "processes at the same time")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--seconds", settings.seconds, "limit for one kernel file")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--reduce", settings.reduced, "write the smallest program for each finding to this folder")
        ->type_name("FOLDER");
    app.add_option("--trials", settings.trials, "limit on the programs that a reduction tries")->capture_default_str();
    app.add_option("--save", settings.saved, "write the archives and the results of the reference to this folder")
        ->type_name("FOLDER");
    app.add_option("--replay", settings.replayed, "run the programs of this folder, which --save wrote")->type_name("FOLDER");
    app.add_option("--print", settings.printed, "print the program of this seed and end")->type_name("SEED");
    CLI11_PARSE(app, count, arguments);
    try {
        return run(settings);
    } catch (const missing_device& problem) {
        fmt::print("skipped: {}\n", problem.what());
        return 77;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "fuzz_kernels: {}\n", problem.what());
        return 1;
    }
}
