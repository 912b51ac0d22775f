import type { MeshLevel, PreparedPoints } from '@kamar/core'
import type { ChunkLines, ChunkMesh } from '@kamar/package-format'
import { RecentCache } from '../files/recent-cache.js'
import { ScratchFile, type ScratchStorage } from '../files/scratch-file.js'
import { hasPoints, hasTriangles, type PlacedGeometry } from '../pack/placed-scene.js'
import {
  decodeRecord,
  describeRecord,
  encodeRecord,
  measureRecord,
  type RecordContent,
  type RecordShape,
} from './geometry-record.js'
import { GrowingColumn } from './growing-column.js'

/** Bytes of decoded geometries that stay in memory. */
const cacheBytes = 48 * 1024 ** 2
/** Memory of a decoded geometry besides its arrays' elements. */
export const geometryObjectBytes = 1000
const recordAlignment = 8

const flag = { normals: 1, colors: 2, texture: 4, closed: 8, singleSided: 16, reuse: 32, noVolume: 64 } as const

type FlagName = keyof typeof flag
const flagNames = Object.keys(flag) as FlagName[]

const zero: readonly [number, number, number] = [0, 0, 0]

/** Sizes of a geometry that are known without its arrays. */
export interface GeometrySizes {
  readonly vertices: number
  readonly indices: number
  /** Numbers of vertices in edges: two per edge. */
  readonly edges: number
  /** Triangles of level 0. */
  readonly triangles: number
}

/** Geometries in a scratch file: about sixty bytes of columns each stay in memory. */
export class GeometryPool {
  readonly #file: ScratchFile
  readonly #cache = new RecentCache<RecordContent>(cacheBytes)
  readonly #position = new GrowingColumn(Uint32Array)
  readonly #vertices = new GrowingColumn(Uint32Array)
  readonly #indices = new GrowingColumn(Uint32Array)
  readonly #triangles = new GrowingColumn(Uint32Array)
  readonly #edges = new GrowingColumn(Uint32Array)
  readonly #levels = new GrowingColumn(Uint8Array)
  readonly #flags = new GrowingColumn(Uint8Array)
  /** Row of the record whose indices, edges and level ranges a record reuses. */
  readonly #template = new GrowingColumn(Uint32Array)
  readonly #step = new GrowingColumn(Float64Array)
  readonly #area = new GrowingColumn(Float64Array)
  readonly #volume = new GrowingColumn(Float64Array)
  /** Two halves of a shape hash. */
  readonly #shapeHash = new GrowingColumn(Uint32Array)
  /** Largest quantised position along x, y and z. */
  readonly #largest = new GrowingColumn(Uint16Array)

  constructor(storage: ScratchStorage) {
    this.#file = new ScratchFile(storage)
  }

  /** Stores a geometry, or only its positions when its triangles and edges are those of `template`, which is stored. */
  add(geometry: PlacedGeometry, template: PlacedGeometry | null = null): PlacedGeometry {
    const reused = isStored(template) ? template : null
    const shape = describeRecord(geometry, reused !== null)
    const row = this.#position.length
    this.#position.push(this.#file.append(encodeRecord(geometry, shape)) / recordAlignment)
    this.#vertices.push(shape.vertexCount)
    this.#indices.push(shape.indexCount)
    this.#edges.push(shape.edgeCount)
    this.#levels.push(shape.levelCount)
    this.#template.push(reused?.row ?? 0)
    this.#step.push(geometry.step)
    this.#largest.pushAll(computeMaxPosition(geometry.positions))
    this.#addMeshColumns(geometry, shape)
    if (hasPoints(geometry)) return new StoredPoints(this, row)
    return hasTriangles(geometry) ? new StoredMesh(this, row) : new StoredLines(this, row)
  }

  /** Returns the arrays of a geometry, reading them unless they were used recently. */
  load(row: number): RecordContent {
    const cached = this.#cache.get(row)
    if (cached !== undefined) return cached
    const shape = this.#shape(row)
    const bytes = new Uint8Array(new ArrayBuffer(measureRecord(shape)))
    this.#file.read(this.#position.at(row) * recordAlignment, bytes)
    const own = decodeRecord(bytes, shape)
    const content = shape.isReuse ? this.#withTemplate(own, this.#template.at(row)) : own
    this.#cache.set(row, content, bytes.length + shape.indexCount * 2 + geometryObjectBytes)
    return content
  }

  sizes(row: number): GeometrySizes {
    return {
      vertices: this.#vertices.at(row),
      indices: this.#indices.at(row),
      edges: this.#edges.at(row),
      triangles: this.#triangles.at(row),
    }
  }
  hasFlag(row: number, one: FlagName): boolean {
    return (this.#flags.at(row) & flag[one]) !== 0
  }
  step(row: number): number {
    return this.#step.at(row)
  }
  area(row: number): number {
    return this.#area.at(row)
  }
  volume(row: number): number | null {
    return this.hasFlag(row, 'noVolume') ? null : this.#volume.at(row)
  }
  shapeHash(row: number): string {
    const half = (at: number): string =>
      this.#shapeHash
        .at(row * 2 + at)
        .toString(16)
        .padStart(8, '0')
    return half(0) + half(1)
  }
  /** Returns the largest quantised position along each axis. */
  largest(row: number): readonly [number, number, number] {
    return [this.#largest.at(row * 3), this.#largest.at(row * 3 + 1), this.#largest.at(row * 3 + 2)]
  }

  /** Frees the file and the cache. */
  close(): void {
    this.#file.close()
    this.#cache.clear()
  }

  #addMeshColumns(geometry: PlacedGeometry, shape: RecordShape): void {
    const mesh = hasTriangles(geometry) ? geometry : null
    this.#triangles.push((mesh?.levels[0].count ?? 0) / 3)
    this.#area.push(mesh?.area ?? 0)
    this.#volume.push(mesh?.volume ?? 0)
    const hash = mesh?.shapeHash ?? ''
    this.#shapeHash.pushAll([parseInt(hash.slice(0, 8), 16), parseInt(hash.slice(8), 16)])
    this.#flags.push(collectFlags(shape, mesh))
  }

  #shape(row: number): RecordShape {
    return {
      vertexCount: this.#vertices.at(row),
      indexCount: this.#indices.at(row),
      edgeCount: this.#edges.at(row),
      levelCount: this.#levels.at(row),
      hasNormals: this.hasFlag(row, 'normals'),
      hasColors: this.hasFlag(row, 'colors'),
      hasTexture: this.hasFlag(row, 'texture'),
      isReuse: this.hasFlag(row, 'reuse'),
    }
  }

  #withTemplate(own: RecordContent, template: number): RecordContent {
    const { indices, edges } = this.load(template)
    return { ...own, indices, edges }
  }
}

function collectFlags(shape: RecordShape, mesh: ChunkMesh | null): number {
  const isSet: Readonly<Record<FlagName, boolean>> = {
    normals: shape.hasNormals,
    colors: shape.hasColors,
    texture: shape.hasTexture,
    reuse: shape.isReuse,
    closed: mesh?.closed === true,
    singleSided: mesh?.isSingleSided === true,
    noVolume: mesh?.volume === null,
  }
  return flagNames.reduce((flags, name) => flags | (isSet[name] ? flag[name] : 0), 0)
}

function computeMaxPosition(positions: Uint16Array): readonly [number, number, number] {
  const largest: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < positions.length; at += 3)
    for (let axis = 0; axis < 3; axis++) if (positions[at + axis] > largest[axis]) largest[axis] = positions[at + axis]
  return largest
}

/** Geometry of a pool; its arrays are read when they are asked for, so a loop takes each of them once. */
abstract class StoredGeometry {
  readonly row: number
  protected readonly pool: GeometryPool
  constructor(pool: GeometryPool, row: number) {
    this.pool = pool
    this.row = row
  }

  abstract load(): PlacedGeometry

  get origin(): readonly [number, number, number] {
    return zero
  }
  get step(): number {
    return this.pool.step(this.row)
  }
  get positions(): Uint16Array {
    return this.pool.load(this.row).positions
  }
  get sizes(): GeometrySizes {
    return this.pool.sizes(this.row)
  }
  get largest(): readonly [number, number, number] {
    return this.pool.largest(this.row)
  }
}

class StoredLines extends StoredGeometry implements ChunkLines {
  get edges(): Uint32Array {
    return this.pool.load(this.row).edges
  }
  load(): ChunkLines {
    const { positions, edges } = this.pool.load(this.row)
    return { positions, edges, origin: zero, step: this.step }
  }
}

class StoredPoints extends StoredGeometry implements PreparedPoints {
  get kind(): 'points' {
    return 'points'
  }
  get colors(): Uint8Array | null {
    return this.pool.load(this.row).colors
  }
  load(): PreparedPoints {
    const { positions, colors } = this.pool.load(this.row)
    return { kind: 'points', positions, colors, origin: zero, step: this.step }
  }
}

class StoredMesh extends StoredGeometry implements ChunkMesh {
  get normals(): Int8Array | null {
    return this.pool.load(this.row).normals
  }
  get colors(): Uint8Array | null {
    return this.pool.hasFlag(this.row, 'colors') ? this.pool.load(this.row).colors : null
  }
  get indices(): Uint32Array {
    return this.pool.load(this.row).indices
  }
  get edges(): Uint32Array {
    return this.pool.load(this.row).edges
  }
  get levels(): readonly MeshLevel[] {
    return this.pool.load(this.row).levels
  }
  get area(): number {
    return this.pool.area(this.row)
  }
  get volume(): number | null {
    return this.pool.volume(this.row)
  }
  get closed(): boolean {
    return this.pool.hasFlag(this.row, 'closed')
  }
  get isSingleSided(): boolean {
    return this.pool.hasFlag(this.row, 'singleSided')
  }
  get hasTexture(): boolean {
    return this.pool.hasFlag(this.row, 'texture')
  }
  get shapeHash(): string {
    return this.pool.shapeHash(this.row)
  }

  load(): ChunkMesh {
    const { positions, normals, colors, textureCoordinates, indices, edges, levels } = this.pool.load(this.row)
    const { step, area, volume, closed, shapeHash } = this
    return {
      positions,
      normals,
      colors,
      ...(textureCoordinates && { textureCoordinates }),
      indices,
      levels,
      edges,
      origin: zero,
      step,
      area,
      volume,
      closed,
      ...(this.isSingleSided && { isSingleSided: true }),
      shapeHash,
    }
  }
}

const isStored = (geometry: PlacedGeometry | null): geometry is PlacedGeometry & StoredGeometry =>
  geometry instanceof StoredGeometry

/** Returns whether the arrays of a geometry are in memory. */
export const isInMemory = (geometry: PlacedGeometry): boolean => !isStored(geometry)

/** Returns a geometry with all of its arrays in memory. */
export const loadGeometry = (geometry: PlacedGeometry): PlacedGeometry =>
  isStored(geometry) ? geometry.load() : geometry

/** Returns the sizes of a geometry without reading its arrays. */
export function getSizes(geometry: PlacedGeometry): GeometrySizes {
  if (isStored(geometry)) return geometry.sizes
  const isMesh = hasTriangles(geometry)
  return {
    vertices: geometry.positions.length / 3,
    indices: isMesh ? geometry.indices.length : 0,
    edges: hasPoints(geometry) ? 0 : geometry.edges.length,
    triangles: isMesh ? geometry.levels[0].count / 3 : 0,
  }
}

/** Returns the largest quantised position of a geometry along each axis, without reading its arrays. */
export const getMaxPosition = (geometry: PlacedGeometry): readonly [number, number, number] =>
  isStored(geometry) ? geometry.largest : computeMaxPosition(geometry.positions)

/** Returns whether a mesh has texture coordinates, without reading them. */
export const isTextured = (geometry: ChunkMesh): boolean =>
  geometry instanceof StoredMesh ? geometry.hasTexture : geometry.textureCoordinates !== undefined
