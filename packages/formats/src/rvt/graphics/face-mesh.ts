import earcut, { refine } from 'earcut'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { RecordObject, Vector3 } from '../container/record-object.js'
import { readLoops, type Parameters } from './face-loops.js'
import { readSurface, type Surface } from './surfaces.js'

/** Triangles of a face: three numbers per point (feet), three indices per triangle. */
export interface FaceMesh {
  readonly points: Vector3[]
  readonly triangles: number[]
}

const maxVertices = 20_000
const maxTriangles = 60_000
const maxPasses = 12

/** Triangulates a face; returns null when it has no border, as for auxiliary faces. */
export function meshFace(face: RecordObject): FaceMesh | null {
  if (!face.target('m_pFirstLoop')) return null
  const pointer = face.target('m_pSurf')
  if (!pointer) throw new MalformedRecordError('a face without a surface')
  const surface = readSurface(pointer)
  const rings = readLoops(face, surface)
  const vertices = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (vertices > maxVertices) throw new MalformedRecordError('a face of too many corners')
  const mesh: FaceMesh = { points: [], triangles: [] }
  for (const { outline, holes } of groupRegions(rings)) meshRegion(mesh, surface, [outline, ...holes])
  if (mesh.points.some((point) => !point.every(Number.isFinite)))
    throw new MalformedRecordError('points that are no numbers')
  return mesh
}

interface Region {
  readonly outline: readonly Parameters[]
  readonly holes: readonly (readonly Parameters[])[]
}

/** Groups rings: those inside an even number of others are outlines; the rings directly inside are their holes. */
function groupRegions(rings: readonly Parameters[][]): Region[] {
  if (rings.length === 1) return [{ outline: rings[0], holes: [] }]
  const around = rings.map((ring) => rings.filter((other) => other !== ring && isInside(ring[0], other)))
  return rings.flatMap((outline, index) => {
    const depth = around[index].length
    if (depth % 2 === 1) return []
    const holes = rings.filter((_, other) => around[other].length === depth + 1 && around[other].includes(outline))
    return [{ outline, holes }]
  })
}

function isInside([u, v]: Parameters, ring: readonly Parameters[]): boolean {
  let isIn = false
  for (let index = 0; index < ring.length; index++) {
    const [a, b] = [ring[index], ring[(index + 1) % ring.length]]
    if (a[1] > v !== b[1] > v && u < ((b[0] - a[0]) * (v - a[1])) / (b[1] - a[1]) + a[0]) isIn = !isIn
  }
  return isIn
}

function meshRegion(mesh: FaceMesh, surface: Surface, rings: readonly (readonly Parameters[])[]): void {
  const flat: number[] = []
  const holes: number[] = []
  const [scaleU, scaleV] = surface.scale
  for (const ring of rings) {
    if (flat.length > 0) holes.push(flat.length / 2)
    for (const [u, v] of ring) flat.push(u * scaleU, v * scaleV)
  }
  const triangles = earcut(flat, holes)
  if (triangles.length === 0) throw new MalformedRecordError('a face without area')
  refine(triangles, flat)
  const net = new Net(flat, triangles)
  const longest = ([0, 1] as const).map((axis) => longestInside(surface, rings, axis))
  net.split([longest[0] * scaleU, longest[1] * scaleV])
  const first = mesh.points.length
  for (let at = 0; at < flat.length; at += 2) mesh.points.push(surface.at(flat[at] / scaleU, flat[at + 1] / scaleV))
  for (const vertex of net.triangles) mesh.triangles.push(first + vertex)
}

/**
 * Computes the maximum length of an inner side; 0 for any length. Around an axis it is not shorter than the border
 * samples of the file, as inner vertices would protrude from the border's facets.
 */
function longestInside(surface: Surface, rings: readonly (readonly Parameters[])[], axis: 0 | 1): number {
  let longest = surface.step[axis] ?? 0
  if (longest === 0 || surface.period === 0) return longest
  for (const ring of rings) {
    for (const [index, point] of ring.entries()) {
      longest = Math.max(longest, Math.abs(point[axis] - ring[(index + 1) % ring.length][axis]))
    }
  }
  return longest
}

/**
 * Triangles of a region; inner sides too long for a curved surface are halved. The border keeps the file's samples, as
 * the neighbouring face has the same points there.
 */
class Net {
  readonly #flat: number[]
  triangles: number[]

  constructor(flat: number[], triangles: number[]) {
    this.#flat = flat
    this.triangles = triangles
  }

  split([longestU, longestV]: readonly [number, number]): void {
    if (longestU === 0 && longestV === 0) return
    for (let round = 0; round < maxPasses && this.triangles.length / 3 < maxTriangles; round++) {
      if (!this.#splitOnce([longestU, longestV])) return
    }
  }

  /** Halves the sides that are shared by two triangles and too long; returns whether there were any. */
  #splitOnce(longest: readonly [number, number]): boolean {
    const middles = this.#middlesOfLongSides(longest)
    if (middles.size === 0) return false
    const triangles: number[] = []
    for (let at = 0; at < this.triangles.length; at += 3) {
      const vertices = [this.triangles[at], this.triangles[at + 1], this.triangles[at + 2]]
      const halves = [0, 1, 2].map((side) => middles.get(sideKey(vertices[side], vertices[(side + 1) % 3])))
      triangles.push(...splitTriangle(vertices, halves))
    }
    this.triangles = triangles
    return true
  }

  #middlesOfLongSides(longest: readonly [number, number]): Map<number, number> {
    const visited = new Set<number>()
    const middles = new Map<number, number>()
    for (let at = 0; at < this.triangles.length; at++) {
      const [a, b] = [this.triangles[at], this.triangles[at % 3 === 2 ? at - 2 : at + 1]]
      const key = sideKey(a, b)
      if (!visited.has(key)) {
        visited.add(key)
        continue
      }
      if (!this.#isLong(a, b, longest)) continue
      middles.set(key, this.#flat.length / 2)
      this.#flat.push((this.#flat[2 * a] + this.#flat[2 * b]) / 2, (this.#flat[2 * a + 1] + this.#flat[2 * b + 1]) / 2)
    }
    return middles
  }

  #isLong(a: number, b: number, longest: readonly [number, number]): boolean {
    return longest.some(
      (limit, axis) => limit > 0 && Math.abs(this.#flat[2 * a + axis] - this.#flat[2 * b + axis]) > limit * 1.01,
    )
  }
}

const sideKey = (a: number, b: number): number => (a < b ? a * 0x4000000 + b : b * 0x4000000 + a)

/** Splits a triangle at the midpoints of the sides that have one; side n begins at vertex n. */
function splitTriangle(vertices: readonly number[], halves: readonly (number | undefined)[]): number[] {
  const count = halves.filter((half) => half !== undefined).length
  if (count === 0) return [...vertices]
  // Rotates the triangle so that the cases below begin at the same side.
  const rotation =
    count === 1 ? halves.findIndex((half) => half !== undefined) : count === 2 ? findSplitRotation(halves) : 0
  const [a, b, c] = [0, 1, 2].map((index) => vertices[(index + rotation) % 3])
  const [ab, bc, ca] = [0, 1, 2].map((index) => halves[(index + rotation) % 3] ?? 0)
  if (count === 1) return [a, ab, c, ab, b, c]
  if (count === 2) return [ab, b, bc, a, ab, bc, a, bc, c]
  return [a, ab, ca, ab, b, bc, bc, c, ca, ab, bc, ca]
}

/** Finds the side after the undivided one. */
const findSplitRotation = (halves: readonly (number | undefined)[]): number =>
  (halves.findIndex((half) => half === undefined) + 1) % 3
