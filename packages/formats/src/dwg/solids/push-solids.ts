import { type MeshId, type NodeId, type PreparedMesh, type ReadContext, throwIfCancelled } from '@kamar/core'
import {
  hexadecimal,
  type Color,
  identityMatrix,
  multiplyMatrices,
  scaleTranslation,
  type Matrix,
  type Vector,
} from '@kamar/core/math'
import type { Entity, Layer, Modeler, StoredBody } from '@kamar/codecs/drawing'
import { readAcisBytes, type AcisLump } from '@kamar/codecs/acis'
import { BrepWorkerPool, type SolidJob, type SolidMesh, type SolidResult } from '@kamar/codecs/brep'
import { cleanName } from '@kamar/codecs/text'
import { newClipBudget } from '@kamar/mesh'
import { SceneWriter } from '../../kit/scene-writer.js'
import type { JoinedDrawing } from '../joined-drawing.js'
import type { SkippedEntity } from '../sheets/drawing.js'
import { transformed } from '../sheets/geometry.js'
import { literalColor } from '../sheets/sheet-resources.js'
import type { PlacedBody } from './collect.js'
import { triangulateEntity } from './polygons.js'

/** Input of the bodies. */
export interface SolidsInput {
  readonly source: JoinedDrawing
  readonly bodies: readonly PlacedBody[]
  readonly context: ReadContext
  /** Receives the edges of bodies in block coordinates, x y z x y z each, by handle. */
  readonly edges: Map<number, Float64Array>
  /** Metres per drawing unit. */
  readonly metres: number
  readonly fileName: string
  readonly skip: (skipped: SkippedEntity) => void
  readonly progress: (fraction: number) => void
}

/** Result of writing the bodies. */
export interface PushedSolids {
  readonly writer: SceneWriter
  /** Bodies with an exact shape that have triangles. */
  readonly solids: number
  readonly meshes: number
  readonly missingFaces: number
}

/** Max time for a body with a wrong checksum: it may ask for any number of triangles. */
const maxDamagedMilliseconds = 500

/** A mesh or line set drawn for a body. */
interface BodyMesh {
  readonly mesh: MeshId
  /** From the mesh to the body's block, in metres. */
  readonly matrix: Matrix
  readonly origin: Vector
  readonly color: Color | null
}

/**
 * Writes the bodies of the model space: the file, its layers, the entities, and each shape once, however many instances
 * it has.
 */
export async function pushSolids(input: SolidsInput): Promise<PushedSolids> {
  const { bodies } = input
  const work = new SolidsWork(input)
  if (bodies.length === 0) return work
  try {
    await work.push(bodies)
  } finally {
    await work.release()
  }
  return work
}

class SolidsWork implements PushedSolids {
  readonly #input: SolidsInput
  readonly #pool: BrepWorkerPool
  /** By handle. */
  readonly #meshesByEntity = new Map<number, readonly BodyMesh[]>()
  readonly #layers = new Map<Layer, NodeId>()
  /** By handle. */
  readonly #nodes = new Map<number, NodeId>()
  readonly #budget = newClipBudget()
  readonly writer: SceneWriter
  /** Whether a damaged body took longer than it may. */
  #hasStuckBody = false
  #root: NodeId | null = null
  solids = 0
  meshes = 0
  missingFaces = 0

  constructor(input: SolidsInput) {
    this.#input = input
    this.#pool = new BrepWorkerPool(input.context.signal)
    this.writer = new SceneWriter(input.context)
  }

  async release(): Promise<void> {
    await this.#pool.release()
  }

  async push(bodies: readonly PlacedBody[]): Promise<void> {
    const { context, progress } = this.#input
    for (const [number, body] of bodies.entries()) {
      const bodyMeshes = this.#meshesByEntity.get(body.entity.handle) ?? (await this.#make(body.entity))
      this.#meshesByEntity.set(body.entity.handle, bodyMeshes)
      for (const part of bodyMeshes) this.#addInstance(part, body)
      throwIfCancelled(context.signal)
      progress((number + 1) / bodies.length)
      await context.scene.settle()
    }
  }

  #addInstance({ mesh, matrix, origin, color }: BodyMesh, body: PlacedBody): void {
    const own = color ?? resolveColor(body)
    const material = own && this.writer.material({ name: hexadecimal(own), color: own, opacity: 1 })
    const transform = multiplyMatrices(scaleTranslation(body.matrix, this.#input.metres), matrix)
    this.writer.addInstance({ node: this.#node(body.top), mesh, material, matrix: transform, origin })
  }

  #node(entity: Entity): NodeId {
    let node = this.#nodes.get(entity.handle)
    if (node === undefined) {
      const kind = entity.name
      const block = 'block' in entity ? entity.block?.name : undefined
      const sourceId = entity.handle.toString(16).toUpperCase()
      const parent = this.#layerNode(entity.layer)
      node = this.writer.addNode({ parent, name: block ?? `${kind} ${sourceId}`, class: kind, sourceId })
      this.#nodes.set(entity.handle, node)
    }
    return node
  }

  #layerNode(layer: Layer): NodeId {
    let node = this.#layers.get(layer)
    if (node === undefined) {
      this.#root ??= this.writer.addNode({ parent: null, name: this.#input.fileName, class: 'model', sourceId: '' })
      node = this.writer.addNode({ parent: this.#root, name: cleanName(layer.name), class: 'layer', sourceId: '' })
      this.#layers.set(layer, node)
    }
    return node
  }

  async #make(entity: Entity): Promise<readonly BodyMesh[]> {
    const { source, metres, context } = this.#input
    const body = getStoredBody(entity, source)
    if (body) return this.#makeSolid(entity, body)
    const local = triangulateEntity(entity, metres, this.#budget)
    if (local) {
      this.writer.countTriangles(local.mesh.indices.length / 3)
      const mesh = context.scene.addMesh(local.mesh)
      if (mesh !== null) this.meshes++
      return mesh === null ? [] : [{ mesh, matrix: identityMatrix, origin: local.origin, color: null }]
    }
    return entity.kind === 'modeler' ? this.#makeWires(entity) : []
  }

  /** Creates lines from the wires saved with a body without a readable shape. */
  #makeWires(entity: Modeler): readonly BodyMesh[] {
    const lines = entity.wires.filter((line) => line.length > 1)
    const [first] = lines[0] ?? []
    this.#skip(entity, first ? 'only-wires' : 'no-shape-data')
    if (!first) return []
    const { metres, context } = this.#input
    const positions = Float32Array.from(lines.flat(2), (value, at) => (value - first[at % 3]) * metres)
    const indices: number[] = []
    let vertex = 0
    for (const line of lines) {
      for (let at = 1; at < line.length; at++) indices.push(vertex + at - 1, vertex + at)
      vertex += line.length
    }
    const mesh = context.scene.addLines({ positions, indices: Uint32Array.from(indices) })
    return [
      { mesh, matrix: identityMatrix, origin: first.map((value) => value * metres) as unknown as Vector, color: null },
    ]
  }

  async #makeSolid(entity: Entity, { bytes, isDamaged }: StoredBody): Promise<readonly BodyMesh[]> {
    const { metres } = this.#input
    const model = readAcisBytes(bytes, metres * 1000)
    const bodyMeshes: BodyMesh[] = []
    const edges: number[] = []
    for (const body of model.bodies) {
      for (const lump of body.lumps) {
        if (lump.faceCount === 0) continue
        const result = isDamaged ? await this.#meshDamaged(lump) : await this.#mesh(lump)
        if (result.kind === 'failed') {
          this.#skip(entity, result.reason)
          continue
        }
        this.missingFaces += lump.faceCount - result.meshedFaces
        this.#addLump({ lump, result, placement: body.placement, color: body.color }, bodyMeshes, edges)
      }
    }
    if (edges.length > 0) this.#input.edges.set(entity.handle, Float64Array.from(edges))
    if (bodyMeshes.length > 0) this.solids++
    else if (model.bodies.every(({ lumps }) => lumps.length === 0)) {
      // Surfaces of 2007 to 2010 may contain only their profile; the wires beside it are the surface's.
      if (entity.kind === 'modeler') return this.#makeWires(entity)
      this.#skip(entity, 'no-shape-data')
    }
    return bodyMeshes
  }

  #mesh(lump: AcisLump): Promise<SolidResult> {
    return this.#pool.mesh(() => lump.job(this.#input.context.quality), lump.faceCount)
  }

  /** Meshes a lump of a damaged body for a short time, until one of them takes longer. */
  async #meshDamaged(lump: AcisLump): Promise<SolidMesh | { readonly kind: 'failed'; readonly reason: string }> {
    const damaged = { kind: 'failed', reason: 'damaged' } as const
    if (this.#hasStuckBody) return damaged
    const { quality } = this.#input.context
    const job = (): SolidJob => ({ ...lump.job(quality), maxMilliseconds: maxDamagedMilliseconds })
    const result = await this.#pool.mesh(job, lump.faceCount)
    if (result.kind === 'meshed') return result
    this.#hasStuckBody ||= result.reason === 'took-too-long'
    return damaged
  }

  #addLump(
    {
      lump,
      result,
      placement,
      color,
    }: {
      readonly lump: AcisLump
      readonly result: SolidMesh
      readonly placement: Matrix
      readonly color: Color | null
    },
    bodyMeshes: BodyMesh[],
    edges: number[],
  ): void {
    for (const prepared of result.meshes) {
      if (!prepared) continue
      this.writer.countTriangles((prepared.levels[0]?.count ?? 0) / 3)
      addEdges(edges, prepared, { placement, origin: result.origin, metres: this.#input.metres })
      const mesh = this.#input.context.scene.addMesh(prepared)
      if (mesh !== null)
        bodyMeshes.push({ mesh, matrix: placement, origin: result.origin, color: lump.appearance.color ?? color })
    }
  }

  #skip(entity: Entity, reason: string): void {
    this.#input.skip({ kind: entity.name, reason, handle: entity.handle.toString(16).toUpperCase() })
  }
}

/** Returns the shape of a body: its own, or that in the storage of the drawing; null without one. */
function getStoredBody(entity: Entity, { bodies }: JoinedDrawing): StoredBody | null {
  if (entity.kind === 'modeler' && entity.acis) return { bytes: entity.acis, isDamaged: entity.isDamaged }
  return bodies.get(entity.handle) ?? null
}

/** Adds the edges of a mesh in drawing units. */
function addEdges(
  edges: number[],
  { edges: pairs, positions, origin: zero, step }: PreparedMesh,
  { placement, origin, metres }: { readonly placement: Matrix; readonly origin: Vector; readonly metres: number },
): void {
  for (const vertex of pairs) {
    const [x, y, z] = [0, 1, 2].map((axis) => zero[axis] + step * positions[3 * vertex + axis] + origin[axis])
    for (const value of transformed(placement, x, y, z)) edges.push(value / metres)
  }
}

/** Resolves the colour of a body by itself, its layer or its insert; null for the foreground colour. */
function resolveColor({ entity, insert }: PlacedBody): Color | null {
  const isTakenOver = insert !== null && entity.layer.name === '0'
  const source = entity.color.kind === 'byBlock' && insert ? insert : entity
  const layer = isTakenOver ? insert.layer : source.layer
  const color = literalColor(source.color) ?? literalColor(layer.color)
  if (typeof color !== 'number') return null
  return [((color >> 16) & 255) / 255, ((color >> 8) & 255) / 255, (color & 255) / 255]
}
