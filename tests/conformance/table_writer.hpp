// Writes the tables of vector_table.hpp in kernels.
#pragma once

#include <ingot/kernel.hpp>

#include "vector_table.hpp"

namespace ingot::testing {

/// Writes this work-item's components of the rows of a table. Operands are vectors and scalars, whose components are converted
/// to T.
template <typename T>
class table_writer {
public:
    explicit table_writer(buffer<T> results) : table_(results) {}

    template <typename U, size_t N>
    void operator()(uint32_t row, const vector<U, N>& value) const {
        for (uint32_t i = 0; i < N; ++i) write(row, i, static_cast<T>(value[i]));
    }
    template <ingot::detail::arithmetic U>
    void operator()(uint32_t row, U value) const {
        write(row, 0, static_cast<T>(value));
    }

private:
    void write(uint32_t row, uint32_t component, T value) const {
        table_[index_in_table(row, global_id.x, global_size.x, component)] = value;
    }

    buffer<T> table_;
};

}  // namespace ingot::testing
