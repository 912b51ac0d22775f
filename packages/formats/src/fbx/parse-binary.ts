import { inflateSync } from 'node:zlib'
import { TranslationError, type ReaderLimits, throwIfBeyond } from '@kamar/core'
import { decodeText } from '@kamar/codecs/text'
import { maxNodeDepth } from './fbx-node.js'
import type { FbxArray, FbxNode, FbxTree, FbxValue } from './fbx-node.js'

const versionOffset = 23
const bodyOffset = 27
/** First version with 64-bit offsets. */
const firstWideVersion = 7500
/** Separator of an object's name and class in the binary encoding: `Wall\0\x01Model` is `Model::Wall` in ASCII. */
const nameSeparator = '\0\x01'

/** Parses the binary encoding. Wrong lengths end the read; earlier nodes are kept. */
export function parseBinary(bytes: Uint8Array, limits: ReaderLimits): FbxTree {
  return new BinaryParser(bytes, limits).parse()
}

class BinaryParser {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #limits: ReaderLimits
  #at = bodyOffset
  #isWide = false
  #isCut = false
  #damagedArrays = 0
  #inflatedBytes = 0

  constructor(bytes: Uint8Array, limits: ReaderLimits) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
  }

  parse(): FbxTree {
    if (this.#bytes.length < bodyOffset)
      throw new TranslationError({ code: 'damaged', bytePosition: this.#bytes.length })
    const version = this.#view.getUint32(versionOffset, true)
    this.#isWide = version >= firstWideVersion
    const children = this.#nodes(this.#bytes.length, 0)
    return {
      root: { name: '', values: [], children },
      version,
      isCut: this.#isCut,
      damagedArrays: this.#damagedArrays,
    }
  }

  /** Reads nodes up to an empty one, or to `end`. */
  #nodes(end: number, depth: number): FbxNode[] {
    const nodes: FbxNode[] = []
    if (depth > maxNodeDepth) return this.#cut(nodes)
    const headerBytes = this.#isWide ? 25 : 13
    while (this.#at < end) {
      if (this.#at + headerBytes > this.#bytes.length) return this.#cut(nodes)
      const [nodeEnd, valueCount, valueBytes] = [this.#offset(), this.#offset(), this.#offset()]
      const nameLength = this.#view.getUint8(this.#at++)
      if (nodeEnd === 0) return nodes
      if (nodeEnd > end || nodeEnd < this.#at + nameLength + valueBytes) {
        // The last node of a truncated file ends beyond the file; its readable part is kept.
        this.#isCut = true
        if (nodeEnd <= this.#bytes.length) return nodes
      }
      nodes.push(this.#node({ end: Math.min(nodeEnd, end), nameLength, valueCount, valueBytes, depth }))
      this.#at = Math.min(nodeEnd, end)
    }
    if (depth === 0) this.#isCut = true
    return nodes
  }

  #cut(nodes: FbxNode[]): FbxNode[] {
    this.#isCut = true
    this.#at = this.#bytes.length
    return nodes
  }

  #offset(): number {
    const value = this.#isWide ? Number(this.#view.getBigUint64(this.#at, true)) : this.#view.getUint32(this.#at, true)
    this.#at += this.#isWide ? 8 : 4
    return value
  }

  #node(header: {
    readonly end: number
    readonly nameLength: number
    readonly valueCount: number
    readonly valueBytes: number
    readonly depth: number
  }): FbxNode {
    const name = decodeText(this.#take(header.nameLength))
    const valuesEnd = Math.min(this.#at + header.valueBytes, header.end)
    const values: FbxValue[] = []
    while (values.length < header.valueCount && this.#at < valuesEnd) {
      const value = this.#value(valuesEnd)
      if (value === null) break
      values.push(value)
    }
    this.#at = valuesEnd
    return { name, values, children: this.#at < header.end ? this.#nodes(header.end, header.depth + 1) : [] }
  }

  #take(length: number): Uint8Array {
    const start = this.#at
    this.#at = Math.min(this.#at + length, this.#bytes.length)
    return this.#bytes.subarray(start, this.#at)
  }

  /** Reads a value by its type code; null when it does not fit or its type is unknown. */
  #value(end: number): FbxValue | null {
    const kind = String.fromCharCode(this.#view.getUint8(this.#at++))
    const scalar = scalars[kind]
    if (scalar) {
      if (this.#at + scalar.bytes > end) return null
      const value = scalar.read(this.#view, this.#at)
      this.#at += scalar.bytes
      return value
    }
    if (kind === 'S' || kind === 'R') return this.#text(kind, end)
    return kind in elementBytes ? this.#array(kind, end) : null
  }

  #text(kind: 'S' | 'R', end: number): FbxValue | null {
    if (this.#at + 4 > end) return null
    const length = this.#view.getUint32(this.#at, true)
    this.#at += 4
    if (this.#at + length > end) return null
    const bytes = this.#take(length)
    if (kind === 'R') return bytes
    const text = decodeText(bytes)
    const separator = text.indexOf(nameSeparator)
    return separator < 0 ? text : `${text.slice(separator + nameSeparator.length)}::${text.slice(0, separator)}`
  }

  /**
   * Reads an array: its length, whether it is deflated, its stored byte count, then the bytes. A damaged one is empty.
   */
  #array(kind: string, end: number): FbxArray | null {
    if (this.#at + 12 > end) return null
    const length = this.#view.getUint32(this.#at, true)
    const isDeflated = this.#view.getUint32(this.#at + 4, true) === 1
    const storedBytes = this.#view.getUint32(this.#at + 8, true)
    this.#at += 12
    const expectedBytes = length * (elementBytes[kind] ?? 1)
    const available = Math.min(isDeflated ? storedBytes : expectedBytes, end - this.#at)
    const stored = this.#take(available)
    if (isDeflated) throwIfBeyond('inflatedBytes', (this.#inflatedBytes += expectedBytes), this.#limits)
    const content = isDeflated ? inflated(stored, expectedBytes) : stored
    if (content?.length !== expectedBytes) this.#damagedArrays++
    return toTypedArray(kind, content?.length === expectedBytes ? content : new Uint8Array(0))
  }
}

interface Scalar {
  readonly bytes: number
  readonly read: (view: DataView, at: number) => FbxValue
}

const scalars: Readonly<Record<string, Scalar>> = {
  B: { bytes: 1, read: (view, at) => (view.getUint8(at) & 1) === 1 },
  C: { bytes: 1, read: (view, at) => (view.getUint8(at) & 1) === 1 },
  Y: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  I: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  F: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  D: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  L: { bytes: 8, read: (view, at) => view.getBigInt64(at, true) },
}

const elementBytes: Readonly<Record<string, number>> = { b: 1, c: 1, i: 4, f: 4, d: 8, l: 8 }

/** Inflates to exactly the stated length; null when the result differs. */
function inflated(bytes: Uint8Array, expectedBytes: number): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, expectedBytes) })
  } catch {
    // The array counts as damaged, and the read continues.
    return null
  }
}

function toTypedArray(kind: string, bytes: Uint8Array): FbxArray {
  // Typed arrays need aligned bytes: a copy begins at offset 0.
  const { buffer } = new Uint8Array(bytes)
  if (kind === 'i') return new Int32Array(buffer)
  if (kind === 'f') return new Float32Array(buffer)
  if (kind === 'd') return new Float64Array(buffer)
  if (kind === 'l') return new BigInt64Array(buffer)
  return new Uint8Array(buffer)
}
