import { decodeContainer } from '../container/container-decode.js'
import { encodeContainer } from '../container/container-encode.js'
import {
  alignToEight,
  type SectionArray,
  type SectionHeader,
  type SectionInput,
} from '../container/container-layout.js'

/** A section as stored: its header and its encoded bytes. */
export interface StoredSection {
  readonly header: SectionHeader
  readonly bytes: Uint8Array
}

interface StoredContainer {
  readonly meta: Readonly<Record<string, unknown>>
  readonly sections: readonly StoredSection[]
}

/** Reads a container by its documented layout alone, without the decoder. */
export function readStored(bytes: Uint8Array): StoredContainer {
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength))) as {
    meta: Record<string, unknown>
    sections: SectionHeader[]
  }
  let end = 8 + headerLength
  const sections = header.sections.map((section) => {
    const start = alignToEight(end)
    end = start + section.b
    return { header: section, bytes: bytes.slice(start, end) }
  })
  return { meta: header.meta, sections }
}

/** Returns the stored bytes of a section. */
export function getSection(bytes: Uint8Array, name: string): number[] {
  const section = readStored(bytes).sections.find(({ header }) => header.n === name)
  if (section === undefined) throw new Error(`no section ${name}`)
  return [...section.bytes]
}

/** Changes of a valid container: metadata entries, and sections (null removes one). */
export interface ContainerChanges {
  readonly meta?: Readonly<Record<string, unknown>>
  readonly sections?: Readonly<Record<string, SectionArray | null>>
}

/** Returns a container with changes that its encoder would not make; all other sections keep their bytes. */
export function editContainer(bytes: Uint8Array, changes: ContainerChanges): Uint8Array {
  const decoded = decodeContainer(bytes)
  const { meta, sections } = readStored(bytes)
  const edited = sections.flatMap(({ header, bytes: encoded }): SectionInput[] => {
    const { n: name, c: codec, s: stride } = header
    const record = { name, codec, ...(stride === undefined ? {} : { stride }) }
    const replacement = changes.sections?.[name]
    if (replacement === null) return []
    if (replacement !== undefined) return [{ ...record, data: replacement }]
    return [{ ...record, data: decoded.column(name, header.t), encoded }]
  })
  return encodeContainer({ ...meta, ...changes.meta }, edited)
}
