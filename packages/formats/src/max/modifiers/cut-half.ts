import { grouped } from '@kamar/core'
import { cross, dot, normalized, type Vector } from '@kamar/core/math'
import type { IndexedChannel, TriangleShape } from '../geometry/triangle-shape.js'

/** Tolerance of a corner off the plane of its polygon, and off the mirror, as a fraction of the longest side. */
export const exactRatio = 1e-5

/** The part of a shape on one side of a plane, with the distance of each vertex from it. */
export interface Half {
  readonly shape: TriangleShape
  readonly heights: readonly number[]
}

/** Sources of an interpolated corner: two rows of the original and the fraction of the second. */
interface Between {
  readonly from: number
  readonly to: number
  readonly share: number
}

/**
 * Returns the half of a shape above a plane, cut along it. Null where the plane cuts a polygon that is not flat, or
 * possibly not a polygon: the program's triangulation of these is unknown.
 */
export function cutHalf(shape: TriangleShape, heights: Float32Array, longestSide: number): Half | null {
  const near = exactRatio * longestSide
  const faces = Array.from(shape.groups.keys())
  const getHeights = (face: number): number[] => getFaceRows(shape.indices, face).map((vertex) => heights[vertex])
  const isCut = (face: number): boolean => Math.min(...getHeights(face)) < -near && Math.max(...getHeights(face)) > near
  const cut = faces.filter(isCut)
  if (cut.length > 0 && !areFlat(shape, cut, near)) return null
  const cutter = new Cutter(shape, heights, near)
  for (const face of faces) {
    if (isCut(face)) cutter.addPart(face)
    else if (Math.min(...getHeights(face)) >= -near) cutter.addFace(face)
  }
  return cutter.half()
}

const getFaceRows = (rows: Uint32Array, face: number): readonly number[] => [...rows.subarray(3 * face, 3 * face + 3)]

/** Returns whether the polygons of some triangles are flat, and known to be polygons. */
export function areFlat(shape: TriangleShape, cut: readonly number[], near: number): boolean {
  const { polygons, positions } = shape
  if (polygons === null) return false
  const polygonIds = new Set(cut.map((face) => polygons[face]))
  const facesOf = grouped(
    Array.from(polygons.keys()).filter((face) => polygonIds.has(polygons[face])),
    (face) => polygons[face],
  )
  const getPosition = (vertex: number): Vector => [
    positions[3 * vertex],
    positions[3 * vertex + 1],
    positions[3 * vertex + 2],
  ]
  return [...facesOf.values()].every((faces) => {
    const points = faces.flatMap((face) => getFaceRows(shape.indices, face).map(getPosition))
    const [start] = points
    const sides = points.map((point): Vector => [point[0] - start[0], point[1] - start[1], point[2] - start[2]])
    const directions = faces.map((_, at) => cross(sides[3 * at + 1], sides[3 * at + 2]))
    const across = directions.reduce((sum, direction) => [
      sum[0] + direction[0],
      sum[1] + direction[1],
      sum[2] + direction[2],
    ])
    const normal = normalized(across)
    return normal !== null && sides.every((side) => Math.abs(dot(side, normal)) <= near)
  })
}

class Cutter {
  readonly #shape: TriangleShape
  readonly #heights: number[]
  readonly #near: number
  readonly #positions: number[]
  readonly #textures: { readonly values: number[]; readonly rows: number[] } | null
  readonly #indices: number[] = []
  readonly #faces: number[] = []
  readonly #rowByKey = new Map<string, number>()

  constructor(shape: TriangleShape, heights: Float32Array, near: number) {
    this.#shape = shape
    this.#heights = [...heights]
    this.#near = near
    this.#positions = [...shape.positions]
    this.#textures = shape.textures && { values: [...shape.textures.values], rows: [] }
  }

  addFace(face: number): void {
    this.#indices.push(...getFaceRows(this.#shape.indices, face))
    const { textures } = this.#shape
    if (textures !== null) this.#textures?.rows.push(...getFaceRows(textures.rows, face))
    this.#faces.push(face)
  }

  /** Adds the part of a triangle above the plane that cuts it: three or four corners. */
  addPart(face: number): void {
    const rows = [0, 1, 2].map((vertex) => 3 * face + vertex)
    const outline = rows.flatMap((at, vertex) => {
      const next = rows[(vertex + 1) % 3]
      const [startHeight, endHeight] = [at, next].map((row) => this.#heights[this.#shape.indices[row]])
      const inside = startHeight >= -this.#near ? [{ from: at, to: at, share: 0 }] : []
      const isCrossed =
        (startHeight > this.#near && endHeight < -this.#near) || (startHeight < -this.#near && endHeight > this.#near)
      return isCrossed ? [...inside, { from: at, to: next, share: startHeight / (startHeight - endHeight) }] : inside
    })
    for (let last = 2; last < outline.length; last++) {
      for (const vertex of [outline[0], outline[last - 1], outline[last]]) this.#addVertex(vertex)
      this.#faces.push(face)
    }
  }

  half(): Half {
    const { groups, materialIds, polygons, skipped } = this.#shape
    const textures: IndexedChannel | null = this.#textures && {
      values: Float32Array.from(this.#textures.values),
      rows: Uint32Array.from(this.#textures.rows),
    }
    return {
      heights: this.#heights,
      shape: {
        positions: Float32Array.from(this.#positions),
        indices: Uint32Array.from(this.#indices),
        groups: Uint32Array.from(this.#faces, (face) => groups[face]),
        materialIds: Uint16Array.from(this.#faces, (face) => materialIds[face]),
        polygons: polygons && Uint32Array.from(this.#faces, (face) => polygons[face]),
        textures,
        normals: null,
        skipped,
      },
    }
  }

  #addVertex({ from, share, to }: Between): void {
    const { indices, textures } = this.#shape
    this.#indices.push(this.#between(this.#positions, 'p', { from: indices[from], to: indices[to], share }))
    if (textures === null || this.#textures === null) return
    const row = this.#between(this.#textures.values, 't', { from: textures.rows[from], to: textures.rows[to], share })
    this.#textures.rows.push(row)
  }

  /** Interpolates between two rows, once for both triangles of an edge. */
  #between(values: number[], of: string, { from, share, to }: Between): number {
    if (from === to) return from
    const key = from < to ? `${of} ${from} ${to}` : `${of} ${to} ${from}`
    const cached = this.#rowByKey.get(key)
    if (cached !== undefined) return cached
    const row = values.length / 3
    for (let axis = 0; axis < 3; axis++) {
      const start = values[3 * from + axis]
      values.push(start + (values[3 * to + axis] - start) * share)
    }
    if (of === 'p') this.#heights.push(0)
    this.#rowByKey.set(key, row)
    return row
  }
}
