/** Samples per pixel; every GPU with WebGL 2 supports four. */
const samples = 4

/** Buffers of the frame, of the canvas's size. */
interface Buffers {
  readonly framebuffer: WebGLFramebuffer
  readonly parts: readonly WebGLRenderbuffer[]
}

/**
 * Multisampled frame for a canvas without multisampling. It is resolved in two steps: samples only resolve between
 * equal formats, and the browser chooses that of the canvas.
 */
export class MultisampledFrame {
  readonly #gl: WebGL2RenderingContext
  #size: readonly [number, number] = [0, 0]
  #sampled: Buffers | null = null
  #joined: Buffers | null = null
  #fence: WebGLSync | null = null

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
  }

  /** Directs drawing to the frame. */
  begin(): void {
    const gl = this.#gl
    this.#fit([gl.drawingBufferWidth, gl.drawingBufferHeight])
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#sampled?.framebuffer ?? null)
  }

  /** Copies the frame to the canvas, and directs drawing there. */
  end(): void {
    const gl = this.#gl
    gl.disable(gl.SCISSOR_TEST)
    this.#copy(this.#sampled, this.#joined)
    gl.invalidateFramebuffer(gl.READ_FRAMEBUFFER, [gl.COLOR_ATTACHMENT0, gl.DEPTH_STENCIL_ATTACHMENT])
    this.#copy(this.#joined, null)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.deleteSync(this.#fence)
    this.#fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  }

  /** Whether the GPU has completed the last frame. */
  get isFinished(): boolean {
    const gl = this.#gl
    return this.#fence !== null && gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) === gl.SIGNALED
  }

  /** Frees the buffers until the next frame. */
  release(): void {
    if (this.#sampled === null) return
    this.#deleteBuffers()
    this.#submit()
  }

  #deleteBuffers(): void {
    this.#delete(this.#sampled)
    this.#delete(this.#joined)
    this.#sampled = null
    this.#joined = null
  }

  /** Draws a pixel that is not displayed: drivers free deleted memory with the next commands. */
  #submit(): void {
    const gl = this.#gl
    const pixel = this.#buffers([[gl.COLOR_ATTACHMENT0, gl.RGBA8, 0]], [1, 1])
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.flush()
    this.#delete(pixel)
  }

  #delete(buffers: Buffers | null): void {
    const gl = this.#gl
    gl.deleteFramebuffer(buffers?.framebuffer ?? null)
    for (const part of buffers?.parts ?? []) gl.deleteRenderbuffer(part)
  }

  #copy(from: Buffers | null, to: Buffers | null): void {
    const gl = this.#gl
    const [width, height] = this.#size
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from?.framebuffer ?? null)
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to?.framebuffer ?? null)
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
  }

  #fit(size: readonly [number, number]): void {
    const gl = this.#gl
    if (this.#sampled && size[0] === this.#size[0] && size[1] === this.#size[1]) return
    this.#deleteBuffers()
    this.#size = size
    this.#sampled = this.#buffers([
      [gl.COLOR_ATTACHMENT0, gl.RGBA8, samples],
      [gl.DEPTH_STENCIL_ATTACHMENT, gl.DEPTH24_STENCIL8, samples],
    ])
    this.#joined = this.#buffers([[gl.COLOR_ATTACHMENT0, gl.RGBA8, 0]])
  }

  #buffers(
    attachments: readonly (readonly [place: number, format: number, samples: number])[],
    size = this.#size,
  ): Buffers {
    const gl = this.#gl
    const framebuffer = gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
    const parts = attachments.map(([attachment, format, count]) => {
      const part = gl.createRenderbuffer()
      gl.bindRenderbuffer(gl.RENDERBUFFER, part)
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, count, format, ...size)
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, part)
      return part
    })
    return { framebuffer, parts }
  }
}
