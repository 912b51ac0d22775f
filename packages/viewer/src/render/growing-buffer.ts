import { ViewerError } from '../errors.js'

/** Asking the card whether there was room makes the page wait for it: that is worth it for what may be too much, bytes. */
const checkThreshold = 8 * 1024 * 1024

/** A buffer on the graphics card that is appended to; only what is new is uploaded, growth copies on the card. */
export class GrowingBuffer {
  readonly #gl: WebGL2RenderingContext
  readonly #target: GLenum
  #handle: WebGLBuffer
  /** Bytes in use. */
  used = 0
  /** Bytes on the card. */
  capacity = 0

  constructor(gl: WebGL2RenderingContext, target: GLenum) {
    this.#gl = gl
    this.#target = target
    this.#handle = gl.createBuffer()
  }

  /** The buffer to draw from; another one after growth. */
  get handle(): WebGLBuffer {
    return this.#handle
  }

  /** Makes room for `bytes` in all; true when `handle` changed. */
  reserve(bytes: number): boolean {
    if (bytes <= this.capacity) return false
    this.#resize(bytes)
    return true
  }

  /** Adds the bytes; room for them must have been made. */
  append(data: ArrayBufferView): void {
    this.write(data, this.used)
  }

  /** Puts bytes somewhere in the room that was made. */
  write(data: ArrayBufferView, offset: number): void {
    if (data.byteLength === 0) return
    this.#gl.bindBuffer(this.#target, this.#handle)
    this.#gl.bufferSubData(this.#target, offset, data)
    this.used = Math.max(this.used, offset + data.byteLength)
  }

  /** Gives back what is not used, when that is worth a copy; true when `handle` changed. */
  trim(): boolean {
    if (this.used === 0 || this.capacity < this.used * 1.1) return false
    this.#resize(this.used)
    return true
  }

  dispose(): void {
    this.#gl.deleteBuffer(this.#handle)
    this.used = 0
    this.capacity = 0
  }

  #resize(bytes: number): void {
    const gl = this.#gl
    const old = this.#handle
    const handle = gl.createBuffer()
    gl.bindBuffer(this.#target, handle)
    gl.bufferData(this.#target, bytes, gl.STATIC_DRAW)
    if (bytes >= checkThreshold && gl.getError() === gl.OUT_OF_MEMORY) {
      gl.deleteBuffer(handle)
      throw new ViewerError('out-of-memory', 'graphics card')
    }
    if (this.used > 0) {
      gl.bindBuffer(gl.COPY_READ_BUFFER, old)
      gl.copyBufferSubData(gl.COPY_READ_BUFFER, this.#target, 0, 0, this.used)
      gl.bindBuffer(gl.COPY_READ_BUFFER, null)
    }
    gl.deleteBuffer(old)
    this.#handle = handle
    this.capacity = bytes
  }
}
