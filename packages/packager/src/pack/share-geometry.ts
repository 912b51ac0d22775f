import { maxAreaError } from '@kamar/mesh'
import type { ChunkMesh } from '@kamar/package-format'
import { compareContent } from '../stores/geometry-content.js'
import { isTextured, loadGeometry } from '../stores/geometry-pool.js'
import { GrowingColumn } from '../stores/growing-column.js'
import { sortByKey } from '../stores/columns/sort-by-key.js'
import type { MeshStore } from '../stores/mesh-store.js'
import { hasTriangles, type PlacedGeometry } from './placed-scene.js'
import { isShadedAlike, type TopologyReuse } from './reuse-topology.js'
import type { GeometryRefiner } from './refine-geometries.js'
import { AffineBase, type AffineMap } from './affine-fit.js'
import { computeArea, haveSameTriangles, weldShape, type WeldedShape } from './welded-shape.js'

/** Numbers of an affine map: nine of `linear`, three of `offset`. */
export const mapNumbers = 12

/** Result of geometry sharing: how each geometry is drawn. Rows of unused geometries are those of unshared ones. */
export class Sharing {
  /** Number of the geometry that is drawn, by number. */
  readonly base: Uint32Array
  /** Row of the map from the base in `maps`, by number. */
  readonly mapRow: Uint32Array
  /** Twelve numbers per row; row 0 is the identity. */
  readonly #maps = new GrowingColumn(Float64Array)

  constructor(count: number) {
    this.base = Uint32Array.from({ length: count }, (_, number) => number)
    this.mapRow = new Uint32Array(count)
    this.#maps.pushAll([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  }

  get maps(): Float64Array {
    return this.#maps.view()
  }

  /** Draws a geometry as another one under a map. */
  share(number: number, base: number, { linear, offset }: AffineMap): void {
    this.base[number] = base
    this.mapRow[number] = this.#maps.length / mapNumbers
    this.#maps.pushAll(linear)
    this.#maps.pushAll(offset)
  }
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

/** Geometries with the same triangles: compares each with the previous ones. */
class SharingGroup {
  readonly first: WeldedShape
  readonly #bases: Member[] = []
  readonly #templates: Member[] = []

  constructor(first: WeldedShape) {
    this.first = first
  }

  /** Adds a geometry, not larger than the previous ones; shares it or refines it as a stored one. */
  add(number: number, shape: WeldedShape, { sharing, refiner }: Decisions): void {
    const match = this.#findBase(shape)
    if (match !== null) return sharing.share(number, match.base, match.map)
    const base = { number, base: new AffineBase(shape) }
    this.#bases.push(base)
    if (this.#bases.length > maxBases) this.#bases.shift()
    const reuse = findTemplate(this.#templates, shape)
    if (reuse !== null) return refiner.refineAlike(number, shape, reuse)
    const isTemplate = this.#templates.length < maxTemplates
    if (isTemplate) this.#templates.push(base)
    refiner.refine(number, isTemplate ? shape : null)
  }

  #findBase(shape: WeldedShape): { base: number; map: AffineMap } | null {
    for (const { number, base } of this.#bases.toReversed()) {
      const map = base.fit(shape, shape.mesh.step)
      if (map !== null && keepsArea(base.shape, shape, map) && areShadedAlike(base.shape, shape))
        return { base: number, map }
    }
    return null
  }
}

/** Where the decisions about geometries go. */
interface Decisions {
  readonly sharing: Sharing
  readonly refiner: GeometryRefiner
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

/** Stored geometries and the collectors of decisions about them. */
export interface SharingInput {
  readonly meshes: Pick<MeshStore, 'geometries' | 'contentHashes'>
  /** Geometries in use. */
  readonly used: Uint32Array
  readonly createRefiner: () => GeometryRefiner
}

/**
 * Finds geometries that are scaled or rotated copies of one another (pipes, beams and boxes of different lengths) and
 * lets them share the largest one, with no position off by more than the copy's quantisation step, and with the area of
 * the source to a ten-thousandth. Similar but less exact ones retain their own positions and reuse the triangles of the
 * first of their kind. The stored ones are refined on the way, so that only the few geometries that the next one is
 * compared with are in memory; yields between geometries. The result does not depend on the numbering.
 */
export function* shareGeometries(input: SharingInput): Generator<void, Sharing> {
  const { meshes, createRefiner } = input
  const sharing = new Sharing(meshes.geometries.length)
  const shapes = new ShapeSizes(meshes.geometries.length)
  const unshareable = createRefiner()
  for (const number of input.used) {
    yield
    const geometry = meshes.geometries[number]
    if (isShareable(geometry)) shapes.add(number, weldShape(loadMesh(geometry)))
    else unshareable.refine(number)
  }
  for (const numbers of shapes.listByHash()) {
    const decisions = { sharing, refiner: createRefiner() }
    const groups: SharingGroup[] = []
    for (const number of numbers.sort((one, other) => shapes.compare(one, other, meshes))) {
      yield
      if (numbers.length === 1) {
        decisions.refiner.refine(number)
        continue
      }
      const shape = shapes.take(number) ?? weldShape(loadMesh(meshes.geometries[number]))
      let group = groups.find(({ first }) => haveSameTriangles(first, shape))
      if (group === undefined) groups.push((group = new SharingGroup(shape)))
      group.add(number, shape, decisions)
    }
  }
  return sharing
}

const loadMesh = (geometry: PlacedGeometry): ChunkMesh => loadGeometry(geometry) as ChunkMesh

/** Geometries with vertex colours, texture coordinates or a single side are neither scaled nor reused. */
const isShareable = (geometry: PlacedGeometry): boolean =>
  hasTriangles(geometry) && geometry.colors === null && !isTextured(geometry) && geometry.isSingleSided !== true

/** Bytes of welded shapes that are not welded again. */
const maxShapeBytes = 48 * 1024 ** 2

/** Hash and size of welded shapes by the number of their geometry, and some of the shapes. */
class ShapeSizes {
  readonly #numbers: number[] = []
  readonly #hashes: Uint32Array
  readonly #sizes: Float64Array
  readonly #shapes = new Map<number, WeldedShape>()
  #bytes = 0

  constructor(count: number) {
    this.#hashes = new Uint32Array(count)
    this.#sizes = new Float64Array(count)
  }

  add(number: number, shape: WeldedShape): void {
    this.#numbers.push(number)
    this.#hashes[number] = shape.hash
    this.#sizes[number] = shape.size
    this.#bytes += shape.positions.length * 4 + shape.indices.length * 4 + 1000
    if (this.#bytes <= maxShapeBytes) this.#shapes.set(number, shape)
  }

  /** Returns a shape that is still in memory, for the last time. */
  take(number: number): WeldedShape | null {
    const shape = this.#shapes.get(number)
    this.#shapes.delete(number)
    return shape ?? null
  }

  /** Lists the numbers of shapes with equal hashes: of the same triangles, but for rare coincidences. */
  *listByHash(): Generator<number[]> {
    const hashes = this.#hashes
    const numbers = sortByKey(Uint32Array.from(this.#numbers), hashes)
    for (let first = 0; first < numbers.length;) {
      let end = first + 1
      while (end < numbers.length && hashes[numbers[end]] === hashes[numbers[first]]) end++
      yield [...numbers.subarray(first, end)]
      first = end
    }
  }

  /** Sorts largest first, so that bases are scaled down and errors shrink. */
  compare(one: number, other: number, { geometries, contentHashes }: SharingInput['meshes']): number {
    return (
      this.#sizes[other] - this.#sizes[one] ||
      contentHashes[one] - contentHashes[other] ||
      compareContent(loadGeometry(geometries[one]), loadGeometry(geometries[other]))
    )
  }
}
