import { extendEntity } from '../../drawing/index.js'
import {
  readArc,
  readCircle,
  readEllipse,
  readFace,
  readLine,
  readPoint,
  readRay,
  readSolid,
  readSpline,
  readXline,
} from './curves.js'
import { readDimension } from './dimensions.js'
import { readSavedGraphics } from './header.js'
import { readHatch } from './hatches.js'
import { readImage, readOleFrame, readShape, readUnderlay, readWipeout } from './images.js'
import { readInsert, readTable } from './inserts.js'
import { readLeader, readMultiline, readTolerance } from './leaders.js'
import type { ReadEntity } from './lookup.js'
import { readModeler } from './modelers.js'
import { readMultiLeader } from './multi-leaders.js'
import { readLwPolyline, readPolyline, readSubdivisionMesh } from './polylines.js'
import { readAttribute, readAttributeDefinition, readMultilineText, readText } from './texts.js'
import { readViewport } from './viewports.js'

const proxyPart = 'AcDbProxyEntity'
const firstClassNumber = 500
const classCode = 91
const sizeCodes = [92, 160]

/** Reads an entity of which only the saved graphics are drawn. */
export const readCustom: ReadEntity = (_record, common) => extendEntity(common, { kind: 'custom' })

/** Reads an entity of a program that was not there when the drawing was saved; it keeps its class. */
const readProxy: ReadEntity = ({ groups }, common, lookup) => {
  const part = groups.getPart(proxyPart)
  const sizeAt = Math.max(...sizeCodes.map((code) => part.find(code)))
  const name = lookup.findClassName(part.readInteger(classCode) - firstClassNumber)
  const savedGraphics = sizeAt < 0 ? common.savedGraphics : readSavedGraphics(part, sizeAt)
  return extendEntity(common, { kind: 'custom', name: name || common.name, savedGraphics })
}

/** Names of entities in records, where those of a DXF differ. */
export const entityNames: Readonly<Partial<Record<string, string>>> = {
  '3DLINE': 'LINE',
  TRACE: 'SOLID',
  MINSERT: 'INSERT',
  MLEADER: 'MULTILEADER',
}

/** How entities are read, by their names in a DXF. */
export const decoders: Readonly<Partial<Record<string, ReadEntity>>> = {
  '3DFACE': readFace,
  '3DLINE': readLine,
  '3DSOLID': readModeler,
  ACAD_PROXY_ENTITY: readProxy,
  ACAD_TABLE: readTable,
  ACDBVIEWREPBLOCKREFERENCE: readInsert,
  ARC: readArc,
  ARC_DIMENSION: readDimension,
  ATTDEF: readAttributeDefinition,
  ATTRIB: readAttribute,
  BODY: readModeler,
  CIRCLE: readCircle,
  DGNUNDERLAY: readUnderlay,
  DIMENSION: readDimension,
  DWFUNDERLAY: readUnderlay,
  ELLIPSE: readEllipse,
  EXTRUDEDSURFACE: readModeler,
  HATCH: readHatch,
  HELIX: readSpline,
  IMAGE: readImage,
  INSERT: readInsert,
  LARGE_RADIAL_DIMENSION: readDimension,
  LEADER: readLeader,
  LINE: readLine,
  LOFTEDSURFACE: readModeler,
  LWPOLYLINE: readLwPolyline,
  MESH: readSubdivisionMesh,
  MINSERT: readInsert,
  MLEADER: readMultiLeader,
  MLINE: readMultiline,
  MTEXT: readMultilineText,
  MULTILEADER: readMultiLeader,
  NURBSURFACE: readModeler,
  OLE2FRAME: readOleFrame,
  PDFREFERENCE: readUnderlay,
  PDFUNDERLAY: readUnderlay,
  PLANESURFACE: readModeler,
  POINT: readPoint,
  POLYLINE: readPolyline,
  RAY: readRay,
  REGION: readModeler,
  REVOLVEDSURFACE: readModeler,
  SHAPE: readShape,
  SOLID: readSolid,
  SPLINE: readSpline,
  SURFACE: readModeler,
  SWEPTSURFACE: readModeler,
  TEXT: readText,
  TOLERANCE: readTolerance,
  TRACE: readSolid,
  VIEWPORT: readViewport,
  WIPEOUT: readWipeout,
  XLINE: readXline,
}
