import {
  type Entity,
  type Face3D,
  InvisibleEdgeFlags,
  type Mesh,
  type ModelerGeometry,
  type PolyfaceMesh,
  type PolygonMesh,
  type Polyline,
  PolylineFlags,
} from '@node-projects/acad-ts'
import { drawProxy } from './draw-proxies.js'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import { listVertices, type Points } from '../geometry.js'

const hidden = [
  InvisibleEdgeFlags.First,
  InvisibleEdgeFlags.Second,
  InvisibleEdgeFlags.Third,
  InvisibleEdgeFlags.Fourth,
]

/** Draws the visible edges of a 3DFACE. */
export function drawFace(face: Face3D, context: InsertContext, drawing: SheetDrawing): void {
  const vertices = [face.firstCorner, face.secondCorner, face.thirdCorner, face.fourthCorner]
  const appearance = drawing.appearance(face, context)
  vertices.forEach((a, at) => {
    const b = vertices[(at + 1) % 4]
    if ((face.flags & hidden[at]) !== 0 || (a.x === b.x && a.y === b.y && a.z === b.z)) return
    drawing.line([a.x, a.y, a.z, b.x, b.y, b.z], context, { appearance })
  })
}

/** Draws edges between pairs of points, each once. */
function drawSides(
  entity: Entity,
  sides: readonly (readonly [number, number])[],
  points: Points,
  target: Target,
): void {
  const { context, drawing } = target
  const appearance = drawing.appearance(entity, context)
  const visited = new Set<string>()
  for (const [a, b] of sides) {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    const ends = [...points.slice(3 * a, 3 * a + 3), ...points.slice(3 * b, 3 * b + 3)]
    if (visited.has(key) || ends.length < 6) continue
    visited.add(key)
    drawing.line(ends, context, { appearance })
  }
}

interface Target {
  readonly context: InsertContext
  readonly drawing: SheetDrawing
}

const locations = (mesh: Polyline): Points => listVertices(mesh).flatMap(({ location: { x, y, z } }) => [x, y, z])

/** Draws the visible edges of a polyface mesh: a negative index hides the edge after it. */
export function drawPolyface(mesh: PolyfaceMesh, context: InsertContext, drawing: SheetDrawing): void {
  const sides: [number, number][] = []
  for (const { index1, index2, index3, index4 } of mesh.faces) {
    const vertices = [index1, index2, index3, index4].filter((vertex) => vertex !== 0)
    vertices.forEach((vertex, at) => {
      if (vertex > 0) sides.push([vertex - 1, Math.abs(vertices[(at + 1) % vertices.length]) - 1])
    })
  }
  drawSides(mesh, sides, locations(mesh), { context, drawing })
}

/** Draws the rows and columns of a polygon mesh. */
export function drawPolygonMesh(mesh: PolygonMesh, context: InsertContext, drawing: SheetDrawing): void {
  const { mVertexCount: rows, nVertexCount: columns, flags } = mesh
  const points = locations(mesh)
  const appearance = drawing.appearance(mesh, context)
  const at = (row: number, column: number): Points => {
    const from = 3 * (row * columns + column)
    return points.slice(from, from + 3)
  }
  const isClosedAlong = (flags & PolylineFlags.ClosedPolylineOrClosedPolygonMeshInM) !== 0
  const isClosedAcross = (flags & PolylineFlags.ClosedPolygonMeshInN) !== 0
  if (points.length < 3 * rows * columns) return
  for (let row = 0; row < rows; row++) {
    const line = Array.from({ length: columns }, (_, column) => at(row, column)).flat()
    drawing.line(line, context, { appearance, isClosed: isClosedAcross })
  }
  for (let column = 0; column < columns; column++) {
    const line = Array.from({ length: rows }, (_, row) => at(row, column)).flat()
    drawing.line(line, context, { appearance, isClosed: isClosedAlong })
  }
}

/** Draws the edges of a MESH. */
export function drawMesh(mesh: Mesh, context: InsertContext, drawing: SheetDrawing): void {
  const points = mesh.vertices.flatMap(({ x, y, z }) => [x, y, z])
  const sides = mesh.faces.flatMap((face) =>
    face.map((vertex, at): [number, number] => [vertex, face[(at + 1) % face.length]]),
  )
  drawSides(mesh, sides, points, { context, drawing })
}

/** Draws the edges of a solid, surface or region: those of its mesh, or else the wires or graphics saved with it. */
export function drawModeler(solid: ModelerGeometry, context: InsertContext, drawing: SheetDrawing): void {
  if (drawing.waitForBodies(() => drawing.draw(solid, context))) return
  const edges = drawing.shared.edges.get(solid.handle)
  const appearance = drawing.appearance(solid, context)
  if (edges) {
    for (let at = 0; at < edges.length; at += 6) drawing.line([...edges.subarray(at, at + 6)], context, { appearance })
    return
  }
  for (const { points } of solid.wires)
    drawing.line(
      points.flatMap(({ x, y, z }) => [x, y, z]),
      context,
      { appearance },
    )
  if (solid.wires.length === 0) drawProxy(solid, context, drawing)
}
