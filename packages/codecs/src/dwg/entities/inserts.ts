import type { Vector } from '@kamar/core/math'
import { extendEntity, type EntityCommon, type Insert, type Table } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { Lookup, OwnedEntities } from './lookup.js'

const scaleForm = { explicit: 0, unitX: 1, uniform: 2 } as const
const unitScale: Vector = [1, 1, 1]

/** Reads an INSERT. */
export const readInsert = (reader: ObjectReader, common: EntityCommon, lookup: Lookup): Insert =>
  extendEntity(readReference(reader, common, { lookup, isGrid: false }), { kind: 'insert' })

/** Reads an INSERT that is a grid (MINSERT). */
export const readInsertGrid = (reader: ObjectReader, common: EntityCommon, lookup: Lookup): Insert =>
  extendEntity(readReference(reader, common, { lookup, isGrid: true }), { kind: 'insert' })

/** Reads the part of an ACAD_TABLE that places its block. */
export const readTable = (reader: ObjectReader, common: EntityCommon, lookup: Lookup): Table =>
  extendEntity(readReference(reader, common, { lookup, isGrid: false }), { kind: 'table' })

function readReference(
  reader: ObjectReader,
  common: EntityCommon,
  { lookup, isGrid }: { readonly lookup: Lookup; readonly isGrid: boolean },
): Omit<Insert, 'kind'> {
  const insertPoint = reader.readPoint()
  const scale = readScale(reader)
  const rotation = reader.readDouble()
  const normal = reader.readPoint()
  const hasAttributes = reader.readFlag()
  const ownedCount = reader.release >= 2004 && hasAttributes ? reader.readCount(0) : 0
  const grid = isGrid ? readGrid(reader) : { columnCount: 1, rowCount: 1, columnSpacing: 0, rowSpacing: 0 }
  const block = lookup.findBlock(reader.readHandle())
  const attributes = hasAttributes ? lookup.readAttributes(readOwnedAttributes(reader, ownedCount)) : []
  return extendEntity(common, { block, insertPoint, scale, rotation, normal, ...grid, attributes })
}

function readScale(reader: ObjectReader): Vector {
  if (reader.release <= 14) return reader.readPoint()
  switch (reader.readTwoBits()) {
    case scaleForm.explicit: {
      const x = reader.readRawDouble()
      const y = reader.readDoubleNear(x)
      return [x, y, reader.readDoubleNear(x)]
    }
    case scaleForm.unitX: {
      const y = reader.readDoubleNear(1)
      return [1, y, reader.readDoubleNear(1)]
    }
    case scaleForm.uniform: {
      const factor = reader.readRawDouble()
      return [factor, factor, factor]
    }
    default:
      return unitScale
  }
}

function readGrid(reader: ObjectReader): Pick<Insert, 'columnCount' | 'rowCount' | 'columnSpacing' | 'rowSpacing'> {
  const columnCount = reader.readShort() & 0xffff
  const rowCount = reader.readShort() & 0xffff
  const columnSpacing = reader.readDouble()
  return { columnCount, rowCount, columnSpacing, rowSpacing: reader.readDouble() }
}

function readOwnedAttributes(reader: ObjectReader, count: number): OwnedEntities {
  const owned: OwnedEntities =
    reader.release >= 2004
      ? { handles: reader.readHandles(count) }
      : { owner: reader.handle, first: reader.readHandle(), last: reader.readHandle() }
  reader.skipHandles(1)
  return owned
}
