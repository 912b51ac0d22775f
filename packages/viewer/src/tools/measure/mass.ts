import type { Point } from '../../engine/types.js'
import { computeBoxCenter, computeLength, cross, dot, normalize, subtract } from '@kamar/core/math'
import { formatPointKey } from '../../engine/math/vector.js'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'
import { isMirroring } from '../../engine/geometry/plane-frame.js'
import { PlacedFrame } from '../../engine/geometry/placed-point.js'

/** A box that grows with the vertices in it. */
interface Extent {
  readonly min: [number, number, number]
  readonly max: [number, number, number]
}

type Triangle = readonly [Point, Point, Point]

/** Yields the triangles of an instance in model coordinates. */
export function* listTriangles({ shape, matrix }: InstanceShape): Generator<Triangle> {
  const frame = new PlacedFrame(matrix)
  const { vertices, indices, firstVertex, indexStart, indexCount, kind } = shape
  const readVertex = (vertex: number): Point => {
    const at = (firstVertex + indices[vertex]) * 4
    return frame.toModel(vertices[at], vertices[at + 1], vertices[at + 2])
  }
  if (kind !== 'triangles') return
  for (let vertex = indexStart; vertex < indexStart + indexCount; vertex += 3)
    yield [readVertex(vertex), readVertex(vertex + 1), readVertex(vertex + 2)]
}

/** Area and volume of a body. */
export interface BodyMass {
  /** Square metres of the complete surface. */
  readonly area: number
  /** Cubic metres; null if any part is not closed. */
  readonly volume: number | null
  readonly center: Point
}

/** Computes total surface and volume of elements; null if they have no surface. */
export function computeMass(geometry: ModelGeometry, elements: Iterable<number>): BodyMass | null {
  let area = 0
  let volume = 0
  let isClosed = true
  const box: Extent = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }
  for (const element of elements)
    for (const instance of geometry.instancesOf(element)) {
      const shape = geometry.getShape(instance)
      const sign = isMirroring(shape.matrix) ? -1 : 1
      isClosed &&= shape.solid
      let anchor: Point | null = null
      for (const [a, b, c] of listTriangles(shape)) {
        // Tetrahedra about a vertex of the body keep precision far from the origin.
        anchor ??= a
        const flat = cross(subtract(b, a), subtract(c, a))
        area += computeLength(flat) / 2
        volume += (sign * dot(subtract(a, anchor), flat)) / 6
        for (const vertex of [a, b, c]) growBox(box, vertex)
      }
    }
  if (area === 0) return null
  return { area, volume: isClosed ? Math.abs(volume) : null, center: computeBoxCenter(box) }
}

function growBox({ min, max }: Extent, vertex: Point): void {
  for (let axis = 0; axis < 3; axis++) {
    min[axis] = Math.min(min[axis], vertex[axis])
    max[axis] = Math.max(max[axis], vertex[axis])
  }
}

/** Faces that differ by less than this angle belong together. */
const flatCosine = Math.cos((1.5 * Math.PI) / 180)

/** A flat face of a body. */
export interface FlatFace {
  /** Square metres. */
  readonly area: number
  /** Its boundary, segments of two points each. */
  readonly border: readonly (readonly [Point, Point])[]
}

/**
 * Returns the flat face of an instance at a point, with its neighbours in the same plane; null if there is none.
 * `tolerance` in metres is the maximum distance of vertices from the plane.
 */
export function faceAt(
  shape: InstanceShape,
  { point, normal, tolerance }: { readonly point: Point; readonly normal: Point; readonly tolerance: number },
): FlatFace | null {
  const flat: Triangle[] = []
  for (const triangle of listTriangles(shape)) {
    const [a, b, c] = triangle
    const across = normalize(cross(subtract(b, a), subtract(c, a)))
    const isAlike = Math.abs(dot(across, normal)) > flatCosine
    if (isAlike && Math.abs(dot(subtract(a, point), normal)) < tolerance) flat.push(triangle)
  }
  const start = flat.findIndex((triangle) => containsPoint(triangle, point, normal))
  return start < 0 ? null : connected(flat, start)
}

function containsPoint([a, b, c]: Triangle, point: Point, normal: Point): boolean {
  const side = (from: Point, to: Point): number => dot(cross(subtract(to, from), subtract(point, from)), normal)
  const tolerance = 1e-6 * computeLength(cross(subtract(b, a), subtract(c, a)))
  const sides = [side(a, b), side(b, c), side(c, a)]
  return sides.every((value) => value >= -tolerance) || sides.every((value) => value <= tolerance)
}

/** Returns the triangles connected to a start triangle through full sides. */
function connected(triangles: readonly Triangle[], start: number): FlatFace {
  const sides = new Map<string, number[]>()
  const sideNames = triangles.map(([a, b, c]) => {
    const names = [a, b, c].map(formatPointKey)
    return [0, 1, 2].map((side) => [names[side], names[(side + 1) % 3]].sort().join('|'))
  })
  sideNames.forEach((names, triangle) => {
    for (const name of names) sides.set(name, [...(sides.get(name) ?? []), triangle])
  })
  const members = new Set([start])
  for (const triangle of members)
    for (const name of sideNames[triangle] ?? []) for (const other of sides.get(name) ?? []) members.add(other)
  let area = 0
  const border: (readonly [Point, Point])[] = []
  for (const member of members) {
    const indices = triangles[member]
    const [a, b, c] = indices
    area += computeLength(cross(subtract(b, a), subtract(c, a))) / 2
    sideNames[member]?.forEach((name, side) => {
      const isShared = (sides.get(name) ?? []).some((other) => other !== member && members.has(other))
      if (!isShared) border.push([indices[side], indices[(side + 1) % 3]])
    })
  }
  return { area, border }
}
