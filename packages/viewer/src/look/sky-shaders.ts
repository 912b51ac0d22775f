/** Ways from the eye through the picture. Without perspective all are the same: there the sky bends as if they spread. */
export const skyVertexShader = /* glsl */ `
precision highp float;
uniform mat4 unproject;
uniform mat4 viewToWorld;
uniform float halfHeight; // metres, 0 with perspective
in vec2 position;
out vec3 way;
void main() {
  vec4 inView = unproject * vec4(position, 1.0, 1.0);
  vec3 ray = halfHeight > 0.0 ? vec3(inView.xy / halfHeight * 0.45, -1.0) : inView.xyz / inView.w;
  way = mat3(viewToWorld) * ray / abs(ray.z);
  gl_Position = vec4(position, 1.0, 1.0);
}
`

/** Colour by how far a ray rises; half a step of noise, or the slow change would show as bands. */
export const skyFragmentShader = /* glsl */ `
precision highp float;
uniform vec3 zenith;
uniform vec3 haze;
uniform vec3 ground;
uniform vec3 nadir;
in vec3 way;
out vec4 pixel;
void main() {
  float rise = way.z / length(way);
  vec3 above = mix(haze, zenith, sqrt(clamp(rise, 0.0, 1.0)));
  vec3 below = mix(ground, nadir, sqrt(clamp(-rise, 0.0, 1.0)));
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  pixel = vec4(mix(below, above, smoothstep(-0.025, 0.008, rise)) + noise / 255.0, 1.0);
}
`
