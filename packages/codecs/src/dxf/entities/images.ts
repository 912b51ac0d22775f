import {
  extendEntity,
  type EntityCommon,
  type ImageEntity,
  type OleFrame,
  type Point2,
  type ShapeEntity,
  type Underlay,
} from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import type { Lookup } from './lookup.js'

const displayFlag = { image: 1 } as const
const definitionCode = 340

/** Reads an IMAGE. */
export const readImage = (record: DxfRecord, common: EntityCommon, lookup: Lookup): ImageEntity =>
  readRaster(record, common, { kind: 'image', lookup })

/** Reads a WIPEOUT. */
export const readWipeout = (record: DxfRecord, common: EntityCommon, lookup: Lookup): ImageEntity =>
  readRaster(record, common, { kind: 'wipeout', lookup })

function readRaster(
  { groups }: DxfRecord,
  common: EntityCommon,
  { kind, lookup }: { readonly kind: ImageEntity['kind']; readonly lookup: Lookup },
): ImageEntity {
  return extendEntity(common, {
    kind,
    insertPoint: groups.readPoint(10),
    uVector: groups.readPoint(11),
    vVector: groups.readPoint(12),
    size: groups.readPoint2(13),
    isDisplayed: (groups.readInteger(70, displayFlag.image) & displayFlag.image) !== 0,
    isClipped: groups.readInteger(280) !== 0,
    isClipInverted: groups.readInteger(290) !== 0,
    clipVertices: listPoints2(groups, 14),
    fileName: lookup.findFileName(groups.readHandle(definitionCode)),
  })
}

const listPoints2 = (groups: Groups, code: number): Point2[] => groups.listPoints(code).map(([x, y]): Point2 => [x, y])

/** Reads an underlay of a PDF, DWF or DGN file. */
export const readUnderlay = ({ groups }: DxfRecord, common: EntityCommon, lookup: Lookup): Underlay =>
  extendEntity(common, {
    kind: 'underlay',
    insertPoint: groups.readPoint(10),
    scale: [groups.readNumber(41, 1), groups.readNumber(42, 1), groups.readNumber(43, 1)],
    rotation: groups.readAngle(50),
    normal: groups.readNormal(),
    clipVertices: listPoints2(groups, 11),
    fileName: lookup.findFileName(groups.readHandle(definitionCode)),
  })

const chunkCode = 310

/** Reads an OLE2FRAME. */
export function readOleFrame({ groups }: DxfRecord, common: EntityCommon): OleFrame {
  const part = groups.getPart('AcDbOle2Frame')
  const chunkAt = part.find(chunkCode)
  return extendEntity(common, {
    kind: 'oleFrame',
    upperLeft: part.readPoint(10),
    lowerRight: part.readPoint(11),
    application: part.readText(3),
    data: chunkAt < 0 ? new Uint8Array(0) : part.joinBytes(chunkCode, chunkAt),
  })
}

/** Reads a SHAPE, which a DXF names. */
export const readShape = ({ groups }: DxfRecord, common: EntityCommon): ShapeEntity =>
  extendEntity(common, {
    kind: 'shape',
    style: null,
    shapeNumber: 0,
    shapeName: groups.readText(2),
    insertPoint: groups.readPoint(10),
    size: groups.readNumber(40),
    rotation: groups.readAngle(50),
    widthFactor: groups.readNumber(41, 1),
    obliqueAngle: groups.readAngle(51),
    normal: groups.readNormal(),
  })
