#include "scene_shaders.hpp"

namespace ingot::samples::warping {

const char* const scene_vertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 place;
layout(location = 3) in float open;
// The elements of each array are for the rendered frame, for the frame before and for the frame after.
uniform mat4 model[3];
uniform mat4 view[3];
uniform mat4 projection;
uniform mat3 normals;
out vec3 in_world;
out vec3 in_model;
out vec3 facing;
out vec2 on_surface;
out float openness;
out vec3 seen[3];  // in camera space
out vec3 drawn[3]; // on the screen, homogeneous

void main() {
    vec4 here = vec4(0.0);
    for (int i = 0; i < 3; ++i) {
        vec4 at = view[i] * (model[i] * vec4(position, 1.0));
        vec4 clip = projection * at;
        seen[i] = at.xyz;
        drawn[i] = clip.xyw;
        if (i == 0) here = clip;
    }
    in_world = (model[0] * vec4(position, 1.0)).xyz;
    in_model = position;
    facing = normals * normal;
    on_surface = place;
    openness = open;
    gl_Position = here;
}
)";

const char* const shadow_vertex = R"(
layout(location = 0) in vec3 position;
layout(location = 2) in vec2 place;
uniform mat4 model[3];
uniform mat4 from_sun;
out vec2 on_surface;
void main() {
    on_surface = place;
    gl_Position = from_sun * (model[0] * vec4(position, 1.0));
}
)";

const char* const shadow_fragment = R"(
in vec2 on_surface;
uniform float cutoff;
uniform sampler2D colours;
uniform bool textured;
void main() {
    if (painted == 4 && leaf(on_surface) < 0.5) discard;
    if (painted == 2 && cutoff > 0.0 && textured && texture(colours, on_surface).a < cutoff) discard;
}
)";

// The hash mixes the bits of integers (Jarzynski and Olano 2020, "Hash Functions for GPU Rendering", pcg2d). A hash
// from sines of large numbers would differ from driver to driver.
const char* const sky_functions = R"(
uvec2 mixed(uvec2 v) {
    v = v * 1664525u + 1013904223u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> 16u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    return v ^ (v >> 16u);
}
vec2 hash(vec2 cell) { return vec2(mixed(uvec2(ivec2(floor(cell)))) >> 8u) / 16777216.0; }
float noise(vec2 p) {
    vec2 cell = floor(p), f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(cell).x, hash(cell + vec2(1, 0)).x, f.x), mix(hash(cell + vec2(0, 1)).x, hash(cell + vec2(1, 1)).x, f.x), f.y);
}
float layers(vec2 p) { return 0.5 * noise(p) + 0.27 * noise(2.03 * p + 7.0) + 0.15 * noise(4.1 * p + 3.0) + 0.08 * noise(8.3 * p + 11.0); }

const vec3 sun = normalize(vec3(0.72, 0.33, 0.42));
const vec3 sunlight = vec3(4.7, 3.0, 1.55);

vec3 air(vec3 towards) {
    float height = clamp(towards.y, 0.0, 1.0);
    float at_sun = max(dot(towards, sun), 0.0);
    float sunny = 0.5 + 0.5 * dot(normalize(towards.xz + 1e-5), normalize(sun.xz));
    vec3 low = mix(vec3(0.50, 0.60, 0.88), vec3(1.45, 0.88, 0.44), sunny * sunny);
    vec3 high = mix(vec3(0.06, 0.17, 0.56), vec3(0.13, 0.26, 0.60), sunny);
    return mix(low, high, 1.0 - exp(-4.2 * height)) + vec3(1.0, 0.55, 0.18) * (0.6 * pow(at_sun, 8.0) + 1.2 * pow(at_sun, 70.0));
}

vec3 sky(vec3 towards) {
    vec3 light = air(towards);
    float height = max(towards.y, 0.0);
    vec2 plane = towards.xz / (height + 0.12);
    float cover = smoothstep(0.46, 0.78, layers(1.1 * plane + 4.0 * layers(0.35 * plane))) * smoothstep(0.015, 0.22, height);
    float at_sun = max(dot(towards, sun), 0.0);
    vec3 cloud = mix(vec3(0.95, 0.80, 0.84), vec3(2.3, 1.65, 1.1), 0.15 + 0.85 * pow(at_sun, 3.0));
    light = mix(light, cloud, 0.75 * cover);
    light += vec3(40.0, 30.0, 18.0) * smoothstep(0.99955, 0.9998, at_sun);
    // Three ranges of hills: each one is nearer, darker and lower than the one before.
    vec2 around = normalize(towards.xz + 1e-5);
    float rise = towards.y / max(length(towards.xz), 1e-4);
    float edge = fwidth(rise) + 1e-4;
    vec3 haze = air(vec3(towards.x, 0.08, towards.z));
    for (int i = 0; i < 3; ++i) {
        float near = float(i);
        float crest = (0.15 - 0.045 * near) * (0.25 + 1.1 * layers(around * (2.2 + 1.9 * near) + 17.0 * near));
        vec3 hill = mix(haze, mix(vec3(0.16, 0.24, 0.44), vec3(0.12, 0.16, 0.10), 0.5 * near), 0.42 + 0.2 * near);
        hill = mix(hill, haze, 0.35 * smoothstep(0.03, -0.01, rise));  // mist in the valleys
        light = mix(light, hill, smoothstep(-edge, edge, crest - rise));
    }
    return light;
}
)";

const char* const leaf_functions = R"(
// Returns the coverage by leaves, 0 to 1; the edge of a leaf is at 0.5. Leaves are ellipses in a jittered grid, and
// more of them grow in the middle of the card.
float leaf(vec2 on_card) {
    vec2 p = on_card * 7.0;
    vec2 corner = floor(p);
    float most = 0.0;
    for (int i = 0; i < 4; ++i) {
        vec2 cell = corner + vec2(i & 1, i >> 1) - step(fract(p), vec2(0.5));
        vec2 drawn = hash(cell);
        float angle = 6.2831853 * drawn.x;
        vec2 f = p - cell - 0.5 - 0.5 * (hash(cell + 71.0) - 0.5);
        f = vec2(cos(angle) * f.x + sin(angle) * f.y, cos(angle) * f.y - sin(angle) * f.x);
        vec2 middle = vec2(fract((cell.x + 0.5) / 14.0) * 2.0, (cell.y + 0.5) / 7.0) * 2.0 - 1.0;
        bool grows = middle.x < 1.0 && drawn.y > dot(middle, middle) * 0.8 - 0.15;
        float inside = 1.0 - (f.x * f.x * 2.2 + f.y * f.y * 9.0);
        if (grows) most = max(most, 0.5 + inside);
    }
    return clamp(most, 0.0, 1.0);
}
)";

const char* const frame_outputs = R"(
layout(location = 0) out vec4 shown;
layout(location = 1) out uint forward;
layout(location = 2) out uint backward;
layout(location = 3) out vec2 change;
layout(location = 4) out uint in_space;
)";

const char* const scene_fragment = R"(
in vec3 in_world;
in vec3 in_model;
in vec3 facing;
in vec2 on_surface;
in float openness;
in vec3 seen[3];
in vec3 drawn[3];
uniform vec3 colour;
uniform float metalness;
uniform float roughness;
uniform float cutoff;
uniform bool textured;
uniform sampler2D colours;
uniform sampler2DShadow shadows;
uniform mat4 from_sun;
uniform vec3 eye;
uniform float pillar_ring;

float in_sun(vec3 at, vec3 n) {
    vec4 there = from_sun * vec4(at + 0.35 * n, 1.0);
    vec3 place = there.xyz * 0.5 + 0.5;
    if (any(greaterThan(abs(there.xyz), vec3(1.0)))) return 1.0;
    vec2 texel = 1.0 / vec2(textureSize(shadows, 0));
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) sum += texture(shadows, vec3(place.xy + 1.3 * vec2(x, y) * texel, place.z - 0.0006));
    return sum / 9.0;
}

vec3 meadow(vec3 at) {
    float patches = layers(at.xz * 0.022);
    vec3 grass = mix(vec3(0.060, 0.120, 0.022), vec3(0.26, 0.215, 0.055), smoothstep(0.28, 0.72, patches));
    grass *= 0.72 + 0.56 * layers(at.xz * 0.31);
    float radius = length(at.xz);
    float edge = 99.0 + 5.0 * layers(at.xz * 0.1);
    vec3 gravel = vec3(0.46, 0.385, 0.295) * (0.8 + 0.4 * layers(at.xz * 0.9));
    return mix(gravel, grass, smoothstep(edge - 1.0, edge + 1.5, radius));
}

// The floor of the temple: rings of tiles of two kinds of marble.
vec3 paving(vec3 at, vec3 plain) {
    float radius = length(at.xz);
    if (radius > 55.0 || radius < 15.0) return plain;
    float ring = (radius - 15.0) / 10.0;
    vec2 tile = vec2((atan(at.z, at.x) / 6.2831853 + 0.5) * 28.0 + 0.5 * floor(ring), ring);
    float check = mod(floor(tile.x) + floor(tile.y), 2.0);
    vec2 to_edge = (0.5 - abs(fract(tile) - 0.5)) * vec2(6.2831853 * radius / 28.0, 10.0);
    float joint = smoothstep(0.15, 0.35, min(to_edge.x, to_edge.y));
    vec3 stone = mix(vec3(0.30, 0.155, 0.105), vec3(0.72, 0.64, 0.52), check);
    return stone * (0.62 + 0.38 * joint) * (0.85 + 0.3 * layers(at.xz * 0.5));
}

// Ambient occlusion: places near a column see less of the sky.
float beside_columns(vec3 at) {
    float angle = atan(at.z, at.x) / 6.2831853 * 14.0;
    float angle_offset = (fract(angle + 0.5) - 0.5) * 6.2831853 / 14.0;
    vec2 from = vec2(length(at.xz) * cos(angle_offset) - 62.0, length(at.xz) * sin(angle_offset));
    return mix(1.0, 0.45 + 0.55 * smoothstep(4.0, 13.0, length(from)), pillar_ring);
}

vec3 surface_light(vec3 albedo, float metal, float rough, vec3 n, vec3 towards, float shade, float sky_seen) {
    vec3 ambient = mix(vec3(0.34, 0.27, 0.20), mix(vec3(0.55, 0.56, 0.66), vec3(0.36, 0.47, 0.72), max(n.y, 0.0)), 0.5 + 0.5 * n.y);
    ambient += vec3(0.20, 0.14, 0.08) * max(-dot(n.xz, sun.xz), 0.0) * 0.5;  // light that the sunlit ground reflects
    vec3 light = albedo * (1.0 - metal) * (max(dot(n, sun), 0.0) * shade * sunlight + ambient * sky_seen);
    vec3 mirrored = reflect(towards, n);
    vec3 facing_colour = mix(vec3(0.04), albedo, metal);
    vec3 fresnel = facing_colour + (max(vec3(1.0 - rough), facing_colour) - facing_colour) * pow(1.0 - max(dot(n, -towards), 0.0), 5.0);
    float power = 2.0 / max(rough * rough * rough * rough, 1e-4);
    light += fresnel * sunlight * shade * pow(max(dot(mirrored, sun), 0.0), power) * (power + 2.0) * 0.04;
    vec3 around = ambient;
    if (rough < 0.5) {
        vec3 below = 0.55 * vec3(0.50, 0.40, 0.28);
        around = mix(below, mix(sky(normalize(vec3(mirrored.x, abs(mirrored.y), mirrored.z))), ambient, rough * 2.0 - 0.4 * metal),
                     smoothstep(-0.12, 0.06, mirrored.y));
    }
    return light + fresnel * around * sky_seen;
}

vec3 lit() {
    vec3 towards = normalize(in_world - eye);
    if (painted == 6) return sky(towards);
    vec3 n = normalize(facing);
    if (painted != 4 && dot(n, towards) > 0.0) n = -n;
    vec3 albedo = colour;
    float sky_seen = openness;
    float shade = in_sun(in_world, n);
    vec3 light;
    if (painted == 4) {  // leaves transmit light
        albedo *= 0.7 + 0.6 * hash(floor(on_surface * 7.0)).x;
        float front = max(dot(n, sun), 0.0), through = max(dot(towards, sun), 0.0);
        light = albedo * (sunlight * shade * (0.25 + 0.75 * front) + sunlight * shade * vec3(0.9, 1.0, 0.3) * 0.8 * through * through);
        light += albedo * sky_seen * mix(vec3(0.30, 0.26, 0.18), vec3(0.62, 0.72, 0.95), 0.5 + 0.5 * n.y);
    } else {
        float metal = metalness, rough = roughness;
        if (painted == 0) {
            if (n.y > 0.7 && in_world.y < 7.0) albedo = paving(in_world, albedo);
            vec2 across = vec2(in_model.x + 0.7 * in_model.z, in_model.y * 1.3 - 0.4 * in_model.z);
            albedo *= 0.80 + 0.36 * layers(across * 0.33);
            rough = 0.62;
            if (in_world.y < 20.0) sky_seen *= n.y > 0.7 ? beside_columns(in_world) : mix(0.6, 1.0, smoothstep(6.6, 16.0, in_world.y));
        }
        if (painted == 5) albedo = meadow(in_world);
        if (painted == 5) sky_seen *= mix(0.55, 1.0, smoothstep(80.0, 90.0, length(in_world.xz)));
        if (painted == 2 && textured) albedo *= texture(colours, on_surface).rgb;
        light = surface_light(albedo, metal, rough, n, towards, shade, sky_seen);
    }
    float far = length(in_world - eye);
    return mix(light, air(vec3(towards.x, 0.04, towards.z)), (1.0 - exp(-far / 1500.0)) * 0.85);
}

// Applies the shell's tone curve (app_shell/sample/tone_curve.cpp) and encodes sRGB: warps work with display colours.
vec3 on_display(vec3 light) {
    float brightest = max(light.r, max(light.g, light.b));
    light = mix(light, vec3(dot(light, vec3(0.2126, 0.7152, 0.0722))), 0.6 * brightest / (brightest + 6.0));
    vec3 x = 0.8 * light;
    vec3 linear = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    return mix(12.92 * linear, 1.055 * pow(max(linear, vec3(1e-6)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear));
}

void main() {
    float covered = 1.0;
    if (painted == 4) covered = leaf(on_surface);
    if (painted == 2 && cutoff > 0.0 && textured) covered = texture(colours, on_surface).a - cutoff + 0.5;
    if (painted == 4 || (painted == 2 && cutoff > 0.0)) {
        covered = clamp((covered - 0.5) / max(fwidth(covered), 1e-3) + 0.5, 0.0, 1.0);
        if (covered < 0.1) discard;
    }
    shown = vec4(on_display(max(0.52 * lit(), 0.0)), covered);
    vec2 here = drawn[0].xy / drawn[0].z;
    in_space = ingot_warp_encode_motion_3d(seen[2] - seen[0]);
    forward = ingot_warp_encode_motion_2d(drawn[2].xy / drawn[2].z - here);
    backward = ingot_warp_encode_motion_2d(drawn[1].xy / drawn[1].z - here);
    change = vec2(seen[0].z - seen[2].z, seen[0].z - seen[1].z);
}
)";

// Averages the colours of a pixel's samples. Depth and motion cannot be averaged: the pixel gets those of its nearest sample.
const char* const resolve_fragment = R"(
uniform sampler2DMS colours;
uniform usampler2DMS forwards;
uniform usampler2DMS backwards;
uniform sampler2DMS changes;
uniform usampler2DMS in_spaces;
uniform sampler2DMS depths;
uniform int samples;
uniform vec2 planes;
layout(location = 5) out float distance_here;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec3 sum = vec3(0.0);
    int nearest = 0;
    float least = 2.0;
    for (int i = 0; i < samples; ++i) {
        sum += texelFetch(colours, at, i).rgb;
        float depth = texelFetch(depths, at, i).r;
        if (depth < least) {
            least = depth;
            nearest = i;
        }
    }
    shown = vec4(sum / float(samples), 1.0);
    forward = texelFetch(forwards, at, nearest).r;
    backward = texelFetch(backwards, at, nearest).r;
    change = texelFetch(changes, at, nearest).rg;
    in_space = texelFetch(in_spaces, at, nearest).r;
    distance_here = 1.0 / mix(1.0 / planes.x, 1.0 / planes.y, least);
}
)";

}  // namespace ingot::samples::warping
