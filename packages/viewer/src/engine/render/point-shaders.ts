import { cutTest, instanceLookup } from './shaders.js'

/**
 * Points as round dots of constant screen size, whatever their distance; the size is in the field that holds the edge
 * coverage of surfaces. Like edges, they are offset from the surfaces they lie on. Black points become grey, as bodies
 * do, also for the dark background.
 */
export const pointVertexShader = /* glsl */ `${instanceLookup}
uniform float pixelRatio;
uniform float towardsEye;
out vec4 tone;

void main() {
  int instance = instanceNumber();
  ivec2 texel = placementTexel(instance);
  vec3 world = placedVertex(texel);
  gl_Position = projectionMatrix * (viewMatrix * vec4(world, 1.0));
  cutAt(world);
  gl_Position.z -= towardsEye + 3.0e-7 * gl_Position.w;
  gl_PointSize = max(1.0, texelFetch(placements, texel + ivec2(3, 0), 0).x * pixelRatio);
  vec4 colour = instanceColour(instance);
  float alphaByte = floor(colour.a * 255.0 + 0.5);
#ifdef VERTEX_COLOURS
  if (mod(alphaByte, 2.0) < 0.5) colour.rgb *= vertexColor.rgb;
#endif
  colour.rgb += max(0.0, 0.2 - max(colour.r, max(colour.g, colour.b)));
  tone = vec4(min(colour.rgb, 1.0), floor(alphaByte * 0.5) / 127.0);
}
`

/** Disc; small dots are squares, whose corners are not noticeable. */
export const pointFragmentShader = /* glsl */ `
precision mediump float;
${cutTest}
in vec4 tone;
out vec4 pixel;
void main() {
  if (isCutAway()) discard;
  vec2 away = gl_PointCoord - 0.5;
  if (dot(away, away) > 0.3) discard;
  pixel = tone;
#ifdef MASK
  pixel = vec4(1.0);
#endif
}
`
