import { DoubleSide, GLSL3, RawShaderMaterial, Vector3 } from 'three'
import type { ElementColor } from '../../engine/types.js'

const vertexShader = `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec3 seen;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  seen = place.xyz;
  gl_Position = projectionMatrix * place;
}`

// Stripes indicate removed elements without relying on colour.
const fragmentShader = `
precision highp float;
uniform vec3 tint;
uniform vec2 opacities;
in vec3 seen;
out vec4 pixel;
void main() {
  vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
  float light = 0.7 + 0.3 * abs(normal.z);
  float stripe = step(5.0, mod(gl_FragCoord.x + gl_FragCoord.y, 10.0));
  pixel = vec4(tint * light, mix(opacities.x, opacities.y, stripe));
}`

/** Opacity between the stripes, relative to that of the stripes. */
const betweenStripes = 0.45

/** Creates a transparent, striped material of one colour, lit from the camera. */
export function createOverlayMaterial({ opacity = 0.6, rgb }: ElementColor): RawShaderMaterial {
  return new RawShaderMaterial({
    vertexShader,
    fragmentShader,
    glslVersion: GLSL3,
    uniforms: {
      tint: { value: new Vector3(...rgb.map((value) => value / 255)) },
      opacities: { value: [opacity * betweenStripes, opacity] },
    },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  })
}
