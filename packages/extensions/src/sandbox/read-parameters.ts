import { extensionLimits } from '@kamar/contracts'
import type { ElementColor, Point } from '@kamar/viewer'

// Validates messages from frames member by member; values of another shape are rejected with a reason.

type Members = Readonly<Record<string, unknown>>

/** Validates an object and returns its members. */
export function readMembers(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError('an object is expected')
  return value as Members
}

/** Validates a list of at most `maxLength` entries. */
export function readList<Entry>(value: unknown, maxLength: number, read: (entry: unknown) => Entry): Entry[] {
  if (!Array.isArray(value)) throw new RangeError('a list is expected')
  if (value.length > maxLength) throw new RangeError(`a list of at most ${maxLength} is expected`)
  return value.map(read)
}

/** Validates a text of at most `maxLength` characters. */
export function readText(value: unknown, maxLength: number = extensionLimits.textCharacters): string {
  if (typeof value !== 'string' || value.length > maxLength)
    throw new RangeError(`a text of at most ${maxLength} is expected`)
  return value
}

/** Validates a finite number in a range. */
export function readNumber(value: unknown, lowest: number, highest: number): number {
  if (typeof value !== 'number' || !(value >= lowest && value <= highest)) {
    throw new RangeError(`a number from ${lowest} to ${highest} is expected`)
  }
  return value
}

/** Validates element numbers, also in a typed array. */
export function readElements(value: unknown, maxLength: number = extensionLimits.elementsPerCall): number[] {
  const list: unknown = value instanceof Uint32Array ? [...value.subarray(0, maxLength + 1)] : value
  return readList(list, maxLength, (entry) => {
    if (typeof entry !== 'number' || !Number.isInteger(entry) || entry < 0 || entry > 0xffff_fffe) {
      throw new RangeError('element numbers are expected')
    }
    return entry
  })
}

const maxCoordinateMetres = 1e9

/** Validates x, y, z in metres. */
export function readPoint(value: unknown): Point {
  const numbers = readList(value, 3, (entry) => readNumber(entry, -maxCoordinateMetres, maxCoordinateMetres))
  if (numbers.length !== 3) throw new RangeError('three numbers are expected')
  return numbers as unknown as Point
}

/** Validates red, green, blue, 0 to 255, and an opacity. */
export function readColor(rgb: unknown, opacity: unknown): ElementColor {
  const parts = readList(rgb, 3, (entry) => readNumber(entry, 0, 255))
  if (parts.length !== 3) throw new RangeError('three numbers are expected')
  const color = { rgb: parts as unknown as ElementColor['rgb'] }
  return opacity === undefined ? color : { ...color, opacity: readNumber(opacity, 0, 1) }
}

/** Validates `#rrggbb`; undefined when absent. */
export function readCssColor(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = readText(value, 7)
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new RangeError('a colour like #a6432b is expected')
  return text
}

/** Validates the outline of an icon; undefined when absent. */
export function readIconPath(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = readText(value)
  if (!/^[MmLlHhVvCcSsQqTtAaZz0-9.,\s-]*$/.test(text)) throw new RangeError('an SVG path is expected')
  return text
}
