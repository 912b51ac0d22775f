const minCapacity = 48
const blockBits = 16
const blockLength = 2 ** blockBits
const blockMask = blockLength - 1

/** A list of unsigned 32-bit numbers that grows in blocks, so that a long one is never copied. */
export class GrowingUint32 {
  length = 0
  readonly #blocks: Uint32Array[] = []

  push(value: number): void {
    const number = this.length >> blockBits
    const index = this.length & blockMask
    let block = this.#blocks[number]
    if (!block || index >= block.length) block = this.#grow(number)
    block[index] = value
    this.length++
  }

  at(index: number): number {
    return this.#blocks[index >> blockBits][index & blockMask]
  }

  #grow(number: number): Uint32Array {
    const old = this.#blocks[number]
    const length = number > 0 ? blockLength : Math.min(blockLength, Math.max(minCapacity, 2 * (old?.length ?? 0)))
    const block = new Uint32Array(length)
    if (old) block.set(old)
    this.#blocks[number] = block
    return block
  }
}

/** A table of vectors (x, y, z) that grows in blocks. */
export class VectorTable {
  count = 0
  readonly #blocks: (Float32Array | Float64Array)[] = []
  readonly #ArrayType: Float32ArrayConstructor | Float64ArrayConstructor

  constructor(precision: 'single' | 'double') {
    this.#ArrayType = precision === 'single' ? Float32Array : Float64Array
  }

  push(x: number, y: number, z: number): void {
    const number = this.count >> blockBits
    const block = (this.#blocks[number] ??= new this.#ArrayType(3 * blockLength))
    const index = 3 * (this.count & blockMask)
    block[index] = x
    block[index + 1] = y
    block[index + 2] = z
    this.count++
  }

  /** Returns one coordinate (0 x, 1 y, 2 z) of the vector with this index, from 0. */
  at(vector: number, axis: number): number {
    return this.#blocks[vector >> blockBits][3 * (vector & blockMask) + axis]
  }
}
