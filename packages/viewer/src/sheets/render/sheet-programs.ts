/** Texels per style row: colour; weight, width, sum and number of dashes; dashes. */
export const styleTexels = 8
/** Maximum dashes and gaps of a style. */
export const maxDashes = (styleTexels - 2) * 4

const common = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D styles;
// Steps of the grid to picture: x axis, y axis.
uniform vec4 matrix;
// Middle of the picture: whole steps, and the rest of a step.
uniform vec4 middle;
// Half the picture, pixels.
uniform vec2 halfSize;
// Levels and where theirs begin and end in depth, -1 to 1.
uniform vec3 depth;
vec2 toPixels(vec2 grid) {
  // Whole steps are exact in float32, so that nothing trembles at any zoom.
  vec2 away = (grid - middle.xy) - middle.zw;
  return vec2(dot(matrix.xz, away), dot(matrix.yw, away));
}
float depthOf(float level) {
  return mix(depth.y, depth.z, (level + 1.0) / (depth.x + 1.0));
}
`

const lineCommon = `${common}
// Pixels of a millimetre of line weight, thinnest line, pixels of a step, and what dashes are multiplied with.
uniform vec4 weights;
// Lines up to this width are line primitives, pixels; 0 if none are.
uniform float thinPixels;
flat out vec4 color;
flat out int row;
flat out vec3 dashes;
out float along;
float widthOf(vec4 look) {
  return max(look.y > 0.0 ? look.y * weights.z : look.x * weights.x, weights.y);
}
vec3 dashesOf(vec4 look) {
  float total = look.z * weights.w;
  if (total * weights.z < 3.0) return vec3(0.0);
  return vec3(total, look.w, weights.z);
}
`

/** Lines: four vertices around each line from a record to the next. */
export const lineVertexShader = `${lineCommon}
uniform highp usampler2D places;
uniform highp usampler2D levels;
// Record that the draw begins with.
uniform int first;
uniform vec4 paint;
// Of lines shorter than half a pixel one in each half pixel of the way is drawn, the first in any case.
bool isBetween(float start, float end, float pixels) {
  if (pixels >= 0.5 || start == 0.0 || start == end) return false;
  return floor(start * weights.z * 2.0) == floor(end * weights.z * 2.0);
}
void main() {
  int record = first + (gl_VertexID >> 2);
  int across = textureSize(places, 0).x;
  ivec2 at = ivec2(record % across, record / across);
  uvec4 fromPlace = texelFetch(places, at, 0);
  int style = int(fromPlace.w & 0x7fffffffu);
  row = style;
  // What is marked stays thin and whole, whatever the style: a mark as wide as a wall would cover the names on it.
  bool isMark = paint.a > 0.0;
  color = isMark ? vec4(paint.rgb, 1.0) : texelFetch(styles, ivec2(0, row), 0);
  vec4 look = texelFetch(styles, ivec2(1, row), 0);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if ((fromPlace.w & 0x80000000u) != 0u || color.a == 0.0) return;
  uvec4 toPlace = texelFetch(places, ivec2((record + 1) % across, (record + 1) / across), 0);
  vec3 from = uintBitsToFloat(fromPlace.xyz);
  vec3 to = uintBitsToFloat(toPlace.xyz);
  vec2 a = toPixels(from.xy);
  vec2 b = toPixels(to.xy);
  float width = isMark ? 3.0 * weights.y : widthOf(look);
  if (width <= thinPixels) return;
  vec2 way = b - a;
  float pixels = length(way);
  if (isBetween(from.z, to.z, pixels)) return;
  vec2 unit = pixels > 0.0 ? way / pixels : vec2(1.0, 0.0);
  vec2 side = vec2(-unit.y, unit.x);
  int corner = gl_VertexID & 3;
  float end = (corner & 1) == 0 ? 0.0 : 1.0;
  float reach = (corner & 2) == 0 ? -0.5 : 0.5;
  // Wide lines meet over their corners; thin ones need no more than to reach the middle of a pixel.
  vec2 cap = unit * (end * 2.0 - 1.0) * min(width * 0.5, max(0.5, width * 0.35));
  vec2 place = mix(a, b, end) + side * reach * width + cap;
  dashes = isMark ? vec3(0.0) : dashesOf(look);
  along = mix(from.z, to.z, end) ;
  gl_Position = vec4(place / halfSize, depthOf(float(texelFetch(levels, at, 0).x)), 1.0);
}`

/** Lines as line primitives: a vertex per record. */
export const thinLineVertexShader = `${lineCommon}
layout(location = 0) in vec3 place;
layout(location = 1) in uint look;
layout(location = 2) in uint level;
void main() {
  row = int(look & 0x3fffffffu);
  color = texelFetch(styles, ivec2(0, row), 0);
  vec4 widthsAndDashes = texelFetch(styles, ivec2(1, row), 0);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (color.a == 0.0 || widthOf(widthsAndDashes) > thinPixels) return;
  dashes = dashesOf(widthsAndDashes);
  along = place.z;
  vec2 pixels = toPixels(place.xy);
  // A dot is a pixel long.
  if ((look & 0x40000000u) != 0u) pixels.x += 1.0;
  gl_Position = vec4(pixels / halfSize, depthOf(float(level)), 1.0);
}`

/** Lines: discards the gaps of the pattern. */
export const lineFragmentShader = `${common}
uniform vec4 weights;
flat in vec4 color;
flat in int row;
flat in vec3 dashes;
in float along;
out vec4 picture;
void main() {
  if (dashes.x > 0.0) {
    float at = mod(along, dashes.x);
    bool drawn = true;
    int count = int(dashes.y);
    for (int number = 0; number < count; number++) {
      vec4 four = texelFetch(styles, ivec2(2 + number / 4, row), 0);
      float part = four[number & 3] * weights.w;
      // A dot is as long as a pixel.
      if ((number & 1) == 0) part = max(part, 1.5 / max(dashes.z, 1e-9));
      if (at < part) {
        drawn = (number & 1) == 0;
        break;
      }
      at -= part;
    }
    if (!drawn) discard;
  }
  picture = color;
}`

/** Areas and glyphs. */
export const areaVertexShader = `${common}
layout(location = 0) in vec2 place;
layout(location = 1) in uvec3 look;
flat out vec4 color;
out vec3 own;
flat out float hasOwn;
void main() {
  color = texelFetch(styles, ivec2(0, int(look.y)), 0);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (color.a == 0.0) return;
  hasOwn = look.x == 0u ? 0.0 : 1.0;
  uint rgb = look.x - 1u;
  own = vec3(float((rgb >> 16) & 255u), float((rgb >> 8) & 255u), float(rgb & 255u)) / 255.0;
  gl_Position = vec4(toPixels(place) / halfSize, depthOf(float(look.z)), 1.0);
}`

/** Areas and glyphs in their colour, or in the vertices' own. */
export const areaFragmentShader = `${common}
flat in vec4 color;
in vec3 own;
flat in float hasOwn;
out vec4 picture;
void main() {
  picture = hasOwn > 0.0 ? vec4(own, color.a) : color;
}`

/** Images: a unit square, transformed to the grid. */
export const imageVertexShader = `${common}
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 corner;
uniform float level;
out vec2 at;
void main() {
  at = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(toPixels(place) / halfSize, depthOf(level), 1.0);
}`

/** Images. */
export const imageFragmentShader = `${common}
uniform sampler2D photo;
uniform float opacity;
in vec2 at;
out vec4 picture;
void main() {
  vec4 found = texture(photo, at);
  if (opacity <= 1.0 && found.a * opacity < 0.004) discard;
  picture = vec4(found.rgb, found.a * opacity);
}`
