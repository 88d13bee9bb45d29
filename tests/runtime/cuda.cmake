# Tests of the CUDA backend with a fake driver that runs on every machine: see fake_cuda.hpp.
function(ingot_fake_cuda target folder)
  add_library(${target} MODULE fake_cuda.cpp fake_cuda_state.cpp)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime)
  target_link_libraries(${target} PRIVATE ingot_warnings)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME "libcuda" SUFFIX ".so.1" LIBRARY_OUTPUT_DIRECTORY ${folder})
endfunction()

set(fake_cuda_folder ${CMAKE_CURRENT_BINARY_DIR}/fake_cuda)
set(old_cuda_folder ${CMAKE_CURRENT_BINARY_DIR}/fake_cuda_without_launch)
set(broken_cuda_folder ${CMAKE_CURRENT_BINARY_DIR}/broken_cuda)
ingot_fake_cuda(fake_cuda ${fake_cuda_folder})
ingot_fake_cuda(fake_cuda_without_launch ${old_cuda_folder})
target_compile_definitions(fake_cuda_without_launch PRIVATE FAKE_CUDA_WITHOUT_LAUNCH)
file(WRITE ${broken_cuda_folder}/libcuda.so.1 "not a library")

add_executable(cuda_tests cuda_test.cpp cuda_failure_test.cpp cuda_parts_test.cpp cuda_fixture.cpp fake_cuda_opened.cpp)
target_include_directories(cuda_tests PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime)
target_link_libraries(cuda_tests PRIVATE Ingot::runtime ingot_test_devices ingot_warnings GTest::gtest_main ${CMAKE_DL_LIBS})
ingot_reuse_headers(cuda_tests ingot_test_headers)
add_dependencies(cuda_tests fake_cuda)
gtest_discover_tests(cuda_tests NO_PRETTY_VALUES TEST_PREFIX runtime. TEST_LIST quick_cuda_tests TEST_FILTER "*-failing_calls.every_*"
                     PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=${fake_cuda_folder}" TIMEOUT 600)
gtest_discover_tests(cuda_tests NO_PRETTY_VALUES TEST_PREFIX runtime. TEST_LIST slow_cuda_tests TEST_FILTER "failing_calls.every_*"
                     PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=${fake_cuda_folder}" LABELS slow TIMEOUT 600)

# Tests on a real device if there is one. Each test runs in a separate process, because one of them makes the device
# unusable.
add_executable(cuda_device_tests cuda_device_test.cpp cuda_fixture.cpp fake_cuda_opened.cpp)
target_include_directories(cuda_device_tests PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime)
target_link_libraries(cuda_device_tests PRIVATE Ingot::runtime ingot_test_devices ingot_warnings GTest::gtest_main ${CMAKE_DL_LIBS})
ingot_reuse_headers(cuda_device_tests ingot_test_headers)
gtest_discover_tests(cuda_device_tests NO_PRETTY_VALUES TEST_PREFIX runtime.)

# The tests for every device, here with the fake driver, except the tests that run kernels.
add_test(NAME runtime.every_device_on_fake_cuda COMMAND runtime_tests --gtest_filter=on/buffer*.*/cuda_*:on/every_device.*/cuda_*:on/host_memory.*/cuda_*:on/later_maps.*/cuda_*:on/queues.*/cuda_*)
set_tests_properties(runtime.every_device_on_fake_cuda PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=${fake_cuda_folder}"
  PASS_REGULAR_EXPRESSION "\\[  PASSED  \\] [1-9][0-9]+ tests" FAIL_REGULAR_EXPRESSION "FAILED" TIMEOUT 600)
add_dependencies(runtime_tests fake_cuda)

# The backend does not need NVIDIA's cuda.h. If it is installed, this test compares the backend's declarations with it.
find_path(INGOT_CUDA_HEADERS_FOLDER cuda.h HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES include)
if(INGOT_CUDA_HEADERS_FOLDER)
  target_sources(cuda_tests PRIVATE cuda_declarations_test.cpp)
  target_include_directories(cuda_tests SYSTEM PRIVATE ${INGOT_CUDA_HEADERS_FOLDER})
endif()

add_executable(cuda_listing cuda_listing.cpp)
target_link_libraries(cuda_listing PRIVATE Ingot::runtime ingot_warnings)
add_dependencies(cuda_listing fake_cuda fake_cuda_without_launch)
function(ingot_cuda_listing_test name expected)
  add_test(NAME runtime.cuda_listing.${name} COMMAND cuda_listing)
  set_tests_properties(runtime.cuda_listing.${name} PROPERTIES PASS_REGULAR_EXPRESSION "${expected}" ENVIRONMENT "${ARGN}")
endfunction()
# With the driver of the machine: lists the real devices, or reports that there is no driver.
ingot_cuda_listing_test(this_machine "no NVIDIA driver on this machine \\(libcuda.so.1 not found\\)|compute capability|^cuInit: ")
ingot_cuda_listing_test(two_devices "Fake GPU 0, .*Fake GPU 1, " LD_LIBRARY_PATH=${fake_cuda_folder})
ingot_cuda_listing_test(no_device "the driver lists no device" LD_LIBRARY_PATH=${fake_cuda_folder} INGOT_FAKE_CUDA_DEVICES=0)
ingot_cuda_listing_test(failed_start "^cuInit: CUDA_ERROR_NO_DEVICE \\(no CUDA-capable device is detected\\)"
                        LD_LIBRARY_PATH=${fake_cuda_folder} INGOT_FAKE_CUDA_FAIL=cuInit=100)
ingot_cuda_listing_test(one_device_fails "device 0: cuDeviceTotalMem_v2: CUDA_ERROR_OUT_OF_MEMORY.*Fake GPU 1, "
                        LD_LIBRARY_PATH=${fake_cuda_folder} INGOT_FAKE_CUDA_FAIL=cuDeviceTotalMem_v2)
ingot_cuda_listing_test(missing_function "the NVIDIA driver has no function cuLaunchKernel" LD_LIBRARY_PATH=${old_cuda_folder})
ingot_cuda_listing_test(broken_library "the NVIDIA driver cannot be opened: .*libcuda.so.1" LD_LIBRARY_PATH=${broken_cuda_folder})
