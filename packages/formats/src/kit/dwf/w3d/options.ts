import type { HsfReader } from './hsf-reader.js'
import type { HsfStream } from './hsf-stream.js'

const heuristic = {
  handedness: 0x04,
  quickMoves: 0x08,
  related: 0x40,
  internal: 0x80,
  extended: 0x8000,
  culling: 0x10000,
}

/** Skips drawing hints, which have no visible effect here. */
export function readHeuristics({ stream }: HsfReader): void {
  let mask = stream.u16()
  if ((mask & heuristic.extended) !== 0) mask |= stream.u16() << 16
  let value = stream.u16()
  if ((mask & heuristic.extended) !== 0) value |= stream.u16() << 16
  const both = mask & value
  if ((both & heuristic.related) !== 0) stream.skip(4)
  if ((both & heuristic.internal) !== 0) stream.skip(4)
  if ((both & (heuristic.handedness | heuristic.quickMoves)) !== 0) stream.skip(1)
  if ((both & heuristic.culling) !== 0) stream.skip(1)
}

const option = {
  hiddenSurfaces: 0x00003000,
  debug: 0x00020000,
  technology: 0x000c0000,
  locks: 0x00100000,
  displacement: 0x00200000,
  fog: 0x00400000,
  buffer: 0x00800000,
  hiddenLines: 0x01000000,
  detail: 0x04000000,
  nurbs: 0x18000000,
  separation: 0x40000000,
  extended: 0x80000000,
}
const extendedOption = { tessellation: 1, transparency: 2, cuts: 8, depth: 16 }
const lock = { color: 0x00000004, visibility: 0x08000000 }

const bitCount = (value: number): number => {
  let count = 0
  for (let rest = value >>> 0; rest !== 0; rest >>>= 1) count += rest & 1
  return count
}

/** Reads rendering options. Locked colours take effect: inner segments cannot change them. */
export function readRenderingOptions({ stream, segment }: HsfReader): void {
  const mask = stream.u32()
  const isExtended = (mask & option.extended) !== 0
  const extendedMask = isExtended ? stream.u32() : 0
  const value = stream.u32()
  const extendedValue = isExtended ? stream.u32() : 0
  const has = (bits: number): boolean => (mask & value & bits) !== 0
  if (has(option.hiddenSurfaces)) stream.skip(1)
  if (has(option.technology)) stream.skip(1)
  if (has(option.displacement)) stream.skip(4)
  if (has(option.locks)) segment.attributes.areFacesLocked = readLocks(stream)
  if (has(option.fog)) stream.skip(8)
  if (has(option.debug)) stream.skip(4)
  if (has(option.separation)) stream.skip(4)
  if (has(option.buffer)) {
    const [bufferMask, bufferValue] = [stream.u8(), stream.u8()]
    if ((bufferMask & bufferValue & 1) !== 0) stream.skip(4)
  }
  if (has(option.hiddenLines)) readHiddenLines(stream)
  if (has(option.nurbs)) readNurbsOptions(stream)
  if (has(option.detail)) readDetailOptions(stream)
  readExtended(stream, extendedMask & extendedValue)
}

/** Reads the locks of each attribute kind and its details. */
function readLocks(stream: HsfStream): boolean {
  const mask = stream.u32()
  const value = stream.u32()
  let isLocked = false
  if ((mask & lock.color) !== 0) {
    const colors = stream.u32()
    isLocked = (stream.u32() & colors & 1) !== 0
    stream.skip(4 * bitCount(colors))
  }
  if ((mask & lock.visibility) !== 0) stream.skip(8)
  return isLocked && (value & lock.color) !== 0
}

function readHiddenLines(stream: HsfStream): void {
  let options = stream.u8()
  if ((options & 0x80) !== 0) options |= stream.u8() << 8
  if ((options & 0x04) !== 0) stream.skip(4)
  if ((options & 0x10) !== 0) stream.skip(4)
  if ((options & 0x08) !== 0) stream.skip(4)
}

function readNurbsOptions(stream: HsfStream): void {
  let mask = stream.u8()
  if ((mask & 0x80) !== 0) mask |= stream.u8() << 8
  let value = stream.u8()
  if ((mask & 0x80) !== 0) value |= stream.u8() << 8
  stream.skip(4 * bitCount(mask & value & 0xff7f))
}

function readDetailOptions(stream: HsfStream): void {
  const mask = stream.u32()
  const has = (bit: number): boolean => (mask & bit) !== 0
  stream.skip(4)
  if (has(0x80000)) stream.skip(1)
  if (has(0x80)) stream.skip(24)
  if (has(0x10000)) stream.skip(4 * stream.u8())
  if (has(0x800)) stream.skip(1)
  if (has(0x20000)) stream.skip(1)
  if (has(0x2000)) stream.skip(4)
  if (has(0x400)) stream.skip(4)
  if (has(0x1000)) stream.skip(1)
  if (has(0x100)) stream.skip(4 * stream.u8())
  if (has(0x200)) stream.skip(4 * stream.u8() + 1)
  if (has(0x8000)) stream.skip(1)
}

function readExtended(stream: HsfStream, both: number): void {
  if ((both & extendedOption.tessellation) !== 0) {
    const options = stream.u8()
    if ((options & 1) !== 0) stream.skip(4 * stream.u8())
  }
  if ((both & extendedOption.transparency) !== 0) stream.skip(1)
  if ((both & extendedOption.cuts) !== 0) {
    const options = stream.u8()
    if ((options & 1) !== 0) stream.skip(1)
    if ((options & 2) !== 0) stream.skip(4)
  }
  if ((both & extendedOption.depth) !== 0) stream.skip(8)
}
