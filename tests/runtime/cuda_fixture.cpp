#include "cuda_fixture.hpp"

#include <cstdlib>

namespace ingot {

namespace {

constexpr const char* ptx =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry saxpy(\n\t.param .u64 .ptr .global .align 4 saxpy_param_0,\n\t.param .u64 .ptr .global .align 4 "
    "saxpy_param_1,\n"
    "\t.param .f32 saxpy_param_2\n)\n{\n\tret;\n}\n";

template <typename T>
T argument(const fake_cuda::launch& launch, size_t index) {
    T value;
    std::memcpy(&value, launch.arguments[index], sizeof(T));
    return value;
}

}  // namespace

archive::archive fake_program::saxpy() {
    archive::archive contents;
    contents.compiler = "ingotc";
    contents.source = "saxpy.kernels.cpp";
    archive::kernel_reflection kernel;
    kernel.name = "saxpy";
    kernel.parameters = {{"y", archive::parameter_kind::buffer, archive::access::read_write, "float", 4, 4},
                         {"x", archive::parameter_kind::buffer, archive::access::read, "float", 4, 4},
                         {"factor", archive::parameter_kind::value, archive::access::read, "float", 4, 4}};
    contents.kernels.push_back(kernel);
    const auto text = std::as_bytes(std::span(ptx, std::strlen(ptx)));
    contents.targets.push_back({"ptx", "sm_70", {text.begin(), text.end()}});
    return contents;
}

void cuda::SetUp() {
    fake = fake_cuda::opened();
    ASSERT_TRUE(fake) << "run this with LD_LIBRARY_PATH at the fake driver's folder, as CTest does";
    unsetenv("INGOT_FAKE_CUDA_FAIL");
    fake->reset();
    fake->launched = &run_saxpy;
    empty_cache();
}

void cuda::TearDown() { unsetenv("INGOT_FAKE_CUDA_FAIL"); }

void cuda::empty_cache() {
    cache_variable.reset();
    cache.emplace();
    cache_variable.emplace("XDG_CACHE_HOME", cache->path().string());
}

const backends::cuda::driver& cuda::calls() {
    static const backends::cuda::driver opened;
    return opened;
}

device cuda::make_device(int index) { return device(std::make_shared<backends::cuda::device>(calls(), index)); }

fake_cuda::late_work cuda::run_saxpy(const fake_cuda::launch& launch) {
    auto* const y = reinterpret_cast<float*>(argument<uint64_t>(launch, 0));
    const auto* const x = reinterpret_cast<const float*>(argument<uint64_t>(launch, 1));
    const auto factor = argument<float>(launch, 2);
    const size_t count = size_t {launch.groups[0]} * launch.group[0];
    return [=] {
        for (size_t i = 0; i < count; ++i) y[i] += factor * x[i];
        return 0;
    };
}

void cuda::enqueue_saxpy(queue& in, const program& of, device_buffer<float>& y, const device_buffer<float>& x, float factor) {
    const kernel_function saxpy(of, "saxpy");
    const std::vector<kernel_argument> arguments {
        {&y.storage(), {}}, {&x.storage(), {}}, {nullptr, std::as_bytes(std::span(&factor, 1))}};
    in.run_unchecked(saxpy, range(static_cast<uint32_t>(y.size())), arguments);
}

}  // namespace ingot
