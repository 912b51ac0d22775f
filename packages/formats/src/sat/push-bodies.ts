import { type NodeId, type ReadContext, type Skipped, throwIfCancelled } from '@kamar/core'
import type { AcisBody, AcisLump, AcisModel } from '@kamar/codecs/acis'
import type { BrepWorkerPool, SolidResult } from '@kamar/codecs/brep'
import { baseName } from '@kamar/codecs/text'
import type { SceneWriter } from '../kit/scene-writer.js'
import { SkipList } from '../kit/report.js'
import { unitOfModel } from './unit.js'

/** Maximum number of lumps in flight. */
const maxInFlight = 6

/** Result of writing the bodies. */
export interface PushedBodies {
  readonly skipped: SkipList
  readonly counts: { readonly bodies: number; lumps: number; faces: number; wires: number; points: number }
  /** Faces without triangles in lumps that are shown. */
  readonly missingFaces: number
  /** Lumps whose face colours could not be assigned. */
  readonly uncoloured: number
}

/** Input of `pushBodies`. */
export interface PushInput {
  readonly model: AcisModel
  readonly context: ReadContext
  readonly pool: BrepWorkerPool
  readonly writer: SceneWriter
  readonly fileName: string
}

/** Writes a node for every body, with a child node per lump where there are several; then meshes lump by lump. */
export async function pushBodies(input: PushInput): Promise<PushedBodies> {
  const work = new BodyWork(input)
  work.addTree()
  await work.mesh()
  return work
}

interface PlacedLump {
  readonly body: AcisBody
  readonly lump: AcisLump
  readonly node: NodeId
}

class BodyWork implements PushedBodies {
  readonly skipped = new SkipList()
  readonly counts: { bodies: number; lumps: number; faces: number; wires: number; points: number }
  missingFaces = 0
  uncoloured = 0
  readonly #input: PushInput
  readonly #lumps: PlacedLump[] = []

  constructor(input: PushInput) {
    this.#input = input
    this.counts = { bodies: input.model.bodies.length, lumps: 0, faces: 0, wires: 0, points: 0 }
  }

  addTree(): void {
    const { model, fileName } = this.#input
    const bare = baseName(fileName)
    for (const [number, body] of model.bodies.entries()) {
      this.#addBody(body, body.name || (model.bodies.length === 1 ? bare : `${bare} ${number + 1}`))
    }
  }

  async mesh(): Promise<void> {
    const { context } = this.#input
    const inFlight: Promise<SolidResult>[] = []
    for (const [number, placedLump] of this.#lumps.entries()) {
      while (inFlight.length < this.#lumps.length && inFlight.length < number + maxInFlight) {
        inFlight.push(this.#start(this.#lumps[inFlight.length]))
      }
      this.#push(placedLump, await inFlight[number])
      throwIfCancelled(context.signal)
      context.progress((number + 1) / this.#lumps.length, 'meshing')
      await context.scene.settle()
    }
  }

  #addBody(body: AcisBody, name: string): void {
    const { writer, context, model } = this.#input
    const node = writer.addNode({ parent: null, name, class: 'body', sourceId: `${body.record}` })
    if (body.properties.length > 0) {
      const set = context.scene.addPropertySet({ name: 'ACIS', properties: body.properties })
      context.scene.assignPropertySets(node, [set])
    }
    for (const [number, lump] of body.lumps.entries()) {
      const isOnly = body.lumps.length === 1
      const own = isOnly ? node : this.#addLump(node, lump, `${name} ${number + 1}`)
      this.#noteUnwritten(lump)
      if (lump.faceCount > 0) this.#lumps.push({ body, lump, node: own })
    }
    const { wire } = body
    if (!wire) return
    for (const [kind, count] of wire.unread) this.#skip(body, { kind, reason: 'not-read', count })
    const drawing = { node, metres: unitOfModel(model).metres, color: body.color, matrix: body.placement }
    this.counts.wires += wire.lines.length
    if (wire.lines.length > 0) writer.addLines({ ...drawing, lines: wire.lines })
    this.counts.points += wire.points.length
    if (wire.points.length > 0) writer.addPoints({ ...drawing, positions: Float64Array.from(wire.points.flat()) })
  }

  #addLump(parent: NodeId, { name, record }: AcisLump, otherwise: string): NodeId {
    return this.#input.writer.addNode({ parent, name: name || otherwise, class: 'lump', sourceId: `${record}` })
  }

  #noteUnwritten({ errors }: AcisLump): void {
    for (const [record, { reason, word }] of errors) this.#skip({ record }, { kind: word, reason, count: 1 })
  }

  #skip({ record }: Pick<AcisBody, 'record'>, { kind, reason, count }: Skipped): void {
    this.skipped.add(kind, reason, { count, elements: [`${record}`] })
  }

  #start({ lump }: PlacedLump): Promise<SolidResult> {
    const { context, pool } = this.#input
    const result = pool.mesh(() => lump.job(context.quality))
    // A start failure is handled where the result is awaited.
    result.catch(() => undefined)
    return result
  }

  #push({ body, lump, node }: PlacedLump, result: SolidResult): void {
    if (result.kind === 'failed') {
      this.#skip(lump, { kind: 'face', reason: result.reason, count: lump.faceCount })
      return
    }
    this.counts.lumps++
    this.counts.faces += result.meshedFaces
    const missing = lump.faceCount - result.meshedFaces
    if (missing > 0) {
      this.missingFaces += missing
      this.#skip(lump, { kind: 'face', reason: 'not-tessellated', count: missing })
    }
    if (!result.areFacesKnown && lump.appearance.isByFace) this.uncoloured++
    for (const mesh of result.meshes) {
      if (!mesh) continue
      const { color } = lump.appearance
      this.#input.writer.addMesh({ node, mesh, matrix: body.placement, origin: result.origin, color })
    }
  }
}
