# Cross-compiles for AArch64 with Debian's packages. Clang uses the C and C++ libraries of g++-aarch64-linux-gnu. The folder packages
# replaces libraries that Debian has for the machine's own processor only.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
foreach(language IN ITEMS C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET aarch64-linux-gnu)
endforeach()
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES INGOT_CROSS_HEADERS)
foreach(package IN ITEMS Boost GTest fmt glm nlohmann_json)
  set(${package}_DIR ${CMAKE_CURRENT_LIST_DIR}/packages)
endforeach()
