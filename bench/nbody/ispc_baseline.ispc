// The second baseline for N-body on processors: the same step in the language of ispc (Pharr and Mark 2012), which runs one
// program in the lanes of vectors as well. ispc's rsqrt() is an estimate, improved by one Newton step. `foreach` gives each lane a
// body; all lanes read the same body of the inner loop.

// Four numbers of a body or velocity: xyz, and w as in avx2_baseline.hpp.
struct four {
    float x, y, z, w;
};

export void ispc_advance_range(const uniform four bodies[], uniform four moved_bodies[], uniform four velocities[],
                               uniform float time_step, uniform float softening_squared, uniform int first, uniform int last,
                               uniform int count) {
    foreach (i = first ... last) {
        const float x = bodies[i].x;
        const float y = bodies[i].y;
        const float z = bodies[i].z;
        float sum_x = 0;
        float sum_y = 0;
        float sum_z = 0;
        for (uniform int k = 0; k < count; ++k) {
            const float offset_x = bodies[k].x - x;
            const float offset_y = bodies[k].y - y;
            const float offset_z = bodies[k].z - z;
            const float squared = offset_x * offset_x + (offset_y * offset_y + (offset_z * offset_z + softening_squared));
            const float inverse = rsqrt(squared);
            const float scale = (bodies[k].w * inverse) * (inverse * inverse);
            sum_x += offset_x * scale;
            sum_y += offset_y * scale;
            sum_z += offset_z * scale;
        }
        velocities[i].x += sum_x * time_step;
        velocities[i].y += sum_y * time_step;
        velocities[i].z += sum_z * time_step;
        moved_bodies[i].x = x + velocities[i].x * time_step;
        moved_bodies[i].y = y + velocities[i].y * time_step;
        moved_bodies[i].z = z + velocities[i].z * time_step;
        moved_bodies[i].w = bodies[i].w;
    }
}
