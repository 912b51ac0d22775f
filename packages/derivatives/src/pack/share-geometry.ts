import { maxAreaError } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/scene'
import { compareContent } from '../stores/geometry-content.js'
import { isTriangles, type Geometry, type MeshStore } from '../stores/mesh-store.js'
import { isShadedAlike, type AffineMatch } from './reuse-topology.js'
import { AffineBase, type AffineMap } from './affine-fit.js'
import { computeArea, haveSameTriangles, weldShape, type WeldedShape } from './welded-shape.js'

/** How a geometry is drawn: as another one (by number) under a map, or as itself (`map` null). */
export interface SharedGeometry {
  readonly base: number
  readonly map: AffineMap | null
}

/** A kept geometry that takes over the triangles of another kept one. */
export interface TopologyReuse extends AffineMatch {
  readonly template: number
}

/** What became of all geometries. */
export interface Sharing {
  /** One row per geometry; rows of geometries that are not placed are void. */
  readonly shared: readonly SharedGeometry[]
  /** Kept geometries, templates before those that adopt them. */
  readonly storedGeometries: readonly number[]
  readonly reuses: ReadonlyMap<number, TopologyReuse>
  /** Shapes of kept geometries that are adopted or adopt. */
  readonly shapes: ReadonlyMap<number, WeldedShape>
}

/** Bases and templates that one geometry is compared with: on noisy models there are thousands of one shape. */
const maxBases = 24
const maxTemplates = 4
/** A shape may deviate from an affine copy of its template by this part of its size. */
const maxDeviationRatio = 0.03

interface Member {
  readonly number: number
  readonly base: AffineBase
}

/** Collects the decisions on one group after the other. */
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

/** Whether a copy has the area of the source's mesh as closely as meshes have to keep it, or as the mesh's own places do. */
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
 * Finds geometries that are stretched or turned copies of one another (pipes, beams and boxes of different lengths) and
 * lets them share the largest one, with no place off by more than the step that was chosen for the copy, and with the area
 * of the source to a ten-thousandth. Those that are alike but not that close keep their own places and take over the
 * triangles of the first of their kind. `used` lists the geometries that are placed; the result does not depend on the
 * order of numbers.
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

/** What is coloured or textured by vertex, or has one side, is not stretched, and no other shape takes it over. */
const isShareable = (geometry: Geometry): geometry is PreparedMesh =>
  isTriangles(geometry) &&
  geometry.colors === null &&
  geometry.textureCoordinates === undefined &&
  geometry.isSingleSided !== true

type Group = { readonly number: number; readonly shape: WeldedShape }[]

/** Shapes with the same triangles together, largest first, so that a base is scaled down and its errors shrink. */
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
