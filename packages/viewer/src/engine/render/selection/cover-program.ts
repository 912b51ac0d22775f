import type { WebGLRenderer } from 'three'
import { ViewerError } from '../../errors.js'

/** One triangle over the whole target, without buffers. */
const coverVertexShader = /* glsl */ `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
`

/**
 * Uniforms of a program: one number, vectors of two to four, matrices of sixteen; pairs of integers in `Int32Array`.
 */
export type Uniforms = Readonly<Record<string, number | readonly number[] | Int32Array>>

/** Full-screen program outside three.js; what it binds goes through the state cache of three.js. */
export class CoverProgram {
  readonly #gl: WebGL2RenderingContext
  readonly #state: WebGLRenderer['state']
  readonly #program: WebGLProgram
  readonly #locations = new Map<string, WebGLUniformLocation | null>()

  /** Throws a `ViewerError` `extension-failed` if the driver rejects it. */
  constructor(renderer: WebGLRenderer, fragmentShader: string, defines: readonly string[] = []) {
    const gl = renderer.getContext() as WebGL2RenderingContext
    this.#gl = gl
    this.#state = renderer.state
    this.#program = gl.createProgram()
    const lines = defines.map((name) => `#define ${name}\n`).join('')
    const source = fragmentShader.replace('#version 300 es\n', `#version 300 es\n${lines}`)
    const shaders = [
      [gl.VERTEX_SHADER, coverVertexShader],
      [gl.FRAGMENT_SHADER, source],
    ] as const
    for (const [kind, text] of shaders) this.#attach(kind, text)
    gl.linkProgram(this.#program)
    if (gl.getProgramParameter(this.#program, gl.LINK_STATUS) !== true && !gl.isContextLost())
      throw new ViewerError('extension-failed', gl.getProgramInfoLog(this.#program) ?? '')
  }

  /** Draws over the bound target; `textures` are bound in order, by the names of their samplers. */
  draw(textures: Readonly<Record<string, WebGLTexture | null>>, uniforms: Uniforms): void {
    const gl = this.#gl
    this.#state.useProgram(this.#program)
    let unit = 0
    for (const name in textures) {
      const texture = textures[name]
      if (texture !== null) this.#state.bindTexture(gl.TEXTURE_2D, texture, gl.TEXTURE0 + unit)
      // A sampler keeps its unit.
      if (!this.#locations.has(name)) gl.uniform1i(this.#getLocation(name), unit)
      unit++
    }
    for (const name in uniforms) {
      const location = this.#getLocation(name)
      if (location !== null) this.#set(location, uniforms[name])
    }
    // The program reads no attributes: whatever vertex array is bound can stay.
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  dispose(): void {
    this.#gl.deleteProgram(this.#program)
  }

  #attach(kind: GLenum, text: string): void {
    const gl = this.#gl
    const shader = gl.createShader(kind)
    if (shader === null) return
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(this.#program, shader)
    gl.deleteShader(shader)
  }

  #getLocation(name: string): WebGLUniformLocation | null {
    const cached = this.#locations.get(name)
    if (cached !== undefined) return cached
    const location = this.#gl.getUniformLocation(this.#program, name)
    this.#locations.set(name, location)
    return location
  }

  #set(location: WebGLUniformLocation, value: number | readonly number[] | Int32Array): void {
    const gl = this.#gl
    if (value instanceof Int32Array) return gl.uniform2iv(location, value)
    if (typeof value === 'number') return gl.uniform1f(location, value)
    if (value.length === 16) return gl.uniformMatrix4fv(location, false, value)
    if (value.length === 4) return gl.uniform4fv(location, value)
    if (value.length === 3) return gl.uniform3fv(location, value)
    gl.uniform2fv(location, value)
  }
}
