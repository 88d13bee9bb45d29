# Installs the project, moves the installed tree to a folder whose name contains a space, and uses it there: runs a
# sample, compiles its kernels just in time, and builds a program outside of the tree.
#
#   cmake -DBUILD=… -DSOURCE=… -DWORK=… -DCXX=… -DCC=… -DVERSION=… -P install_test.cmake

include(${CMAKE_CURRENT_LIST_DIR}/checks.cmake)

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(moved "${WORK}/moved to another place")
file(RENAME ${WORK}/prefix ${moved})
set(ENV{XDG_CACHE_HOME} ${WORK}/cache)  # empty, so that kernels are compiled

run("the version" ${moved}/bin/ingotc --version)
expect("ingotc --version" "${output}" "ingotc ${VERSION},")
run("the version" ${moved}/bin/ingot --version)
expect("ingot --version" "${output}" "ingot ${VERSION}\n")

# Rename a preset in the moved tree: if `ingot` finds the new name, it reads the moved tree. This preset also needs a data
# file of the tree: the run below fails if `ingot` does not find it.
file(READ ${moved}/share/ingot/samples/nbody/presets.json presets)
string(REPLACE "\"solar-system\"" "\"moved-system\"" presets "${presets}")
file(WRITE ${moved}/share/ingot/samples/nbody/presets.json "${presets}")
run("listing samples" ${moved}/bin/ingot samples --json)
expect("the samples" "${output}" "moved-system")
run("a sample" ${moved}/bin/ingot run nbody --preset moved-system --backend cpu-debug --headless --frames 2 --size 320x180
  --screenshot ${WORK}/picture.png)
if(NOT EXISTS ${WORK}/picture.png)
  message(FATAL_ERROR "the sample wrote no screenshot: ${output}")
endif()

# Compile the sample's kernels just in time with the headers of the moved tree. The first time, the kernel file contains an
# error: its message proves that this file is compiled.
file(COPY ${moved}/share/ingot/samples/nbody/ DESTINATION ${WORK}/kernels/cpu-debug FILES_MATCHING PATTERN *.hpp PATTERN nbody.kernels.cpp)
file(APPEND ${WORK}/kernels/cpu-debug/nbody.kernels.cpp "\n#error these kernels were compiled\n")
execute_process(COMMAND ${CMAKE_COMMAND} -E env INGOT_KERNELS=${WORK}/kernels ${moved}/bin/ingot run nbody --backend cpu-debug
  --headless --frames 1 --size 320x180 ERROR_VARIABLE output RESULT_VARIABLE status)
expect("kernels with an error" "${output}" "these kernels were compiled")
file(COPY_FILE ${moved}/share/ingot/samples/nbody/nbody.kernels.cpp ${WORK}/kernels/cpu-debug/nbody.kernels.cpp)
run("compiling kernels just in time" ${CMAKE_COMMAND} -E env INGOT_KERNELS=${WORK}/kernels ${moved}/bin/ingot run nbody
  --backend cpu-debug --headless --frames 1 --size 320x180)
file(GLOB lists ${WORK}/cache/ingot/compiled/*.files)
if(NOT lists)
  message(FATAL_ERROR "no compiled kernels were stored in ${WORK}/cache")
endif()
list(GET lists 0 list)
file(READ ${list} files)
expect("the kernels' headers" "${files}" "${moved}/include/ingot/ingot/kernel.hpp")

# Build a program in a folder outside of the project.
file(COPY ${SOURCE}/saxpy DESTINATION ${WORK})
run("configuring" ${CMAKE_COMMAND} -S ${WORK}/saxpy -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${CC} -DCMAKE_PREFIX_PATH=${moved})
run("building" ${CMAKE_COMMAND} --build ${WORK}/build)
foreach(selection "" cpu-debug)
  run("running" ${CMAKE_COMMAND} -E env INGOT_DEVICES=${selection} ${WORK}/build/saxpy)
  expect("the program" "${output}" ": 5\n")
endforeach()

# The kernel must have been compiled with the installed headers, not with those of the project's source folder.
file(READ ${WORK}/build/saxpy.kernels/saxpy.kernels.d dependencies)
string(REPLACE "\\ " " " dependencies "${dependencies}")
expect("the kernel's headers" "${dependencies}" "${moved}/include/ingot/ingot/kernel.hpp")
