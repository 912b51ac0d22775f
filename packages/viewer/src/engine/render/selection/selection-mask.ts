import { WebGLRenderTarget, type WebGLRenderer } from 'three'
import type { FrameMask, FrameTarget } from '../frame-target.js'

/**
 * Mask of the selection in a frame: red is 1 where it is visible, green also where others occlude it. It is drawn with
 * the same number of samples and the depth buffer of the frame, and resolved to a texture, so that its borders are
 * equally smooth.
 */
export class SelectionMask implements FrameMask {
  readonly #gl: WebGL2RenderingContext
  readonly #renderer: WebGLRenderer
  readonly #target: WebGLRenderTarget
  readonly #drawFramebuffer: WebGLFramebuffer
  readonly #buffer: WebGLRenderbuffer
  readonly #resolved: WebGLFramebuffer
  readonly #size: { readonly width: number; readonly height: number }
  /** Two channels per pixel. */
  readonly texture: WebGLTexture

  /** Leaves a GL state unknown to three.js. */
  constructor(renderer: WebGLRenderer, frameTarget: Pick<FrameTarget, 'width' | 'height' | 'samples' | 'depthBuffer'>) {
    const gl = renderer.getContext() as WebGL2RenderingContext
    const { width, height, samples, depthBuffer } = frameTarget
    this.#gl = gl
    this.#renderer = renderer
    this.#size = { width, height }
    this.#drawFramebuffer = gl.createFramebuffer()
    this.#buffer = gl.createRenderbuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#drawFramebuffer)
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.#buffer)
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.RG8, width, height)
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.#buffer)
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depthBuffer)
    this.texture = gl.createTexture()
    this.#resolved = gl.createFramebuffer()
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.texStorage2D(gl.TEXTURE_2D, Math.floor(Math.log2(Math.max(width, height))) + 1, gl.RG8, width, height)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#resolved)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    this.#target = new WebGLRenderTarget(width, height, { depthBuffer: false })
    const external = renderer as unknown as {
      setRenderTargetFramebuffer(target: WebGLRenderTarget, framebuffer: WebGLFramebuffer): void
    }
    external.setRenderTargetFramebuffer(this.#target, this.#drawFramebuffer)
  }

  /** Clears the mask and binds it as the target of three.js. */
  bind(): void {
    this.#renderer.setRenderTarget(this.#target)
    this.#renderer.setClearColor(0, 0)
    // three.js sets the channels of a material only when they differ from those that it set last.
    this.#renderer.state.buffers.color.setMask(true)
    this.writeChannels(true, true)
    this.#renderer.clear(true, false, false)
  }

  /** Limits what is drawn next to some channels: of what is visible, and of all. */
  writeChannels(visible: boolean, all: boolean): void {
    this.#gl.colorMask(visible, all, visible && all, visible && all)
  }

  /** Resolves the samples into `texture`, with all its mipmaps; leaves a GL state unknown to three.js. */
  resolve(): void {
    const gl = this.#gl
    const { width, height } = this.#size
    gl.disable(gl.SCISSOR_TEST)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#drawFramebuffer)
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.#resolved)
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.generateMipmap(gl.TEXTURE_2D)
  }

  dispose(): void {
    this.#gl.deleteFramebuffer(this.#drawFramebuffer)
    this.#gl.deleteFramebuffer(this.#resolved)
    this.#gl.deleteRenderbuffer(this.#buffer)
    this.#gl.deleteTexture(this.texture)
    this.#target.dispose()
  }
}
