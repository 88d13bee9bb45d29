# Installs the project, moves what was installed to another place, whose name has a blank, and uses it there: runs a sample,
# compiles a kernel while it runs, builds a program outside of the tree. cmake -DBUILD=… -DSOURCE=… -DWORK=… -P this.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(expect what text words)
  string(FIND "${text}" "${words}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${what}: no '${words}' in\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(moved "${WORK}/moved to another place")
file(RENAME ${WORK}/prefix ${moved})
set(ENV{XDG_CACHE_HOME} ${WORK}/cache)  # an empty one: kernels are compiled

run("the version" ${moved}/bin/ingotc --version)
expect("ingotc --version" "${said}" "ingotc ${VERSION},")
run("the version" ${moved}/bin/ingot --version)
expect("ingot --version" "${said}" "ingot ${VERSION}\n")

# A preset that only the moved tree has, with a file that it names, and the golden's case.
file(READ ${moved}/share/ingot/samples/nbody/presets.json presets)
string(REPLACE "\"solar-system\"" "\"moved-system\"" presets "${presets}")
file(WRITE ${moved}/share/ingot/samples/nbody/presets.json "${presets}")
run("listing samples" ${moved}/bin/ingot samples --json)
expect("the samples" "${said}" "moved-system")
run("a sample" ${moved}/bin/ingot run nbody --preset moved-system --backend cpu-debug --headless --frames 2 --size 320x180
  --screenshot ${WORK}/picture.png)
if(NOT EXISTS ${WORK}/picture.png)
  message(FATAL_ERROR "there is no picture: ${said}")
endif()

# Its kernels, changed and compiled while it runs, with the headers of the moved tree. They say who they are.
file(COPY ${moved}/share/ingot/samples/nbody/ DESTINATION ${WORK}/kernels/cpu-debug FILES_MATCHING PATTERN *.hpp PATTERN nbody.kernels.cpp)
file(APPEND ${WORK}/kernels/cpu-debug/nbody.kernels.cpp "\n#error these kernels were compiled\n")
execute_process(COMMAND ${CMAKE_COMMAND} -E env INGOT_KERNELS=${WORK}/kernels ${moved}/bin/ingot run nbody --backend cpu-debug
  --headless --frames 1 --size 320x180 ERROR_VARIABLE said RESULT_VARIABLE status)
expect("kernels with an error" "${said}" "these kernels were compiled")
file(COPY_FILE ${moved}/share/ingot/samples/nbody/nbody.kernels.cpp ${WORK}/kernels/cpu-debug/nbody.kernels.cpp)
run("kernels that are compiled while a sample runs" ${CMAKE_COMMAND} -E env INGOT_KERNELS=${WORK}/kernels ${moved}/bin/ingot run nbody
  --backend cpu-debug --headless --frames 1 --size 320x180)
file(GLOB lists ${WORK}/cache/ingot/compiled/*.files)
if(NOT lists)
  message(FATAL_ERROR "no compiled kernels were kept in ${WORK}/cache")
endif()
list(GET lists 0 list)
file(READ ${list} files)
expect("the kernels' headers" "${files}" "${moved}/include/ingot/ingot/kernel.hpp")

# A program in a place that knows nothing of the project.
file(COPY ${SOURCE}/saxpy DESTINATION ${WORK})
run("configuring" ${CMAKE_COMMAND} -S ${WORK}/saxpy -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${CC} -DCMAKE_PREFIX_PATH=${moved})
run("building" ${CMAKE_COMMAND} --build ${WORK}/build)
foreach(selection "" cpu-debug)
  run("running" ${CMAKE_COMMAND} -E env INGOT_DEVICES=${selection} ${WORK}/build/saxpy)
  expect("the program" "${said}" ": 5\n")
endforeach()

# Its headers are the installed ones: nothing in the build names the project's own folders.
file(READ ${WORK}/build/saxpy.kernels/saxpy.kernels.d dependencies)
string(REPLACE "\\ " " " dependencies "${dependencies}")
expect("the kernel's headers" "${dependencies}" "${moved}/include/ingot/ingot/kernel.hpp")
