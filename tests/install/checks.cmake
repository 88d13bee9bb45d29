# Functions for the tests of the installed tree.

# Runs a command and stores its output in `output`. Stops the test if the command fails.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Stops the test if `text` does not contain `expected`.
function(expect what text expected)
  string(FIND "${text}" "${expected}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "${what}: the text does not contain '${expected}':\n${text}")
  endif()
endfunction()
