import { maxCutPlanes } from '../store/cut.js'

/** Texels per row of the instance textures and of the name texture. */
export const textureWidth = 1024

/**
 * Position, colour and instance of a vertex, from its attributes. Where vertices store no instance (`NAMED`), the draw
 * number leads to it through `names`.
 */
export const vertexAttributes = /* glsl */ `
in vec4 position;
#ifdef VERTEX_COLOURS
in vec4 vertexColor;
#endif
#ifdef NAMED
uniform highp usampler2D names;
uniform int firstName;
#ifndef MULTI_DRAW
uniform int _gl_DrawID;
#define gl_DrawID _gl_DrawID
#endif
int instanceNumber() {
  int name = firstName + gl_DrawID;
  uvec4 four = texelFetch(names, ivec2((name >> 2) & 1023, name >> 12), 0);
  return int(four[name & 3]);
}
#else
in uint owner;
int instanceNumber() { return int(owner); }
#endif
`

/**
 * Shared by all programs: instance lookup of a vertex, and its position. An instance's matrix takes three texels, a
 * fourth holds the edge parameters.
 */
export const instanceLookup = /* glsl */ `
#if defined(NAMED) && defined(MULTI_DRAW)
#extension GL_ANGLE_multi_draw : require
#endif
#ifdef CLIPPED
#extension GL_ANGLE_clip_cull_distance : require
#endif
precision highp float;
precision highp int;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform highp sampler2D placements;
uniform highp sampler2D colours;
${vertexAttributes}ivec2 placementTexel(int instance) { return ivec2((instance & 255) * 4, instance >> 8); }
vec3 placedVertex(ivec2 texel) {
  vec4 p = vec4(position.xyz, 1.0);
  return vec3(
    dot(texelFetch(placements, texel, 0), p),
    dot(texelFetch(placements, texel + ivec2(1, 0), 0), p),
    dot(texelFetch(placements, texel + ivec2(2, 0), 0), p));
}
#ifdef CLIPPED
uniform highp vec4 cuts[CLIPPED];
out highp float gl_ClipDistance[CLIPPED];
void cutAt(vec3 world) {
  for (int at = 0; at < CLIPPED; at++) gl_ClipDistance[at] = dot(cuts[at].xyz, world) + cuts[at].w;
}
#elif defined(CUT)
centroid out highp vec3 standing;
void cutAt(vec3 world) { standing = world; }
#else
void cutAt(vec3 world) {}
#endif
vec4 instanceColour(int instance) { return texelFetch(colours, ivec2(instance & 1023, instance >> 10), 0); }
`

/**
 * Shared by all fragment programs of a sectioned model without hardware clipping: discards fragments behind any plane.
 * It doubles the frame cost, as the GPU can no longer test depths early. Centroid: past the edge of a surface that just
 * misses a plane, the position would be extrapolated behind it, and rafters appeared as dots.
 */
export const cutTest = /* glsl */ `
#if defined(CUT) && !defined(CLIPPED)
uniform highp vec4 cuts[${maxCutPlanes}];
uniform int cutCount;
centroid in highp vec3 standing;
bool isCutAway() {
  for (int at = 0; at < cutCount; at++)
    if (dot(cuts[at].xyz, standing) + cuts[at].w < 0.0) return true;
  return false;
}
#else
bool isCutAway() { return false; }
#endif
`

/**
 * Light is computed per vertex: faces of buildings are flat, and a frame of 1280 × 720 costs a third less than with
 * light per pixel on the software renderer. Colours stay in sRGB, as the source CAD programs mix them; black shows no
 * shading under any light, and some programs make colourless objects black, so it becomes grey. Comments are here and
 * not in the shader text, which browsers download.
 *
 * `onGrid` moves a vertex to where the GPU rounds it, along its plane: rounded by the GPU, it would retain its depth
 * and shift the plane, and two coplanar surfaces would differ. `standBack` is the depth bias of a surface, so that of
 * two coplanar surfaces the same wins everywhere: two and a half steps of the depth buffer per level, and by
 * `planeStep` the maximum error of the model's coordinates (of which each surface has its fraction), the error of
 * single precision per level (both metres), and the residual of the vertex rounding (pixels per level). Normals
 * transform by the inverse transpose of a matrix with orthogonal columns: each column divided by its squared length. A
 * pane is a closed body, and would be twice as opaque as its material if both its sides were visible. `lights`: base,
 * sky, key, fill; `wear`: layer, below 0 for none, and whether it is clamped.
 */
export const surfaceVertexShader = /* glsl */ `${instanceLookup}
uniform vec3 keyDirection;
uniform vec3 fillDirection;
uniform float pixelScale;
uniform vec4 lights;
uniform vec3 planeStep;
uniform vec2 vertexGrid;
#ifdef TEXTURED
uniform highp sampler2D bindings;
in vec2 uv;
out vec2 place;
flat out vec2 wear;
#endif
out vec4 frontTone;
#ifdef CUT
flat out vec3 inside;
#endif
#ifndef CLOSED
out vec4 backTone;
#endif

vec3 unpackNormal(float packed) {
  vec2 bytes = vec2(mod(packed, 256.0), floor(packed / 256.0));
  vec2 e = (bytes - 256.0 * step(128.0, bytes)) / 127.0;
  vec3 n = vec3(e, 1.0 - abs(e.x) - abs(e.y));
  float t = max(-n.z, 0.0);
  n.xy += mix(vec2(t), vec2(-t), step(0.0, n.xy));
  return n;
}

vec4 onGrid(vec3 seen, vec3 facing, vec3 ray) {
  vec4 clip = projectionMatrix * vec4(seen, 1.0);
  if (clip.w <= 0.0) return clip;
  vec2 place = clip.xy / clip.w;
  vec2 rounded = floor(place * vertexGrid + 0.5) / vertexGrid;
  vec3 aside = vec3((rounded - place) * clip.w / vec2(projectionMatrix[0].x, projectionMatrix[1].y), 0.0);
  float along = dot(facing, ray);
  clip = projectionMatrix * vec4(seen + aside - dot(facing, aside) * along / max(along * along, 0.0036) * ray, 1.0);
  return vec4(rounded * clip.w, clip.zw);
}

float standBack(float sides, float level, float turned) {
  float w = gl_Position.w;
  vec4 p3 = projectionMatrix[2];
  vec4 p4 = projectionMatrix[3];
  float depthPerMetre = abs(p3.z * p4.w - p4.z * p3.w);
  float metres = planeStep.x * fract(sides) + planeStep.y * level;
  float perMetre = metres / max(w, 1000.0 * metres) + planeStep.z * level / pixelScale;
  return 3.0e-7 * w * level + depthPerMetre * perMetre / max(turned, 0.06);
}

float lightOn(vec3 n) {
  return lights.x + lights.y * n.z + lights.z * max(dot(n, keyDirection), 0.0) + lights.w * max(dot(n, fillDirection), 0.0);
}

void main() {
  int instance = instanceNumber();
  ivec2 texel = placementTexel(instance);
  vec4 x = texelFetch(placements, texel, 0);
  vec4 y = texelFetch(placements, texel + ivec2(1, 0), 0);
  vec4 z = texelFetch(placements, texel + ivec2(2, 0), 0);
  vec4 p = vec4(position.xyz, 1.0);
  vec3 world = vec3(dot(x, p), dot(y, p), dot(z, p));
  vec3 seen = (viewMatrix * vec4(world, 1.0)).xyz;
  cutAt(world);
  vec3 m = unpackNormal(position.w) / (x.xyz * x.xyz + y.xyz * y.xyz + z.xyz * z.xyz);
  vec3 n = normalize(vec3(dot(x.xyz, m), dot(y.xyz, m), dot(z.xyz, m)));
  vec3 facing = mat3(viewMatrix) * n;
  vec3 ray = projectionMatrix[2].w == 0.0 ? vec3(0.0, 0.0, 1.0) : normalize(seen);
  gl_Position = onGrid(seen, facing, ray);
  float sides = texelFetch(placements, texel + ivec2(3, 0), 0).z;
  float level = floor(sides * 0.5);
  if (level > 0.0) gl_Position.z += standBack(sides, level, abs(dot(facing, ray)));
  vec4 colour = instanceColour(instance);
  float alphaByte = floor(colour.a * 255.0 + 0.5);
  float opacity = floor(alphaByte * 0.5) / 127.0;
#ifdef TEXTURED
  place = uv;
  wear = vec2(-1.0, 0.0);
  int row = int(-texelFetch(placements, texel + ivec2(3, 0), 0).y) - 1;
  if (row >= 0 && mod(alphaByte, 2.0) < 0.5) {
    wear = texelFetch(bindings, ivec2(0, row), 0).xy;
    if (wear.x >= 0.0) colour.rgb = texelFetch(bindings, ivec2(1, row), 0).rgb;
  }
#endif
#ifdef VERTEX_COLOURS
  if (mod(alphaByte, 2.0) < 0.5) colour.rgb *= vertexColor.rgb;
#endif
  colour.rgb += max(0.0, 0.2 - max(colour.r, max(colour.g, colour.b)));
  frontTone = vec4(min(colour.rgb * lightOn(n), 1.0), opacity);
#ifdef CUT
  inside = colour.rgb;
#endif
#ifndef CLOSED
  backTone = vec4(min(colour.rgb * lightOn(-n), 1.0), opacity * (1.0 - (floor(sides) - level * 2.0)));
#endif
}
`

/**
 * Writes the colour of the visible side (1 into a `MASK`), multiplied by the texture on textured surfaces. Opaque
 * surfaces discard the holes of the texture: leaves and fences are drawn on squares. In a closed body that is cut open,
 * the inner side stands in for the cap until the exact one is ready.
 */
export const surfaceFragmentShader = /* glsl */ `
precision mediump float;
${cutTest}
in vec4 frontTone;
#ifdef CUT
flat in vec3 inside;
#endif
#ifndef CLOSED
in vec4 backTone;
#endif
#ifdef TEXTURED
uniform mediump sampler2DArray textures;
in highp vec2 place;
flat in vec2 wear;
#endif
out vec4 pixel;
void main() {
  if (isCutAway()) discard;
#ifdef TEXTURED
  highp vec2 inset = vec2(0.5) / vec2(textureSize(textures, 0).xy);
  highp vec2 at = wear.y > 0.5 ? clamp(place, inset, 1.0 - inset) : place;
  vec4 texel = texture(textures, vec3(at, max(wear.x, 0.0)));
  if (wear.x < 0.0) texel = vec4(1.0);
#endif
#ifdef CLOSED
  pixel = vec4(frontTone.rgb, 1.0);
#ifdef CUT
  if (!gl_FrontFacing) {
    pixel = vec4(inside * 0.8, 1.0);
    return;
  }
#endif
#else
  pixel = gl_FrontFacing ? frontTone : backTone;
#endif
#ifdef TEXTURED
#ifdef CLEAR
  pixel *= texel;
#else
  if (texel.a < 0.5) discard;
  pixel.rgb *= texel.rgb;
#endif
#endif
#ifdef MASK
#ifndef CUT
  if (pixel.a == 0.0) discard;
#endif
  pixel = vec4(1.0);
#endif
}
`

/**
 * Edges fade where they would be closer than pixels: coverage per pixel is coverage per square metre by pixels per
 * metre. `AXES` draws bodies thinner than a pixel as the line along them, in their own colour. `segmentEnd`: pixels,
 * depth, change of depth over a few pixels' width.
 */
export const edgeVertexShader = /* glsl */ `${instanceLookup}
uniform vec3 edgeColor;
uniform float pixelScale;
uniform vec2 frameSize;
uniform float towardsEye;
out vec4 tone;
flat out vec4 segmentEnd;

void main() {
  int instance = instanceNumber();
  ivec2 texel = placementTexel(instance);
  vec3 world = placedVertex(texel);
  vec4 extra = texelFetch(placements, texel + ivec2(3, 0), 0);
  gl_Position = projectionMatrix * (viewMatrix * vec4(world, 1.0));
  cutAt(world);
  gl_Position.z -= towardsEye + 3.0e-7 * gl_Position.w;
  float metresPerPixel = gl_Position.w / pixelScale;
  vec4 p3 = projectionMatrix[2];
  vec4 p4 = projectionMatrix[3];
  float depthPerMetre = abs(p3.z * p4.w - p4.z * p3.w) / (gl_Position.w * gl_Position.w) * 0.5;
  vec3 place = gl_Position.xyz / gl_Position.w * 0.5 + 0.5;
  segmentEnd = gl_Position.w > 0.0
    ? vec4(place.xy * frameSize, place.z, STEEP_PIXELS * metresPerPixel * depthPerMetre)
    : vec4(-1.0e6);
  vec4 colour = instanceColour(instance);
#ifdef AXES
  tone = vec4(colour.rgb * 0.85, clamp(extra.w / metresPerPixel, 0.6, 1.0));
#else
  float opacity = floor(floor(colour.a * 255.0 + 0.5) * 0.5) / 127.0;
  float fade = 1.0 - smoothstep(0.12, FADED_INK, extra.x * metresPerPixel);
  vec3 dark = edgeColor * 0.8 + colour.rgb * 0.14;
  // Black lines stay darker than a light ground and lighter than a dark one, as black surfaces do.
  vec3 line = colour.rgb + max(0.0, 0.2 - max(colour.r, max(colour.g, colour.b)));
  tone = extra.y > 0.5 ? vec4(line, opacity) : vec4(dark, fade * (opacity < 0.3 ? 0.35 : 0.9));
#endif
}
`

/**
 * Writes the faded colour. For a segment far shorter than a pixel, or nearly parallel to the view, the GPU interpolates
 * an unrelated depth: rods of a railing appeared as dots in front of the roof above them. So the pixel at a segment's
 * end is discarded if its depth differs from that end's by more than a few pixels' width.
 */
export const edgeFragmentShader = /* glsl */ `
precision highp float;
${cutTest}
in vec4 tone;
flat in vec4 segmentEnd;
out vec4 pixel;
void main() {
  if (isCutAway()) discard;
  vec2 away = gl_FragCoord.xy - segmentEnd.xy;
  if (dot(away, away) < 2.5 && !(abs(gl_FragCoord.z - segmentEnd.z) <= segmentEnd.w)) discard;
  pixel = tone;
#ifdef MASK
  pixel = vec4(1.0);
#endif
}
`
