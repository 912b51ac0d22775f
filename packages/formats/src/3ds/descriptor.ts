import type { FormatDescriptor } from '@kamar/core'
import { matchesAt } from '@kamar/codecs/detection'
import { chunkIds } from './chunk-ids.js'

/** Descriptor of the 3D Studio format; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: '3ds',
  name: '3D Studio',
  order: 70,
  source: 'upload',
  extensions: ['.3ds'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: ['.png', '.jpg', '.jpeg', '.tga', '.bmp'],
  versions: ['releases 2 to 4 (DOS) and what 3ds Max and other programs export since'],
  notRead: [
    'Lights and cameras are counted, not drawn.',
    'Animation: every object stands where its first key puts it.',
    'Textures other than PNG, JPEG, TGA and BMP.',
    'The file states no unit: it is assumed, and the report says so.',
  ],
  detect,
}

const firstChunks = new Set<number>([chunkIds.version, chunkIds.editor, chunkIds.keyframer])

/**
 * Checks for `MM`, a length that the file can have, and a chunk that may come first: the two characters alone would
 * match any memo.
 */
function detect(header: Uint8Array, size: number): 'yes' | 'maybe' | 'no' {
  if (!matchesAt(header, 0, 'MM') || header.length < 12) return 'no'
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const [length, first, firstLength] = [view.getUint32(2, true), view.getUint16(6, true), view.getUint32(8, true)]
  if (length < 12 || !firstChunks.has(first) || firstLength < 6 || firstLength > length) return 'no'
  return length <= size ? 'yes' : 'maybe'
}
