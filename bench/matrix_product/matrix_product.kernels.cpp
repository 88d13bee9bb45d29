// The product of two square matrices of half numbers, with sums in float: C = A * B.
//
// The kernel is tiled at three levels, as in CUTLASS ("Efficient GEMM in CUDA", NVIDIA): a group computes a tile of C, 32
// work-items compute a part of it in matrix tiles, and the tiles of A and B go through local memory in several stages, so
// that copies are on their way while earlier tiles are multiplied.
#include <ingot/kernel.hpp>

#include "plans.hpp"

using namespace ingot;
using ingot::bench::local_plans;
using ingot::bench::local_product_plan;
using ingot::bench::plans;
using ingot::bench::product_plan;
using ingot::bench::product_stage;
using ingot::bench::stage_unit;

// Returns the position of a tile, in tiles. Groups that run at the same time compute tiles that are near to each other, so that
// they read the same parts of A and B from the cache: a band of some rows of tiles is computed column after column.
static uint2 place_of_tile(uint32_t tile, uint32_t tile_rows, uint32_t tile_columns, uint32_t band_rows) {
    // ingot: keep a tile is thousands of products
    const uint32_t band = tile / (band_rows * tile_columns);
    const uint32_t in_band = tile % (band_rows * tile_columns);
    const uint32_t rows = min(band_rows, tile_rows - band * band_rows);
    // ingot: keep a tile is thousands of products
    return {in_band / rows, band * band_rows + in_band % rows};
}

// `size` is the number of rows and columns of the matrices: a multiple of the plan's rows, columns and depth.
template <product_plan plan>
kernel void multiply(buffer<const half> left, buffer<const half> right, buffer<half> product, param<uint32_t> size,
                     local_buffer<half> tiles) {
    constexpr uint32_t group = plan.group_size();
    const uint2 tile = place_of_tile(group_id.x, size / plan.rows, size / plan.columns, plan.band);
    const half* const left_rows = left + size_t {tile.y} * plan.rows * size;
    const half* const right_columns = right + size_t {tile.x} * plan.columns;
    const uint32_t steps = size / plan.depth;

    static_assert(plan.depth % 32 == 0, "a step has an even number of tiles, so that the next step begins with tile 0");

    // Starts to copy a part of the tiles of one step into a stage. A step has as many parts as products, and the copy of a part
    // is started between two products, so that the copies do not delay the products. For steps after the last one, the tiles of
    // the last step are copied again and not used: a condition would keep the compiler from mixing copies and products.
    constexpr uint32_t parts = plan.depth / 16;
    constexpr uint32_t left_part_rows = plan.rows / parts;
    const auto start_copy = [&](uint32_t step, uint32_t stage, uint32_t part) {
        half* const left_tile = tiles + stage * plan.stage_elements() + part * left_part_rows * plan.left_stride();
        half* const right_tile = tiles + stage * plan.stage_elements() + plan.left_elements() + part * 16 * plan.right_stride();
        const size_t depth = size_t {min(step, steps - 1)} * plan.depth;
        work_group_copy_rows<group, left_part_rows, plan.depth, 16>(
            left_tile, plan.left_stride(), left_rows + size_t {part} * left_part_rows * size + depth, size);
        work_group_copy_rows<group, 16, plan.columns, 16>(right_tile, plan.right_stride(),
                                                          right_columns + (depth + part * 16) * size, size);
    };
    constexpr uint32_t copies = 2 * parts;  // of each step

    const uint32_t item_part = local_id.x / matrix_tile_items;
    const uint32_t part_row = item_part / (plan.columns / plan.item_columns) * plan.item_rows;
    const uint32_t part_column = item_part % (plan.columns / plan.item_columns) * plan.item_columns;
    // Two tiles of each operand: the next ones are loaded from local memory while the current ones are multiplied.
    matrix_tile<half, plan.item_rows, 16, matrix_use::a> a[2];
    matrix_tile<half, 16, plan.item_columns, matrix_use::b> b[2];
    const auto load = [&](uint32_t index, uint32_t stage, uint32_t k) {
        const half* const left_tile = tiles + stage * plan.stage_elements();
        const half* const right_tile = left_tile + plan.left_elements();
        a[index].load_local(left_tile + part_row * plan.left_stride() + k, plan.left_stride());
        b[index].load_local(right_tile + k * plan.right_stride() + part_column, plan.right_stride());
    };
    matrix_tile<float, plan.item_rows, plan.item_columns> sums;
    sums.fill(0.0f);

    static_assert(plan.stages >= 3, "one stage is multiplied and one is filled while a third one is complete");
    for (uint32_t step = 0; step + 1 < plan.stages; ++step)
        for (uint32_t part = 0; part < parts; ++part) start_copy(step, step, part);
    work_group_wait_for_copies<(plan.stages - 2) * copies>();
    load(0, 0, 0);
    uint32_t stage = 0;                 // the stage whose tiles are multiplied
    uint32_t filled = plan.stages - 1;  // the stage that copies fill: all work-items were done with it before the last barrier
    for (uint32_t step = 0; step < steps; ++step) {
#if defined(INGOT_DEVICE)
#pragma clang loop unroll(full)
#endif
        for (uint32_t part = 0; part + 1 < parts; ++part) {
            start_copy(step + plan.stages - 1, filled, part);
            load((part + 1) % 2, stage, (part + 1) * 16);
            multiply_add(a[part % 2], b[part % 2], sums);
        }
        // Wait for the tiles of the next step. The copies for the `stages - 2` steps after it may go on. The two copies of the
        // last part are subtracted, because they are not started yet.
        work_group_wait_for_copies<(plan.stages - 2) * copies - 2>();
        start_copy(step + plan.stages - 1, filled, parts - 1);
        filled = stage;
        stage = stage + 1 == plan.stages ? 0 : stage + 1;
        load(0, stage, 0);
        multiply_add(a[1], b[1], sums);
    }
    // Copies that were started for steps after the last one may still be on their way.
    work_group_wait_for_copies();
    sums.store(product + (size_t {tile.y} * plan.rows + part_row) * size + tile.x * plan.columns + part_column, size);
}
using products = instances_for<plans, []<product_plan plan> { return instances<multiply<plan>>(); }>;

// The same product with the operands in local memory. Each group computes several tiles one after another, and the copies for the
// next tile start while the last products of a tile are computed and its elements are stored. `size` is a multiple of the plan's
// rows, columns and depth.
template <local_product_plan plan>
kernel void multiply_in_local_memory(buffer<const half> left, buffer<const half> right, buffer<half> product,
                                     param<uint32_t> size, local_buffer<stage_unit> memory) {
    auto* const stages = reinterpret_cast<product_stage<plan.rows, plan.columns, plan.depth>*>(memory.data());
    constexpr uint32_t group = plan.group_size();
    const uint32_t tile_rows = size / plan.rows;
    const uint32_t tile_columns = size / plan.columns;
    const uint32_t tiles = tile_rows * tile_columns;
    const uint32_t steps = size / plan.depth;

    // The next tiles to copy, and their place in A and B. After the last tile of the group, its first tiles are copied again and
    // not used: a condition would keep the compiler from mixing copies and products.
    uint32_t copied_tile = group_id.x;
    uint32_t copied_step = 0;
    const half* copied_left = nullptr;
    const half* copied_right = nullptr;
    const auto place_copies = [&] {
        const uint2 place = place_of_tile(copied_tile < tiles ? copied_tile : group_id.x, tile_rows, tile_columns, plan.band);
        copied_left = left + size_t {place.y} * plan.rows * size;
        copied_right = right + size_t {place.x} * plan.columns;
    };
    const auto start_copy = [&](uint32_t stage) {
        work_group_copy_matrix<group>(stages[stage].left, copied_left, size);
        work_group_copy_matrix<group>(stages[stage].right, copied_right, size);
        copied_left += plan.depth;
        copied_right += size_t {plan.depth} * size;
        if (++copied_step == steps) {
            copied_step = 0;
            copied_tile += num_groups.x;
            place_copies();
        }
    };
    constexpr uint32_t copies = 2;  // of each step

    static_assert(plan.stages >= 3, "two stages are multiplied, and one is filled");
    constexpr uint32_t steps_ahead = plan.stages - 2;
    place_copies();
    for (uint32_t stage = 0; stage < steps_ahead; ++stage) start_copy(stage);
    uint32_t stage = 0;             // the stage that is multiplied
    uint32_t filled = steps_ahead;  // the stage that copies fill
    const uint32_t row = local_id.x / wide_tile_items * 64;
    for (uint32_t tile = group_id.x; tile < tiles; tile += num_groups.x) {
        matrix_tile<float, 64, plan.columns, matrix_use::accumulator, wide_tile_items> sums;
        sums.fill(0.0f);
        for (uint32_t step = 0; step < steps; ++step) {
            // After this barrier no work-item multiplies the stage that is filled next: each has waited for the product before
            // the last one.
            work_group_wait_for_matrices<(steps_ahead - 1) * copies>();
            start_multiply_add(stages[stage].left, row, stages[stage].right, 0, sums);
            start_copy(filled);
            wait_for_products<1>(sums);
            stage = stage + 1 == plan.stages ? 0 : stage + 1;
            filled = filled + 1 == plan.stages ? 0 : filled + 1;
        }
        wait_for_products(sums);
        const uint2 place = place_of_tile(tile, tile_rows, tile_columns, plan.band);
        sums.store(product + (size_t {place.y} * plan.rows + row) * size + place.x * plan.columns, size);
    }
    // Copies that were started for tiles after the last one may still be on their way.
    work_group_wait_for_matrices();
}
using local_products =
    instances_for<local_plans, []<local_product_plan plan> { return instances<multiply_in_local_memory<plan>>(); }>;
