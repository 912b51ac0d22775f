import { Bytes, Floats, Integers, Shorts } from '@kamar/mesh/wasm/views'
import { blockRows, ScanField, tooLarge } from '../src/part21/scan-layout'
import {
  blockIds,
  blockStarts,
  bodies,
  ends,
  fields,
  gaps,
  headerLengths,
  idOffsets,
  ids,
  startOffsets,
  starts,
  typeNumbers,
  types,
} from './memory'

/**
 * Packs the first `count` rows of the columns, after which the statement at `nextStart` follows: positions and numbers
 * become offsets from the smallest one of their block, in the narrowest type that holds them all.
 */
export function packPage(count: i32, nextStart: f64): void {
  noteIds(count)
  packDistances(count, nextStart)
  fields[ScanField.startWidth] = packOffsets(starts, blockStarts, startOffsets, count)
  fields[ScanField.idWidth] = packOffsets(ids, blockIds, idOffsets, count)
  fields[ScanField.typeWidth] = packTypes(count)
}

function noteIds(count: i32): void {
  let last = fields[ScanField.lastId]
  let largest = fields[ScanField.maxId]
  let isAscending = fields[ScanField.isAscending] !== 0
  for (let at = 0; at < count; at++) {
    const id = ids[at]
    if (!(id > last)) isAscending = false
    if (id > largest) largest = id
    last = id
  }
  fields[ScanField.lastId] = last
  fields[ScanField.maxId] = largest
  fields[ScanField.isAscending] = isAscending ? 1 : 0
}

function packDistances(count: i32, nextStart: f64): void {
  for (let at = 0; at < count; at++) {
    const next = at + 1 < count ? starts[at + 1] : nextStart
    gaps[at] = <i32>min<f64>(tooLarge, next - ends[at])
    headerLengths[at] = <i32>min<f64>(tooLarge, bodies[at] - starts[at])
  }
}

/** Splits values into the smallest one of each block and the offsets from it; returns the bytes of an offset. */
function packOffsets(values: Floats, bases: Floats, offsets: usize, count: i32): i32 {
  let largest: f64 = 0
  for (let first = 0; first < count; first += blockRows) {
    const end = min(count, first + blockRows)
    let base = values[first]
    for (let at = first + 1; at < end; at++) base = min(base, values[at])
    bases[first / blockRows] = base
    for (let at = first; at < end; at++) {
      const offset = values[at] - base
      values[at] = offset
      largest = max(largest, offset)
    }
  }
  return narrow(values, offsets, count, largest)
}

function narrow(values: Floats, target: usize, count: i32, largest: f64): i32 {
  if (largest <= 0xff) {
    const bytes = changetype<Bytes>(target)
    for (let at = 0; at < count; at++) bytes[at] = <i32>values[at]
    return 1
  }
  if (largest <= 0xffff) {
    const shorts = changetype<Shorts>(target)
    for (let at = 0; at < count; at++) shorts[at] = <i32>values[at]
    return 2
  }
  if (largest <= 0xffff_ffff) {
    const integers = changetype<Integers>(target)
    for (let at = 0; at < count; at++) integers[at] = <i32>(<u32>values[at])
    return 4
  }
  const floats = changetype<Floats>(target)
  for (let at = 0; at < count; at++) floats[at] = values[at]
  return 8
}

function packTypes(count: i32): i32 {
  let largest: i32 = 0
  for (let at = 0; at < count; at++) largest = max(largest, types[at])
  if (largest <= 0xff) {
    const bytes = changetype<Bytes>(typeNumbers)
    for (let at = 0; at < count; at++) bytes[at] = types[at]
    return 1
  }
  const shorts = changetype<Shorts>(typeNumbers)
  for (let at = 0; at < count; at++) shorts[at] = types[at]
  return 2
}
