import { MalformedRecordError } from '@kamar/codecs/records'
import type { ByteCursor } from '../container/byte-cursor.js'
import type { RecordForm } from '../container/form.js'

const planes = 6
const sectionBytes = 680
/** Offsets of their count. */
const countOffsets = [48, 56]
const firstPlane = 60
const planeBytes = 80
/** The upper halves of 1 and of -0. */
const one = 0x3ff00000
const minusZero = 0x80000000

/** Words of a section that cuts nothing, by index; all others are 0. */
const uncut: ReadonlyMap<number, number> = new Map([
  ...[0, 16, 20].map((offset) => [offset, 2] as const),
  ...countOffsets.map((offset) => [offset, planes] as const),
  // For each plane its side of the model, its normal and its up direction.
  ...[0, 7, 3, 2, 4, 5].flatMap((side, plane) => {
    const at = firstPlane + plane * planeBytes
    return [[at, side] as const, [at + 40, one] as const, [at + 64, minusZero] as const, [at + 72, one] as const]
  }),
  ...[28, 548, 556, 564, 604, 612, 620, 676].map((offset) => [offset, one] as const),
])

/**
 * Skips the section of a viewpoint. Returns whether it cuts: it never does in the observed files, so its effect is
 * unknown.
 */
export function passSections(stream: ByteCursor, form: RecordForm): boolean {
  return form.hasGuids ? passPlanes(stream) : passPlane(stream, form)
}

/** Skips one plane, its display and its box (file versions up to 114). */
function passPlane(stream: ByteCursor, form: RecordForm): boolean {
  stream.expect(0)
  // The number of planes; 0 before file version 114.
  stream.u32()
  const [x, y, z, distance] = stream.doubles(4)
  const isPlain = x === 0 && y === 0 && z === 1 && distance === 0
  const state = [stream.u32(), stream.u32(), stream.u32(), stream.u32(), stream.u32(), stream.u32()]
  const isOff = state.every((word, at) => word === (at === 2 ? 1 : 0))
  const areDefault = [passBox(stream), ...(form.isPacked ? [(stream.skip(8), passBox(stream))] : [])]
  return !isPlain || !isOff || areDefault.includes(false)
}

/** Returns whether a box is the default one. */
function passBox(stream: ByteCursor): boolean {
  return stream.doubles(6).every((value, at) => value === (at < 3 ? 1 : 0))
}

/** Skips six planes, their display, and a box (file version 448). */
function passPlanes(stream: ByteCursor): boolean {
  stream.f64()
  const start = stream.at
  const section = stream.take(sectionBytes)
  const view = new DataView(section.buffer, section.byteOffset, section.byteLength)
  // The length of the record is only known for six planes.
  if (countOffsets.some((offset) => view.getUint32(offset, true) !== planes))
    throw new MalformedRecordError('planes', start)
  for (let offset = 0; offset < sectionBytes; offset += 4) {
    if (view.getUint32(offset, true) !== (uncut.get(offset) ?? 0)) return true
  }
  return false
}
