import type { PreparedMesh } from '@kamar/scene'
import { compareContent } from '../stores/geometry-content.js'
import { isTriangles, type Geometry } from '../stores/mesh-store.js'
import { AffineBase, type AffineMap } from './affine-fit.js'

/** How a geometry is drawn: as another one (by number) under a map, or as itself (`map` null). */
export interface SharedGeometry {
  readonly base: number
  readonly map: AffineMap | null
}

/** Bases that one geometry is compared with: on noisy models there would be thousands of one topology. */
const mostTries = 24
const invisibleMetres = 1e-4

/**
 * Finds geometries that are stretched or turned copies of one another (pipes, beams and boxes of different lengths) and
 * lets them share the largest one; no vertex moves by more than 0.1 mm or one quantisation step. `used` lists the
 * geometries that are placed. Answers one row per geometry; rows of unused ones are void.
 */
export function shareGeometries(
  geometries: readonly Geometry[],
  used: readonly number[],
  modelExtentMetres: number,
): SharedGeometry[] {
  const shared: SharedGeometry[] = geometries.map((_, number) => ({ base: number, map: null }))
  for (const group of groupByTopology(geometries, used)) {
    const bases: { number: number; base: AffineBase }[] = []
    for (const number of group) {
      const mesh = geometries[number] as PreparedMesh
      const tolerance = Math.max(mesh.step, Math.min(invisibleMetres, modelExtentMetres * 1e-5))
      const found = findBase(bases, mesh, tolerance)
      if (found === null) bases.push({ number, base: new AffineBase(mesh) })
      else shared[number] = found
    }
  }
  return shared
}

function findBase(
  bases: readonly { number: number; base: AffineBase }[],
  mesh: PreparedMesh,
  tolerance: number,
): SharedGeometry | null {
  for (const { number, base } of bases.slice(-mostTries)) {
    const map = base.fit(mesh, tolerance)
    if (map !== null) return { base: number, map }
  }
  return null
}

/** Hash over what must be equal for one geometry to stand for another: triangles, edges and vertex count. */
export function topologyHash(mesh: PreparedMesh): number {
  let hash = mesh.positions.length
  for (const values of [mesh.indices, mesh.edges]) {
    for (let at = 0; at < values.length; at++) hash = Math.imul(hash ^ values[at], 0x9e3779b1) ^ (hash >>> 15)
  }
  return hash >>> 0
}

const sameNumbers = (one: Uint32Array, other: Uint32Array): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])

/** Whether two meshes have the same triangles and edges over the same number of vertices. */
export const haveSameTopology = (one: PreparedMesh, other: PreparedMesh): boolean =>
  one.positions.length === other.positions.length &&
  sameNumbers(one.indices, other.indices) &&
  sameNumbers(one.edges, other.edges)

function sizeOf(mesh: PreparedMesh): number {
  let most = 0
  for (const value of mesh.positions) if (value > most) most = value
  return most * mesh.step
}

/** Meshes of one topology together, largest first, so that a base is scaled down and its errors shrink. */
function groupByTopology(geometries: readonly Geometry[], used: readonly number[]): number[][] {
  const groups = new Map<number, number[][]>()
  for (const number of used) {
    const geometry = geometries[number]
    if (!isTriangles(geometry) || geometry.colors !== null) continue
    const hash = topologyHash(geometry)
    const candidates = groups.get(hash) ?? []
    const group = candidates.find(([first]) => haveSameTopology(geometries[first] as PreparedMesh, geometry))
    if (group !== undefined) group.push(number)
    else groups.set(hash, [...candidates, [number]])
  }
  return [...groups.values()].flat().map((group) => sortLargestFirst(group, geometries))
}

function sortLargestFirst(group: readonly number[], geometries: readonly Geometry[]): number[] {
  const sizes = new Map(group.map((number) => [number, sizeOf(geometries[number] as PreparedMesh)]))
  return [...group].sort(
    (one, other) =>
      (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || compareContent(geometries[one], geometries[other]),
  )
}
