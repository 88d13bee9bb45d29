# The build folder is a package for CMake: writes a sample with `ingot new`, builds it without an installation, as the program says,
# and runs it.
#
#   cmake -DBUILD=… -DWORK=… -DCXX=… -DCC=… -P build_folder_test.cmake
include(${CMAKE_CURRENT_LIST_DIR}/checks.cmake)

file(REMOVE_RECURSE ${WORK})
set(ENV{XDG_CACHE_HOME} ${WORK}/cache)
set(ENV{XDG_DATA_HOME} ${WORK}/data)
set(compilers -G Ninja -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${CC})
run("writing a sample" ${BUILD}/bin/ingot new waves --folder ${WORK}/waves)
expect("what comes next" "${output}" " -DCMAKE_PREFIX_PATH=${BUILD}\n")
file(APPEND ${WORK}/waves/CMakeLists.txt "
add_executable(host_program host_program.cpp)
ingot_add_kernels(host_program waves.kernels.cpp)
target_link_libraries(host_program PRIVATE Ingot::runtime)
")
file(WRITE ${WORK}/waves/host_program.cpp "#include <ingot/ingot.hpp>
#include \"waves.kernels.hpp\"
int main() { const waves_program program(ingot::find_device(ingot::backend::cpu_debug)); }
")
run("configuring" ${CMAKE_COMMAND} -S ${WORK}/waves -B ${WORK}/waves/build ${compilers} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${BUILD})
run("building" ${CMAKE_COMMAND} --build ${WORK}/waves/build)
run("the program" ${WORK}/waves/build/host_program)
run("the list" ${BUILD}/bin/ingot samples --json --sample ${WORK}/waves/build/waves.so)
expect("the list" "${output}" "\"title\": \"Waves\"")

# Without the option, if PATH has the folder with the program.
set(ENV{PATH} "${BUILD}/bin:$ENV{PATH}")
run("configuring by PATH" ${CMAKE_COMMAND} -S ${WORK}/waves -B ${WORK}/waves/other ${compilers})
