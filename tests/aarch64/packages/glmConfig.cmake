add_library(glm::glm INTERFACE IMPORTED)
target_include_directories(glm::glm INTERFACE ${INGOT_CROSS_HEADERS})
