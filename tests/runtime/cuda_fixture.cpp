#include "cuda_fixture.hpp"

#include <cstdlib>
#include <string_view>

#include "kernel_calls.hpp"

namespace ingot {

namespace {

constexpr std::string_view ptx = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry saxpy(.param .u64 y, .param .u64 x, .param .f32 factor)
{
    .reg .b32 %r<4>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [y];
    ld.param.u64 %rd2, [x];
    ld.param.f32 %f1, [factor];
    cvta.to.global.u64 %rd1, %rd1;
    cvta.to.global.u64 %rd2, %rd2;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.s32 %r3, %r1, %r2, %r3;
    mul.wide.u32 %rd3, %r3, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.f32 %f2, [%rd1];
    ld.global.f32 %f3, [%rd2];
    fma.rn.f32 %f2, %f1, %f3, %f2;
    st.global.f32 [%rd1], %f2;
    ret;
}
.visible .entry write_to_invalid_address()
{
    .reg .b64 %rd<2>;
    mov.u64 %rd1, 16;
    st.global.u64 [%rd1], %rd1;
    ret;
}
)";

template <typename T>
T argument(const fake_cuda::launch& launch, size_t index) {
    T value;
    std::memcpy(&value, launch.arguments[index], sizeof(T));
    return value;
}

}  // namespace

archive::archive ptx_program::saxpy() {
    archive::archive contents;
    contents.compiler = "ingotc";
    contents.source = "saxpy.kernels.cpp";
    archive::kernel_reflection kernel;
    kernel.name = kernel.symbol = "saxpy";
    kernel.parameters = {{"y", archive::parameter_kind::buffer, archive::access::read_write, "float", 4, 4},
                         {"x", archive::parameter_kind::buffer, archive::access::read, "float", 4, 4},
                         {"factor", archive::parameter_kind::value, archive::access::read, "float", 4, 4}};
    contents.kernels.push_back(kernel);
    kernel.name = kernel.symbol = "write_to_invalid_address";
    kernel.parameters.clear();
    contents.kernels.push_back(kernel);
    const auto text = std::as_bytes(std::span(ptx));
    contents.targets.push_back({"ptx", "sm_70", {text.begin(), text.end()}});
    return contents;
}

void cuda::SetUp() {
    fake_ = fake_cuda::opened();
    ASSERT_TRUE(fake_) << "set LD_LIBRARY_PATH to the folder of the fake driver, as CTest does";
    unsetenv("INGOT_FAKE_CUDA_FAIL");
    fake_->reset();
    fake_->launched = &run_saxpy;
    empty_cache();
}

void cuda::TearDown() { unsetenv("INGOT_FAKE_CUDA_FAIL"); }

void cuda::empty_cache() {
    cache_variable_.reset();
    cache_.emplace();
    cache_variable_.emplace("XDG_CACHE_HOME", cache_->path().string());
}

const backends::cuda::driver& cuda::calls() {
    static const backends::cuda::driver driver;
    return driver;
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

void cuda::enqueue_saxpy(queue& queue, const program& program, device_buffer<float>& y, const device_buffer<float>& x,
                         float factor) {
    testing::run(queue, program, "saxpy", range(static_cast<uint32_t>(y.size())), y, x, factor);
}

}  // namespace ingot
