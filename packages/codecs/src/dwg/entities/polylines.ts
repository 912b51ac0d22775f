import type { Vector } from '@kamar/core/math'
import {
  extendEntity,
  type EntityCommon,
  type PolyfaceMesh,
  type PolygonMesh,
  type Polyline,
  type Polyline3d,
  type PolylineVertex,
  type SubdivisionMesh,
} from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import { skipFields } from '../objects/fields.js'
import type { Lookup, OwnedEntities, VertexRecord } from './lookup.js'

const flag = {
  normal: 1,
  thickness: 2,
  constantWidth: 4,
  elevation: 8,
  bulges: 16,
  widths: 32,
  closed: 0x200,
  identifiers: 0x400,
} as const

const zAxis: Vector = [0, 0, 1]

/** Reads an LWPOLYLINE. */
export function readLwPolyline(reader: ObjectReader, common: EntityCommon): Polyline {
  const flags = reader.readShort()
  const readIf = (bit: number): number => ((flags & bit) !== 0 ? reader.readDouble() : 0)
  const constantWidth = readIf(flag.constantWidth)
  const elevation = readIf(flag.elevation)
  const thickness = readIf(flag.thickness)
  const normal = (flags & flag.normal) !== 0 ? reader.readPoint() : zAxis
  const count = reader.readCount(4)
  const readRows = (bit: number): number => ((flags & bit) !== 0 ? Math.min(reader.readCount(2), count) : 0)
  const [bulgeCount, identifierCount, widthCount] = [
    readRows(flag.bulges),
    readRows(flag.identifiers),
    readRows(flag.widths),
  ]
  const locations = readLocations(reader, count)
  const bulges = Array.from({ length: bulgeCount }, () => reader.readDouble())
  for (let left = identifierCount; left > 0; left--) reader.readLong()
  const widths = Array.from({ length: widthCount }, () => [reader.readDouble(), reader.readDouble()] as const)
  const vertices = locations.map(([x, y], at): PolylineVertex => {
    const [startWidth, endWidth] = widths[at] ?? [0, 0]
    return {
      x,
      y,
      bulge: bulges[at] ?? 0,
      startWidth: startWidth || constantWidth,
      endWidth: endWidth || constantWidth,
    }
  })
  const isClosed = (flags & flag.closed) !== 0
  return extendEntity(common, { kind: 'polyline', vertices, isClosed, elevation, thickness, normal })
}

function readLocations(reader: ObjectReader, count: number): (readonly [x: number, y: number])[] {
  const locations: (readonly [number, number])[] = []
  for (let at = 0; at < count; at++)
    locations.push(at === 0 || reader.release <= 14 ? reader.readRawPoint() : reader.readPointNear(locations[at - 1]))
  return locations
}

const vertexFlag = { splineFrame: 16 } as const
const polylineFlag = { closed: 1, rowsClosed: 1, columnsClosed: 32 } as const
const noSmoothing = 0

/** Reads a 2D POLYLINE. */
export function readPolyline2d(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Polyline {
  const flags = reader.readShort()
  reader.readShort()
  const startWidth = reader.readDouble()
  const endWidth = reader.readDouble()
  const thickness = reader.readThickness()
  const elevation = reader.readDouble()
  const normal = reader.readExtrusion()
  const points = listPoints(lookup.readVertices(readOwned(reader)))
  const vertices = points.map(({ location: [x, y], shape }): PolylineVertex => ({
    x,
    y,
    bulge: shape.bulge,
    startWidth: shape.startWidth || startWidth,
    endWidth: shape.endWidth || endWidth,
  }))
  return extendEntity(common, {
    kind: 'polyline',
    vertices,
    isClosed: (flags & polylineFlag.closed) !== 0,
    elevation: elevation || (points[0]?.location[2] ?? 0),
    thickness,
    normal,
  })
}

type PointRecord = Extract<VertexRecord, { kind: 'vertex' }>

/** Returns the vertices on a curve; the control points of a smoothed one are not on it. */
const listPoints = (vertices: readonly VertexRecord[]): PointRecord[] =>
  vertices.filter(
    (vertex): vertex is PointRecord => vertex.kind === 'vertex' && (vertex.flags & vertexFlag.splineFrame) === 0,
  )

/** Reads which entities a polyline owns. */
export function readOwned(reader: ObjectReader): OwnedEntities {
  const owned: OwnedEntities =
    reader.release >= 2004
      ? { handles: reader.readHandles(reader.readCount(0)) }
      : { owner: reader.handle, first: reader.readHandle(), last: reader.readHandle() }
  reader.skipHandles(1)
  return owned
}

/** Reads a 3D POLYLINE. */
export function readPolyline3d(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Polyline3d {
  reader.readByte()
  const flags = reader.readByte()
  const vertices = listPoints(lookup.readVertices(readOwned(reader))).map(({ location }) => location)
  return extendEntity(common, { kind: 'polyline3d', vertices, isClosed: (flags & polylineFlag.closed) !== 0 })
}

/** Reads a POLYLINE that is a polyface mesh. */
export function readPolyfaceMesh(reader: ObjectReader, common: EntityCommon, lookup: Lookup): PolyfaceMesh {
  reader.readShort()
  reader.readShort()
  const records = lookup.readVertices(readOwned(reader))
  const vertices = listPoints(records).map(({ location }) => location)
  const faces = records.flatMap((record) => (record.kind === 'face' ? [record.indices] : []))
  return extendEntity(common, { kind: 'polyfaceMesh', vertices, faces })
}

/** Reads a POLYLINE that is a mesh of rows and columns. */
export function readPolygonMesh(reader: ObjectReader, common: EntityCommon, lookup: Lookup): PolygonMesh {
  const flags = reader.readShort()
  const curve = reader.readShort()
  const [rows, columns] = [reader.readShort(), reader.readShort()]
  const [smoothRows, smoothColumns] = [reader.readShort(), reader.readShort()]
  const isSmooth = curve !== noSmoothing
  const vertices = listPoints(lookup.readVertices(readOwned(reader))).map(({ location }) => location)
  return extendEntity(common, {
    kind: 'polygonMesh',
    vertices,
    rowCount: isSmooth ? smoothRows : rows,
    columnCount: isSmooth ? smoothColumns : columns,
    areRowsClosed: (flags & polylineFlag.rowsClosed) !== 0,
    areColumnsClosed: (flags & polylineFlag.columnsClosed) !== 0,
  })
}

/** Reads a MESH: the level that was modelled, without its subdivision. */
export function readSubdivisionMesh(reader: ObjectReader, common: EntityCommon): SubdivisionMesh {
  reader.readShort()
  reader.readBit()
  reader.readLong()
  const vertices = Array.from({ length: reader.readCount(6) }, () => reader.readPoint())
  const faces: number[][] = []
  for (let left = reader.readCount(2); left > 0;) {
    const length = reader.readCount(2)
    faces.push(Array.from({ length }, () => reader.readLong()))
    left -= length + 1
  }
  skipEdges(reader)
  return extendEntity(common, { kind: 'mesh', vertices, faces })
}

/** Skips the edges of a MESH with their creases, and the colours and materials of single faces. */
function skipEdges(reader: ObjectReader): void {
  for (let left = reader.readCount(4); left > 0; left--) skipFields(reader, '2*BL')
  for (let left = reader.readCount(2); left > 0; left--) reader.readDouble()
  reader.readLong()
}

/** Reads a VERTEX of a 2D polyline. */
export function readVertex2d(reader: ObjectReader): VertexRecord {
  const flags = reader.readByte()
  const location = reader.readPoint()
  const width = reader.readDouble()
  const [startWidth, endWidth] = width < 0 ? [-width, -width] : [width, reader.readDouble()]
  const bulge = reader.readDouble()
  if (reader.release >= 2010) reader.readLong()
  reader.readDouble()
  return { kind: 'vertex', location, flags, shape: { bulge, startWidth, endWidth } }
}

const straight = { bulge: 0, startWidth: 0, endWidth: 0 }

/** Reads a VERTEX of a 3D polyline or a mesh. */
export function readVertex3d(reader: ObjectReader): VertexRecord {
  const flags = reader.readByte()
  return { kind: 'vertex', location: reader.readPoint(), flags, shape: straight }
}

/** Reads a VERTEX that is a face of a polyface mesh. */
export function readVertexFace(reader: ObjectReader): VertexRecord {
  return { kind: 'face', indices: Array.from({ length: 4 }, () => reader.readShort()) }
}
