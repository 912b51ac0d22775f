import { MetafileDevice } from './device.js'
import { playEnhanced } from './enhanced.js'
import type { MetafileMark } from './marks.js'
import { MetafileRecord } from './record.js'
import { playWindows } from './windows.js'

export { decodeDib } from './bitmap.js'
export type { MetafileMark, MetafileText } from './marks.js'

/** A metafile: its drawing, in the units of its frame. */
export interface Metafile {
  /** Visible part: left, top, right, bottom; y runs downwards. */
  readonly frame: readonly [left: number, top: number, right: number, bottom: number]
  readonly marks: readonly MetafileMark[]
  /** Number of skipped records, by kind. */
  readonly skipped: ReadonlyMap<string, number>
}

const [headerType, enhancedSignature] = [1, 0x464d4520]
const placeableKey = 0x9ac6cdd7
const placeableBytes = 22
/** Screen resolution, for Windows metafiles without a stated size. */
const defaultUnitsPerMillimetre = 96 / 25.4

/** Returns whether bytes begin as an enhanced metafile. */
const isEnhanced = (file: MetafileRecord): boolean => file.u32(0) === headerType && file.u32(40) === enhancedSignature

/** Returns whether bytes begin as a Windows metafile, with or without a placeable header. */
const isWindows = (file: MetafileRecord): boolean =>
  (file.u16(0) === 1 || file.u16(0) === 2) && file.u16(2) === 9 && (file.u16(4) === 0x0300 || file.u16(4) === 0x0100)

/**
 * Plays an enhanced or a Windows metafile according to MS-EMF and MS-WMF; returns null when it is neither, or draws
 * nothing. Skipped records are counted; an invalid size ends the drawing there.
 */
export function playMetafile(bytes: Uint8Array): Metafile | null {
  const file = new MetafileRecord(bytes)
  if (isEnhanced(file)) return enhanced(bytes, file)
  const isPlaced = file.u32(0) === placeableKey
  const plain = isPlaced ? bytes.subarray(placeableBytes) : bytes
  if (!isWindows(new MetafileRecord(plain))) return null
  const device = new MetafileDevice(defaultUnitsPerMillimetre)
  playWindows(plain, device)
  const { windowOrigin, windowExtent, mapMode } = device.state
  const declaredFrame: Metafile['frame'] = isPlaced
    ? [file.i16(6), file.i16(8), file.i16(10), file.i16(12)]
    : [windowOrigin[0], windowOrigin[1], windowOrigin[0] + windowExtent[0], windowOrigin[1] + windowExtent[1]]
  const [a, b] = [
    device.toFrame([declaredFrame[0], declaredFrame[1]]),
    device.toFrame([declaredFrame[2], declaredFrame[3]]),
  ]
  const isStated = mapMode === 8 || mapMode === 7 || isPlaced
  return createMetafile(device, isStated ? [a[0], a[1], b[0], b[1]] : null)
}

function enhanced(bytes: Uint8Array, file: MetafileRecord): Metafile | null {
  const scales = [0, 4].map((axis) => {
    const scale = file.i32(72 + axis) / file.i32(80 + axis)
    return Number.isFinite(scale) && scale > 0 ? scale : defaultUnitsPerMillimetre
  })
  const device = new MetafileDevice(scales[0])
  playEnhanced(bytes, device)
  const [left, top, right, bottom] = file.numbers(24, 4, 4).map((value, at) => (value / 100) * scales[at % 2])
  return createMetafile(device, [left, top, right, bottom])
}

/** Creates the result with the declared frame if it has an area, else with the box around the drawing. */
function createMetafile({ marks, skipped }: MetafileDevice, declaredFrame: Metafile['frame'] | null): Metafile | null {
  if (marks.length === 0) return null
  const hasArea =
    declaredFrame?.every(Number.isFinite) &&
    declaredFrame[0] !== declaredFrame[2] &&
    declaredFrame[1] !== declaredFrame[3]
  const frame = declaredFrame && hasArea ? declaredFrame : boxAround(marks)
  return frame[0] !== frame[2] && frame[1] !== frame[3] ? { frame, marks, skipped } : null
}

function boxAround(marks: readonly MetafileMark[]): Metafile['frame'] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const mark of marks)
    for (const points of listExtentPoints(mark))
      for (let at = 0; at + 1 < points.length; at += 2) {
        left = Math.min(left, points[at])
        right = Math.max(right, points[at])
        top = Math.min(top, points[at + 1])
        bottom = Math.max(bottom, points[at + 1])
      }
  return [left, top, right, bottom].every(Number.isFinite) ? [left, top, right, bottom] : [0, 0, 0, 0]
}

function listExtentPoints(mark: MetafileMark): readonly ArrayLike<number>[] {
  switch (mark.kind) {
    case 'line':
      return [mark.points]
    case 'area':
      return mark.rings
    case 'text':
      return [mark.at]
    case 'image': {
      const { origin, right, down } = mark
      return [origin, [origin[0] + right[0] + down[0], origin[1] + right[1] + down[1]]]
    }
  }
}
