import { maxAreaError } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { compareContent } from '../stores/geometry-content.js'
import type { MeshStore } from '../stores/mesh-store.js'
import { isTriangles, type Geometry } from '../stores/geometry-content.js'
import { isShadedAlike, type AffineMatch } from './reuse-topology.js'
import { AffineBase, type AffineMap } from './affine-fit.js'
import { computeArea, haveSameTriangles, weldShape, type WeldedShape } from './welded-shape.js'

/** Drawing of a geometry: as another one (by number) under a map, or as itself (`map` null). */
export interface SharedGeometry {
  readonly base: number
  readonly map: AffineMap | null
}

/** Stored geometry that reuses the triangles of another stored one. */
export interface TopologyReuse extends AffineMatch {
  readonly template: number
}

/** Result of geometry sharing. */
export interface Sharing {
  /** One row per geometry; rows of unused geometries are undefined. */
  readonly shared: readonly SharedGeometry[]
  /** Stored geometries, templates before those that reuse them. */
  readonly storedGeometries: readonly number[]
  readonly reuses: ReadonlyMap<number, TopologyReuse>
  /** Shapes of stored geometries that reuse triangles or whose triangles are reused. */
  readonly shapes: ReadonlyMap<number, WeldedShape>
}

/** Maximum number of bases and templates to compare a geometry with: noisy models have thousands of one shape. */
const maxBases = 24
const maxTemplates = 4
/** Maximum deviation of a shape from an affine copy of its template, relative to its size. */
const maxDeviationRatio = 0.03

interface Member {
  readonly number: number
  readonly base: AffineBase
}

/** Collects the sharing decisions group by group. */
class SharingBuilder implements Sharing {
  readonly shared: SharedGeometry[]
  readonly storedGeometries: number[] = []
  readonly reuses = new Map<number, TopologyReuse>()
  readonly shapes = new Map<number, WeldedShape>()

  constructor(count: number) {
    this.shared = Array.from({ length: count }, (_, number) => ({ base: number, map: null }))
  }

  addGroup(group: readonly { readonly number: number; readonly shape: WeldedShape }[]): void {
    const bases: Member[] = []
    const templates: Member[] = []
    for (const { number, shape } of group) {
      const map = this.#findMap(bases, shape)
      if (map !== null) {
        this.shared[number] = map
        continue
      }
      const base = { number, base: new AffineBase(shape) }
      bases.push(base)
      this.storedGeometries.push(number)
      const reuse = findTemplate(templates, shape)
      if (reuse !== null) this.reuses.set(number, reuse)
      else if (templates.length < maxTemplates) templates.push(base)
      if (group.length > 1) this.shapes.set(number, shape)
    }
  }

  #findMap(bases: readonly Member[], shape: WeldedShape): SharedGeometry | null {
    for (let at = bases.length - 1; at >= Math.max(0, bases.length - maxBases); at--) {
      const { number, base } = bases[at]
      const map = base.fit(shape, shape.mesh.step)
      if (map !== null && keepsArea(base.shape, shape, map) && areShadedAlike(base.shape, shape))
        return { base: number, map }
    }
    return null
  }
}

/**
 * Returns whether a copy preserves the area of the source's mesh as closely as required of meshes, or as the mesh's own
 * positions do.
 */
function keepsArea(base: WeldedShape, shape: WeldedShape, { linear }: AffineMap): boolean {
  const { area } = shape.mesh
  const error = Math.abs(computeArea(base, linear) - area)
  return error <= maxAreaError * area || error <= Math.abs(computeArea(shape) - area)
}

const areShadedAlike = (one: WeldedShape, other: WeldedShape): boolean =>
  haveSameNumbers(one.mesh.indices, other.mesh.indices) || isShadedAlike(one, other)

function haveSameNumbers(one: Uint32Array, other: Uint32Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

function findTemplate(templates: readonly Member[], shape: WeldedShape): TopologyReuse | null {
  for (const { number, base } of templates) {
    const deviationMetres = base.deviation(shape, shape.size * maxDeviationRatio)
    if (deviationMetres === Infinity || !areShadedAlike(base.shape, shape)) continue
    return { template: number, deviationMetres, growth: base.growth(shape) }
  }
  return null
}

/**
 * Finds geometries that are scaled or rotated copies of one another (pipes, beams and boxes of different lengths) and
 * lets them share the largest one, with no position off by more than the copy's quantisation step, and with the area of
 * the source to a ten-thousandth. Similar but less exact ones retain their own positions and reuse the triangles of the
 * first of their kind. `used` lists the geometries in use; the result does not depend on the numbering.
 */
export function shareGeometries(
  meshes: Pick<MeshStore, 'geometries' | 'contentHashes'>,
  used: readonly number[],
): Sharing {
  const { geometries } = meshes
  const sharing = new SharingBuilder(geometries.length)
  for (const group of groupByTriangles(meshes, used)) sharing.addGroup(group)
  for (const number of used) if (!isShareable(geometries[number])) sharing.storedGeometries.push(number)
  return sharing
}

/** Geometries with vertex colours, texture coordinates or a single side are neither scaled nor reused. */
const isShareable = (geometry: Geometry): geometry is PreparedMesh =>
  isTriangles(geometry) &&
  geometry.colors === null &&
  geometry.textureCoordinates === undefined &&
  geometry.isSingleSided !== true

type Group = { readonly number: number; readonly shape: WeldedShape }[]

/** Groups shapes with the same triangles, largest first, so that bases are scaled down and errors shrink. */
function groupByTriangles(
  { geometries, contentHashes }: Pick<MeshStore, 'geometries' | 'contentHashes'>,
  used: readonly number[],
): Group[] {
  const hashes = contentHashes.view()
  const byHash = new Map<number, Group[]>()
  for (const number of used) {
    const geometry = geometries[number]
    if (!isShareable(geometry)) continue
    const shape = weldShape(geometry)
    const candidates = byHash.get(shape.hash) ?? []
    const group = candidates.find(([first]) => haveSameTriangles(first.shape, shape))
    if (group !== undefined) group.push({ number, shape })
    else byHash.set(shape.hash, [...candidates, [{ number, shape }]])
  }
  const groups = [...byHash.values()].flat()
  for (const group of groups) {
    group.sort(
      (one, other) =>
        other.shape.size - one.shape.size ||
        hashes[one.number] - hashes[other.number] ||
        compareContent(one.shape.mesh, other.shape.mesh),
    )
  }
  return groups
}
