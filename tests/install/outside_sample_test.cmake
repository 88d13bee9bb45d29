# Installs the project, writes a sample with `ingot new`, builds and tests it outside of the tree, and runs it: from its build,
# and from the user's folder of samples.
#
#   cmake -DBUILD=… -DWORK=… -DCXX=… -DCC=… -DCTEST=… -P outside_sample_test.cmake
include(${CMAKE_CURRENT_LIST_DIR}/checks.cmake)

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(ingot ${WORK}/prefix/bin/ingot)
set(ENV{XDG_CACHE_HOME} ${WORK}/cache)
set(ENV{XDG_DATA_HOME} ${WORK}/data)
set(ENV{XDG_CONFIG_HOME} ${WORK}/settings)
unset(ENV{DISPLAY})
unset(ENV{WAYLAND_DISPLAY})
set(configure -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${CC} -DCMAKE_PREFIX_PATH=${WORK}/prefix)

run("writing a sample" ${ingot} new julia --folder ${WORK}/julia)
# Warnings are the project's own choice: this kernel file has some with all options of Ingot's build.
file(APPEND ${WORK}/julia/julia.kernels.cpp "\nstatic int with_warnings(int unused, float x) { int y = x; return y; }\n")
run("configuring" ${CMAKE_COMMAND} -S ${WORK}/julia -B ${WORK}/julia/build ${configure})
run("building" ${CMAKE_COMMAND} --build ${WORK}/julia/build)
set(library ${WORK}/julia/build/julia.so)
run("testing" ${CTEST} --test-dir ${WORK}/julia/build --output-on-failure --no-tests=error)
expect("the tests" "${output}" "100% tests passed, 0 tests failed out of 2")

# The golden pictures are compared: with another picture in their place, the test must fail.
file(COPY_FILE ${WORK}/julia/goldens/rabbit.png ${WORK}/rabbit.png)
file(COPY_FILE ${WORK}/julia/picture.png ${WORK}/julia/goldens/rabbit.png)
execute_process(COMMAND ${ingot} --sample ${library} regress julia/rabbit --backend cpu-debug --report ${WORK}/report
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 1)
  message(FATAL_ERROR "a wrong golden was not noticed (${status}): ${output}")
endif()
file(COPY_FILE ${WORK}/rabbit.png ${WORK}/julia/goldens/rabbit.png)

# In the list, in a run without a window, in a window, and with a switch of the device.
run("the list" ${ingot} samples --json --sample ${library})
expect("the list" "${output}" "dendrite")
expect("the list" "${output}" "\"title\": \"Julia\"")
run("a run" ${ingot} run julia --sample ${library} --headless --frames 2 --size 800x600 --screenshot ${WORK}/julia.png)
run("a run in a window" ${CMAKE_COMMAND} -E env SDL_VIDEODRIVER=offscreen ${ingot} run julia --preset rabbit --sample=${library}
  --frames 3 --size 640x360 --screenshot ${WORK}/window.png)
foreach(picture IN ITEMS julia.png window.png)
  file(SIZE ${WORK}/${picture} size)
  if(size LESS 20000)
    message(FATAL_ERROR "${picture} has ${size} bytes, too few for a Julia set")
  endif()
endforeach()

# Installed for the user, it is found without an option, with its files beside it, also after the sources are gone.
run("installing the sample" ${CMAKE_COMMAND} --install ${WORK}/julia/build --prefix ${WORK}/user)
file(MAKE_DIRECTORY ${WORK}/data)
file(RENAME ${WORK}/user/share/ingot ${WORK}/data/ingot)
file(RENAME ${WORK}/julia ${WORK}/gone)
run("the list" ${ingot} samples --json)
expect("the list" "${output}" "dendrite")
run("the cases" ${ingot} regress julia --backend cpu-debug --report ${WORK}/report)

# A sample for another Ingot is named, and all other samples are there.
file(READ ${WORK}/prefix/include/ingot/ingot/sample/interface_hash.hpp header)
string(REGEX REPLACE "[0-9a-f]{16}" "x" header "${header}")
string(REGEX REPLACE "= \"[0-9a-f]+\"" "= \"0000\"" header "${header}")
file(WRITE ${WORK}/prefix/include/ingot/ingot/sample/interface_hash.hpp "${header}")
run("writing a sample" ${ingot} new other --folder ${WORK}/other)
run("configuring" ${CMAKE_COMMAND} -S ${WORK}/other -B ${WORK}/other/build ${configure})
run("building" ${CMAKE_COMMAND} --build ${WORK}/other/build --target ingot_sample_other)
execute_process(COMMAND ${ingot} samples --sample ${WORK}/other/build/other.so RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
expect("the message" "${errors}" "built with other headers of Ingot")
if(NOT status EQUAL 1)
  message(FATAL_ERROR "status ${status}: ${output}${errors}")
endif()

# The CMake call says what is wrong with its arguments.
foreach(fault IN ITEMS "TITLE   \"Other\"|#|TITLE is missing" "SOURCES|SAUCES|unknown arguments: SAUCES" "sample(other|sample(Other|a name has small letters")
  string(REPLACE "|" ";" fault "${fault}")
  list(GET fault 0 from)
  list(GET fault 1 to)
  list(GET fault 2 message)
  file(READ ${WORK}/other/CMakeLists.txt original)
  string(REPLACE "${from}" "${to}" changed "${original}")
  file(WRITE ${WORK}/other/CMakeLists.txt "${changed}")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK}/other -B ${WORK}/other/build RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE errors)
  string(REGEX REPLACE "[ \n]+" " " errors "${errors}")
  expect("the message of CMake" "${errors}" "${message}")
  file(WRITE ${WORK}/other/CMakeLists.txt "${original}")
endforeach()
