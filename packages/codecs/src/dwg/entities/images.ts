import type { Vector } from '@kamar/core/math'
import {
  extendEntity,
  type EntityCommon,
  type ImageEntity,
  type OleFrame,
  type Point2,
  type ShapeEntity,
  type Underlay,
} from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { Lookup } from './lookup.js'
import { readOleHeader } from './ole-header.js'

const displayFlag = { image: 1 } as const
const [rectangle, polygon] = [1, 2]

/** Reads an IMAGE. */
export const readImage = (reader: ObjectReader, common: EntityCommon, lookup: Lookup): ImageEntity =>
  readRaster(reader, common, { lookup, kind: 'image' })

/** Reads a WIPEOUT. */
export const readWipeout = (reader: ObjectReader, common: EntityCommon, lookup: Lookup): ImageEntity =>
  readRaster(reader, common, { lookup, kind: 'wipeout' })

function readRaster(
  reader: ObjectReader,
  common: EntityCommon,
  { lookup, kind }: { readonly lookup: Lookup; readonly kind: ImageEntity['kind'] },
): ImageEntity {
  reader.readLong()
  const insertPoint = reader.readPoint()
  const uVector = reader.readPoint()
  const vVector = reader.readPoint()
  const size = reader.readRawPoint()
  const isDisplayed = (reader.readShort() & displayFlag.image) !== 0
  const isClipped = reader.readFlag()
  for (let left = 3; left > 0; left--) reader.readByte()
  const isClipInverted = reader.release >= 2010 && reader.readFlag()
  const clipVertices = readClipVertices(reader)
  const fileName = lookup.findFileName(reader.readHandle())
  reader.skipHandles(1)
  const clip = { isClipped, isClipInverted, clipVertices }
  return extendEntity(common, { kind, insertPoint, uVector, vVector, size, isDisplayed, ...clip, fileName })
}

function readClipVertices(reader: ObjectReader): Point2[] {
  const form = reader.readShort()
  const count = form === rectangle ? 2 : form === polygon ? reader.readCount(128) : 0
  return Array.from({ length: count }, () => reader.readRawPoint())
}

/** Reads an underlay of a PDF, DWF or DGN file. */
export function readUnderlay(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Underlay {
  const normal = reader.readPoint()
  const insertPoint = reader.readPoint()
  const rotation = reader.readDouble()
  const scale = readScale(reader)
  for (let left = 3; left > 0; left--) reader.readByte()
  const fileName = lookup.findFileName(reader.readHandle())
  const clipVertices = Array.from({ length: reader.readCount(128) }, () => reader.readRawPoint())
  return extendEntity(common, { kind: 'underlay', normal, insertPoint, rotation, scale, fileName, clipVertices })
}

function readScale(reader: ObjectReader): Vector {
  const x = reader.readDouble()
  const y = reader.readDouble()
  return [x, y, reader.readDouble()]
}

/** Reads an OLE2FRAME. */
export function readOleFrame(reader: ObjectReader, common: EntityCommon): OleFrame {
  reader.readShort()
  if (reader.release >= 2000) reader.readShort()
  const data = reader.readBytes(reader.readLong())
  if (reader.release >= 2000) reader.readByte()
  return extendEntity(common, { kind: 'oleFrame', data, ...readOleHeader(data) })
}

/** Reads a SHAPE. */
export function readShape(reader: ObjectReader, common: EntityCommon, lookup: Lookup): ShapeEntity {
  const insertPoint = reader.readPoint()
  const size = reader.readDouble()
  const rotation = reader.readDouble()
  const widthFactor = reader.readDouble()
  const obliqueAngle = reader.readDouble()
  reader.readDouble()
  const shapeNumber = reader.readShort() & 0xffff
  const normal = reader.readPoint()
  const style = lookup.findTextStyle(reader.readHandle())
  const placement = { insertPoint, size, rotation, widthFactor, obliqueAngle, normal }
  return extendEntity(common, { kind: 'shape', style, shapeNumber, shapeName: '', ...placement })
}
