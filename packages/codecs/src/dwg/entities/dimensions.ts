import type { Vector } from '@kamar/core/math'
import { extendEntity, type Dimension, type DimensionMeasurement, type EntityCommon } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import { skipFields } from '../objects/fields.js'
import type { Lookup } from './lookup.js'

/** Reads what follows what all dimensions state. */
type ReadMeasurement = (reader: ObjectReader) => DimensionMeasurement

const unknownMeasurement: DimensionMeasurement = { kind: 'unknown' }

const measurementReaders: Readonly<Record<number, ReadMeasurement>> = {
  20: (reader) => {
    const origin = reader.readPoint()
    const feature = reader.readPoint()
    const end = reader.readPoint()
    return { kind: 'ordinate', origin, feature, end, isX: (reader.readByte() & 1) !== 0 }
  },
  21: (reader) => {
    const [first, second, line] = readThreePoints(reader)
    reader.readDouble()
    return { kind: 'linear', first, second, line, rotation: reader.readDouble() }
  },
  22: (reader) => {
    const [first, second, line] = readThreePoints(reader)
    reader.readDouble()
    return { kind: 'aligned', first, second, line }
  },
  23: (reader) => {
    reader.readPoint()
    const [first, second, vertex] = readThreePoints(reader)
    return { kind: 'angular', vertex, first, second }
  },
  24: (reader) => {
    reader.readRawPoint()
    readThreePoints(reader)
    reader.readPoint()
    return unknownMeasurement
  },
  25: (reader) => readChord(reader, 'radius'),
  26: (reader) => readChord(reader, 'diameter'),
}

/** Dimensions of classes; those of arcs and of shortened radii are drawn by their blocks alone. */
const measurementReadersByName: Readonly<Partial<Record<string, ReadMeasurement>>> = {
  ARC_DIMENSION: (reader) => {
    skipFields(reader, '4*3BD B 2*BD B 2*3BD')
    return unknownMeasurement
  },
  LARGE_RADIAL_DIMENSION: (reader) => {
    skipFields(reader, '2*3BD BD 2*3BD')
    return unknownMeasurement
  },
}

function readThreePoints(reader: ObjectReader): readonly [Vector, Vector, Vector] {
  const first = reader.readPoint()
  const second = reader.readPoint()
  return [first, second, reader.readPoint()]
}

function readChord(reader: ObjectReader, kind: 'radius' | 'diameter'): DimensionMeasurement {
  const center = reader.readPoint()
  const chord = reader.readPoint()
  reader.readDouble()
  return { kind, center, chord }
}

/** Reads a DIMENSION of any kind. */
export function readDimension(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Dimension {
  const { release } = reader
  if (release >= 2010) reader.readByte()
  const normal = reader.readPoint()
  const [x, y] = reader.readRawPoint()
  const elevation = reader.readDouble()
  reader.readByte()
  const text = reader.readText()
  for (let left = 6; left > 0; left--) reader.readDouble()
  if (release >= 2000) {
    reader.readShort()
    reader.readShort()
    reader.readDouble()
    reader.readDouble()
  }
  if (release >= 2007) for (let left = 3; left > 0; left--) reader.readBit()
  reader.readRawPoint()
  const readMeasurement = measurementReaders[reader.kind] ?? measurementReadersByName[common.name]
  const measurement = readMeasurement?.(reader) ?? unknownMeasurement
  const style = lookup.findDimensionStyle(reader.readHandle())
  const block = lookup.findBlock(reader.readHandle())
  return extendEntity(common, {
    kind: 'dimension',
    block,
    style,
    measurement,
    text,
    textMiddlePoint: [x, y, elevation],
    normal,
  })
}
