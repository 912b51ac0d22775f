import { joinBytes } from '@kamar/core'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { geometryFlag, geometryKind, type ChunkInput, type ChunkMesh } from './chunk.js'
import { isTextured, materialTextureSections, textureCoordinateSections } from './chunk-textures-encode.js'
import { encodeContainer } from '../container/container-encode.js'
import type { SectionInput } from '../container/container-layout.js'
import { cosineToOctahedral, sumNormals } from './derive-normals.js'
import { positionSections, shuffleFloats } from '../container/float-columns.js'
import { encodeLevelError } from './level-error.js'
import { codeFromBase, codeFromPrevious, estimateBits } from './position-coding.js'
import { PositionPredictor, type Positions } from './position-predictor.js'
import { encodeFirstUses } from '../container/string-table.js'
import { isMesh, isPoints, TopologyTable, type Decomposed, type Geometry } from './topology-table.js'
import { edgeBits, rotateEdgeBits, type Topology } from './topology.js'
import { encodeDeltas, encodeVarints } from '../container/varints.js'

/** Returns `indices` as a decoder will see them: the index codec may rotate a triangle (never flip or move it). */
function afterCodec(indices: Uint32Array): { encoded: Uint8Array; decoded: Uint32Array } {
  if (indices.length === 0) return { encoded: new Uint8Array(0), decoded: indices }
  const bytes = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength)
  const encoded = MeshoptEncoder.encodeIndexBuffer(bytes, indices.length, 4)
  const decoded = new Uint8Array(indices.byteLength)
  MeshoptDecoder.decodeIndexBuffer(decoded, indices.length, 4, encoded)
  return { encoded, decoded: new Uint32Array(decoded.buffer) }
}

/** Joins the indices of all topologies, with consecutive vertex numbers. */
function joinIndices(topologies: readonly Topology[]): Uint32Array {
  const joined = new Uint32Array(topologies.reduce((sum, { indices }) => sum + indices.length, 0))
  let at = 0
  let firstVertex = 0
  for (const { indices, vertexCount } of topologies) {
    for (let index = 0; index < indices.length; index++) joined[at++] = indices[index] + firstVertex
    firstVertex += vertexCount
  }
  return joined
}

function topologySections(topologies: readonly Topology[]): SectionInput[] {
  const indices = joinIndices(topologies)
  const { encoded, decoded } = afterCodec(indices)
  const bits: Uint8Array[] = []
  const pairs: number[] = []
  let at = 0
  const hasBits = topologies.map((topology) => {
    const [level0] = topology.levelCounts
    const own = edgeBits(topology.edges, topology.indices, level0)
    if (own === null) for (const vertex of topology.edges) pairs.push(vertex)
    else bits.push(rotateEdgeBits(own, indices.subarray(at, at + level0), decoded.subarray(at, at + level0)))
    at += topology.indices.length
    return own === null ? 0 : 1
  })
  const level = (number: 0 | 1 | 2): Uint8Array =>
    encodeVarints(topologies.map(({ levelCounts }) => levelCounts[number]))
  return [
    { name: 't.vertices', data: encodeVarints(topologies.map(({ vertexCount }) => vertexCount)) },
    { name: 't.places', data: encodeVarints(topologies.map(({ positionCount }) => positionCount)) },
    { name: 't.level0', data: level(0) },
    { name: 't.level1', data: level(1) },
    { name: 't.level2', data: level(2) },
    { name: 't.pairs', data: encodeVarints(topologies.map(({ edges }, row) => (hasBits[row] ? 0 : edges.length))) },
    { name: 't.bits', data: Uint8Array.from(hasBits) },
    { name: 't.place', data: joinBytes(topologies.map(({ positionByVertex }) => encodeFirstUses(positionByVertex))) },
    { name: 'index', data: decoded, codec: 'triangles', encoded },
    { name: 'edge.bits', data: joinBytes(bits) },
    { name: 'edge.pairs', data: Uint32Array.from(pairs), codec: 'sequence' },
  ]
}

/** Normals are omitted if the derived ones are within about 8° of them. */
const minNormalCosine = 0.99

/** Returns whether a decoder can derive a mesh's normals from its triangles well enough. */
function canDeriveNormals(normals: Int8Array, topology: Topology, positions: Positions): boolean {
  const { indices, positionByVertex } = topology
  const sums = sumNormals({ indices, level0IndexCount: topology.levelCounts[0], positionByVertex, positions })
  for (let vertex = 0; vertex < positionByVertex.length; vertex++) {
    const derived = [sums[vertex * 3], sums[vertex * 3 + 1], sums[vertex * 3 + 2]] as const
    // Only slivers thinner than the grid have no derived normal: whatever it is, it is invisible.
    if (derived[0] === 0 && derived[1] === 0 && derived[2] === 0) continue
    if (cosineToOctahedral(normals[vertex * 2], normals[vertex * 2 + 1], derived) < minNormalCosine) return false
  }
  return true
}

/** Bits per coordinate below which the other encoding is not tried. */
const cheapBits = 6

/** Encodes all positions: relative to the first shape of the same topology if that is shorter. */
class PositionWriter {
  readonly codes: Uint16Array[] = []
  readonly #canUseBase: boolean
  readonly #predictors = new Map<number, PositionPredictor>()
  readonly #bases = new Map<number, Positions>()

  constructor(canUseBase: boolean) {
    this.#canUseBase = canUseBase
  }

  /** Encodes the positions of a geometry; returns whether they are relative to the base. */
  add({ topology, positions }: Decomposed): boolean {
    const base = this.#bases.get(topology)
    if (base === undefined || !this.#canUseBase) {
      this.#bases.set(topology, base ?? positions)
      this.codes.push(codeFromPrevious(positions))
      return false
    }
    const predictor = this.#predictors.get(topology) ?? new PositionPredictor(base)
    this.#predictors.set(topology, predictor)
    const relative = codeFromBase(positions, predictor)
    const cost = relative === null ? Infinity : estimateBits(relative)
    if (relative !== null && cost < positions.length * cheapBits) {
      this.codes.push(relative)
      return true
    }
    const plain = codeFromPrevious(positions)
    const useBase = relative !== null && cost < estimateBits(plain)
    this.codes.push(useBase ? relative : plain)
    return useBase
  }

  sections(): SectionInput[] {
    const total = this.codes.reduce((sum, part) => sum + part.length, 0)
    const low = new Uint8Array(total)
    const high = new Uint8Array(total)
    let at = 0
    for (const part of this.codes) {
      for (let index = 0; index < part.length; index++) {
        low[at] = part[index]
        high[at++] = part[index] >> 8
      }
    }
    return [
      { name: 'place.low', data: low },
      { name: 'place.high', data: high },
    ]
  }
}

/** Returns a mesh's normals if they must be stored: they cannot be derived, or deriving was not tried. */
function findNormalsToStore(
  { normals }: ChunkMesh,
  own: Decomposed,
  table: TopologyTable,
  effort: ChunkEffort,
): Int8Array | null {
  if (normals === null || effort === 'quick') return normals
  return canDeriveNormals(normals, table.topologies[own.topology], own.positions) ? null : normals
}

const getColors = (geometry: Geometry): Uint8Array | null =>
  isMesh(geometry) || isPoints(geometry) ? geometry.colors : null

function getKind(geometry: Geometry): number {
  if (isPoints(geometry)) return geometryKind.points
  return isMesh(geometry) ? geometryKind.triangles : geometryKind.lines
}

function computeFlags(geometry: Geometry, ownNormals: boolean, fromBase: boolean): number {
  const base = fromBase ? geometryFlag.fromBase : 0
  if (!isMesh(geometry)) return base | (getColors(geometry) === null ? 0 : geometryFlag.hasColors)
  return (
    base |
    (geometry.colors === null ? 0 : geometryFlag.hasColors) |
    (geometry.closed ? geometryFlag.closed : 0) |
    (geometry.isSingleSided ? geometryFlag.singleSided : 0) |
    (ownNormals ? geometryFlag.ownNormals : 0) |
    (isTextured(geometry) ? geometryFlag.hasTexture : 0)
  )
}

function geometrySections(
  geometries: readonly Geometry[],
  effort: ChunkEffort,
): { sections: SectionInput[]; topologies: number } {
  const table = new TopologyTable(effort === 'full')
  const writer = new PositionWriter(effort === 'full')
  const normals: Uint8Array[] = []
  const colors: Uint8Array[] = []
  const flags = new Uint8Array(geometries.length)
  const topologyOf = geometries.map((geometry, row) => {
    const own = table.decompose(geometry)
    const fromBase = writer.add(own)
    const ownNormals = isMesh(geometry) ? findNormalsToStore(geometry, own, table, effort) : null
    if (ownNormals !== null) normals.push(new Uint8Array(ownNormals.buffer, ownNormals.byteOffset, ownNormals.length))
    const ownColors = getColors(geometry)
    if (ownColors !== null) colors.push(ownColors)
    flags[row] = computeFlags(geometry, ownNormals !== null, fromBase)
    return own.topology
  })
  const errors = geometries.flatMap((geometry) =>
    [1, 2].map((level) =>
      isMesh(geometry) ? encodeLevelError(geometry.levels[level]?.errorMetres ?? 0, geometry.step) : 0,
    ),
  )
  const origins = Float32Array.from(geometries.flatMap(({ origin }) => [...origin]))
  return {
    topologies: table.topologies.length,
    sections: [
      ...topologySections(table.topologies),
      { name: 'g.topology', data: encodeDeltas(topologyOf) },
      { name: 'g.kind', data: Uint8Array.from(geometries, getKind) },
      { name: 'g.flags', data: flags },
      {
        name: 'g.step',
        data: shuffleFloats(
          Float32Array.from(geometries, ({ step }) => step),
          1,
        ),
      },
      { name: 'g.error', data: Uint8Array.from(errors) },
      ...(origins.some((value) => value !== 0) ? [{ name: 'g.origin', data: origins }] : []),
      ...writer.sections(),
      { name: 'normal', data: joinBytes(normals) },
      { name: 'color', data: joinBytes(colors) },
      ...textureCoordinateSections(geometries),
    ],
  }
}

/** `quick` writes twice the bytes in a third of the time: for chunks that live for seconds. */
export type ChunkEffort = 'full' | 'quick'

/** Encodes one chunk as container bytes (before brotli); needs `encoderReady`. */
export function encodeChunk(chunk: ChunkInput, effort: ChunkEffort = 'full'): Uint8Array {
  const { instances } = chunk
  const geometry = geometrySections(chunk.geometries, effort)
  const translation = positionSections('i.translation', instances.translation)
  const meta = {
    geometries: chunk.geometries.length,
    topologies: geometry.topologies,
    instances: instances.node.length,
    firstGeometry: chunk.firstGeometry,
    firstMaterial: chunk.firstMaterial,
    firstInstance: chunk.firstInstance,
    translationExponent: translation.exponent,
    materials: chunk.materials.names,
  }
  return encodeContainer(meta, [
    ...geometry.sections,
    { name: 'i.node', data: encodeDeltas(instances.node) },
    { name: 'i.geometry', data: encodeDeltas(instances.geometry) },
    { name: 'i.material', data: encodeDeltas(instances.material) },
    { name: 'i.linear', data: encodeDeltas(instances.linear) },
    ...translation.sections,
    { name: 'linear', data: shuffleFloats(chunk.linear, 9) },
    { name: 'm.color', data: chunk.materials.color },
    ...materialTextureSections(chunk.materials),
  ])
}
