# Installs the project, and builds and runs a program outside of it that finds it: cmake -DBUILD=… -DSOURCE=… -DWORK=… -P this.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
# Elsewhere than where it was configured to go, and the program in a place that knows nothing of the project.
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
file(COPY ${SOURCE}/saxpy DESTINATION ${WORK})
run("configuring" ${CMAKE_COMMAND} -S ${WORK}/saxpy -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${CC} -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run("building" ${CMAKE_COMMAND} --build ${WORK}/build)
foreach(selection "" cpu-debug)
  run("running" ${CMAKE_COMMAND} -E env INGOT_DEVICES=${selection} ${WORK}/build/saxpy)
  if(NOT said MATCHES ": 5\n")
    message(FATAL_ERROR "the program says: ${said}")
  endif()
endforeach()

# Its headers are the installed ones: nothing in the build names the project's own folders.
file(READ ${WORK}/build/saxpy.kernels/saxpy.kernels.d dependencies)
string(FIND "${dependencies}" "${WORK}/prefix/include/ingot/kernel.hpp" at)
if(at EQUAL -1)
  message(FATAL_ERROR "the kernel was not compiled with the installed headers:\n${dependencies}")
endif()
