import type { FormatDescriptor } from '@kamar/core'
import { decodeHeaderText } from '@kamar/codecs/detection'

/** An 80-byte header and a 32-bit count. */
export const binaryHeaderBytes = 84
/** Twelve floats (normal, three vertices) and a 16-bit attribute. */
export const binaryRecordBytes = 50

/** Descriptor of STL; see README.md in this folder. */
export const descriptor: FormatDescriptor = {
  id: 'stl',
  name: 'Stereolithography',
  order: 150,
  source: 'upload',
  extensions: ['.stl'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: [],
  versions: ['ASCII', 'binary', 'binary with facet colours (VisCAM, SolidView, Materialise Magics)'],
  notRead: [
    'Facet normals: they are computed from the triangles, because many programs write them wrongly.',
    'Material settings other than colour in the header of Materialise Magics.',
  ],
  detect,
}

function detect(header: Uint8Array, size: number): 'yes' | 'maybe' | 'no' {
  const text = decodeHeaderText(header)
  if (text !== null) return detectText(text)
  if (header.length < binaryHeaderBytes) return 'no'
  const count = new DataView(header.buffer, header.byteOffset, header.byteLength).getUint32(80, true)
  if (count > 0 && size === binaryHeaderBytes + binaryRecordBytes * count) return 'yes'
  return hasPlausibleFacets(header) ? 'maybe' : 'no'
}

/** Detects `solid`, a name, and then a facet or the end; a sentence that begins with the word does not count. */
function detectText(text: string): 'yes' | 'maybe' | 'no' {
  if (!/^\s*solid\b/i.test(text)) return 'no'
  if (/^\s*solid\b[^\n\r]*[\n\r]\s*(facet|endsolid|color)\b/i.test(text) || /\bfacet\s+normal\b/i.test(text))
    return 'yes'
  return /[\n\r]\s*\S/.test(text) ? 'no' : 'maybe'
}

const facetsLookedAt = 8
const maxCoordinate = 1e9

/**
 * Returns whether facets are plausible. A binary STL has no identification but its count. If the count is false
 * (truncated files, `0` from streaming writers), the facets themselves are checked: finite, sensible floats, and
 * normals of length one or zero.
 */
function hasPlausibleFacets(header: Uint8Array): boolean {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const facets = Math.min(facetsLookedAt, Math.floor((header.length - binaryHeaderBytes) / binaryRecordBytes))
  for (let facet = 0; facet < facets; facet++) {
    const offset = binaryHeaderBytes + facet * binaryRecordBytes
    if (!isPlausibleFacet(view, offset)) return false
  }
  return facets > 0
}

function isPlausibleFacet(view: DataView, offset: number): boolean {
  const values = Array.from({ length: 12 }, (_, index) => view.getFloat32(offset + 4 * index, true))
  const [x = 0, y = 0, z = 0, ...coordinates] = values
  const normalLength = Math.hypot(x, y, z)
  const isNormal = normalLength === 0 || Math.abs(normalLength - 1) < 0.05
  const isPlausibleCoordinate = (value: number): boolean =>
    value === 0 || (Math.abs(value) < maxCoordinate && Math.abs(value) > 1e-20)
  const isFlat = coordinates.every((value) => value === 0)
  return isNormal && coordinates.every(isPlausibleCoordinate) && !isFlat
}
