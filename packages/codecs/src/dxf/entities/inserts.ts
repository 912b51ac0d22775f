import { extendEntity, type EntityCommon, type Insert, type Table } from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Lookup } from './lookup.js'

/** Reads an INSERT with the attributes that follow it. */
export function readInsert(record: DxfRecord, common: EntityCommon, lookup: Lookup): Insert {
  const part = record.groups.getPart('AcDbBlockReference', 'AcDbMInsertBlock')
  return extendEntity(common, {
    kind: 'insert',
    block: lookup.findBlock(part.readText(2)),
    insertPoint: part.readPoint(10),
    scale: [part.readNumber(41, 1), part.readNumber(42, 1), part.readNumber(43, 1)],
    rotation: part.readAngle(50),
    normal: part.readNormal(),
    columnCount: part.readInteger(70, 1) & 0xffff,
    rowCount: part.readInteger(71, 1) & 0xffff,
    columnSpacing: part.readNumber(44),
    rowSpacing: part.readNumber(45),
    attributes: lookup.readAttributes(record, common.handle),
  })
}

/** Reads the part of an ACAD_TABLE that places its block; its rotation is the direction of its rows. */
export function readTable(record: DxfRecord, common: EntityCommon, lookup: Lookup): Table {
  const { groups } = record
  const reference = groups.getPart('AcDbBlockReference')
  const [x, y] = groups.getPart('AcDbTable').readPoint(11, [1, 0, 0])
  return extendEntity(common, {
    kind: 'table',
    block: lookup.findBlock(reference.readText(2)),
    insertPoint: reference.readPoint(10),
    scale: [1, 1, 1],
    rotation: Math.atan2(y, x),
    normal: reference.readNormal(),
    columnCount: 1,
    rowCount: 1,
    columnSpacing: 0,
    rowSpacing: 0,
    attributes: [],
  })
}
