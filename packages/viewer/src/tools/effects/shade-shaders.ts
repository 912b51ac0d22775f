/**
 * Reconstructs view positions from the depth of a pixel, for both projections; `lens` and `range` derive from the
 * projection matrix. Each depth is read once: reading is what costs most on the software renderer.
 */
const viewPositionShader = /* glsl */ `#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D depths;
uniform vec4 lens; // of pixels: scale and shift to places at a distance of 1
uniform vec3 range; // depth scale, depth shift, 1 with perspective and 0 without
uniform ivec2 lastPixel;
float depthAt(ivec2 at) { return texelFetch(depths, clamp(at, ivec2(0), lastPixel), 0).r; }
vec3 viewPlace(vec2 at, float depth) {
  float clip = depth * 2.0 - 1.0;
  float z = range.z > 0.5 ? -range.y / (clip + range.x) : (clip - range.y) / range.x;
  float spread = range.z > 0.5 ? -z : 1.0;
  return vec3((at * lens.xy + lens.zw) * spread, z);
}
vec3 placeAt(ivec2 at) { return viewPlace(vec2(at) + 0.5, depthAt(at)); }
// The side on which the surface goes on: depth is affine on what is flat, so two steps change it twice as much as one.
vec3 along(ivec2 at, vec3 place, float here, ivec2 step_) {
  float before = depthAt(at - step_);
  float after = depthAt(at + step_);
  float back = abs(2.0 * before - depthAt(at - 2 * step_) - here);
  float on = abs(2.0 * after - depthAt(at + 2 * step_) - here);
  float way = back < on ? -1.0 : 1.0;
  vec3 beside = viewPlace(vec2(at) + way * vec2(step_) + 0.5, back < on ? before : after);
  return (beside - place) * way;
}
vec3 normalAt(ivec2 at, vec3 place, float depth) {
  vec3 n = cross(along(at, place, depth, ivec2(1, 0)), along(at, place, depth, ivec2(0, 1)));
  return n / max(length(n), 1.0e-20);
}
`

/**
 * Stores depths beside the light, so that the blur stops at edges: three bytes, as in the depth buffer. Depths of the
 * same surface may differ by a ratio of their distance: `tolerance` is that ratio in depths from the far plane, and a
 * constant term.
 */
const packedDepths = /* glsl */ `
uniform vec2 tolerance;
vec3 keptDepth(float depth) {
  float steps = floor(depth * 16777215.0);
  float high = floor(steps / 65536.0);
  float low = steps - high * 65536.0;
  return vec3(high, floor(low / 256.0), mod(low, 256.0)) / 255.0;
}
float depthOf(vec4 texel) { return dot(texel.gba, vec3(65536.0, 256.0, 1.0) * (255.0 / 16777215.0)); }
float allowed(float depth) { return tolerance.x * (1.0 - depth) + tolerance.y; }
`

/**
 * Ambient obscurance of a position, after McGuire, Mara, Luebke, "Scalable Ambient Obscurance" (2012): samples in a
 * spiral, rotated by the pixel's position in a pattern of 2 × 2 that the blur removes. Half the frame's resolution.
 */
export const obscuranceFragmentShader = /* glsl */ `${viewPositionShader}${packedDepths}
uniform float radiusPixels;
uniform float metresPerPixel; // at one metre with perspective, everywhere without
uniform ivec2 corner; // of this part in the whole picture, half pixels
out vec4 pixel;
const int samples = 12;
const mat2 goldenTurn = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);
void main() {
  ivec2 half_ = ivec2(gl_FragCoord.xy);
  ivec2 at = half_ * 2;
  float depth = depthAt(at);
  if (depth >= 1.0) {
    pixel = vec4(1.0);
    return;
  }
  vec3 place = viewPlace(vec2(at) + 0.5, depth);
  vec3 normal = normalAt(at, place, depth);
  float away = range.z > 0.5 ? -place.z : 1.0;
  float perRadius = 1.0 / (radiusPixels * metresPerPixel * away);
  ivec2 cell = (half_ + corner) & 1;
  float turn = float(cell.x * 2 + (cell.x ^ cell.y)) * 0.6;
  vec2 way = vec2(cos(turn), sin(turn));
  float stride = radiusPixels / float(samples);
  float hidden = 0.0;
  for (int sample_ = 0; sample_ < samples; sample_++) {
    float reach = (float(sample_) + 0.5) * stride;
    vec3 to = (placeAt(at + ivec2(round(way * max(reach, 2.0)))) - place) * perRadius;
    float squared = dot(to, to);
    float near = max(1.0 - squared, 0.0);
    hidden += near * near * near * max((dot(to, normal) - 0.1) / (0.2 + squared), 0.0);
    way = goldenTurn * way;
  }
  pixel = vec4(clamp(1.0 - hidden * 7.0 / float(samples), 0.0, 1.0), keptDepth(depth));
}
`

/**
 * Mean over the pattern of 2 × 2 that begins at each pixel, of positions at the same distance; it applies to their
 * common corner. The second channel states whether all of them are.
 */
export const blurFragmentShader = /* glsl */ `#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D obscurance;
${packedDepths}
out vec4 pixel;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 here = texelFetch(obscurance, at, 0);
  float depth = depthOf(here);
  float apart = allowed(depth);
  ivec2 last = textureSize(obscurance, 0) - 1;
  float light = here.r;
  float weight = 1.0;
  for (int next = 1; next < 4; next++) {
    vec4 texel = texelFetch(obscurance, min(at + ivec2(next & 1, next >> 1), last), 0);
    float share = abs(depthOf(texel) - depth) <= apart ? 1.0 : 0.0;
    light += texel.r * share;
    weight += share;
  }
  pixel = vec4(light / weight, weight > 3.5 ? 1.0 : 0.0, 0.0, 1.0);
}
`

/**
 * Darkens the existing frame: by the obscurance of the four nearest half-resolution pixels, at edges only of those at
 * the same distance, and by the sun's shadow. Where there is no geometry, the shadow falls on the ground.
 */
export const shadeFragmentShader = /* glsl */ `${viewPositionShader}
#ifdef OBSCURED
uniform highp sampler2D obscurance;
${packedDepths}
#endif
#ifdef SUNLIT
uniform highp sampler2DShadow sunDepths;
uniform mat4 viewToSun;
uniform mat4 viewToWorld;
uniform vec3 sunInView;
uniform float sunTexel; // metres
uniform vec2 ground; // its height, and how far shadows reach on it; no ground below 0
uniform float darkest;
#endif
out vec4 pixel;

#ifdef OBSCURED
float obscuredAt(ivec2 at) {
  vec2 halves = gl_FragCoord.xy * 0.5 - 0.5;
  ivec2 size = textureSize(obscurance, 0);
  vec4 between = texture(obscurance, halves / vec2(size));
  if (between.g > 0.999) return between.r;
  float depth = depthAt(at);
  float apart = allowed(depth);
  ivec2 low = ivec2(floor(halves - 0.5));
  vec2 part = halves - 0.5 - vec2(low);
  float light = 0.0;
  float weight = 1.0e-4;
  for (int corner = 0; corner < 4; corner++) {
    ivec2 step_ = ivec2(corner & 1, corner >> 1);
    ivec2 there = clamp(low + step_, ivec2(0), size - 1);
    vec2 near = mix(1.0 - part, part, vec2(step_));
    float share = near.x * near.y * (abs(depthAt(there * 2) - depth) <= apart ? 1.0 : 0.0);
    light += texelFetch(obscurance, there, 0).r * share;
    weight += share;
  }
  return (light + 1.0e-4) / weight;
}
#endif

#ifdef SUNLIT
float sunOn(vec3 place) {
  vec3 at = (viewToSun * vec4(place, 1.0)).xyz * 0.5 + 0.5;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  vec2 texel = 1.0 / vec2(textureSize(sunDepths, 0));
  float lit = 0.0;
  for (int row = -1; row <= 1; row++)
    for (int column = -1; column <= 1; column++)
      lit += texture(sunDepths, at + vec3(vec2(column, row) * texel, 0.0));
  return lit / 9.0;
}
float sunOnGround(vec2 at) {
  vec3 near = (viewToWorld * vec4(viewPlace(at, 0.0), 1.0)).xyz;
  vec3 way = (viewToWorld * vec4(viewPlace(at, 1.0), 1.0)).xyz - near;
  if (ground.y < 0.0 || way.z >= 0.0 || near.z < ground.x) return 1.0;
  vec3 hit = near + way * ((ground.x - near.z) / way.z);
  vec4 inView = inverse(viewToWorld) * vec4(hit, 1.0);
  return mix(1.0, sunOn(inView.xyz), 0.8);
}
#endif

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float light = 1.0;
#ifdef OBSCURED
  light = obscuredAt(at);
#endif
#ifdef SUNLIT
  float depth = depthAt(at);
  if (depth < 1.0) {
    vec3 place = viewPlace(gl_FragCoord.xy, depth);
    vec3 normal = normalAt(at, place, depth);
    float facing = dot(normal, sunInView);
    float sun = facing > 0.0 ? sunOn(place + normal * sunTexel * 3.0) : 0.0;
    light *= mix(darkest, 1.0, min(sun, smoothstep(0.0, 0.15, facing)));
  } else light = mix(darkest, 1.0, sunOnGround(gl_FragCoord.xy));
#endif
  // Most places lose nothing, and need not be mixed with what is there.
  if (light > 0.997) discard;
  pixel = vec4(vec3(light), 1.0);
}
`
