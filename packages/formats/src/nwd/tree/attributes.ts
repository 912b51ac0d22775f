import { MalformedRecordError } from '@kamar/codecs/records'
import type { ObjectReaders, ObjectStream } from '../container/object-stream.js'
import { toSourceMaterial, passDescription } from '../geometry/material.js'
import type { Attribute, ElementProperty, Kind } from './elements.js'

const kindReaders: ObjectReaders<Kind> = {
  52: (stream) => ({ name: stream.string() ?? '', internal: stream.string() ?? '' }),
}

/** Reads the kind of an object. */
export const readKind = (stream: ObjectStream): Kind | null => stream.object(kindReaders)

interface AttributeHeader {
  readonly name: string
  readonly kind: Kind | null
}

function readHeader(stream: ObjectStream): AttributeHeader {
  const header = { name: stream.string() ?? '', kind: readKind(stream) }
  stream.u32()
  return header
}

/** An attribute that is skipped. */
const passed =
  (pass: (stream: ObjectStream) => void) =>
  (stream: ObjectStream): Attribute => {
    readHeader(stream)
    pass(stream)
    return { type: 'other' }
  }

/** Readers of attributes, by class. */
export const attributeReaders: ObjectReaders<Attribute> = {
  31: (stream) => {
    const { name } = readHeader(stream)
    return { type: 'material', name, sourceMaterial: toSourceMaterial(stream.doubles(14)) }
  },
  39: passed((stream) => {
    stream.doubles(12)
    stream.u32()
  }),
  40: passed((stream) => stream.doubles(3)),
  41: passed((stream) => stream.doubles(7)),
  66: (stream) => ({ type: 'handle', kind: readHeader(stream).kind, value: stream.u64() }),
  86: (stream) => {
    const { name, kind } = readHeader(stream)
    const properties = Array.from({ length: propertyCount(stream) }, () => readProperty(stream))
    return { type: 'properties', name: name || (kind?.name ?? ''), properties }
  },
  92: passed((stream) => {
    stream.u32()
    for (let text = 0; text < 5; text++) stream.skipString()
    stream.u32()
    for (let word = 0; word < 7; word++) stream.expect(0)
  }),
  200: passed(passDescription),
}

function propertyCount(stream: ObjectStream): number {
  const count = stream.u32()
  // Its kind and its type take twelve bytes.
  if (count * 12 > stream.left) throw new MalformedRecordError('properties', stream.at)
  return count
}

type Measured = Pick<ElementProperty, 'value' | 'measure'>

const number =
  (measure: ElementProperty['measure']) =>
  (stream: ObjectStream): Measured => {
    const value = stream.f64()
    return { value: Number.isFinite(value) ? value : '', measure }
  }
const text = (stream: ObjectStream): Measured => ({ value: stream.string() ?? '', measure: null })

/** Readers of values by type, in the order of Autodesk's API. */
const values: Readonly<Record<number, (stream: ObjectStream) => Measured>> = {
  0: () => ({ value: '', measure: null }),
  1: number(null),
  2: (stream) => ({ value: stream.i32(), measure: null }),
  3: (stream) => ({ value: stream.u32() !== 0, measure: null }),
  4: text,
  6: number('length'),
  7: number('angle'),
  8: (stream) => ({ value: readKind(stream)?.name ?? '', measure: null }),
  9: text,
  10: number('area'),
  11: number('volume'),
}

function readProperty(stream: ObjectStream): ElementProperty {
  const kind = stream.required(kindReaders)
  const read = values[stream.u32()]
  if (read === undefined) throw new MalformedRecordError('type of a value', stream.at)
  return { kind, ...read(stream) }
}

const maxAttributes = 10_000

/** Reads the attributes of an element; `nextSeparateIndex` returns the index of each one stored in another chunk. */
export function readAttributes(stream: ObjectStream, nextSeparateIndex: () => number): (Attribute | number)[] {
  const count = stream.u32()
  if (count > maxAttributes || count * 4 > stream.left) throw new MalformedRecordError('attributes', stream.at)
  return Array.from({ length: count }, () => stream.object(attributeReaders) ?? nextSeparateIndex())
}

/** Reads the attributes stored in a separate chunk; null where it cannot be read to its last byte. */
export function readSeparateAttributes(stream: ObjectStream, count: number): Attribute[] {
  if (count * 8 > stream.left) throw new MalformedRecordError('attributes', stream.at)
  const attributes = Array.from({ length: count }, () => stream.required(attributeReaders))
  stream.expectEnd()
  return attributes
}
