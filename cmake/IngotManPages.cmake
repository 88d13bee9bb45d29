# Builds the man pages. Their lists of options are taken from the programs' --help. INGOT_MAN_PAGES is set to the list
# of pages.
set(INGOT_MAN_PAGES "")
if(NOT Python3_FOUND)
  message(STATUS "Man pages: not built, because Python 3 is not installed")
  return()
endif()

# A page shows the date of the version's entry in CHANGELOG.md instead of today's date, so that builds are reproducible.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS CHANGELOG.md)
file(STRINGS CHANGELOG.md entry REGEX "^## ${PROJECT_VERSION} ")
if(NOT entry MATCHES "[0-9]+-[0-9]+-[0-9]+")
  message(FATAL_ERROR "CHANGELOG.md has no line '## ${PROJECT_VERSION} (YEAR-MONTH-DAY)'; add one")
endif()
set(date ${CMAKE_MATCH_0})

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/man)
foreach(program IN ITEMS ingot ingotc)
  set(page ${CMAKE_BINARY_DIR}/man/${program}.1)
  set(template ${PROJECT_SOURCE_DIR}/docs/man/${program}.1.in)
  add_custom_command(OUTPUT ${page}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/docs/man/man_page.py ${template} $<TARGET_FILE:${program}> ${page} ${PROJECT_VERSION} ${date}
    DEPENDS ${program} ${template} ${PROJECT_SOURCE_DIR}/docs/man/man_page.py
    COMMENT "Writing ${program}(1)" VERBATIM)
  list(APPEND INGOT_MAN_PAGES ${page})
endforeach()
add_custom_target(man_pages ALL DEPENDS ${INGOT_MAN_PAGES})
