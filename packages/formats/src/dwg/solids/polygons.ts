import type { MeshInput } from '@kamar/core'
import type { Arc, Circle, Entity, Line, PolygonMesh, Polyline, SolidEntity } from '@kamar/codecs/drawing'
import { add, type Vector } from '@kamar/core/math'
import { triangulate, type ClipBudget } from '@kamar/mesh'
import {
  arcPoints,
  polylinePoints,
  objectAxes,
  sweepBetween,
  transformDirection,
  transformed,
  type Points,
} from '../sheets/geometry.js'
import { isThick } from './collect.js'

/** A mesh in metres near its local origin, and that origin. */
export interface LocalMesh {
  readonly mesh: MeshInput
  readonly origin: Vector
}

/** Returns the faces of an entity as polygons in block coordinates; null for kinds without faces. */
function listFaces(entity: Entity): Points[] | null {
  switch (entity.kind) {
    case 'face': {
      const [a, b, c, d] = entity.corners
      return [c.every((value, axis) => value === d[axis]) ? [...a, ...b, ...c] : [...a, ...b, ...c, ...d]]
    }
    case 'mesh':
      return entity.faces.map((face) => face.flatMap((vertex) => entity.vertices[vertex] ?? []))
    case 'polyfaceMesh':
      return entity.faces.map((face) => face.flatMap((number) => entity.vertices[Math.abs(number) - 1] ?? []))
    case 'polygonMesh':
      return netFaces(entity)
    default:
      return isThick(entity) ? walls(entity) : null
  }
}

function netFaces(mesh: PolygonMesh): Points[] {
  const { rowCount: rows, columnCount: columns, vertices } = mesh
  const faces: Points[] = []
  if (vertices.length < rows * columns) return faces
  const at = (row: number, column: number): Vector => vertices[(row % rows) * columns + (column % columns)]
  for (let row = 0; row < rows - (mesh.areRowsClosed ? 0 : 1); row++) {
    for (let column = 0; column < columns - (mesh.areColumnsClosed ? 0 : 1); column++)
      faces.push([...at(row, column), ...at(row, column + 1), ...at(row + 1, column + 1), ...at(row + 1, column)])
  }
  return faces
}

type WithThickness = Line | Circle | Arc | SolidEntity | Polyline

/** Computes the line that a thickness extrudes, in object coordinates; those of a LINE are world coordinates. */
function computeOutline(entity: WithThickness): { readonly points: Points; readonly isClosed: boolean } {
  switch (entity.kind) {
    case 'line':
      return { points: [...entity.start, ...entity.end], isClosed: false }
    case 'arc': {
      const { center, radius, startAngle: start, endAngle } = entity
      return { points: arcPoints({ center, radius, start, sweep: sweepBetween(start, endAngle) }), isClosed: false }
    }
    case 'circle': {
      const { center, radius } = entity
      return { points: arcPoints({ center, radius, start: 0, sweep: 2 * Math.PI }).slice(0, -3), isClosed: true }
    }
    case 'solid': {
      const [a, b, c, d] = entity.corners
      return { points: [...a, ...b, ...d, ...c], isClosed: true }
    }
    case 'polyline': {
      const { vertices, elevation, isClosed } = entity
      return { points: polylinePoints(vertices, elevation, isClosed), isClosed }
    }
  }
}

function walls(entity: WithThickness): Points[] {
  const axes = objectAxes(entity.normal)
  const up = transformDirection(axes, [0, 0, entity.thickness])
  const { points, isClosed } = computeOutline(entity)
  const world: Vector[] = []
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at], points[at + 1], points[at + 2]]
    world.push(entity.kind === 'line' ? [x, y, z] : transformed(axes, x, y, z))
  }
  const raise = (point: Vector): Vector => add(point, up)
  const faces: Points[] = []
  for (let at = 0; at < world.length - (isClosed ? 0 : 1); at++) {
    const [a, b] = [world[at], world[(at + 1) % world.length]]
    faces.push([...a, ...b, ...raise(b), ...raise(a)])
  }
  if (entity.kind === 'solid') faces.push(world.flat(), world.map(raise).flat())
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
