import { MeshoptDecoder } from 'meshoptimizer/decoder'
import {
  alignToEight,
  arrayTypes,
  containerMagic,
  malformed,
  type SectionArray,
  type SectionCodec,
  type SectionHeader,
  type SectionType,
} from './container-layout.js'
import { releaseArrays } from './release-arrays.js'

/** Resolves when the meshopt decoder's WebAssembly is compiled. */
export const decoderReady: Promise<void> = MeshoptDecoder.ready

/**
 * Maximum decoded bytes per encoded byte of a codec. The vertex codec spends at least two bits per byte column of a
 * 256-vertex block, the index codecs at least one byte per triangle or index: a header that claims more is false, and
 * is rejected before allocation.
 */
const maxExpansion: Readonly<Record<SectionCodec, number>> = { raw: 1, vertex: 2048, triangles: 12, sequence: 4 }

function decodeMeshopt(codec: SectionCodec, target: Uint8Array, stride: number, bytes: Uint8Array): void {
  const count = target.byteLength / stride
  try {
    if (codec === 'vertex') MeshoptDecoder.decodeVertexBuffer(target, count, stride, bytes)
    else if (codec === 'triangles') MeshoptDecoder.decodeIndexBuffer(target, count, stride, bytes)
    else MeshoptDecoder.decodeIndexSequence(target, count, stride, bytes)
  } catch (cause) {
    throw malformed('section does not decode', cause)
  }
}

function decodeSection(section: SectionHeader, bytes: Uint8Array): Uint8Array {
  const stride = section.s ?? arrayTypes[section.t].BYTES_PER_ELEMENT
  const byteLength = section.e * arrayTypes[section.t].BYTES_PER_ELEMENT
  if (section.c === 'raw') {
    if (bytes.byteLength !== byteLength) throw malformed('section length differs')
    // A slice of a Node buffer would be a view.
    return new Uint8Array(bytes)
  }
  if (byteLength > bytes.byteLength * maxExpansion[section.c]) throw malformed('section promises too much')
  if (byteLength % stride !== 0) throw malformed('section is no whole number of records')
  const out = new Uint8Array(byteLength)
  if (byteLength > 0) decodeMeshopt(section.c, out, stride, bytes)
  return out
}

/** A decoded container. Typed accessors throw `RangeError` if the column is absent or of another type. */
export class Container {
  readonly meta: Readonly<Record<string, unknown>>
  /** Encoded size of the container. */
  readonly byteLength: number
  readonly #columns: ReadonlyMap<string, SectionArray>
  constructor(meta: Readonly<Record<string, unknown>>, columns: ReadonlyMap<string, SectionArray>, byteLength: number) {
    this.meta = meta
    this.#columns = columns
    this.byteLength = byteLength
  }
  /** Frees the memory of the columns that are not in `retained`. */
  release(retained: unknown): void {
    releaseArrays([...this.#columns.values()], retained)
  }
  /** Returns whether the column `name` exists. */
  has(name: string): boolean {
    return this.#columns.has(name)
  }
  /** Returns the column `name`, which must have the type of `kind`. */
  column<Kind extends SectionType>(name: string, kind: Kind): InstanceType<(typeof arrayTypes)[Kind]> {
    const data = this.#columns.get(name)
    if (!(data instanceof arrayTypes[kind])) throw malformed(`no ${kind} column ${name}`)
    return data as InstanceType<(typeof arrayTypes)[Kind]>
  }
  /** Returns the column `name`, which must have `length` elements. */
  exactColumn<Kind extends SectionType>(
    name: string,
    kind: Kind,
    length: number,
  ): InstanceType<(typeof arrayTypes)[Kind]> {
    const data = this.column(name, kind)
    if (data.length !== length) throw malformed(`column ${name} has ${data.length} elements, not ${length}`)
    return data
  }
  /** Returns the non-negative integer `name` of the metadata. */
  count(name: string): number {
    const value = this.meta[name]
    if (!isCount(value)) throw malformed(`no count ${name}`)
    return value
  }
  /** Returns the list of texts `name` of the metadata. */
  texts(name: string): readonly string[] {
    const value = this.meta[name]
    if (!Array.isArray(value) || !value.every((text) => typeof text === 'string')) throw malformed(`no texts ${name}`)
    return value
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isSectionHeader(value: unknown): value is SectionHeader {
  if (!isRecord(value)) return false
  const { n: name, t: type, c: codec, s: stride, e: elements, b: bytes } = value
  return (
    typeof name === 'string' &&
    Object.hasOwn(arrayTypes, String(type)) &&
    Object.hasOwn(maxExpansion, String(codec)) &&
    (stride === undefined || (isCount(stride) && stride > 0 && stride <= 256)) &&
    isCount(elements) &&
    isCount(bytes)
  )
}

function readHeader(bytes: Uint8Array): { meta: Record<string, unknown>; sections: SectionHeader[] } {
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw malformed('header is no JSON', cause)
  }
  if (!isRecord(header) || !isRecord(header['meta']) || !Array.isArray(header['sections']))
    throw malformed('header has another shape')
  if (!header['sections'].every(isSectionHeader)) throw malformed('header describes an unknown section')
  return { meta: header['meta'], sections: header['sections'] }
}

/** Decodes a container; throws `RangeError` if it is malformed. Needs `decoderReady` for meshopt sections. */
export function decodeContainer(bytes: Uint8Array): Container {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== containerMagic) throw malformed('not a container')
  const headerLength = view.getUint32(4, true)
  if (8 + headerLength > bytes.byteLength) throw malformed('header runs past the end')
  const header = readHeader(bytes.subarray(8, 8 + headerLength))
  const columns = new Map<string, SectionArray>()
  let offset = alignToEight(8 + headerLength)
  for (const section of header.sections) {
    offset = alignToEight(offset)
    if (offset + section.b > bytes.byteLength) throw malformed(`section ${section.n} runs past the end`)
    const decoded = decodeSection(section, bytes.subarray(offset, offset + section.b))
    columns.set(section.n, new arrayTypes[section.t](decoded.buffer as ArrayBuffer, decoded.byteOffset, section.e))
    offset += section.b
  }
  return new Container(header.meta, columns, bytes.byteLength)
}
