import type { PreparedMesh } from '@kamar/scene'
import { geometryFlag, geometryKind, vertexStride, type ChunkInput, type ChunkLines } from './chunk.js'
import { encodeContainer } from './container-encode.js'
import type { SectionInput } from './container-layout.js'
import { encodeDeltas, encodeVarints } from './varints.js'

type Geometry = PreparedMesh | ChunkLines
const isMesh = (geometry: Geometry): geometry is PreparedMesh => 'levels' in geometry

interface Totals {
  vertices: number
  colors: number
  indices: number
  edges: number
}

function countTotals(geometries: readonly Geometry[]): Totals {
  const totals: Totals = { vertices: 0, colors: 0, indices: 0, edges: 0 }
  for (const geometry of geometries) {
    totals.vertices += geometry.positions.length / 3
    totals.edges += geometry.edges.length
    if (!isMesh(geometry)) continue
    totals.indices += geometry.levels.reduce((sum, level) => sum + level.count, 0)
    totals.colors += geometry.colors?.length ?? 0
  }
  return totals
}

function writeVertices(geometry: Geometry, target: Uint8Array, firstVertex: number): void {
  const words = new Uint16Array(target.buffer)
  const signed = new Int8Array(target.buffer)
  const count = geometry.positions.length / 3
  const normals = isMesh(geometry) ? geometry.normals : null
  for (let vertex = 0; vertex < count; vertex++) {
    const at = (firstVertex + vertex) * vertexStride
    words[at / 2] = geometry.positions[vertex * 3]
    words[at / 2 + 1] = geometry.positions[vertex * 3 + 1]
    words[at / 2 + 2] = geometry.positions[vertex * 3 + 2]
    if (normals === null) continue
    signed[at + 6] = normals[vertex * 2]
    signed[at + 7] = normals[vertex * 2 + 1]
  }
}

/** The geometry columns, one row per geometry. */
class GeometryRows {
  readonly kind: Uint8Array
  readonly vertices: Uint32Array
  readonly levels: readonly [Uint32Array, Uint32Array, Uint32Array]
  readonly edges: Uint32Array
  readonly error: Float32Array
  readonly step: Float32Array
  readonly origin: Float32Array
  readonly extent: Uint16Array
  readonly flags: Uint8Array
  constructor(count: number) {
    this.kind = new Uint8Array(count)
    this.vertices = new Uint32Array(count)
    this.levels = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)]
    this.edges = new Uint32Array(count)
    this.error = new Float32Array(count * 2)
    this.step = new Float32Array(count)
    this.origin = new Float32Array(count * 3)
    this.extent = new Uint16Array(count * 3)
    this.flags = new Uint8Array(count)
  }

  fill(row: number, geometry: Geometry): void {
    this.vertices[row] = geometry.positions.length / 3
    this.edges[row] = geometry.edges.length
    this.step[row] = geometry.step
    this.origin.set(geometry.origin, row * 3)
    for (let index = 0; index < geometry.positions.length; index++) {
      const at = row * 3 + (index % 3)
      if (geometry.positions[index] > this.extent[at]) this.extent[at] = geometry.positions[index]
    }
    if (isMesh(geometry)) this.#fillMesh(row, geometry)
    else this.kind[row] = geometryKind.lines
  }

  #fillMesh(row: number, mesh: PreparedMesh): void {
    mesh.levels.slice(0, 3).forEach((level, number) => {
      this.levels[number][row] = level.count
      if (number > 0) this.error[row * 2 + number - 1] = level.errorMetres
    })
    this.flags[row] = (mesh.colors === null ? 0 : geometryFlag.hasColors) | (mesh.closed ? geometryFlag.closed : 0)
  }

  sections(): SectionInput[] {
    return [
      { name: 'g.kind', data: this.kind },
      { name: 'g.vertices', data: encodeVarints(this.vertices) },
      { name: 'g.level0', data: encodeVarints(this.levels[0]) },
      { name: 'g.level1', data: encodeVarints(this.levels[1]) },
      { name: 'g.level2', data: encodeVarints(this.levels[2]) },
      { name: 'g.edges', data: encodeVarints(this.edges) },
      { name: 'g.error', data: this.error },
      { name: 'g.step', data: this.step },
      { name: 'g.origin', data: this.origin },
      { name: 'g.extent', data: this.extent },
      { name: 'g.flags', data: this.flags },
    ]
  }
}

function geometrySections(geometries: readonly Geometry[]): SectionInput[] {
  const totals = countTotals(geometries)
  const rows = new GeometryRows(geometries.length)
  const vertex = new Uint8Array(totals.vertices * vertexStride)
  const color = new Uint8Array(totals.colors)
  const index = new Uint32Array(totals.indices)
  const edge = new Uint32Array(totals.edges)
  const at: Totals = { vertices: 0, colors: 0, indices: 0, edges: 0 }
  const shifted = (target: Uint32Array, start: number, source: Uint32Array): number => {
    for (let position = 0; position < source.length; position++)
      target[start + position] = source[position] + at.vertices
    return start + source.length
  }
  geometries.forEach((geometry, row) => {
    rows.fill(row, geometry)
    writeVertices(geometry, vertex, at.vertices)
    at.edges = shifted(edge, at.edges, geometry.edges)
    if (isMesh(geometry)) {
      for (const level of geometry.levels)
        at.indices = shifted(index, at.indices, geometry.indices.subarray(level.start, level.start + level.count))
      if (geometry.colors !== null) {
        color.set(geometry.colors, at.colors)
        at.colors += geometry.colors.length
      }
    }
    at.vertices += geometry.positions.length / 3
  })
  return [
    ...rows.sections(),
    { name: 'vertex', data: vertex, codec: 'vertex', stride: vertexStride },
    { name: 'color', data: color },
    { name: 'index', data: index, codec: 'triangles' },
    { name: 'edge', data: edge, codec: 'sequence' },
  ]
}

/** One chunk as container bytes (before brotli); needs `encoderReady`. */
export function encodeChunk(chunk: ChunkInput): Uint8Array {
  const { instances } = chunk
  const meta = {
    geometries: chunk.geometries.length,
    instances: instances.node.length,
    firstGeometry: chunk.firstGeometry,
    firstMaterial: chunk.firstMaterial,
    firstInstance: chunk.firstInstance,
    materials: chunk.materials.names,
  }
  return encodeContainer(meta, [
    ...geometrySections(chunk.geometries),
    { name: 'i.node', data: encodeDeltas(instances.node) },
    { name: 'i.geometry', data: encodeDeltas(instances.geometry) },
    { name: 'i.material', data: encodeDeltas(instances.material) },
    { name: 'i.linear', data: encodeDeltas(instances.linear) },
    { name: 'i.translation', data: instances.translation },
    { name: 'linear', data: chunk.linear },
    { name: 'm.color', data: chunk.materials.color },
  ])
}
