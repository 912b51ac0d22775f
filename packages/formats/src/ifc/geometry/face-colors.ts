import type { FileBytes } from '@kamar/codecs/part21'
import type { FaceSet } from './face-set.js'
import { ListReader, type ByteRange } from './list-reader.js'

/** Byte ranges of the face colours of a face set (IfcIndexedColourMap). */
export interface FaceColorRanges {
  readonly map: ByteRange
  /** Its IfcColourRgbList. */
  readonly list: ByteRange
  /** Start and end of the attributes of each face of a polygonal face set; empty for triangles. */
  readonly polygons: Float64Array
  /** Number of the style that the colours override. */
  readonly style: number
}

const colorAttribute = { index: 3 } as const
const white = [255, 255, 255] as const

/** Reads the colour of each face, consecutive r g b of 0 to 255; null when the file states no readable ones. */
export function readFaceColors(bytes: FileBytes, { map, list }: FaceColorRanges): Uint8Array | null {
  const lists = new ListReader(bytes)
  const channels = lists.moveTo(list).numbers()
  const numbers = lists.moveTo(map, colorAttribute.index).numbers()
  if (channels.length < 3 || numbers.length === 0) return null
  const colors = new Uint8Array(numbers.length * 3)
  numbers.forEach((number, face) => {
    const exists = number >= 1 && number * 3 <= channels.length
    const color = exists ? channels.subarray(number * 3 - 3, number * 3).map((channel) => channel * 255) : white
    color.forEach((channel, at) => (colors[face * 3 + at] = Math.min(255, Math.max(0, Math.round(channel)))))
  })
  return colors
}

/** Returns a face set with a separate vertex per corner in the colour of its face; faces without a colour are white. */
export function colorFaces(
  { indices, faces, points }: FaceSet,
  faceColors: Uint8Array,
): FaceSet & { colors: Uint8Array } {
  const own = new Float64Array(indices.length * 3)
  const colors = new Uint8Array(indices.length * 4).fill(255)
  indices.forEach((point, vertex) => {
    own.set(points.subarray(point * 3, point * 3 + 3), vertex * 3)
    const face = faces[Math.floor(vertex / 3)] * 3
    if (face < faceColors.length) colors.set(faceColors.subarray(face, face + 3), vertex * 4)
  })
  return { points: own, indices: indices.map((_, vertex) => vertex), faces, colors }
}
