import type { RecordForm } from '../container/form.js'
import { tryParse } from '@kamar/codecs/records'
import { ObjectStream, type ObjectReaders } from '../container/object-stream.js'
import { lightReaders } from '../geometry/material.js'
import { lengthUnits, type LengthUnit } from '@kamar/core'
import { readAttributes, readKind } from './attributes.js'
import type { Element } from './elements.js'

/** A model of a file: its name, its properties, its unit. */
export interface Partition {
  readonly element: Element
  /** Null where the stated one is unknown. */
  readonly unit: LengthUnit | null
}

/** In the order of Autodesk's API; metres and feet were observed. */
const units: readonly LengthUnit[] = [
  lengthUnits.metre,
  lengthUnits.centimetre,
  lengthUnits.millimetre,
  lengthUnits.foot,
  lengthUnits.inch,
  { name: 'yd', metres: 0.9144 },
  { name: 'km', metres: 1000 },
  { name: 'mi', metres: 1609.344 },
  { name: 'µm', metres: 1e-6 },
  { name: 'mil', metres: 25.4e-6 },
  { name: 'µin', metres: 25.4e-9 },
]

const maxLights = 10_000

/** Reads a model's own record as far as it is known: its unit follows its lights. Null where it is unreadable. */
export function parsePartition(bytes: Uint8Array, form: RecordForm): Partition | null {
  const readers: ObjectReaders<Partition> = { 32: (stream) => readPartition(stream, form) }
  return tryParse(() => new ObjectStream(bytes).required(readers))
}

function readPartition(stream: ObjectStream, form: RecordForm): Partition {
  if (form.hasGuids) stream.expect(0)
  const name = stream.string() ?? ''
  const kind = readKind(stream)
  stream.u32()
  if (form.hasGuids) stream.u32()
  const attributes = readAttributes(stream, () => -1)
  stream.u32()
  const lights = stream.u32()
  for (let light = 0; light < Math.min(lights, maxLights); light++) stream.required(lightReaders(form))
  stream.doubles(3)
  stream.expect(0)
  // Name and version of the program that wrote the file.
  stream.skipString()
  stream.u32()
  const element: Element = { name, kind, isGeometry: false, attributes, children: [] }
  return { element, unit: units[stream.u32()] ?? null }
}
