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
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import type { Lookup, VertexRecord } from './lookup.js'

const polylineFlag = { closed: 1, is3d: 8, isMesh: 16, columnsClosed: 32, isPolyface: 64 } as const
const vertexFlag = { splineFrame: 16, meshVertex: 64, faceRecord: 128 } as const
const origin: Vector = [0, 0, 0]
const noIndices: readonly number[] = [0, 0, 0, 0]
const code = { x: 10, y: 20, startWidth: 40, endWidth: 41, bulge: 42, constantWidth: 43 } as const

/** Reads an LWPOLYLINE. */
export function readLwPolyline({ groups }: DxfRecord, common: EntityCommon): Polyline {
  return extendEntity(common, {
    kind: 'polyline',
    vertices: readLightVertices(groups),
    isClosed: (groups.readInteger(70) & polylineFlag.closed) !== 0,
    elevation: groups.readNumber(38),
    thickness: groups.readNumber(39),
    normal: groups.readNormal(),
  })
}

type MutableVertex = { -readonly [Key in keyof PolylineVertex]: PolylineVertex[Key] }

function readLightVertices(groups: Groups): readonly PolylineVertex[] {
  const constantWidth = groups.readNumber(code.constantWidth)
  const vertices: MutableVertex[] = []
  let vertex: MutableVertex | null = null
  for (let at = groups.from; at < groups.to; at++) {
    const current = groups.codeAt(at)
    if (current === code.x) {
      vertex = { x: groups.numberAt(at), y: 0, bulge: 0, startWidth: constantWidth, endWidth: constantWidth }
      vertices.push(vertex)
    } else if (vertex) readVertexGroup(groups, at, vertex)
  }
  return vertices
}

function readVertexGroup(groups: Groups, at: number, vertex: MutableVertex): void {
  switch (groups.codeAt(at)) {
    case code.y:
      vertex.y = groups.numberAt(at)
      break
    case code.bulge:
      vertex.bulge = groups.numberAt(at)
      break
    case code.startWidth:
      vertex.startWidth = groups.numberAt(at) || vertex.startWidth
      break
    case code.endWidth:
      vertex.endWidth = groups.numberAt(at) || vertex.endWidth
      break
    default:
  }
}

/** Reads a POLYLINE, whose flags state which of four kinds it is. */
export function readPolyline(
  record: DxfRecord,
  common: EntityCommon,
  lookup: Lookup,
): Polyline | Polyline3d | PolyfaceMesh | PolygonMesh {
  const flags = record.groups.readInteger(70)
  if ((flags & polylineFlag.isPolyface) !== 0) return readPolyfaceMesh(record, common, lookup)
  if ((flags & polylineFlag.isMesh) !== 0) return readPolygonMesh(record, common, lookup)
  if ((flags & polylineFlag.is3d) === 0) return readPolyline2d(record, common, lookup)
  const isClosed = (flags & polylineFlag.closed) !== 0
  const vertices = listCurve(lookup.readVertices(record)).map(({ location }) => location)
  return extendEntity(common, { kind: 'polyline3d', vertices, isClosed })
}

function readPolyline2d(record: DxfRecord, common: EntityCommon, lookup: Lookup): Polyline {
  const { groups } = record
  const startWidth = groups.readNumber(code.startWidth)
  const endWidth = groups.readNumber(code.endWidth)
  const records = listCurve(lookup.readVertices(record))
  const vertices = records.map((vertex): PolylineVertex => ({
    x: vertex.location[0],
    y: vertex.location[1],
    bulge: vertex.bulge,
    startWidth: vertex.startWidth || startWidth,
    endWidth: vertex.endWidth || endWidth,
  }))
  return extendEntity(common, {
    kind: 'polyline',
    vertices,
    isClosed: (groups.readInteger(70) & polylineFlag.closed) !== 0,
    elevation: groups.readPoint(10)[2] || (records[0]?.location[2] ?? 0),
    thickness: groups.readNumber(39),
    normal: groups.readNormal(),
  })
}

/** Returns the vertices on a curve; the control points of a smoothed one are not on it. */
const listCurve = (records: readonly VertexRecord[]): readonly VertexRecord[] =>
  records.filter(({ flags }) => (flags & vertexFlag.splineFrame) === 0)

const isFace = ({ flags }: VertexRecord): boolean =>
  (flags & vertexFlag.faceRecord) !== 0 && (flags & vertexFlag.meshVertex) === 0

function readPolyfaceMesh(record: DxfRecord, common: EntityCommon, lookup: Lookup): PolyfaceMesh {
  const vertices: Vector[] = []
  const faces: (readonly number[])[] = []
  for (const vertex of lookup.readVertices(record))
    if (isFace(vertex)) faces.push(vertex.indices)
    else vertices.push(vertex.location)
  return extendEntity(common, { kind: 'polyfaceMesh', vertices, faces })
}

function readPolygonMesh(record: DxfRecord, common: EntityCommon, lookup: Lookup): PolygonMesh {
  const { groups } = record
  const flags = groups.readInteger(70)
  const isSmooth = groups.readInteger(75) !== 0
  return extendEntity(common, {
    kind: 'polygonMesh',
    vertices: listCurve(lookup.readVertices(record)).map(({ location }) => location),
    rowCount: groups.readInteger(isSmooth ? 73 : 71),
    columnCount: groups.readInteger(isSmooth ? 74 : 72),
    areRowsClosed: (flags & polylineFlag.closed) !== 0,
    areColumnsClosed: (flags & polylineFlag.columnsClosed) !== 0,
  })
}

type MutableVertexRecord = { -readonly [Key in keyof VertexRecord]: VertexRecord[Key] }

/** Values of a VERTEX by their codes. */
const numberKeys: Readonly<Partial<Record<number, 'bulge' | 'startWidth' | 'endWidth' | 'flags'>>> = {
  40: 'startWidth',
  41: 'endWidth',
  42: 'bulge',
  70: 'flags',
}
const [firstIndex, lastIndex] = [71, 74]

/** Reads a VERTEX, in one pass, since a mesh has thousands of them. */
export function readVertex({ groups }: DxfRecord): VertexRecord {
  const vertex: MutableVertexRecord = {
    location: origin,
    flags: 0,
    bulge: 0,
    startWidth: 0,
    endWidth: 0,
    indices: noIndices,
  }
  for (let at = groups.from; at < groups.to; at++) {
    const current = groups.codeAt(at)
    const key = numberKeys[current]
    if (current === code.x) vertex.location = groups.pointAt(at)
    else if (key) vertex[key] = groups.numberAt(at)
    else if (current >= firstIndex && current <= lastIndex)
      vertex.indices = vertex.indices.with(current - firstIndex, groups.integerAt(at))
  }
  return vertex
}

const meshCode = { faceListLength: 93, index: 90 } as const

/** Reads a MESH: the level that was modelled, without its subdivision. */
export function readSubdivisionMesh({ groups }: DxfRecord, common: EntityCommon): SubdivisionMesh {
  const part = groups.getPart('AcDbSubDMesh')
  return extendEntity(common, { kind: 'mesh', vertices: part.listPoints(10), faces: readFaces(part) })
}

/** Reads a list of faces: each begins with the number of its vertices. */
function readFaces(part: Groups): readonly (readonly number[])[] {
  const faces: number[][] = []
  const lengthAt = part.find(meshCode.faceListLength)
  if (lengthAt < 0) return faces
  const end = Math.min(part.to, lengthAt + 1 + part.integerAt(lengthAt))
  let at = lengthAt + 1
  while (at < end && part.codeAt(at) === meshCode.index) {
    const faceEnd = Math.min(end, at + 1 + Math.max(0, part.integerAt(at)))
    const face: number[] = []
    for (at++; at < faceEnd; at++) face.push(part.integerAt(at))
    faces.push(face)
  }
  return faces
}
