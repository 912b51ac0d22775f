import { decodeChunk, geometryKind, releaseArrays, textureWrap, type Chunk } from '@kamar/package-format/read'
import {
  instanceFlag,
  placementStride,
  rangeStride,
  type GpuChunk,
  type GpuGeometries,
  type GpuInstances,
  type TextureBinding,
} from '../store/gpu-chunk.js'
import type { BuildMode } from './decode-messages.js'
import { detachSource, recordGeometries, type GeometryRecord, type MeshSource } from './geometry-record.js'
import { emptyInstanceRows, writePlacement } from './instance-rows.js'

/** Meshes of at most this many vertices are copied for each of their instances, so that adjacent ranges can merge. */
const copiedVertexLimit = 256
/** Maximum copied vertices of a whole model: 18 MB on the GPU. */
const copiedVertexBudget = 1_500_000
/** Geometries with fewer vertices use 16-bit indices. */
const narrowLimit = 65_536

/** Mesh written to the index buffer for one instance, or for all that name it in their draw call. */
interface Item {
  readonly record: GeometryRecord
  readonly source: MeshSource
  /** Offset of the mesh's first vertex in the model's vertex buffer. */
  readonly firstVertex: number
  readonly ranges: Uint32Array
  /** Draw group: 0 closed, 1 open, 2 transparent. */
  readonly group: number
}

interface Plan {
  readonly items: Item[]
  readonly copies: { readonly item: Item; readonly owner: number }[]
  readonly owners: Uint32Array
}

/**
 * Converts decoded chunks, in order, to GPU buffers. Each mesh's own vertices store the number of its first instance;
 * small meshes are copied for further ones, large ones are drawn again with the instance named in the draw call. In the
 * modes `separate` and `single` there are no copies, and ranges and vertex numbers start with the chunk: `residency/`
 * manages such chunks.
 */
export class GpuChunkBuilder {
  readonly #mode: BuildMode
  readonly #records: GeometryRecord[] = []
  /** Number of the first geometry in `#records`. */
  #firstRecord = 0
  /** Number of the first material in `#colors`. */
  #firstColor = 0
  #colors = new Uint8Array(0)
  /** Texture number of each textured material in the model's list, counted from 1. */
  readonly #bindingByMaterial = new Map<number, number>()
  #vertices = 0
  #indices = 0
  #copied = 0

  constructor(mode: BuildMode = 'joined') {
    this.#mode = mode
  }

  /** Decodes and converts the next chunk; throws `RangeError` if it is inconsistent. Requires `decoderReady`. */
  build(bytes: Uint8Array): GpuChunk {
    const chunk = decodeChunk(bytes)
    if (this.#mode === 'single') {
      this.#firstRecord = chunk.firstGeometry
      this.#firstColor = chunk.firstMaterial
    } else if (chunk.firstGeometry !== this.#records.length) throw new RangeError('view package: chunk out of order')
    for (const record of recordGeometries(chunk)) this.#records.push(record)
    this.#addMaterials(chunk)
    const gpuChunk = this.#placeChunk(chunk)
    this.#release(chunk)
    releaseArrays(chunk, gpuChunk)
    return gpuChunk
  }

  /** Registers the textures of a chunk's materials; returns the new ones. */
  #addTextures({ materials, firstMaterial }: Chunk): TextureBinding[] {
    const added: TextureBinding[] = []
    const { textures } = materials
    textures?.image.forEach((number, row) => {
      if (number === 0) return
      const [red, green, blue, wrap] = textures.tintAndWrap.subarray(row * 4, row * 4 + 4)
      this.#bindingByMaterial.set(firstMaterial + row, this.#bindingByMaterial.size + 1)
      added.push({
        texture: number - 1,
        side: textures.side[row],
        tint: [red / 255, green / 255, blue / 255],
        clamped: wrap === textureWrap.clamp,
      })
    })
    return added
  }

  #addMaterials(chunk: Chunk): void {
    const { color } = chunk.materials
    const start = (chunk.firstMaterial - this.#firstColor) * 4
    if (start + color.length > this.#colors.length) {
      const larger = new Uint8Array((start + color.length) * 2)
      larger.set(this.#colors)
      this.#colors = larger
    }
    this.#colors.set(color, start)
  }

  #placeChunk(chunk: Chunk): GpuChunk {
    const rows = emptyInstanceRows(chunk)
    const textures = this.#addTextures(chunk)
    for (let instance = 0; instance < rows.count; instance++) {
      const record = this.#findRecord(rows, instance)
      if (record === undefined) continue
      writePlacement(rows, instance, { chunk, record })
      const binding = record.textured ? this.#bindingByMaterial.get(chunk.instances.material[instance]) : undefined
      if (binding !== undefined) rows.placement[instance * placementStride + 13] = -binding
      // In the mode `single`, colours in other chunks are unknown: only chunks of cells take them from here.
      const material = Math.max(0, chunk.instances.material[instance] - this.#firstColor) * 4
      rows.color.set(this.#colors.subarray(material, material + 4), instance * 4)
    }
    const firstVertex = this.#vertices
    const firstIndex = this.#indices
    const plan = this.#plan(chunk, rows)
    const indices = this.#writeIndices(plan.items)
    this.#shareRanges(rows)
    const vertices = new Uint16Array(chunk.vertex.buffer, chunk.vertex.byteOffset, chunk.vertex.byteLength / 2)
    const gpuChunk = {
      firstGeometry: chunk.firstGeometry,
      firstInstance: chunk.firstInstance,
      firstVertex,
      firstIndex,
      vertices,
      copiedVertices: copyVertices(plan, vertices.length / 4),
      owners: plan.owners,
      colors: vertexColors(plan),
      textureCoordinates: mergeTextureCoordinates(plan),
      textures,
      indices,
      instances: rows,
      ...createPickingArrays(chunk),
    }
    if (this.#mode !== 'joined') return gpuChunk
    this.#vertices += plan.owners.length
    this.#indices += indices.length
    return gpuChunk
  }

  #plan(chunk: Chunk, rows: GpuInstances): Plan {
    const unique = chunk.vertex.byteLength / 8
    const plan: Plan = { items: [], copies: [], owners: new Uint32Array(0) }
    const owned: { start: number; end: number; owner: number }[] = []
    let next = unique
    for (let instance = 0; instance < rows.count; instance++) {
      const record = this.#findRecord(rows, instance)
      if (record === undefined) continue
      const { source } = record
      if (source === null || (record.ranges !== null && !this.#canCopy(record))) continue
      const copy = record.ranges !== null
      const start = copy ? next : source.vertexStart
      const ranges = rows.ranges.subarray(instance * rangeStride, (instance + 1) * rangeStride)
      const group = this.#mode === 'joined' ? getGroup(rows, instance) : groupOfShape(record)
      const item: Item = { record, source, ranges, firstVertex: this.#vertices + start, group }
      plan.items.push(item)
      owned.push({ start, end: start + record.vertexCount, owner: chunk.firstInstance + instance })
      rows.flags[instance] |= instanceFlag.owned
      if (!copy) record.ranges = ranges
      else {
        plan.copies.push({ item, owner: owned[owned.length - 1].owner })
        next += record.vertexCount
        this.#copied += record.vertexCount
      }
    }
    this.#planUnused(chunk, plan)
    const owners = new Uint32Array(next)
    for (const { start, end, owner } of owned) owners.fill(owner, start, end)
    return { ...plan, owners }
  }

  /** Plans meshes that only later chunks use: written once, drawn by name. */
  #planUnused(chunk: Chunk, plan: Plan): void {
    for (let row = 0; row < chunk.geometries.count; row++) {
      const record = this.#records[chunk.firstGeometry - this.#firstRecord + row]
      if (record.ranges !== null || record.source === null) continue
      record.ranges = new Uint32Array(rangeStride)
      plan.items.push({
        record,
        source: record.source,
        firstVertex: this.#vertices + record.source.vertexStart,
        ranges: record.ranges,
        group: groupOfShape(record),
      })
    }
  }

  /** Returns undefined for shapes of other chunks, which are unknown in the mode `single`. */
  #findRecord(rows: GpuInstances, instance: number): GeometryRecord | undefined {
    return this.#records[rows.geometry[instance] - this.#firstRecord]
  }

  #canCopy(record: GeometryRecord): boolean {
    if (this.#mode !== 'joined') return false
    return record.vertexCount <= copiedVertexLimit && this.#copied + record.vertexCount <= copiedVertexBudget
  }

  /** Copies the ranges of the mesh to instances drawn by name. */
  #shareRanges(rows: GpuInstances): void {
    for (let instance = 0; instance < rows.count; instance++) {
      if (rows.flags[instance] & instanceFlag.owned) continue
      const ranges = this.#findRecord(rows, instance)?.ranges ?? null
      if (ranges !== null) rows.ranges.set(ranges, instance * rangeStride)
    }
  }

  /**
   * Writes one index range per group and level, so that visible neighbours merge into one range whatever their level:
   * with levels side by side a building of 1,500 parts had 1,400 ranges, and each costs as much as 10 triangles.
   */
  #writeIndices(items: readonly Item[]): Uint32Array {
    const size = items.reduce(
      (sum, { record }) => sum + countIndices(record) + record.edgeCount + (record.axis === null ? 0 : 2),
      0,
    )
    const out = new Uint32Array(size)
    let at = 0
    const write = (
      item: Item,
      slot: number,
      run: { from: Uint32Array; start: number; count: number },
      shift = item.firstVertex - item.source.numberedFrom,
    ): void => {
      for (let offset = 0; offset < run.count; offset++) out[at + offset] = run.from[run.start + offset] + shift
      item.ranges[slot * 2] = this.#indices + at
      item.ranges[slot * 2 + 1] = run.count
      at += run.count
    }
    for (let group = 0; group < 3; group++) {
      const members = items.filter((item) => item.group === group)
      for (let level = 0; level < 3; level++) {
        for (const item of members) {
          const count = item.record.levelCount[level]
          if (count > 0 || level === 0)
            write(item, level, { from: item.source.indices, start: item.source.levelStart[level], count })
          else item.ranges.copyWithin(level * 2, (level - 1) * 2, level * 2)
        }
      }
    }
    for (const item of items)
      if (item.record.axis !== null)
        write(item, 4, { from: item.record.axis.ends, start: 0, count: 2 }, item.firstVertex)
    for (const item of items)
      write(item, 3, { from: item.source.edges, start: item.source.edgeStart, count: item.record.edgeCount })
    return out
  }

  /** Releases the chunk's own arrays; small meshes are retained for copies in later chunks. */
  #release(chunk: Chunk): void {
    for (let row = 0; row < chunk.geometries.count; row++) {
      const record = this.#records[chunk.firstGeometry - this.#firstRecord + row]
      record.ranges = record.ranges?.slice() ?? null
      if (this.#canCopy(record)) detachSource(record)
      else record.source = null
    }
  }
}

/** Creates a builder that uses one instance per mode of a package. */
export function createChunkBuilder(): (bytes: Uint8Array, mode: BuildMode) => GpuChunk {
  const placers = { joined: new GpuChunkBuilder('joined'), separate: new GpuChunkBuilder('separate') }
  return (bytes, mode) => (mode === 'single' ? new GpuChunkBuilder('single') : placers[mode]).build(bytes)
}

/** Group of chunks that are loaded and evicted: independent of colours in other chunks, it is the same every time. */
const groupOfShape = ({ closed, singleSided }: GeometryRecord): number => (closed || singleSided ? 0 : 1)

const countIndices = (record: GeometryRecord): number =>
  record.levelCount[0] + record.levelCount[1] + record.levelCount[2]

function getGroup(rows: GpuInstances, instance: number): number {
  if (rows.color[instance * 4 + 3] < 255) return 2
  return rows.flags[instance] & instanceFlag.closed ? 0 : 1
}

function copyVertices(plan: Plan, unique: number): Uint16Array {
  const out = new Uint16Array((plan.owners.length - unique) * 4)
  let at = 0
  for (const { item } of plan.copies) {
    const { vertices, vertexStart, vertexCount } = item.source
    out.set(vertices.subarray(vertexStart * 4, (vertexStart + vertexCount) * 4), at)
    at += vertexCount * 4
  }
  return out
}

function vertexColors(plan: Plan): Uint8Array | null {
  if (plan.items.every((item) => item.source.colors === null)) return null
  const out = new Uint8Array(plan.owners.length * 4).fill(255)
  const base = plan.items.reduce((least, item) => Math.min(least, item.firstVertex), Number.POSITIVE_INFINITY)
  for (const item of plan.items)
    if (item.source.colors !== null) out.set(item.source.colors, (item.firstVertex - base) * 4)
  return out
}

function mergeTextureCoordinates(plan: Plan): Float32Array | null {
  const textured = plan.items.filter((item) => item.source.textureCoordinates !== null)
  if (textured.length === 0) return null
  const out = new Float32Array(plan.owners.length * 2)
  const base = plan.items.reduce((least, item) => Math.min(least, item.firstVertex), Number.POSITIVE_INFINITY)
  for (const { source, firstVertex } of textured)
    if (source.textureCoordinates !== null) out.set(source.textureCoordinates, (firstVertex - base) * 2)
  return out
}

/** Returns level 0 of triangle meshes and the segments of lines, counted from the geometry's first vertex. */
function createPickingArrays(chunk: Chunk): {
  geometries: GpuGeometries
  indices16: Uint16Array
  indices32: Uint32Array
} {
  const { geometries: from } = chunk
  const wide = from.vertexCount
  const indexCount = Uint32Array.from({ length: from.count }, (_, row) =>
    from.kind[row] === geometryKind.lines ? from.edgeCount[row] : from.levelCount[row * 3],
  )
  const isWide = Uint8Array.from(wide, (vertices) => (vertices > narrowLimit ? 1 : 0))
  const sizes = [0, 0]
  const indexStart = Uint32Array.from({ length: from.count }, (_, row) => {
    const start = sizes[isWide[row]]
    sizes[isWide[row]] += indexCount[row]
    return start
  })
  const indices16 = new Uint16Array(sizes[0])
  const indices32 = new Uint32Array(sizes[1])
  for (let row = 0; row < from.count; row++) {
    const isLines = from.kind[row] === geometryKind.lines
    const source = isLines ? chunk.edge : chunk.index
    const start = isLines ? from.edgeStart[row] : from.levelStart[row * 3]
    const target = isWide[row] === 1 ? indices32 : indices16
    for (let at = 0; at < indexCount[row]; at++)
      target[indexStart[row] + at] = source[start + at] - from.vertexStart[row]
  }
  return {
    indices16,
    indices32,
    geometries: {
      count: from.count,
      vertexStart: from.vertexStart,
      vertexCount: from.vertexCount,
      indexStart,
      indexCount,
      wide: isWide,
      kind: from.kind,
      extent: from.extent,
    },
  }
}
