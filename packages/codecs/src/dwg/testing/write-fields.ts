import type { DwgRelease } from '../release.js'
import type { StreamWriter } from './stream-writer.js'

/** A value of a field: a number, the numbers of a point, or a text. */
type FieldValue = number | string | readonly number[]

/** Values by the names of fields. */
export type FieldValues = Readonly<Record<string, FieldValue>>

const defaults = {
  B: 1,
  RC: 2,
  BS: 3,
  BL: 9,
  BLL: 7,
  BD: 0.25,
  '2RD': [0.5, 0.75],
  '3BD': [0.5, 0.75, 1],
  T: 'x',
  CMC: 2,
  H: 6,
  h: 5,
} as const satisfies Readonly<Record<string, FieldValue>>

type FieldType = keyof typeof defaults

const hardPointer = 5

/**
 * Writes fields, and default values for those without a value.
 * @param fields A line for each type: releases (`13-14`, `2004-`), type by its abbreviation in the Open Design
 *   Specification, names of the fields.
 */
export function writeFields(writer: StreamWriter, fields: string, values: FieldValues = {}): void {
  for (const line of fields.trim().split('\n')) {
    const [releases, type, ...names] = line.trim().split(/\s+/)
    if (!isWithin(writer.release, releases)) continue
    for (const name of names) writeField(writer, type as FieldType, values[name] ?? defaults[type as FieldType])
  }
}

function isWithin(release: DwgRelease, releases: string): boolean {
  const [first, last] = releases.split('-')
  return release >= Number(first) && (last === '' || release <= Number(last))
}

function writeField(writer: StreamWriter, type: FieldType, value: FieldValue): void {
  if (typeof value === 'string') writer.writeText(value)
  else if (typeof value === 'number') writeNumber(writer, type, value)
  else if (type === '2RD') writer.data.writeRawDoubles(...value)
  else writer.data.writeDoubles(...value)
}

function writeNumber(writer: StreamWriter, type: FieldType, value: number): void {
  const { data, release } = writer
  switch (type) {
    case 'B':
      data.writeBit(value)
      break
    case 'RC':
      data.writeByte(value)
      break
    case 'BS':
      data.writeShort(value)
      break
    case 'BL':
      data.writeLong(value)
      break
    case 'BLL':
      data.writeBit(0).writeTwoBits(1).writeByte(value)
      break
    case 'BD':
      data.writeDouble(value)
      break
    case 'CMC':
      writer.writeColor(value)
      break
    case 'H':
      if (release >= 2007) writer.writeReference(value)
      else data.writeHandle(hardPointer, value)
      break
    case 'h':
      data.writeHandle(0, value)
      break
    default:
      throw new TypeError(`a number for ${type}`)
  }
}
