import type { DimensionStyle } from '../../drawing/tables.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { Lookup } from '../entities/lookup.js'
import { skipFields } from './fields.js'
import { readObjectHeader } from './object-header.js'
import { readEntryName } from './table-entries.js'

/** Reads the parts of a DIMSTYLE that annotations without a block need. */
export function readDimensionStyle(reader: ObjectReader, lookup: Lookup): DimensionStyle {
  readObjectHeader(reader)
  const { handle } = reader
  const name = readEntryName(reader)
  const shape = reader.release <= 14 ? readOldShape(reader) : readShape(reader)
  reader.skipHandles(1)
  return { handle, name, ...shape, textStyle: lookup.findTextStyle(reader.readHandle()) }
}

type DimensionShape = Omit<DimensionStyle, 'handle' | 'name' | 'textStyle'>

function readOldShape(reader: ObjectReader): DimensionShape {
  skipFields(reader, '11*B 2*RC 2*B 3*RC B 4*RC 2*BS')
  const decimalPlaces = reader.readShort()
  skipFields(reader, '3*BS')
  const scale = reader.readDouble()
  const arrowSize = reader.readDouble()
  skipFields(reader, '7*BD')
  const textHeight = reader.readDouble()
  skipFields(reader, '3*BD')
  return { scale, arrowSize, textHeight, lengthFactor: reader.readDouble(), decimalPlaces }
}

function readShape(reader: ObjectReader): DimensionShape {
  const { release } = reader
  skipFields(reader, '2*T')
  const scale = reader.readDouble()
  const arrowSize = reader.readDouble()
  skipFields(reader, '7*BD')
  if (release >= 2007) skipFields(reader, '2*BD BS CMC')
  skipFields(reader, '6*B 3*BS')
  if (release >= 2007) reader.readShort()
  const textHeight = reader.readDouble()
  skipFields(reader, '3*BD')
  const lengthFactor = reader.readDouble()
  skipFields(reader, '4*BD B BS 4*B 3*CMC BS')
  return { scale, arrowSize, textHeight, lengthFactor, decimalPlaces: reader.readShort() }
}
