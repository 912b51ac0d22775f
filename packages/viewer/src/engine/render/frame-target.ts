import { SRGBColorSpace, WebGLRenderTarget, type WebGLRenderer } from 'three'

/** Samples per pixel of a still frame: every GPU supports four. */
const stillSamples = 4

/** Mask of some objects in a frame, with the frame's depths. */
export interface FrameMask {
  /** Two channels per pixel, with mipmaps: what is visible, and all. */
  readonly texture: WebGLTexture
  /** Clears the mask and makes it the render target. */
  bind(): void
  /** Limits what is drawn next to some channels. */
  writeChannels(visible: boolean, all: boolean): void
  /** Resolves the samples into `texture`. */
  resolve(): void
  dispose(): void
}

/**
 * Offscreen target of a frame: renderbuffers that are copied to the canvas at the end. They retain colour and depth
 * between frames, so that new chunks can be drawn on top; a canvas with `preserveDrawingBuffer` would cost an
 * additional copy. Moving frames are drawn without multisampling and, on slow machines, smaller.
 */
export class FrameTarget {
  readonly #gl: WebGL2RenderingContext
  readonly #renderer: WebGLRenderer
  readonly #resetState: () => void
  /** Samples per pixel; 0 for no multisampling. */
  readonly samples: number
  #framebuffer: WebGLFramebuffer | null = null
  #buffers: WebGLRenderbuffer[] = []
  #target: WebGLRenderTarget | null = null
  /** Mask of the selection in the frame; lives as long as the frame's buffers. */
  mask: FrameMask | null = null
  #width = 0
  #height = 0

  /** `resetState` is called when the state cache of three.js is no longer valid. */
  constructor(
    renderer: WebGLRenderer,
    options: { readonly purpose: 'still' | 'moving'; readonly resetState: () => void },
  ) {
    this.#renderer = renderer
    this.#resetState = options.resetState
    this.#gl = renderer.getContext() as WebGL2RenderingContext
    this.samples =
      options.purpose === 'still' ? Math.min(stillSamples, this.#gl.getParameter(this.#gl.MAX_SAMPLES) as number) : 0
  }

  /** Pixels. */
  get width(): number {
    return this.#width
  }
  get height(): number {
    return this.#height
  }
  /** Framebuffer with the frame's colour and depth, several samples per pixel. */
  get framebuffer(): WebGLFramebuffer | null {
    return this.#framebuffer
  }

  /** Depth buffer, for targets that share it. */
  get depthBuffer(): WebGLRenderbuffer | null {
    return this.#buffers[1] ?? null
  }

  /** Binds the target for the next frames of three.js; a different size discards its content. */
  bind(width: number, height: number): void {
    if (width !== this.#width || height !== this.#height || this.#target === null) this.#create(width, height)
    this.#renderer.setRenderTarget(this.#target)
  }

  /** Copies the frame to the canvas. */
  present(canvasWidth: number, canvasHeight: number): void {
    const gl = this.#gl
    const { state } = this.#renderer
    const filter = canvasWidth === this.#width && canvasHeight === this.#height ? gl.NEAREST : gl.LINEAR
    state.disable(gl.SCISSOR_TEST)
    // three.js tracks the draw framebuffer, but not the read framebuffer.
    state.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#framebuffer)
    gl.blitFramebuffer(0, 0, this.#width, this.#height, 0, 0, canvasWidth, canvasHeight, gl.COLOR_BUFFER_BIT, filter)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
    this.#renderer.setRenderTarget(null)
  }

  /**
   * Reads the frame's pixels from the top left, opaque, without a margin in pixels; three.js draws to the canvas
   * afterwards. `shade` may draw onto it before.
   */
  read(margin: number, shade: (into: WebGLFramebuffer) => void): Uint8ClampedArray<ArrayBuffer> {
    const gl = this.#gl
    const [width, height] = [this.#width, this.#height]
    const inner = { width: width - 2 * margin, height: height - 2 * margin }
    const plain = gl.createFramebuffer()
    const buffer = gl.createRenderbuffer()
    // A multisampled buffer can be copied but not read.
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer)
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height)
    this.#renderer.state.bindFramebuffer(gl.DRAW_FRAMEBUFFER, plain)
    gl.framebufferRenderbuffer(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, buffer)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#framebuffer)
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
    shade(plain)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, plain)
    const bottomUp = new Uint8ClampedArray(inner.width * inner.height * 4)
    gl.readPixels(margin, margin, inner.width, inner.height, gl.RGBA, gl.UNSIGNED_BYTE, bottomUp)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
    gl.deleteFramebuffer(plain)
    gl.deleteRenderbuffer(buffer)
    this.#renderer.setRenderTarget(null)
    return fromTheTop(bottomUp, inner.width * 4)
  }

  dispose(): void {
    this.#gl.deleteFramebuffer(this.#framebuffer)
    for (const buffer of this.#buffers.splice(0)) this.#gl.deleteRenderbuffer(buffer)
    this.#target?.dispose()
    this.mask?.dispose()
    this.mask = null
    this.#framebuffer = null
    this.#target = null
    this.#width = 0
    this.#height = 0
  }

  #create(width: number, height: number): void {
    this.dispose()
    const gl = this.#gl
    this.#width = width
    this.#height = height
    this.#framebuffer = gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer)
    this.#attach(gl.COLOR_ATTACHMENT0, gl.RGBA8)
    this.#attach(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    this.#target = new WebGLRenderTarget(width, height, { depthBuffer: false })
    this.#target.texture.colorSpace = SRGBColorSpace
    // three.js writes sRGB only to the canvas and to XR render targets, which are presented elsewhere.
    Object.assign(this.#target, { isXRRenderTarget: true })
    ;(this.#renderer as unknown as ExternalTargets).setRenderTargetFramebuffer(this.#target, this.#framebuffer)
    this.#resetState()
  }

  #attach(attachment: GLenum, format: GLenum): void {
    const gl = this.#gl
    const buffer = gl.createRenderbuffer()
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer)
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, this.samples, format, this.#width, this.#height)
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer)
    if (buffer !== null) this.#buffers.push(buffer)
  }
}

/** Reverses the rows to top-down order; the transparency of the canvas becomes opaque in a file. */
function fromTheTop(bottomUp: Uint8ClampedArray<ArrayBuffer>, rowBytes: number): Uint8ClampedArray<ArrayBuffer> {
  const rows = bottomUp.length / rowBytes
  const flipped = new Uint8ClampedArray(bottomUp.length)
  for (let row = 0; row < rows; row++)
    flipped.set(bottomUp.subarray((rows - 1 - row) * rowBytes, (rows - row) * rowBytes), row * rowBytes)
  for (let at = 3; at < flipped.length; at += 4) flipped[at] = 255
  return flipped
}

/** Method of `WebGLRenderer` missing from its types. */
interface ExternalTargets {
  setRenderTargetFramebuffer(target: WebGLRenderTarget, framebuffer: WebGLFramebuffer | null): void
}
