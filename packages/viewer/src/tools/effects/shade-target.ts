/** Content of a shading target. */
export type ShadeFormat = 'depth' | 'compared-depth' | 'bytes'

/** Framebuffer with one texture, of any size: recreated when the size changes. */
export class ShadeTarget {
  readonly #gl: WebGL2RenderingContext
  readonly #format: ShadeFormat
  #texture: WebGLTexture | null = null
  #framebuffer: WebGLFramebuffer | null = null
  width = 0
  height = 0

  constructor(gl: WebGL2RenderingContext, format: ShadeFormat) {
    this.#gl = gl
    this.#format = format
  }

  get texture(): WebGLTexture | null {
    return this.#texture
  }
  get framebuffer(): WebGLFramebuffer | null {
    return this.#framebuffer
  }

  /** Sets the size; returns true if the target was recreated. */
  resize(width: number, height: number): boolean {
    if (this.#texture !== null && width === this.width && height === this.height) return false
    this.dispose()
    const gl = this.#gl
    Object.assign(this, { width, height })
    this.#texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.#format === 'bytes' ? gl.RGBA8 : gl.DEPTH_COMPONENT24, width, height)
    const filter = this.#format === 'depth' ? gl.NEAREST : gl.LINEAR
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    if (this.#format === 'compared-depth')
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
    this.#framebuffer = gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer)
    const attachment = this.#format === 'bytes' ? gl.COLOR_ATTACHMENT0 : gl.DEPTH_ATTACHMENT
    gl.framebufferTexture2D(gl.FRAMEBUFFER, attachment, gl.TEXTURE_2D, this.#texture, 0)
    return true
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#texture)
    this.#gl.deleteFramebuffer(this.#framebuffer)
    this.#texture = null
    this.#framebuffer = null
  }
}
