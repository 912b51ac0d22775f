import type { MeshInput } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import {
  Arc,
  Circle,
  type Entity,
  Face3D,
  Line,
  LwPolyline,
  Mesh,
  PolyfaceMesh,
  PolygonMesh,
  type Polyline,
  Polyline2D,
  PolylineFlags,
  Solid,
  type XYZ,
} from '@node-projects/acad-ts'
import { triangulate, type ClipBudget } from '@kamar/mesh'
import {
  arcPoints,
  polylinePoints,
  objectAxes,
  sweepBetween,
  transformed,
  listVertices,
  type Points,
} from '../sheets/geometry.js'
import { isThick } from './collect.js'

/** A mesh in metres near its local origin, and that origin. */
export interface LocalMesh {
  readonly mesh: MeshInput
  readonly origin: Vector
}

const coordinates = (points: readonly XYZ[]): Points => points.flatMap(({ x, y, z }) => [x, y, z])

/** Returns the faces of an entity as polygons in block coordinates; null for kinds without faces. */
function listFaces(entity: Entity): Points[] | null {
  if (entity instanceof Face3D) {
    const { firstCorner: a, secondCorner: b, thirdCorner: c, fourthCorner: d } = entity
    return [coordinates(c.x === d.x && c.y === d.y && c.z === d.z ? [a, b, c] : [a, b, c, d])]
  }
  if (entity instanceof Mesh)
    return entity.faces.map((face) => coordinates(face.flatMap((vertex) => entity.vertices[vertex] ?? [])))
  if (entity instanceof PolyfaceMesh) return polyfaces(entity)
  if (entity instanceof PolygonMesh) return netFaces(entity)
  return isThick(entity) ? walls(entity) : null
}

const listLocations = (mesh: Polyline): XYZ[] => listVertices(mesh).map(({ location }) => location)

function polyfaces(mesh: PolyfaceMesh): Points[] {
  const vertices = listLocations(mesh)
  return mesh.faces.map(({ index1, index2, index3, index4 }) =>
    coordinates([index1, index2, index3, index4].flatMap((index) => vertices[Math.abs(index) - 1] ?? [])),
  )
}

function netFaces(mesh: PolygonMesh): Points[] {
  const { mVertexCount: rows, nVertexCount: columns, flags } = mesh
  const vertices = listLocations(mesh)
  const isClosedAlong = (flags & PolylineFlags.ClosedPolylineOrClosedPolygonMeshInM) !== 0
  const isClosedAcross = (flags & PolylineFlags.ClosedPolygonMeshInN) !== 0
  const faces: Points[] = []
  if (vertices.length < rows * columns) return faces
  const at = (row: number, column: number): XYZ => vertices[(row % rows) * columns + (column % columns)]
  for (let row = 0; row < rows - (isClosedAlong ? 0 : 1); row++) {
    for (let column = 0; column < columns - (isClosedAcross ? 0 : 1); column++)
      faces.push(coordinates([at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)]))
  }
  return faces
}

/** Computes the line that a thickness extrudes, in object coordinates. */
function computeOutline(entity: Entity): { readonly points: Points; readonly isClosed: boolean } {
  if (entity instanceof Arc) {
    const sweep = sweepBetween(entity.startAngle, entity.endAngle)
    return { points: arcPoints({ ...toArc(entity), start: entity.startAngle, sweep }), isClosed: false }
  }
  if (entity instanceof Circle)
    return { points: arcPoints({ ...toArc(entity), start: 0, sweep: 2 * Math.PI }).slice(0, -3), isClosed: true }
  if (entity instanceof Solid) {
    const { firstCorner: a, secondCorner: b, thirdCorner: c, fourthCorner: d } = entity
    return { points: coordinates([a, b, d, c]), isClosed: true }
  }
  if (entity instanceof LwPolyline) {
    const vertices = entity.vertices.map(({ location: { x, y }, bulge }) => ({ x, y, bulge }))
    return { points: polylinePoints(vertices, entity.elevation, entity.isClosed), isClosed: entity.isClosed }
  }
  if (!(entity instanceof Polyline2D)) return { points: [], isClosed: false }
  const vertices = listVertices(entity).map(({ location: { x, y }, bulge }) => ({ x, y, bulge }))
  return { points: polylinePoints(vertices, entity.elevation, entity.isClosed), isClosed: entity.isClosed }
}

const toArc = ({ center, radius }: Pick<Circle, 'center' | 'radius'>): Pick<Circle, 'center' | 'radius'> => ({
  center,
  radius,
})

function walls(entity: Entity & { readonly thickness: number; readonly normal?: XYZ }): Points[] {
  const { thickness, normal } = entity
  const axes = objectAxes(normal ?? ({ x: 0, y: 0, z: 1 } as XYZ))
  const up: Vector = [axes[6] * thickness, axes[7] * thickness, axes[8] * thickness]
  const { points, isClosed } =
    entity instanceof Line
      ? { points: coordinates([entity.startPoint, entity.endPoint]), isClosed: false }
      : computeOutline(entity)
  // The ends of a LINE are in world coordinates whatever its normal.
  const world: Vector[] = []
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at], points[at + 1], points[at + 2]]
    world.push(entity instanceof Line ? [x, y, z] : transformed(axes, x, y, z))
  }
  const raised = ([x, y, z]: Vector): Vector => [x + up[0], y + up[1], z + up[2]]
  const faces: Points[] = []
  for (let at = 0; at < world.length - (isClosed ? 0 : 1); at++) {
    const [a, b] = [world[at], world[(at + 1) % world.length]]
    faces.push([...a, ...b, ...raised(b), ...raised(a)])
  }
  if (entity instanceof Solid) faces.push(world.flat(), world.map(raised).flat())
  return faces
}

/** Triangulates the faces of an entity to one mesh in metres; null when none of them has an area. */
export function triangulateEntity(entity: Entity, metres: number, budget: ClipBudget): LocalMesh | null {
  const faces = listFaces(entity)?.filter((face) => face.length >= 9 && face.every((value) => Number.isFinite(value)))
  const [first] = faces ?? []
  if (!faces || !first) return null
  const start: Vector = [first[0], first[1], first[2]]
  const positions: number[] = []
  const indices: number[] = []
  for (const face of faces) {
    const local = Float64Array.from(face, (value, at) => (value - start[at % 3]) * metres)
    const triangles = triangulate(local, budget)
    if (typeof triangles === 'string') continue
    const vertex = positions.length / 3
    for (const value of local) positions.push(value)
    for (const index of triangles) indices.push(vertex + index)
  }
  if (indices.length === 0) return null
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) }
  return { mesh, origin: [start[0] * metres, start[1] * metres, start[2] * metres] }
}
