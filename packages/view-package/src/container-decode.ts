import { MeshoptDecoder } from 'meshoptimizer/decoder'
import {
  alignToEight,
  arrayTypes,
  containerMagic,
  type SectionArray,
  type SectionCodec,
  type SectionHeader,
  type SectionType,
} from './container-layout.js'

/** Resolves when the meshopt decoder's WebAssembly is compiled. */
export const decoderReady: Promise<void> = MeshoptDecoder.ready

function decodeSection(
  bytes: Uint8Array,
  shape: { readonly codec: SectionCodec; readonly stride: number; readonly byteLength: number },
): Uint8Array {
  if (shape.codec === 'raw') {
    if (bytes.byteLength !== shape.byteLength) throw new RangeError('view package: section length differs')
    return bytes.slice()
  }
  const out = new Uint8Array(shape.byteLength)
  if (shape.byteLength === 0) return out
  const count = shape.byteLength / shape.stride
  if (shape.codec === 'vertex') MeshoptDecoder.decodeVertexBuffer(out, count, shape.stride, bytes)
  else if (shape.codec === 'triangles') MeshoptDecoder.decodeIndexBuffer(out, count, shape.stride, bytes)
  else MeshoptDecoder.decodeIndexSequence(out, count, shape.stride, bytes)
  return out
}

/** A decoded container. Typed accessors throw `RangeError` when the column is absent or of another type. */
export class Container {
  readonly meta: Readonly<Record<string, unknown>>
  readonly #columns: ReadonlyMap<string, SectionArray>
  constructor(meta: Readonly<Record<string, unknown>>, columns: ReadonlyMap<string, SectionArray>) {
    this.meta = meta
    this.#columns = columns
  }
  has(name: string): boolean {
    return this.#columns.has(name)
  }
  /** The column `name`, which must have the type of `kind`. */
  column<Kind extends SectionType>(name: string, kind: Kind): InstanceType<(typeof arrayTypes)[Kind]> {
    const data = this.#columns.get(name)
    if (!(data instanceof arrayTypes[kind])) throw new RangeError(`view package: no ${kind} column ${name}`)
    return data as InstanceType<(typeof arrayTypes)[Kind]>
  }
}

/** Reads a container; throws `RangeError` on anything that does not fit. Needs `decoderReady` for meshopt sections. */
export function decodeContainer(bytes: Uint8Array): Container {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== containerMagic)
    throw new RangeError('view package: not a container')
  const headerLength = view.getUint32(4, true)
  if (8 + headerLength > bytes.byteLength) throw new RangeError('view package: header runs past the end')
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength))) as {
    meta: Record<string, unknown>
    sections: SectionHeader[]
  }
  const columns = new Map<string, SectionArray>()
  let offset = alignToEight(8 + headerLength)
  for (const section of header.sections) {
    offset = alignToEight(offset)
    if (offset + section.b > bytes.byteLength)
      throw new RangeError(`view package: section ${section.n} runs past the end`)
    const decoded = decodeSection(bytes.subarray(offset, offset + section.b), {
      codec: section.c,
      stride: section.s ?? arrayTypes[section.t].BYTES_PER_ELEMENT,
      byteLength: section.e * arrayTypes[section.t].BYTES_PER_ELEMENT,
    })
    columns.set(section.n, new arrayTypes[section.t](decoded.buffer as ArrayBuffer, decoded.byteOffset, section.e))
    offset += section.b
  }
  return new Container(header.meta, columns)
}
