import { SRGBColorSpace, WebGLRenderTarget, type WebGLRenderer } from 'three'
import type { SelectionMask } from '../selection/selection-mask.js'

/** Samples per pixel of a still picture: four are what every card has. */
const stillSamples = 4

/**
 * The picture while it is made: renderbuffers of our own, copied to the canvas when it is done. They keep colour and
 * depth between pictures, so that what arrives can be drawn on top; a canvas with `preserveDrawingBuffer` would cost a
 * copy more. Moving pictures are drawn without multisampling and, when a machine is slow, smaller.
 */
export class FrameTarget {
  readonly #gl: WebGL2RenderingContext
  readonly #renderer: WebGLRenderer
  readonly #resetState: () => void
  /** Per pixel; 0 for one. */
  readonly samples: number
  #framebuffer: WebGLFramebuffer | null = null
  #buffers: WebGLRenderbuffer[] = []
  #target: WebGLRenderTarget | null = null
  /** Of what is selected in the picture; lives as long as the picture's buffers. */
  mask: SelectionMask | null = null
  #width = 0
  #height = 0

  /** `forgetState` is called when three.js must not trust what it knows of the card's state. */
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
  /** Holds the picture and its depths, several samples per pixel. */
  get framebuffer(): WebGLFramebuffer | null {
    return this.#framebuffer
  }

  /** The depths, for targets that share them. */
  get depthBuffer(): WebGLRenderbuffer | null {
    return this.#buffers[1] ?? null
  }

  /** Makes the following pictures of three.js go here; what was here is lost when the size differs. */
  bind(width: number, height: number): void {
    if (width !== this.#width || height !== this.#height || this.#target === null) this.#create(width, height)
    this.#renderer.setRenderTarget(this.#target)
  }

  /** Copies the picture to the canvas. */
  present(canvasWidth: number, canvasHeight: number): void {
    const gl = this.#gl
    const { state } = this.#renderer
    const filter = canvasWidth === this.#width && canvasHeight === this.#height ? gl.NEAREST : gl.LINEAR
    state.disable(gl.SCISSOR_TEST)
    // Three keeps book of the framebuffer that is drawn to, and not of the one that is read.
    state.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#framebuffer)
    gl.blitFramebuffer(0, 0, this.#width, this.#height, 0, 0, canvasWidth, canvasHeight, gl.COLOR_BUFFER_BIT, filter)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
    this.#renderer.setRenderTarget(null)
  }

  /**
   * The picture's pixels from the top left, opaque, without a margin of so many; three.js draws to the canvas afterwards.
   * `shade` may draw onto it before.
   */
  read(margin: number, shade: (into: WebGLFramebuffer) => void): Uint8ClampedArray<ArrayBuffer> {
    const gl = this.#gl
    const [width, height] = [this.#width, this.#height]
    const inner = { width: width - 2 * margin, height: height - 2 * margin }
    const plain = gl.createFramebuffer()
    const buffer = gl.createRenderbuffer()
    // What has several samples per pixel can be copied and not be read.
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
    // Three.js writes sRGB only to the canvas and to targets of this kind: those that somebody else presents.
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

/** The rows in the order in which pictures have them; what shines through a canvas is opaque in a file. */
function fromTheTop(bottomUp: Uint8ClampedArray<ArrayBuffer>, rowBytes: number): Uint8ClampedArray<ArrayBuffer> {
  const rows = bottomUp.length / rowBytes
  const flipped = new Uint8ClampedArray(bottomUp.length)
  for (let row = 0; row < rows; row++)
    flipped.set(bottomUp.subarray((rows - 1 - row) * rowBytes, (rows - row) * rowBytes), row * rowBytes)
  for (let at = 3; at < flipped.length; at += 4) flipped[at] = 255
  return flipped
}

/** A method of `WebGLRenderer` that its types leave out. */
interface ExternalTargets {
  setRenderTargetFramebuffer(target: WebGLRenderTarget, framebuffer: WebGLFramebuffer | null): void
}
