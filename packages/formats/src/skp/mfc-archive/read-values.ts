import type { PropertyValue } from '@kamar/core'
import { MalformedRecordError } from '@kamar/codecs/records'
import { directionText, inchesText } from '../attribute-texts.js'
import type { Dictionary } from '../model.js'
import type { ByteCursor } from '../byte-cursor.js'

/** Value types of attributes; each is followed by its bytes. */
const kinds = {
  none: 0,
  integer: 4,
  number: 6,
  truth: 7,
  time: 9,
  text: 10,
  list: 11,
  length: 12,
  point: 17,
  direction: 18,
} as const
const maxListDepth = 20
const millisecondsPerSecond = 1000

/** Reads keys with their values, up to the empty key. */
export function readPairs(stream: ByteCursor): (readonly [string, PropertyValue])[] {
  const pairs: (readonly [string, PropertyValue])[] = []
  for (;;) {
    const key = stream.text()
    if (key === '') return pairs
    const value = readValue(stream, 0)
    if (value !== null) pairs.push([key, value])
  }
}

function readValue(stream: ByteCursor, depth: number): PropertyValue | null {
  const at = stream.at
  const kind = stream.u8()
  if (kind === kinds.none) return null
  if (kind === kinds.integer) return stream.i32()
  if (kind === kinds.number) return stream.f64()
  if (kind === kinds.truth) return stream.u8() !== 0
  if (kind === kinds.time) return new Date(stream.u32() * millisecondsPerSecond).toISOString()
  if (kind === kinds.text) return stream.text()
  if (kind === kinds.length) return inchesText(stream.f64())
  if (kind === kinds.point) return inchesText(...stream.numbers(3))
  if (kind === kinds.direction) return directionText(stream.numbers(3))
  if (kind !== kinds.list || depth >= maxListDepth) throw new MalformedRecordError(`value ${kind}`, at)
  const items: string[] = []
  for (let left = stream.count(1); left > 0; left--) items.push(String(readValue(stream, depth + 1) ?? ''))
  return items.join(', ')
}

/** Reads groups of options, which contain the units. */
export function readOptions(stream: ByteCursor): Dictionary[] {
  stream.u32()
  const groups: Dictionary[] = []
  for (let left = stream.count(4); left > 0; left--) {
    groups.push({ name: stream.text(), entries: readPairs(stream) })
  }
  return groups
}
