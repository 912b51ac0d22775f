const minCapacity = 48
const blockBits = 16
const blockLength = 2 ** blockBits
const blockMask = blockLength - 1

/** A list of 32-bit numbers that grows in blocks, so that a long one is never copied. */
class GrowingList<Block extends Uint32Array | Int32Array> {
  length = 0
  readonly #create: new (length: number) => Block
  readonly #blocks: Block[] = []

  constructor(create: new (length: number) => Block) {
    this.#create = create
  }

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

  /** Replaces a number of the list. */
  set(index: number, value: number): void {
    this.#blocks[index >> blockBits][index & blockMask] = value
  }

  /** Appends `value` until the list has `length` numbers. */
  extend(length: number, value: number): void {
    while (this.length < length) this.push(value)
  }

  #grow(number: number): Block {
    const old = this.#blocks[number]
    const length = number > 0 ? blockLength : Math.min(blockLength, Math.max(minCapacity, 2 * (old?.length ?? 0)))
    const block = new this.#create(length)
    if (old) block.set(old)
    this.#blocks[number] = block
    return block
  }
}

/** A growing list of signed 32-bit numbers. */
export class GrowingInt32 extends GrowingList<Int32Array> {
  constructor() {
    super(Int32Array)
  }
}

/** A growing list of unsigned 32-bit numbers. */
export class GrowingUint32 extends GrowingList<Uint32Array> {
  constructor() {
    super(Uint32Array)
  }

  /** Copies the list, or a range of it. */
  toArray(start = 0, end = this.length): Uint32Array {
    const array = new Uint32Array(Math.max(0, Math.min(end, this.length) - start))
    for (let index = 0; index < array.length; index++) array[index] = this.at(start + index)
    return array
  }
}

/** Number of vectors after which a table keeps only single precision, within blocks of neighbours. */
const maxDoubleVectors = 64 * blockLength

/** A table of vectors (x, y, z; or u, v) that grows in blocks. */
export class VectorTable {
  count = 0
  readonly #blocks: (Float32Array | Float64Array)[] = []
  readonly #isSingle: boolean
  readonly #width: number
  readonly #maxDoubles: number
  /** x, y, z of a vector of each block beyond `#maxDoubles`, which the others are relative to. */
  readonly #origins: number[] = []

  constructor(precision: 'single' | 'double', { width = 3, maxDoubles = maxDoubleVectors } = {}) {
    this.#isSingle = precision === 'single'
    this.#width = width
    this.#maxDoubles = this.#isSingle ? Infinity : maxDoubles
  }

  push(x: number, y: number, z = 0): void {
    const number = this.count >> blockBits
    const block = (this.#blocks[number] ??= this.#newBlock())
    const index = this.#width * (this.count & blockMask)
    if (this.count >= this.#maxDoubles) this.#pushRelative(block, { number, index }, [x, y, z])
    else {
      block[index] = x
      block[index + 1] = y
      if (this.#width === 3) block[index + 2] = z
    }
    this.count++
  }

  /** Returns one coordinate (0 x, 1 y, 2 z) of the vector with this index, from 0. */
  at(vector: number, axis: number): number {
    const number = vector >> blockBits
    const value = this.#blocks[number][this.#width * (vector & blockMask) + axis]
    return vector >= this.#maxDoubles ? value + this.#origins[3 * number + axis] : value
  }

  #newBlock(): Float32Array | Float64Array {
    const length = this.#width * blockLength
    return this.#isSingle || this.count >= this.#maxDoubles ? new Float32Array(length) : new Float64Array(length)
  }

  #pushRelative(
    block: Float32Array | Float64Array,
    { number, index }: { number: number; index: number },
    vector: readonly number[],
  ): void {
    const origins = this.#origins
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * number + axis
      // The first number is the origin; a vector that is none leaves it to the next.
      if (!(origins[at] < Infinity) && !Number.isNaN(vector[axis])) origins[at] = vector[axis]
      block[index + axis] = vector[axis] - origins[at]
    }
  }
}
