// Macros that declare the names of two, three and four components of a vector (`xy`, `zyx`, `xxzw`) as members of the
// union that contains the components. INGOT_COMPONENT_NAMES(T, N) declares all names for a vector of N components of type
// T. Vectors of three components have names of two and three components only.
//
// Whether a name repeats a component is computed by a plain expression and not by a template. The compiler instantiates
// these members for every vector type of a program, so they must be cheap to compile.
//
// These are macros because C++ templates cannot generate names. vector_class.hpp uses the macros, and
// undefine_component_names.hpp undefines them.

// Declare one name. a, b, c, d are the letters of the name; i, j, k, l are the indices of these components.
#define INGOT_NAME_2(T, N, a, i, b, j) named_components<T, (i != j), i, j> a##b;
#define INGOT_NAME_3(T, N, a, i, b, j, c, k) named_components<T, (i != j && i != k && j != k), i, j, k> a##b##c;
#define INGOT_NAME_4(T, N, a, i, b, j, c, k, d, l) \
    named_components<T, (i != j && i != k && i != l && j != k && j != l && k != l), i, j, k, l> a##b##c##d;

// INGOT_FIRST(N)(M, …) expands to M(…, letter, index) for each letter of a vector of N components. A macro does not
// expand inside itself, so there is a separate macro for each position in a name.
#define INGOT_FIRST(N) INGOT_FIRST_OF_##N
#define INGOT_SECOND(N) INGOT_SECOND_OF_##N
#define INGOT_THIRD(N) INGOT_THIRD_OF_##N
#define INGOT_FOURTH(N) INGOT_FOURTH_OF_##N
#define INGOT_FIRST_OF_2(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1)
#define INGOT_FIRST_OF_3(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2)
#define INGOT_FIRST_OF_4(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2) M(__VA_ARGS__, w, 3)
#define INGOT_SECOND_OF_2(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1)
#define INGOT_SECOND_OF_3(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2)
#define INGOT_SECOND_OF_4(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2) M(__VA_ARGS__, w, 3)
#define INGOT_THIRD_OF_2(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1)
#define INGOT_THIRD_OF_3(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2)
#define INGOT_THIRD_OF_4(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2) M(__VA_ARGS__, w, 3)
#define INGOT_FOURTH_OF_2(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1)
#define INGOT_FOURTH_OF_3(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2)
#define INGOT_FOURTH_OF_4(M, ...) M(__VA_ARGS__, x, 0) M(__VA_ARGS__, y, 1) M(__VA_ARGS__, z, 2) M(__VA_ARGS__, w, 3)

#define INGOT_TWO(T, N, ...) INGOT_SECOND(N)(INGOT_NAME_2, T, N, __VA_ARGS__)
#define INGOT_THREE(T, N, ...) INGOT_SECOND(N)(INGOT_THREE_REST, T, N, __VA_ARGS__)
#define INGOT_THREE_REST(T, N, ...) INGOT_THIRD(N)(INGOT_NAME_3, T, N, __VA_ARGS__)
#define INGOT_FOUR(T, N, ...) INGOT_SECOND(N)(INGOT_FOUR_REST, T, N, __VA_ARGS__)
#define INGOT_FOUR_REST(T, N, ...) INGOT_THIRD(N)(INGOT_FOUR_LAST, T, N, __VA_ARGS__)
#define INGOT_FOUR_LAST(T, N, ...) INGOT_FOURTH(N)(INGOT_NAME_4, T, N, __VA_ARGS__)

#define INGOT_COMPONENT_NAMES(T, N) INGOT_NAMES_OF_##N(T)
#define INGOT_NAMES_OF_2(T) INGOT_FIRST(2)(INGOT_TWO, T, 2) INGOT_FIRST(2)(INGOT_THREE, T, 2) INGOT_FIRST(2)(INGOT_FOUR, T, 2)
// A vector of three components would have 81 names of four letters. These names would cost as much compile time as all
// other members of the vector, and every kernel contains vectors of three components (global_id).
#define INGOT_NAMES_OF_3(T) INGOT_FIRST(3)(INGOT_TWO, T, 3) INGOT_FIRST(3)(INGOT_THREE, T, 3)
#define INGOT_NAMES_OF_4(T) INGOT_FIRST(4)(INGOT_TWO, T, 4) INGOT_FIRST(4)(INGOT_THREE, T, 4) INGOT_FIRST(4)(INGOT_FOUR, T, 4)
