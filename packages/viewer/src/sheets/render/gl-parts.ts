import { ViewerError } from '../../engine/errors.js'

type Context = WebGL2RenderingContext

/** Linked program with its uniform locations. */
export class GlProgram {
  readonly program: WebGLProgram
  readonly #gl: Context
  readonly #locations = new Map<string, WebGLUniformLocation | null>()

  constructor(gl: Context, vertex: string, fragment: string) {
    this.#gl = gl
    this.program = gl.createProgram()
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(kind)
      if (shader === null) throw new ViewerError('webgl-not-supported')
      gl.shaderSource(shader, source)
      gl.compileShader(shader)
      gl.attachShader(this.program, shader)
      gl.deleteShader(shader)
    }
    gl.linkProgram(this.program)
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new ViewerError('webgl-not-supported', gl.getProgramInfoLog(this.program) ?? '')
  }

  use(): void {
    this.#gl.useProgram(this.program)
  }
  getLocation(name: string): WebGLUniformLocation | null {
    let location = this.#locations.get(name)
    if (location === undefined) {
      location = this.#gl.getUniformLocation(this.program, name)
      this.#locations.set(name, location)
    }
    return location
  }
}

/** Creates an immutable buffer. */
export function fixedBuffer(gl: Context, target: number, data: AllowSharedBufferSource): WebGLBuffer {
  const buffer = gl.createBuffer()
  gl.bindBuffer(target, buffer)
  gl.bufferData(target, data, gl.STATIC_DRAW)
  return buffer
}
