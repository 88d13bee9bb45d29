# Tests of the Metal backend for Apple's hardware, with a fake Metal that runs on every machine: see fake_metal/fake_metal.hpp.
# Apple's libraries cannot be replaced in this way on Apple's own systems.
if(APPLE)
  return()
endif()

# The three files that the backend opens are one library.
set(fake_metal_folder ${CMAKE_CURRENT_BINARY_DIR}/fake_metal)
add_library(fake_metal MODULE fake_metal/commands.cpp fake_metal/device.cpp fake_metal/objects.cpp)
ingot_optimise(fake_metal/commands.cpp fake_metal/device.cpp fake_metal/objects.cpp)
target_include_directories(fake_metal PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime)
target_link_libraries(fake_metal PRIVATE ingot_warnings)
set_target_properties(fake_metal PROPERTIES PREFIX "" OUTPUT_NAME "libobjc.A" SUFFIX ".dylib" LIBRARY_OUTPUT_DIRECTORY ${fake_metal_folder})
foreach(name IN ITEMS Foundation Metal)
  add_custom_command(TARGET fake_metal POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink libobjc.A.dylib ${fake_metal_folder}/${name})
endforeach()

add_executable(metal_hardware_tests metal_test.cpp metal_failure_test.cpp metal_fixture.cpp fake_metal/opened.cpp)
target_include_directories(metal_hardware_tests PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(metal_hardware_tests PRIVATE Ingot::runtime ingot_test_devices ingot_test_surroundings ingot_warnings GTest::gtest_main
                      ${CMAKE_DL_LIBS})
add_dependencies(metal_hardware_tests fake_metal)
gtest_discover_tests(metal_hardware_tests NO_PRETTY_VALUES TEST_PREFIX runtime.
  PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=${fake_metal_folder}" TIMEOUT 600)

# The tests for every device, here with the fake Metal, except the tests that run kernels.
add_test(NAME runtime.every_device_on_fake_metal COMMAND runtime_tests --gtest_filter=on/buffer*.*/metal_*:on/every_device.*/metal_*:on/host_memory.*/metal_*:on/later_maps.*/metal_*:on/queues.*/metal_*)
set_tests_properties(runtime.every_device_on_fake_metal PROPERTIES
  ENVIRONMENT "LD_LIBRARY_PATH=${fake_metal_folder};INGOT_METAL=hardware"
  PASS_REGULAR_EXPRESSION "\\[  PASSED  \\] [1-9][0-9]+ tests" FAIL_REGULAR_EXPRESSION "FAILED" TIMEOUT 600)
add_dependencies(runtime_tests fake_metal)

add_executable(metal_listing metal_listing.cpp)
target_include_directories(metal_listing PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime)
target_link_libraries(metal_listing PRIVATE Ingot::runtime ingot_warnings)
add_dependencies(metal_listing fake_metal)
function(ingot_metal_listing_test name expected)
  add_test(NAME runtime.metal_listing.${name} COMMAND metal_listing)
  set_tests_properties(runtime.metal_listing.${name} PROPERTIES PASS_REGULAR_EXPRESSION "${expected}" ENVIRONMENT "${ARGN}")
endfunction()
ingot_metal_listing_test(without_apple "Metal is a part of Apple's systems.*never run on Apple's hardware" INGOT_METAL=)
ingot_metal_listing_test(no_library "Metal cannot be used: libobjc.A.dylib: cannot open" INGOT_METAL=hardware)
ingot_metal_listing_test(wrong_choice "INGOT_METAL='real': the values are 'hardware', 'emulated', 'emulated:cpu-native', 'emulated:opencl'" INGOT_METAL=real)
ingot_metal_listing_test(two_devices "Apple Fake M1, Metal, a backend that was never run on Apple's hardware.*AMD Radeon Fake, "
                         INGOT_METAL=hardware LD_LIBRARY_PATH=${fake_metal_folder})
ingot_metal_listing_test(no_device "the driver lists no device"
                         INGOT_METAL=hardware LD_LIBRARY_PATH=${fake_metal_folder} INGOT_FAKE_METAL_DEVICES=0)
ingot_metal_listing_test(missing_class "Metal cannot be used: there is no class MTLCompileOptions"
                         INGOT_METAL=hardware LD_LIBRARY_PATH=${fake_metal_folder} INGOT_FAKE_METAL_FAIL=MTLCompileOptions)
ingot_metal_listing_test(no_compiler "the kernels of Ingot's Metal backend: compiling its Metal text for 'Apple Fake M1': the compiler service stopped"
                         INGOT_METAL=hardware LD_LIBRARY_PATH=${fake_metal_folder}
                         INGOT_FAKE_METAL_FAIL=newLibraryWithSource:options:error:)

# An optional package of PyPI has the types of Metal's methods. Without it the test is skipped, and says so.
if(Python3_FOUND)
  set(INGOT_PYOBJC_METAL "" CACHE PATH "Folder of the unpacked package pyobjc-framework-Metal (PyPI), for a test of Metal's selectors")
  add_test(NAME runtime.metal_selectors
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/metal_selectors.py $<TARGET_FILE:metal_listing>
            ${PROJECT_SOURCE_DIR}/compute/runtime/metal/hardware "${INGOT_PYOBJC_METAL}")
  set_tests_properties(runtime.metal_selectors PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "LD_LIBRARY_PATH=${fake_metal_folder}")
endif()
