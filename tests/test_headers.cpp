// Empty: ingot_test_headers needs a source file. CMakeLists.txt lists the headers that Clang precompiles for tests.
