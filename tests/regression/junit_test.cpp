// Tests the results that `ingot regress` writes as JUnit XML for CI systems: compares them with a schema, and contains texts
// that must be escaped in XML.
#include "regression/junit.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "temporary_folder.hpp"

namespace ingot::regression {
namespace {

outcome outcome_of(const std::string& backend, verdict is, const std::string& reason = {}) {
    outcome result;
    result.backend = backend;
    result.status = is;
    result.reason = reason;
    return result;
}

std::vector<case_result> results() {
    case_result result;
    result.tested_case.sample = "sam<p>le";
    result.tested_case.name = "a&\"b\"";
    result.outcomes.push_back(outcome_of("opencl", verdict::failed, "bytes \xff\x01 and \xed\xa0\x80, 4 < 5 ]]>"));
    result.outcomes.back().checks.measurements.push_back(
        {"flip", "FLIP mean", "golden", 0.5, measurement::relation::at_most, 0.1, 0.0, {}});
    result.outcomes.push_back(outcome_of("cuda", verdict::skipped, "no driver"));
    result.outcomes.push_back(outcome_of("metal", verdict::failed, "crashed"));
    result.outcomes.back().crashed = true;
    result.outcomes.push_back(outcome_of("cpu-debug", verdict::passed));
    result.outcomes.back().actual = rendering {};
    result.outcomes.back().actual->seconds = 1.5;
    return {result};
}

TEST(junit, counts_and_escapes) {
    const std::string text = to_junit(results());
    EXPECT_NE(text.find(R"(name="sam&lt;p&gt;le" tests="4" failures="1" errors="1" skipped="1" time="1.500")"), std::string::npos)
        << text;
    EXPECT_NE(text.find(R"(classname="sam&lt;p&gt;le.a&amp;&quot;b&quot;" name="opencl")"), std::string::npos) << text;
    EXPECT_NE(text.find("bytes ?? and ???, 4 &lt; 5 ]]&gt;"), std::string::npos) << text;
    EXPECT_NE(text.find("FLIP mean 0.5, limit at most 0.1, compared with golden"), std::string::npos) << text;
}

TEST(junit, fits_the_schema) {
    if (std::system("command -v xmllint >/dev/null") != 0) GTEST_SKIP() << "xmllint (libxml2-utils) is not installed";
    const tests::temporary_folder folder;
    const auto file = folder.write("results.xml", to_junit(results()));
    EXPECT_EQ(std::system(("xmllint --noout --schema '" INGOT_JUNIT_SCHEMA "' '" + file.string() + "' 2>'" +
                           (folder / "errors").string() + "'")
                              .c_str()),
              0)
        << folder.read("errors") << folder.read("results.xml");
}

}  // namespace
}  // namespace ingot::regression
