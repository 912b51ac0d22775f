/** GPU buffer of `FakeGl`: its bytes, and whether it was deleted. */
export interface FakeBuffer {
  bytes: Uint8Array
  isDeleted: boolean
}

/** WebGL context that stores what is written to buffers and draws nothing; its constants are arbitrary. */
export class FakeGl {
  readonly ARRAY_BUFFER = 1
  readonly ELEMENT_ARRAY_BUFFER = 2
  readonly COPY_READ_BUFFER = 3
  readonly STATIC_DRAW = 4
  readonly OUT_OF_MEMORY = 5
  readonly NO_ERROR = 0
  readonly UNSIGNED_SHORT = 6
  readonly UNSIGNED_INT = 7
  readonly UNSIGNED_BYTE = 8
  readonly FLOAT = 9
  /** All buffers ever created. */
  readonly buffers: FakeBuffer[] = []
  /** Bytes above which an allocation fails. */
  limit = Infinity
  /** Number of calls that wait for the GPU. */
  stalls = 0
  #failed = false
  readonly #bound = new Map<number, FakeBuffer | null>()

  /** Returns it as the context that the renderer takes. */
  get context(): WebGL2RenderingContext {
    return this as unknown as WebGL2RenderingContext
  }
  /** Bytes of all buffers that were not deleted. */
  get usedBytes(): number {
    return this.buffers.reduce((sum, { bytes, isDeleted }) => sum + (isDeleted ? 0 : bytes.length), 0)
  }

  createBuffer(): FakeBuffer {
    const buffer = { bytes: new Uint8Array(0), isDeleted: false }
    this.buffers.push(buffer)
    return buffer
  }
  deleteBuffer(buffer: FakeBuffer): void {
    buffer.isDeleted = true
  }
  bindBuffer(target: number, buffer: FakeBuffer | null): void {
    this.#bound.set(target, buffer)
  }
  bindVertexArray(): void {
    // There are no vertex arrays.
  }
  bufferData(target: number, bytes: number): void {
    if (bytes > this.limit) this.#failed = true
    else this.#get(target).bytes = new Uint8Array(bytes)
  }
  bufferSubData(target: number, offset: number, data: ArrayBufferView): void {
    this.#get(target).bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offset)
  }
  copyBufferSubData(from: number, to: number, fromOffset: number, toOffset: number, bytes: number): void {
    const [source, target] = [this.#get(from), this.#get(to)]
    target.bytes.set(source.bytes.subarray(fromOffset, fromOffset + bytes), toOffset)
  }
  getError(): number {
    this.stalls++
    const error = this.#failed ? this.OUT_OF_MEMORY : this.NO_ERROR
    this.#failed = false
    return error
  }
  getExtension(): null {
    return null
  }
  getParameter(): number {
    return 4
  }

  #get(target: number): FakeBuffer {
    const buffer = this.#bound.get(target) ?? null
    if (buffer === null || buffer.isDeleted) throw new Error(`no buffer is bound to ${target}`)
    return buffer
  }
}
