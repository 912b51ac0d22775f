import { ViewerError } from '../errors.js'

/** Minimum allocation that is checked for success, bytes: the check stalls until the GPU responds. */
const checkThreshold = 8 * 1024 * 1024

/** GPU buffer that supports appending; uploads only new data, and growth copies on the GPU. */
export class GrowingBuffer {
  readonly #gl: WebGL2RenderingContext
  readonly #target: GLenum
  #handle: WebGLBuffer
  /** Bytes in use. */
  used = 0
  /** Bytes on the GPU. */
  capacity = 0

  constructor(gl: WebGL2RenderingContext, target: GLenum) {
    this.#gl = gl
    this.#target = target
    this.#handle = gl.createBuffer()
  }

  /** WebGL buffer to draw from; replaced by growth. */
  get handle(): WebGLBuffer {
    return this.#handle
  }

  /** Reserves `bytes` in total; returns true if `handle` changed. */
  reserve(bytes: number): boolean {
    if (bytes <= this.capacity) return false
    this.#resize(bytes)
    return true
  }

  /** Appends bytes within the reserved capacity. */
  append(data: ArrayBufferView): void {
    this.write(data, this.used)
  }

  /** Writes bytes at an offset within the reserved capacity. */
  write(data: ArrayBufferView, offset: number): void {
    if (data.byteLength === 0) return
    this.#gl.bindBuffer(this.#target, this.#handle)
    this.#gl.bufferSubData(this.#target, offset, data)
    this.used = Math.max(this.used, offset + data.byteLength)
  }

  /** Releases unused capacity if that is worth a copy; returns true if `handle` changed. */
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
