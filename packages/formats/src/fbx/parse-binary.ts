import { inflateSync } from 'node:zlib'
import { TranslationError, type ReaderLimits, throwIfBeyond } from '@kamar/core'
import { decodeText } from '@kamar/codecs/text'
import { maxNodeDepth, storedKinds } from './fbx-node.js'
import type { FileWindow } from '../kit/file-window.js'
import type { FbxArray, FbxNode, FbxTree, FbxValue } from './fbx-node.js'

const versionOffset = 23
const bodyOffset = 27
/** First version with 64-bit offsets. */
const firstWideVersion = 7500
/** Separator of an object's name and class in the binary encoding: `Wall\0\x01Model` is `Model::Wall` in ASCII. */
const nameSeparator = '\0\x01'

/** Max bytes of the values of one node, stored in the file. */
const maxValueBytes = 2 ** 30

/**
 * Parses the binary encoding. Wrong lengths end the read; earlier nodes are kept. Of a file that exceeds the window,
 * the content of `storedKinds` stays in the file.
 */
export function parseBinary(window: FileWindow, limits: ReaderLimits): Promise<FbxTree> {
  return new BinaryWalker(window, limits).parse()
}

/** State that the parsers of a file share. */
interface ParseState {
  readonly limits: ReaderLimits
  readonly fileBytes: number
  isWide: boolean
  isCut: boolean
  damagedArrays: number
  inflatedBytes: number
}

/** Fields before the name of a node. */
interface Header {
  /** Offset in the file. */
  readonly end: number
  readonly valueCount: number
  readonly valueBytes: number
  readonly nameLength: number
}

const headerBytes = (isWide: boolean): number => (isWide ? 25 : 13)

function readHeader(view: DataView, at: number, isWide: boolean): Header {
  const width = isWide ? 8 : 4
  const field = (index: number): number =>
    isWide ? Number(view.getBigUint64(at + width * index, true)) : view.getUint32(at + width * index, true)
  return { end: field(0), valueCount: field(1), valueBytes: field(2), nameLength: view.getUint8(at + 3 * width) }
}

/** Bounds of the children of a node, as offsets in the file. */
interface Range {
  readonly at: number
  readonly end: number
  readonly depth: number
  /** Name of the parent; '' for the nodes of the file, null where nothing stays in the file. */
  readonly parent: string | null
}

/** Reader of nodes that exceed the window, whose parts go to the parser one by one. */
class BinaryWalker implements FbxTree {
  root: FbxNode = { name: '', values: [], children: [] }
  version = 0
  readonly #window: FileWindow
  readonly #state: ParseState

  constructor(window: FileWindow, limits: ReaderLimits) {
    this.#window = window
    const counts = { isWide: false, isCut: false, damagedArrays: 0, inflatedBytes: 0 }
    this.#state = { limits, fileBytes: window.size, ...counts }
  }

  get isCut(): boolean {
    return this.#state.isCut
  }

  get damagedArrays(): number {
    return this.#state.damagedArrays
  }

  async parse(): Promise<FbxTree> {
    const end = this.#window.size
    if (end < bodyOffset) throw new TranslationError({ code: 'damaged', bytePosition: end })
    this.version = toDataView(await this.#window.load(versionOffset, 4)).getUint32(0, true)
    this.#state.isWide = this.version >= firstWideVersion
    this.root = { ...this.root, children: await this.#nodes({ at: bodyOffset, end, depth: 0, parent: '' }) }
    return this
  }

  async #nodes(range: Range): Promise<FbxNode[]> {
    const { end, depth, parent } = range
    if (end - range.at <= this.#window.maxBytes) {
      const bytes = await this.#window.load(range.at, end - range.at)
      return new BinaryParser(bytes, range.at, this.#state).nodes(end - range.at, depth)
    }
    const nodes: FbxNode[] = []
    if (depth > maxNodeDepth) return this.#cut(nodes)
    const size = headerBytes(this.#state.isWide)
    for (let at = range.at; at < end;) {
      if (at + size > this.#window.size) return this.#cut(nodes)
      const header = readHeader(toDataView(await this.#window.load(at, size)), 0, this.#state.isWide)
      if (header.end === 0) return nodes
      if (header.end > end || header.end < at + size + header.nameLength + header.valueBytes) {
        this.#state.isCut = true
        if (header.end <= this.#window.size) return nodes
      }
      const nodeEnd = Math.min(header.end, end)
      nodes.push(await this.#node(header, { at: at + size, end: nodeEnd, depth, parent }))
      at = nodeEnd
    }
    if (depth === 0) this.#state.isCut = true
    return nodes
  }

  async #node(header: Header, { at, end, depth, parent }: Range): Promise<FbxNode> {
    const valuesAt = Math.min(at + header.nameLength, end)
    const valuesEnd = Math.min(valuesAt + header.valueBytes, end)
    if (valuesEnd - valuesAt > maxValueBytes) this.#state.damagedArrays++
    const bytes = await this.#window.load(at, valuesEnd - valuesAt > maxValueBytes ? valuesAt - at : valuesEnd - at)
    const { name, values } = new BinaryParser(bytes, at, this.#state).nameAndValues(header)
    if (valuesEnd >= end) return { name, values, children: [] }
    const isStored = parent === 'Objects' && depth === 1 && storedKinds.has(name)
    const children = { at: valuesEnd, end, depth: depth + 1, parent: parent === null || isStored ? null : name }
    if (isStored) return { name, values, children: [], load: () => this.#nodes(children) }
    return { name, values, children: await this.#nodes(children) }
  }

  #cut(nodes: FbxNode[]): FbxNode[] {
    this.#state.isCut = true
    return nodes
  }
}

const toDataView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Parser of a range of the file that is in memory. */
class BinaryParser {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #base: number
  readonly #state: ParseState
  #at = 0

  /** `base`: offset of the bytes in the file. */
  constructor(bytes: Uint8Array, base: number, state: ParseState) {
    this.#bytes = bytes
    this.#view = toDataView(bytes)
    this.#base = base
    this.#state = state
  }

  /** Reads nodes up to an empty one, or to `end`. */
  nodes(end: number, depth: number): FbxNode[] {
    const nodes: FbxNode[] = []
    if (depth > maxNodeDepth) return this.#cut(nodes)
    const size = headerBytes(this.#state.isWide)
    while (this.#at < end) {
      if (this.#at + size > this.#bytes.length) return this.#cut(nodes)
      const header = readHeader(this.#view, this.#at, this.#state.isWide)
      this.#at += size
      if (header.end === 0) return nodes
      const nodeEnd = header.end - this.#base
      if (nodeEnd > end || nodeEnd < this.#at + header.nameLength + header.valueBytes) {
        // The last node of a truncated file ends beyond the file; its readable part is kept.
        this.#state.isCut = true
        if (header.end <= this.#state.fileBytes) return nodes
      }
      nodes.push(this.#node(header, Math.min(nodeEnd, end), depth))
      this.#at = Math.min(nodeEnd, end)
    }
    if (depth === 0) this.#state.isCut = true
    return nodes
  }

  #cut(nodes: FbxNode[]): FbxNode[] {
    this.#state.isCut = true
    this.#at = this.#bytes.length
    return nodes
  }

  #node(header: Header, end: number, depth: number): FbxNode {
    const { name, values } = this.nameAndValues(header, end)
    return { name, values, children: this.#at < end ? this.nodes(end, depth + 1) : [] }
  }

  /** Reads what precedes the children of a node. */
  nameAndValues(
    { nameLength, valueCount, valueBytes }: Header,
    end = this.#bytes.length,
  ): { readonly name: string; readonly values: FbxValue[] } {
    const name = decodeText(this.#take(nameLength))
    const valuesEnd = Math.min(this.#at + valueBytes, end)
    const values: FbxValue[] = []
    while (values.length < valueCount && this.#at < valuesEnd) {
      const value = this.#value(valuesEnd)
      if (value === null) break
      values.push(value)
    }
    this.#at = valuesEnd
    return { name, values }
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
    if (kind === 'R') return bytes.slice()
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
    if (isDeflated) throwIfBeyond('inflatedBytes', (this.#state.inflatedBytes += expectedBytes), this.#state.limits)
    const content = isDeflated ? inflated(stored, expectedBytes) : stored
    if (content?.length !== expectedBytes) this.#state.damagedArrays++
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
