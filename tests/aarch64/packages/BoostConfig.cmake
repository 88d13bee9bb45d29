add_library(boost_context STATIC ${CMAKE_CURRENT_LIST_DIR}/fcontext.cpp)
add_library(Boost::context ALIAS boost_context)
target_include_directories(boost_context SYSTEM PUBLIC ${INGOT_CROSS_HEADERS})
