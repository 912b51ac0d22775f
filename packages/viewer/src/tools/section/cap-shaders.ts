import { maxCutPlanes } from '../../engine/store/cut.js'

/**
 * All caps of one plane have the same depth function: it is computed from the plane and the pixel, not from the
 * triangle, so that of two overlapping caps the one drawn later always wins, without flicker.
 */
const depthOnPlane = /* glsl */ `
uniform highp vec3 depths[${maxCutPlanes}]; // change of depth along x and y pixels, and depth at the first
flat in int plane;
#ifdef SEVERAL_PLANES
uniform highp vec4 cuts[${maxCutPlanes}];
uniform int cutCount;
centroid in highp vec3 standing;
bool isCutAway() {
  for (int at = 0; at < cutCount; at++)
    if (at != plane && dot(cuts[at].xyz, standing) + cuts[at].w < 0.0) return true;
  return false;
}
#else
bool isCutAway() { return false; }
#endif
float depthHere() { return clamp(dot(depths[plane], vec3(gl_FragCoord.xy, 1.0)), 0.0, 1.0); }
`

/**
 * Fills in model space; `place` is their position in the plane, for the hatch. The hatch parameters are looked up here:
 * two rows of lines (direction, pixels between them, 1 or 0) and speckles (pixels between them, 1 or 0). In the
 * fragment shader, the software renderer evaluated all seven kinds with their one or two rows for every pixel.
 */
export const capVertexShader = /* glsl */ `
precision highp float;
precision highp int;
const vec2 rising = vec2(0.7071, -0.7071);
const vec2 falling = vec2(0.7071, 0.7071);
// Concrete, metal, masonry, wood, insulation, glass, anything else.
const vec4 firstLines[7] = vec4[7](
  vec4(rising, 10.0, 1.0), vec4(rising, 5.0, 1.0), vec4(rising, 6.0, 1.0), vec4(0.1736, 0.9848, 5.0, 1.0),
  vec4(rising, 9.0, 1.0), vec4(falling, 16.0, 1.0), vec4(rising, 6.0, 0.0));
const vec4 secondLines[7] = vec4[7](
  vec4(falling, 5.0, 0.0), vec4(falling, 5.0, 1.0), vec4(falling, 5.0, 0.0), vec4(falling, 5.0, 0.0),
  vec4(falling, 9.0, 1.0), vec4(falling, 5.0, 0.0), vec4(falling, 5.0, 0.0));
const vec2 speckle[7] = vec2[7](
  vec2(8.0, 1.0), vec2(8.0, 0.0), vec2(8.0, 0.0), vec2(8.0, 0.0), vec2(8.0, 0.0), vec2(8.0, 0.0), vec2(6.0, 1.0));
flat out vec4 firstLine;
flat out vec4 secondLine;
flat out vec3 speckles; // and 1 for broken lines
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
in vec3 position;
in vec2 place;
in vec4 tint;
in float planeNumber;
#ifdef SEVERAL_PLANES
centroid out highp vec3 standing;
#endif
out highp vec2 along;
flat out vec3 colour;
flat out int plane;
void main() {
#ifdef SEVERAL_PLANES
  standing = position;
#endif
  along = place;
  colour = tint.rgb;
  int fill = min(int(tint.a * 255.0 + 0.5), 6);
  firstLine = firstLines[fill];
  secondLine = secondLines[fill];
  speckles = vec3(speckle[fill], fill == 5 ? 1.0 : 0.0);
  plane = int(planeNumber + 0.5);
  gl_Position = projectionMatrix * (viewMatrix * vec4(position, 1.0));
}
`

/**
 * Hatches lie in the plane, in metres, so that they stay fixed on their surface; their spacing doubles with distance,
 * and every other line fades out first.
 */
export const capFragmentShader = /* glsl */ `
precision highp float;
precision highp int;
${depthOnPlane}
uniform float hatched; // 1, or 0 for plain fills
uniform float pixelRatio;
uniform float dark; // 1 in the dark theme
in highp vec2 along;
flat in vec3 colour;
flat in vec4 firstLine;
flat in vec4 secondLine;
flat in vec3 speckles;
out vec4 pixel;

/** Lines as thin on the screen however slantwise they are seen. */
float ink(float across, float perPixel, float metres) {
  float width = 0.5 * pixelRatio;
  float pixels = abs(fract(across / metres - 0.5) - 0.5) * metres / perPixel;
  return 1.0 - smoothstep(width - 0.5, width + 0.5, pixels);
}
float lines(vec4 line, vec2 right, vec2 down, float metresPerPixel) {
  float least = line.z * pixelRatio;
  float metres = exp2(ceil(log2(metresPerPixel * least)));
  float fading = smoothstep(least, least * 1.6, metres / metresPerPixel);
  float across = dot(along, line.xy);
  float perPixel = max(1.0e-9, length(vec2(dot(right, line.xy), dot(down, line.xy))));
  return line.w * max(ink(across, perPixel, metres * 2.0), ink(across + metres, perPixel, metres * 2.0) * fading);
}
float dots(float metresPerPixel) {
  float metres = exp2(ceil(log2(metresPerPixel * speckles.x * pixelRatio)));
  vec2 cell = floor(along / metres);
  vec2 shift = fract(sin(vec2(dot(cell, vec2(12.9, 78.2)), dot(cell, vec2(39.3, 11.1)))) * 4375.5) - 0.5;
  float pixels = length(fract(along / metres) - 0.5 - shift * 0.6) * metres / metresPerPixel;
  float radius = 0.8 * pixelRatio;
  return speckles.y * (1.0 - smoothstep(radius - 0.5, radius + 0.5, pixels));
}
float inkHere(vec2 right, vec2 down) {
  float metresPerPixel = max(1.0e-9, sqrt(abs(right.x * down.y - right.y * down.x)));
  float dashes = step(0.35, fract(dot(along, vec2(0.7071, -0.7071)) / metresPerPixel / (18.0 * pixelRatio)));
  float first = lines(firstLine, right, down, metresPerPixel) * max(dashes, 1.0 - speckles.z);
  float second = secondLine.w > 0.0 ? lines(secondLine, right, down, metresPerPixel) : 0.0;
  float speckled = speckles.y > 0.0 ? dots(metresPerPixel) : 0.0;
  return max(first, max(second, speckled));
}

void main() {
  vec3 paper = dark > 0.5 ? vec3(0.1) : vec3(1.0);
  vec3 pen = dark > 0.5 ? vec3(0.93) : vec3(0.05);
  vec3 base = mix(colour, paper, 0.42);
  vec2 right = dFdx(along);
  vec2 down = dFdy(along);
  // Only now: what is left out has no neighbours to tell how things change from pixel to pixel.
  if (isCutAway()) discard;
  float amount = hatched > 0.5 ? inkHere(right, down) : 0.0;
  pixel = vec4(mix(base, mix(colour, pen, 0.72), amount), 1.0);
  gl_FragDepth = depthHere();
}
`

/** Visible fills, written as 1. */
export const maskVertexShader = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
in vec3 position;
in float planeNumber;
#ifdef SEVERAL_PLANES
centroid out highp vec3 standing;
#endif
flat out int plane;
void main() {
#ifdef SEVERAL_PLANES
  standing = position;
#endif
  plane = int(planeNumber + 0.5);
  gl_Position = projectionMatrix * (viewMatrix * vec4(position, 1.0));
}
`

/** In front of the outlines too, which lie slightly in front of their fills. */
export const maskFragmentShader = /* glsl */ `
precision highp float;
precision highp int;
${depthOnPlane}
out vec4 pixel;
void main() {
  if (isCutAway()) discard;
  pixel = vec4(1.0);
  gl_FragDepth = max(0.0, depthHere() - 8.0e-7);
}
`

/** Segments as ribbons of the stroke's width, extended by half of it at both ends so that corners close. */
export const outlineVertexShader = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform vec2 frameSize;
uniform float halfWidth;
uniform float pixelRatio;
in vec2 position; // along the segment 0 or 1, to its side -1 or 1
in vec3 from;
in vec3 to;
in float planeNumber;
#ifdef SEVERAL_PLANES
centroid out highp vec3 standing;
#endif
flat out int plane;
void main() {
  vec4 a = projectionMatrix * (viewMatrix * vec4(from, 1.0));
  vec4 b = projectionMatrix * (viewMatrix * vec4(to, 1.0));
#ifdef SEVERAL_PLANES
  standing = mix(from, to, position.x);
#endif
  plane = int(planeNumber + 0.5);
  gl_Position = mix(a, b, position.x);
  // What begins behind the eye is drawn up to it.
  const float near = 1.0e-4;
  if (a.w < near && b.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 run = (b.xy / b.w - a.xy / a.w) * frameSize;
  float far = length(run);
  vec2 way = far > 1.0e-6 ? run / far : vec2(1.0, 0.0);
  vec4 end = position.x < 0.5 ? a : b;
  // Two centimetres of the model, within what a pen can draw: from afar, outlines would leave nothing of thin walls.
  float pixelsPerMetre = frameSize.y * 0.5 * projectionMatrix[1][1] / end.w;
  float pen = clamp(0.01 * pixelsPerMetre, 0.45 * pixelRatio, halfWidth);
  vec2 shift = vec2(-way.y, way.x) * position.y + way * (position.x * 2.0 - 1.0);
  gl_Position = vec4(end.xy + shift * pen * 2.0 / frameSize * end.w, end.zw);
}
`

/** Slightly nearer than the fills. */
export const outlineFragmentShader = /* glsl */ `
precision highp float;
precision highp int;
${depthOnPlane}
uniform vec3 pen;
out vec4 pixel;
void main() {
  if (isCutAway()) discard;
  pixel = vec4(pen, 1.0);
  gl_FragDepth = max(0.0, depthHere() - 4.0e-7);
}
`
