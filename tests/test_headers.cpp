// Nothing but the headers that CMakeLists.txt has precompiled here for the tests.
