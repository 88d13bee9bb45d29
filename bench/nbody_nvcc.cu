// The baseline for N-body on CUDA: the same work as a plain kernel for NVIDIA's compiler, after Nyland, Harris and
// Prins, "Fast N-Body Simulation with CUDA" (GPU Gems 3, chapter 31). Each thread moves one body; tiles of the block's
// size are in shared memory; the inner loop is unrolled. An interaction counts as 19 operations, as in Ingot's results;
// add_pull() lists them.
//
// nbody_nvcc [--seconds S] prints JSON. For each number of bodies it measures every block size for about S seconds
// (default 0.5), and prints the results of all block sizes and of the fastest one. A sample is the time between an event
// before and an event after so many steps that they take about 4 milliseconds or more, divided by the number of steps.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr double flops_per_interaction = 19;
constexpr float softening_squared = 1e-4f;
constexpr float time_step = 1e-3f;
constexpr float damping = 0.999f;

void check(cudaError_t answer, const char* call) {
    if (answer != cudaSuccess)
        throw std::runtime_error(std::string(call) + ": " + cudaGetErrorName(answer) + " (" + cudaGetErrorString(answer) + ")");
}

// Adds the acceleration by one body. This takes 19 operations: 3 subtractions, 6 operations for the squared distance with
// softening, 1 for the reciprocal root, 3 for the factor, and 6 for the sum.
__device__ float3 add_pull(float3 acceleration, float4 position, float4 body) {
    const float x = body.x - position.x;
    const float y = body.y - position.y;
    const float z = body.z - position.z;
    const float inverse = rsqrtf(x * x + y * y + z * z + softening_squared);
    const float factor = body.w * inverse * inverse * inverse;
    acceleration.x += x * factor;
    acceleration.y += y * factor;
    acceleration.z += z * factor;
    return acceleration;
}

template <int block>
__global__ void __launch_bounds__(block)
    advance(const float4* __restrict__ bodies, float4* __restrict__ moved_bodies, float4* __restrict__ velocities, int count) {
    __shared__ float4 tile[block];
    const int index = static_cast<int>(blockIdx.x) * block + static_cast<int>(threadIdx.x);
    float4 body = bodies[index];
    float3 acceleration = {0, 0, 0};
    for (int first = 0; first < count; first += block) {
        tile[threadIdx.x] = bodies[first + static_cast<int>(threadIdx.x)];
        __syncthreads();
#pragma unroll 128
        for (int i = 0; i < block; ++i) acceleration = add_pull(acceleration, body, tile[i]);
        __syncthreads();
    }
    float4 velocity = velocities[index];
    velocity.x = (velocity.x + acceleration.x * time_step) * damping;
    velocity.y = (velocity.y + acceleration.y * time_step) * damping;
    velocity.z = (velocity.z + acceleration.z * time_step) * damping;
    body.x += velocity.x * time_step;
    body.y += velocity.y * time_step;
    body.z += velocity.z * time_step;
    velocities[index] = velocity;
    moved_bodies[index] = body;
}

struct device_bodies {
    explicit device_bodies(const std::vector<float4>& start) : count(static_cast<int>(start.size())) {
        const size_t bytes = start.size() * sizeof(float4);
        for (float4** buffer : {&bodies, &moved_bodies, &velocities}) check(cudaMalloc(buffer, bytes), "cudaMalloc");
        check(cudaMemcpy(bodies, start.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaMemset(velocities, 0, bytes), "cudaMemset");
    }
    device_bodies(const device_bodies&) = delete;
    device_bodies& operator=(const device_bodies&) = delete;
    ~device_bodies() {
        for (float4* buffer : {bodies, moved_bodies, velocities}) cudaFree(buffer);
    }

    template <int block>
    void step() {
        advance<block><<<static_cast<unsigned>(count / block), block>>>(bodies, moved_bodies, velocities, count);
        std::swap(bodies, moved_bodies);
    }

    float4* bodies = nullptr;
    float4* moved_bodies = nullptr;
    float4* velocities = nullptr;
    int count;
};

// Returns the same bodies in every run: in a cube of side 2, with a total mass of 1.
std::vector<float4> random_bodies(int count) {
    std::vector<float4> bodies(static_cast<size_t>(count));
    unsigned state = 1;
    const auto next = [&state] { return static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1.0f; };
    for (float4& body : bodies) body = {next(), next(), next(), 1.0f / static_cast<float>(count)};
    return bodies;
}

struct timing {
    int block;
    double median;  // milliseconds per step
    double p95;     // milliseconds per step: the 95th percentile
    size_t samples;
    int steps_in_sample;
};

class stopwatch {
public:
    stopwatch() {
        check(cudaEventCreate(&begin), "cudaEventCreate");
        check(cudaEventCreate(&end), "cudaEventCreate");
    }
    stopwatch(const stopwatch&) = delete;
    stopwatch& operator=(const stopwatch&) = delete;
    ~stopwatch() {
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }

    // Returns the milliseconds that `steps` calls of `step` take.
    template <typename Step>
    double time(int steps, Step step) {
        check(cudaEventRecord(begin), "cudaEventRecord");
        for (int i = 0; i < steps; ++i) step();
        check(cudaGetLastError(), "launch");
        check(cudaEventRecord(end), "cudaEventRecord");
        check(cudaEventSynchronize(end), "cudaEventSynchronize");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
        return milliseconds;
    }

private:
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
};

template <int block>
timing measure(const std::vector<float4>& start, double seconds) {
    device_bodies bodies(start);
    stopwatch watch;
    const auto step = [&] { bodies.step<block>(); };
    watch.time(3, step);
    // A sample takes at least about 4 milliseconds, so that the clock's resolution and the cost of a launch do not matter.
    const double step_milliseconds = std::max(watch.time(3, step) / 3, 1e-3);
    const int steps = std::max(1, static_cast<int>(std::ceil(4.0 / step_milliseconds)));
    const size_t samples = std::clamp<size_t>(static_cast<size_t>(seconds * 1e3 / (step_milliseconds * steps)), 11, 1001);
    std::vector<double> times(samples);
    for (double& sample : times) sample = watch.time(steps, step) / steps;
    std::sort(times.begin(), times.end());
    return {block, times[samples / 2], times[std::min(samples - 1, samples * 95 / 100)], samples, steps};
}

double gflops(int count, double milliseconds) {
    return flops_per_interaction * static_cast<double>(count) * static_cast<double>(count) / (milliseconds * 1e6);
}

void print(const timing& result, int count) {
    std::printf(R"({"block": %d, "milliseconds": %.6f, "p95": %.6f, "gflops": %.1f, "samples": %zu, "steps_in_sample": %d})",
                result.block, result.median, result.p95, gflops(count, result.median), result.samples, result.steps_in_sample);
}

void measure_count(int count, double seconds) {
    const std::vector<float4> start = random_bodies(count);
    const timing results[] = {measure<64>(start, seconds), measure<128>(start, seconds), measure<256>(start, seconds),
                              measure<512>(start, seconds), measure<1024>(start, seconds)};
    const timing& best = *std::min_element(std::begin(results), std::end(results),
                                           [](const timing& a, const timing& b) { return a.median < b.median; });
    std::printf("    {\"bodies\": %d, \"best\": ", count);
    print(best, count);
    std::printf(",\n     \"blocks\": [");
    for (const timing& result : results) {
        std::printf(&result == results ? "" : ",\n                ");
        print(result, count);
    }
    std::printf("]}");
}

// Verifies the baseline's result: compares the velocities of some bodies after one step with those that the host computes in
// double precision. Throws an exception if they differ.
void check_result() {
    constexpr int count = 4096;
    const std::vector<float4> start = random_bodies(count);
    device_bodies bodies(start);
    bodies.step<256>();
    std::vector<float4> velocities(start.size());
    check(cudaMemcpy(velocities.data(), bodies.velocities, start.size() * sizeof(float4), cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (size_t i = 0; i < start.size(); i += 97) {
        double sum[3] = {0, 0, 0};
        for (const float4& other : start) {
            const double d[3] = {double(other.x) - start[i].x, double(other.y) - start[i].y, double(other.z) - start[i].z};
            const double squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening_squared;
            for (int axis = 0; axis < 3; ++axis) sum[axis] += other.w * d[axis] / (squared * std::sqrt(squared));
        }
        const float velocity[3] = {velocities[i].x, velocities[i].y, velocities[i].z};
        double difference = 0;
        double size = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const double expected = sum[axis] * time_step * damping;
            difference += (velocity[axis] - expected) * (velocity[axis] - expected);
            size += expected * expected;
        }
        if (!(difference <= 1e-8 * size)) throw std::runtime_error("body " + std::to_string(i) + " is wrong after one step");
    }
}

double seconds_from(int count, char** words) {
    if (count == 1) return 0.5;
    char* end = nullptr;
    const double seconds = count == 3 && std::strcmp(words[1], "--seconds") == 0 ? std::strtod(words[2], &end) : 0;
    if (!end || *end != '\0' || !(seconds > 0)) throw std::runtime_error("usage: nbody_nvcc [--seconds S], S above 0");
    return seconds;
}

}  // namespace

int main(int count, char** words) try {
    const double seconds = seconds_from(count, words);
    cudaDeviceProp properties {};
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    check_result();
    std::printf("{\n  \"device\": \"%s\", \"compiler\": \"nvcc %d.%d\", \"flops_per_interaction\": %.0f,\n  \"results\": [\n",
                properties.name, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, flops_per_interaction);
    const char* separator = "";
    for (const int bodies : {4096, 16384, 65536, 262144, 524288}) {
        std::printf("%s", separator);
        measure_count(bodies, seconds);
        std::fflush(stdout);
        separator = ",\n";
    }
    std::printf("\n  ]\n}\n");
} catch (const std::exception& reason) {
    std::fprintf(stderr, "nbody_nvcc: %s\n", reason.what());
    return 1;
}
