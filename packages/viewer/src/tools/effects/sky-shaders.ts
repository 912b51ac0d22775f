/**
 * Colour by the elevation of a ray, computed at the vertices of a fine grid: per pixel it cost as much as a tenth of a
 * model. In an orthographic view all rays are parallel: the sky is then shaded as if they diverged.
 */
export const skyVertexShader = /* glsl */ `
precision highp float;
uniform mat4 unproject;
uniform mat4 viewToWorld;
uniform float halfHeight; // metres, 0 with perspective
uniform vec3 zenith;
uniform vec3 haze;
uniform vec3 ground;
uniform vec3 nadir;
in vec2 position;
out vec3 colour;
void main() {
  vec4 inView = unproject * vec4(position, 1.0, 1.0);
  vec3 ray = halfHeight > 0.0 ? vec3(inView.xy / halfHeight * 0.45, -1.0) : inView.xyz / inView.w;
  float rise = normalize(mat3(viewToWorld) * ray).z;
  vec3 above = mix(haze, zenith, sqrt(clamp(rise, 0.0, 1.0)));
  vec3 below = mix(ground, nadir, sqrt(clamp(-rise, 0.0, 1.0)));
  colour = mix(below, above, smoothstep(-0.025, 0.008, rise));
  gl_Position = vec4(position, 1.0, 1.0);
}
`

/** Dithers by half a step of noise, as the slow gradient would show bands. */
export const skyFragmentShader = /* glsl */ `
precision highp float;
in vec3 colour;
out vec4 pixel;
void main() {
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  pixel = vec4(colour + noise / 255.0, 1.0);
}
`
