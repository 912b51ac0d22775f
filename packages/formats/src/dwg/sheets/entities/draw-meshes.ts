import type { Entity, Face, Modeler, PolyfaceMesh, PolygonMesh, SubdivisionMesh } from '@kamar/codecs/drawing'
import { drawProxy } from './draw-proxies.js'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import type { Points } from '../geometry.js'

/** Draws the visible edges of a 3DFACE. */
export function drawFace(face: Face, context: InsertContext, drawing: SheetDrawing): void {
  const { corners, hiddenEdges } = face
  const appearance = drawing.appearance(face, context)
  corners.forEach((a, at) => {
    const b = corners[(at + 1) % 4]
    const isHidden = (hiddenEdges & (1 << at)) !== 0
    if (isHidden || a.every((value, axis) => value === b[axis])) return
    drawing.line([...a, ...b], context, { appearance })
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

/** Draws the visible edges of a polyface mesh: a negative index hides the edge after it. */
export function drawPolyface(mesh: PolyfaceMesh, context: InsertContext, drawing: SheetDrawing): void {
  const sides: [number, number][] = []
  for (const face of mesh.faces) {
    const vertices = face.filter((vertex) => vertex !== 0)
    vertices.forEach((vertex, at) => {
      if (vertex > 0) sides.push([vertex - 1, Math.abs(vertices[(at + 1) % vertices.length]) - 1])
    })
  }
  drawSides(mesh, sides, mesh.vertices.flat(), { context, drawing })
}

/** Draws the rows and columns of a polygon mesh. */
export function drawPolygonMesh(mesh: PolygonMesh, context: InsertContext, drawing: SheetDrawing): void {
  const { rowCount: rows, columnCount: columns } = mesh
  const points = mesh.vertices.flat()
  const appearance = drawing.appearance(mesh, context)
  const at = (row: number, column: number): Points => {
    const from = 3 * (row * columns + column)
    return points.slice(from, from + 3)
  }
  if (points.length < 3 * rows * columns) return
  for (let row = 0; row < rows; row++) {
    const line = Array.from({ length: columns }, (_, column) => at(row, column)).flat()
    drawing.line(line, context, { appearance, isClosed: mesh.areColumnsClosed })
  }
  for (let column = 0; column < columns; column++) {
    const line = Array.from({ length: rows }, (_, row) => at(row, column)).flat()
    drawing.line(line, context, { appearance, isClosed: mesh.areRowsClosed })
  }
}

/** Draws the edges of a MESH. */
export function drawMesh(mesh: SubdivisionMesh, context: InsertContext, drawing: SheetDrawing): void {
  const sides = mesh.faces.flatMap((face) =>
    face.map((vertex, at): [number, number] => [vertex, face[(at + 1) % face.length]]),
  )
  drawSides(mesh, sides, mesh.vertices.flat(), { context, drawing })
}

/** Draws the edges of a solid, surface or region: those of its mesh, or else the wires or graphics saved with it. */
export function drawModeler(solid: Modeler, context: InsertContext, drawing: SheetDrawing): void {
  if (drawing.waitForBodies(() => drawing.draw(solid, context))) return
  const edges = drawing.shared.edges.get(solid.handle)
  const appearance = drawing.appearance(solid, context)
  if (edges) {
    for (let at = 0; at < edges.length; at += 6) drawing.line([...edges.subarray(at, at + 6)], context, { appearance })
    return
  }
  for (const wire of solid.wires) drawing.line(wire.flat(), context, { appearance })
  if (solid.wires.length === 0) drawProxy(solid, context, drawing)
}
