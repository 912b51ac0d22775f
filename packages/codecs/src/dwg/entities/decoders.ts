import { extendEntity, type Entity, type EntityCommon } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
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
import { readHatch } from './hatches.js'
import { readImage, readOleFrame, readShape, readUnderlay, readWipeout } from './images.js'
import { readInsert, readInsertGrid, readTable } from './inserts.js'
import { readLeader, readMultiline, readTolerance } from './leaders.js'
import type { Lookup } from './lookup.js'
import { readModeler } from './modelers.js'
import { readMultiLeader } from './multi-leaders.js'
import {
  readLwPolyline,
  readPolyfaceMesh,
  readPolygonMesh,
  readPolyline2d,
  readPolyline3d,
  readSubdivisionMesh,
} from './polylines.js'
import { readAttribute, readAttributeDefinition, readMultilineText, readText } from './texts.js'
import { readViewport } from './viewports.js'

/** Reads what follows the head of an entity. */
export type ReadEntity = (reader: ObjectReader, common: EntityCommon, lookup: Lookup) => Entity

/** How a kind of entity is read, and its name in a DXF. */
export interface EntityDecoder {
  readonly name: string
  readonly read: ReadEntity
}

/** Reads an entity of which only the saved graphics are drawn. */
export const readCustom: ReadEntity = (_reader, common) => extendEntity(common, { kind: 'custom' })

/** Reads an entity of a program that was not there when the drawing was saved; it keeps its class. */
const readProxy: ReadEntity = (reader, common, lookup) => {
  const name = lookup.findClassName(reader.readLong())
  return extendEntity(common, { kind: 'custom', name: name || common.name })
}

/** Kinds with fixed numbers (Open Design Specification, section 20.3). */
export const decodersByNumber: Readonly<Record<number, EntityDecoder>> = {
  1: { name: 'TEXT', read: readText },
  2: { name: 'ATTRIB', read: readAttribute },
  3: { name: 'ATTDEF', read: readAttributeDefinition },
  7: { name: 'INSERT', read: readInsert },
  8: { name: 'INSERT', read: readInsertGrid },
  15: { name: 'POLYLINE', read: readPolyline2d },
  16: { name: 'POLYLINE', read: readPolyline3d },
  17: { name: 'ARC', read: readArc },
  18: { name: 'CIRCLE', read: readCircle },
  19: { name: 'LINE', read: readLine },
  ...Object.fromEntries([20, 21, 22, 23, 24, 25, 26].map((kind) => [kind, { name: 'DIMENSION', read: readDimension }])),
  27: { name: 'POINT', read: readPoint },
  28: { name: '3DFACE', read: readFace },
  29: { name: 'POLYLINE', read: readPolyfaceMesh },
  30: { name: 'POLYLINE', read: readPolygonMesh },
  31: { name: 'SOLID', read: readSolid },
  32: { name: 'SOLID', read: readSolid },
  33: { name: 'SHAPE', read: readShape },
  34: { name: 'VIEWPORT', read: readViewport },
  35: { name: 'ELLIPSE', read: readEllipse },
  36: { name: 'SPLINE', read: readSpline },
  37: { name: 'REGION', read: readModeler },
  38: { name: '3DSOLID', read: readModeler },
  39: { name: 'BODY', read: readModeler },
  40: { name: 'RAY', read: readRay },
  41: { name: 'XLINE', read: readXline },
  44: { name: 'MTEXT', read: readMultilineText },
  45: { name: 'LEADER', read: readLeader },
  46: { name: 'TOLERANCE', read: readTolerance },
  47: { name: 'MLINE', read: readMultiline },
  74: { name: 'OLE2FRAME', read: readOleFrame },
  77: { name: 'LWPOLYLINE', read: readLwPolyline },
  78: { name: 'HATCH', read: readHatch },
  498: { name: 'ACAD_PROXY_ENTITY', read: readProxy },
}

const surfaces = [
  'SURFACE',
  'EXTRUDEDSURFACE',
  'LOFTEDSURFACE',
  'NURBSURFACE',
  'PLANESURFACE',
  'REVOLVEDSURFACE',
  'SWEPTSURFACE',
]

/** Kinds with class numbers, which differ from file to file, by the DXF name of the class. */
export const decodersByName: Readonly<Partial<Record<string, ReadEntity>>> = {
  LWPOLYLINE: readLwPolyline,
  HATCH: readHatch,
  IMAGE: readImage,
  WIPEOUT: readWipeout,
  MESH: readSubdivisionMesh,
  ARC_DIMENSION: readDimension,
  LARGE_RADIAL_DIMENSION: readDimension,
  MULTILEADER: readMultiLeader,
  ACAD_TABLE: readTable,
  HELIX: readSpline,
  ACDBVIEWREPBLOCKREFERENCE: readInsert,
  PDFUNDERLAY: readUnderlay,
  DWFUNDERLAY: readUnderlay,
  DGNUNDERLAY: readUnderlay,
  PDFREFERENCE: readUnderlay,
  ...Object.fromEntries(surfaces.map((name) => [name, readModeler])),
}
