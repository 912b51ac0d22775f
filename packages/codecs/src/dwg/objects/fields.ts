import type { ObjectReader } from '../bits/object-reader.js'

/** Types of values by their abbreviations in the Open Design Specification. */
const skips = {
  B: (reader: ObjectReader) => reader.readBit(),
  RC: (reader: ObjectReader) => reader.readByte(),
  BS: (reader: ObjectReader) => reader.readShort(),
  BL: (reader: ObjectReader) => reader.readLong(),
  BLL: (reader: ObjectReader) => reader.readLongLong(),
  BD: (reader: ObjectReader) => reader.readDouble(),
  '2BD': (reader: ObjectReader) => [reader.readDouble(), reader.readDouble()],
  '3BD': (reader: ObjectReader) => reader.readPoint(),
  '2RD': (reader: ObjectReader) => reader.readRawPoint(),
  T: (reader: ObjectReader) => reader.readText(),
  CMC: (reader: ObjectReader) => reader.readColor(),
  /** A reference: with the texts from 2007 on in a stream of its own, before among the data. */
  H: (reader: ObjectReader) => (reader.release >= 2007 ? reader.readHandle() : reader.readHandleValue(0)),
  /** A handle among the data. */
  h: (reader: ObjectReader) => reader.readHandleValue(0),
} as const

type Skip = (reader: ObjectReader) => unknown

const parsedFields = new Map<string, readonly Skip[]>()

/** Skips values of some types, such as `3*BD T`: three doubles and a text. */
export function skipFields(reader: ObjectReader, fields: string): void {
  let parsed = parsedFields.get(fields)
  if (!parsed) {
    parsed = fields.split(' ').filter(Boolean).flatMap(parseField)
    parsedFields.set(fields, parsed)
  }
  for (const skip of parsed) skip(reader)
}

function parseField(field: string): Skip[] {
  const [count, type] = field.includes('*') ? field.split('*') : ['1', field]
  return Array.from({ length: Number(count) }, () => skips[type as keyof typeof skips])
}
