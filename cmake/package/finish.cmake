# cpack runs this script for each package after installing all files into CPACK_TEMPORARY_INSTALL_DIRECTORY and before
# packing them.
cmake_minimum_required(VERSION 3.25)
set(prefix ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
if(CPACK_GENERATOR STREQUAL "DEB")
  string(APPEND prefix /usr)
endif()
set(doc ${prefix}/${CPACK_INGOT_DOC})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# `ingot` keeps its symbols, because the kernels panel uses them to find the machine code of kernels. ingotc does not
# need symbols.
run(strip --strip-debug --remove-section=.comment --remove-section=.note ${prefix}/bin/ingot)
run(strip --strip-unneeded --remove-section=.comment --remove-section=.note ${prefix}/bin/ingotc)

file(GLOB pages ${prefix}/${CPACK_INGOT_MAN}/man1/*.1)
foreach(page IN LISTS pages)
  run(gzip -9nf ${page})
endforeach()

include(${CPACK_INGOT_SOURCE_DIR}/cmake/package/finish_${CPACK_GENERATOR}.cmake)
