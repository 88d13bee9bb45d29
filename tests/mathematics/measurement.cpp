#include "measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "functions.kernels.hpp"
#include "reference.hpp"

namespace ingot::testing {

namespace {

class at_compile_time final : public calculator {
public:
    std::string name() const override { return "compile time"; }
    std::vector<half> call(function operation, const arguments<half>& arguments) override {
        return results(operation, arguments);
    }
    std::vector<float> call(function operation, const arguments<float>& arguments) override {
        return results(operation, arguments);
    }
    std::vector<double> call(function operation, const arguments<double>& arguments) override {
        return results(operation, arguments);
    }

private:
    template <typename T>
    static std::vector<T> results(function operation, const arguments<T>& arguments) {
        std::vector<T> all(arguments.size());
        for (size_t i = 0; i < all.size(); ++i)
            all[i] = call_at_compile_time<T>(operation, arguments.x[i], arguments.y[i], arguments.z[i]);
        return all;
    }
};

class on_device final : public calculator {
public:
    explicit on_device(const ingot::device& tested) : device_(tested), queue_(device_.create_queue()), program_(device_) {}

    std::string name() const override { return device_.name(); }
    bool has_double() const override { return device_.properties().has_double; }
    std::vector<half> call(function operation, const arguments<half>& arguments) override {
        return run(program_.call_on_half, operation, arguments);
    }
    std::vector<float> call(function operation, const arguments<float>& arguments) override {
        return run(program_.call_on_float, operation, arguments);
    }
    std::vector<double> call(function operation, const arguments<double>& arguments) override {
        return run(program_.call_on_double, operation, arguments);
    }

private:
    template <typename Kernel, typename T>
    std::vector<T> run(const Kernel& kernel, function operation, const arguments<T>& arguments) {
        // Append arguments of 1 until their number is a multiple of the work-group's size.
        const size_t padded = (arguments.size() + group - 1) / group * group;
        const auto buffer_of = [&](std::vector<T> values) {
            values.resize(padded, static_cast<T>(1.0f));
            return device_.create_buffer<T>(std::span<const T>(values));
        };
        const auto x = buffer_of(arguments.x);
        const auto y = buffer_of(arguments.y);
        const auto z = buffer_of(arguments.z);
        auto results = device_.create_buffer<T>(padded, static_cast<T>(-1.0f));
        queue_.run(kernel, range(static_cast<uint32_t>(padded)).groups_of(group), x, y, z, results,
                   static_cast<uint32_t>(operation));
        std::vector<T> all = results.read(queue_);
        all.resize(arguments.size());
        return all;
    }

    static constexpr uint32_t group = 64;
    ingot::device device_;
    ingot::queue queue_;
    functions_program program_;
};

template <typename T>
bool is_denormal(T value) {
    const double magnitude = std::abs(static_cast<double>(value));
    return magnitude != 0.0 && magnitude < static_cast<double>(std::numeric_limits<T>::min());
}

void take_greater(largest_error& maximum, const largest_error& other) {
    if (other.ulp > maximum.ulp) maximum = other;
}

}  // namespace

std::unique_ptr<calculator> compile_time_calculator() { return std::make_unique<at_compile_time>(); }
std::unique_ptr<calculator> device_calculator(const device& device) { return std::make_unique<on_device>(device); }

template <detail::floating_point T>
std::vector<measurement> measure(function operation, const arguments<T>& arguments, const std::vector<calculator*>& calculators) {
    std::vector<std::vector<T>> results;
    for (calculator* calculator : calculators) results.push_back(calculator->call(operation, arguments));
    std::vector<measurement> measurements(calculators.size());
    const int arity = argument_counts[static_cast<size_t>(operation)];
    reference exact(operation);
    for (size_t i = 0; i < arguments.size(); ++i) {
        const double x = static_cast<double>(arguments.x[i]);
        const double y = static_cast<double>(arguments.y[i]);
        const double z = static_cast<double>(arguments.z[i]);
        exact.evaluate(x, y, z);
        const bool has_denormal = exact.is_denormal<T>() || is_denormal(arguments.x[i]) ||
                                  (arity > 1 && is_denormal(arguments.y[i])) || (arity > 2 && is_denormal(arguments.z[i]));
        for (size_t index = 0; index < calculators.size(); ++index) {
            const T result = results[index][i];
            largest_error& maximum = has_denormal ? measurements[index].denormal : measurements[index].error;
            take_greater(maximum, {exact.error(result), x, y, z, static_cast<double>(result)});
        }
    }
    for (measurement& entry : measurements) entry.count = arguments.size();
    return measurements;
}

namespace {

// Returns the value of a function with 64 bits of precision, which is enough to compare errors of float, or NaN for a function
// that is missing here.
long double approximate(function operation, long double x) {
    switch (operation) {
        case function::sqrt:
            return std::sqrt(x);
        case function::rsqrt:
            return 1 / std::sqrt(x);
        case function::cbrt:
            return std::cbrt(x);
        case function::exp:
            return std::exp(x);
        case function::exp2:
            return std::exp2(x);
        case function::exp10:
            return __builtin_exp10l(x);
        case function::expm1:
            return std::expm1(x);
        case function::log:
            return std::log(x);
        case function::log2:
            return std::log2(x);
        case function::log10:
            return std::log10(x);
        case function::log1p:
            return std::log1p(x);
        case function::sin:
            return std::sin(x);
        case function::cos:
            return std::cos(x);
        case function::tan:
            return std::tan(x);
        case function::asin:
            return std::asin(x);
        case function::acos:
            return std::acos(x);
        case function::atan:
            return std::atan(x);
        case function::sinh:
            return std::sinh(x);
        case function::cosh:
            return std::cosh(x);
        case function::tanh:
            return std::tanh(x);
        case function::asinh:
            return std::asinh(x);
        case function::acosh:
            return std::acosh(x);
        case function::atanh:
            return std::atanh(x);
        default:
            return std::numeric_limits<long double>::quiet_NaN();  // then is_surely_within() is false, and MPFR measures it
    }
}

// Returns whether the error of the result is certainly smaller than `ulp` units in the last place. Returns false if this is not
// certain, for example if the result is infinite or the exact value is denormal.
bool is_surely_within(double ulp, function operation, float x, float result) {
    const long double exact = approximate(operation, x);
    const long double magnitude = std::abs(exact);
    if (!std::isfinite(result) || !(magnitude >= 0x1p-126L && magnitude < 0x1p+127L)) return false;
    const long double place = std::ldexp(1.0L, std::ilogb(exact) - 23);
    return std::abs(result - exact) / place < ulp - 0.001;
}

}  // namespace

measurement measure_screened(function operation, const arguments<float>& arguments, calculator& calculator,
                             const measurement& before) {
    const std::vector<float> results = calculator.call(operation, arguments);
    measurement result;
    result.count = arguments.size();
    reference exact(operation);
    for (size_t i = 0; i < arguments.size(); ++i) {
        const double worst = std::max(before.error.ulp, result.error.ulp);
        // With a limit of 0, is_surely_within() returns false, so results for denormal arguments are never skipped.
        if (is_surely_within(is_denormal(arguments.x[i]) ? 0.0 : worst, operation, arguments.x[i], results[i])) continue;
        const double x = static_cast<double>(arguments.x[i]);
        exact.evaluate(x, 1.0, 1.0);
        largest_error& maximum = exact.is_denormal<float>() || is_denormal(arguments.x[i]) ? result.denormal : result.error;
        take_greater(maximum, {exact.error(results[i]), x, 1.0, 1.0, static_cast<double>(results[i])});
    }
    return result;
}

void merge(measurement& total, const measurement& other) {
    take_greater(total.error, other.error);
    take_greater(total.denormal, other.denormal);
    total.count += other.count;
}

template std::vector<measurement> measure(function, const arguments<half>&, const std::vector<calculator*>&);
template std::vector<measurement> measure(function, const arguments<float>&, const std::vector<calculator*>&);
template std::vector<measurement> measure(function, const arguments<double>&, const std::vector<calculator*>&);

}  // namespace ingot::testing
