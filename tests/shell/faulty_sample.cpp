// A shared library that is no sample for the test program. A macro selects the reason.
#include <ingot/sample/sample_library.hpp>

namespace {

constexpr const char* version = ingot::sample_interface_version;
constexpr const char* headers = ingot::sample_interface_hash;

}  // namespace

#ifdef INGOT_TEST_MISSING_FUNCTION
void function_of_another_version();
#endif

#ifndef INGOT_TEST_NO_SAMPLE
extern "C" const ingot::sample_library ingot_sample_library;
const ingot::sample_library ingot_sample_library {
#ifdef INGOT_TEST_OTHER_VERSION
    "0.1.7",
#else
    version,
#endif
#ifdef INGOT_TEST_OTHER_HEADERS
    "0123456789abcdef",
#else
    headers,
#endif
    "counters",
    "Title",
    "Summary",
    "/nowhere",
    []() -> std::unique_ptr<ingot::sample> {
#ifdef INGOT_TEST_MISSING_FUNCTION
        function_of_another_version();
#endif
        return nullptr;
    }};
#else
extern "C" const char* const not_a_sample;
const char* const not_a_sample = version != headers ? "library" : "";
#endif
