import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { alignToEight, containerMagic, typeOf, type SectionHeader, type SectionInput } from './container-layout.js'

/** Resolves when the meshopt encoder's and decoder's WebAssembly is compiled: writing a chunk needs both. */
export const encoderReady: Promise<void> = Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]).then(() => {})

const asBytes = (data: ArrayBufferView): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

function encodeSection(section: SectionInput): Uint8Array {
  if (section.encoded !== undefined) return section.encoded
  const bytes = asBytes(section.data)
  if (bytes.byteLength === 0) return bytes
  switch (section.codec ?? 'raw') {
    case 'raw':
      return bytes
    case 'vertex': {
      const stride = section.stride ?? 4
      return MeshoptEncoder.encodeVertexBuffer(bytes, bytes.byteLength / stride, stride)
    }
    case 'triangles':
      return MeshoptEncoder.encodeIndexBuffer(bytes, section.data.length, section.data.BYTES_PER_ELEMENT)
    case 'sequence':
      return MeshoptEncoder.encodeIndexSequence(bytes, section.data.length, section.data.BYTES_PER_ELEMENT)
  }
}

/**
 * Writes named typed columns and a small JSON header into one buffer; needs `encoderReady` for meshopt sections. Layout: magic `KMR1`, header length (u32), header
 * (UTF-8 JSON `{meta, sections}`), then the sections, each aligned to 8 bytes. Every `.bin` of a view package is one.
 */
export function encodeContainer(
  meta: Readonly<Record<string, unknown>>,
  sections: readonly SectionInput[],
): Uint8Array {
  const encoded = sections.map((section) => encodeSection(section))
  const headers: SectionHeader[] = sections.map((section, index) => ({
    n: section.name,
    t: typeOf(section.data),
    c: section.codec ?? 'raw',
    ...(section.stride === undefined ? {} : { s: section.stride }),
    e: section.data.length,
    b: encoded[index].byteLength,
  }))
  const header = new TextEncoder().encode(JSON.stringify({ meta, sections: headers }))
  const bodyStart = alignToEight(8 + header.byteLength)
  const total = encoded.reduce((end, bytes) => alignToEight(end) + bytes.byteLength, bodyStart)
  const out = new Uint8Array(total)
  new DataView(out.buffer).setUint32(0, containerMagic, true)
  new DataView(out.buffer).setUint32(4, header.byteLength, true)
  out.set(header, 8)
  let offset = bodyStart
  for (const bytes of encoded) {
    offset = alignToEight(offset)
    out.set(bytes, offset)
    offset += bytes.byteLength
  }
  return out
}
