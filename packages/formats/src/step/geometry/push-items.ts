import { type PreparedMesh, type ReadContext, throwIfCancelled } from '@kamar/core'
import { prepareMesh } from '@kamar/mesh'
import type { BrepWorkerPool, SolidFailure, SolidResult } from '@kamar/codecs/brep'
import { splitPointCloud } from '../../kit/split-point-cloud.js'
import type { Styles, SurfaceStyle } from '../model/styles.js'
import type { Units } from '../model/units.js'
import type { StepFile } from '../step-file.js'
import type { PlacedItem } from '../tree.js'
import { listFaces, type FaceUse } from '../model/faces.js'
import { readCurves } from './curves.js'
import { isFaceted, readFaceted } from './faceted.js'
import type { StepSceneWriter } from './step-scene-writer.js'
import { SolidSources, type SolidSource } from './solid-source.js'
import { readTessellated, type TessellatedPart } from './tessellated.js'

/** Maximum number of solids in flight: enough to keep both threads busy, few enough to hold in memory. */
const maxInFlight = 24

/** Default line style, as the pale colour of a class would be invisible. */
const plainCurve: SurfaceStyle = { name: 'Curves', color: [0.22, 0.24, 0.27], opacity: 1 }

/** Reason why an item, or a part of it, is not shown. */
export type ItemFailure = SolidFailure | 'empty-shape' | 'not-read' | 'part-missing' | 'lines-not-read'

/** Result of writing the items. */
export interface PushedItems {
  /** By row of the item. */
  readonly failures: ReadonlyMap<number, ItemFailure>
  readonly counts: { solids: number; faces: number; meshes: number; curves: number; points: number }
  /** Faces without triangles in solids that are shown. */
  readonly missingFaces: number
  /** Solids whose face colours could not be assigned. */
  readonly uncoloured: number
  /** Solids without a kernel result, shown by the mesh stored in the file. */
  readonly storedMeshes: number
}

/** Input of `pushItems`. */
export interface PushInput {
  readonly file: StepFile
  readonly styles: Styles
  readonly units: Units
  readonly context: ReadContext
  readonly pool: BrepWorkerPool
  readonly writer: StepSceneWriter
  readonly items: readonly PlacedItem[]
  /** Receives the fraction that is in the scene. */
  progress(fraction: number): void
}

/** Meshes and writes every item once, in the order of the tree. */
export async function pushItems(input: PushInput): Promise<PushedItems> {
  const work = new ItemWork(input)
  return work.run()
}

class ItemWork {
  readonly #input: PushInput
  readonly #sources: SolidSources
  readonly #failures = new Map<number, ItemFailure>()
  readonly #counts = { solids: 0, faces: 0, meshes: 0, curves: 0, points: 0 }
  readonly #inFlight = new Map<PlacedItem, { source: SolidSource; result: Promise<SolidResult> }>()
  #started = 0
  #missingFaces = 0
  #uncoloured = 0
  #storedMeshes = 0

  constructor(input: PushInput) {
    this.#input = input
    this.#sources = new SolidSources(input.file, input.styles)
  }

  async run(): Promise<PushedItems> {
    const { items, context: readContext } = this.#input
    for (const [number, placedItem] of items.entries()) {
      this.#startAhead(number)
      const failure = await this.#push(placedItem)
      throwIfCancelled(readContext.signal)
      if (failure) this.#failures.set(placedItem.item.row, failure)
      this.#input.progress((number + 1) / items.length)
      await readContext.scene.settle()
    }
    return {
      failures: this.#failures,
      counts: this.#counts,
      missingFaces: this.#missingFaces,
      uncoloured: this.#uncoloured,
      storedMeshes: this.#storedMeshes,
    }
  }

  /** Passes solids after the current one to the threads. */
  #startAhead(current: number): void {
    const { items } = this.#input
    this.#started = Math.max(this.#started, current)
    while (this.#started < items.length && this.#inFlight.size < maxInFlight) {
      const placedItem = items[this.#started++]
      if (placedItem.item.kind === 'solid') this.#start(placedItem)
    }
  }

  #start(placedItem: PlacedItem): void {
    const { context: readContext, pool } = this.#input
    const source = this.#sources.source(placedItem.item.row, placedItem.inherited)
    if (source.faces.length === 0 || isFaceted(this.#input.file, source.faces)) return
    const result = pool.mesh(
      () => this.#sources.job(source, placedItem.item.context, readContext.quality),
      source.faces.length,
    )
    // A start failure is handled where the result is awaited.
    result.catch(() => undefined)
    this.#inFlight.set(placedItem, { source, result })
  }

  async #push(placedItem: PlacedItem): Promise<ItemFailure | null> {
    if (placedItem.item.kind === 'solid') return this.#pushSolidOrTwin(placedItem)
    if (placedItem.item.kind === 'tessellated') return this.#pushTessellated(placedItem)
    if (placedItem.item.kind === 'curves') return this.#pushCurves(placedItem)
    return 'not-read'
  }

  async #pushSolidOrTwin(placedItem: PlacedItem): Promise<ItemFailure | null> {
    const failure = await this.#pushSolid(placedItem)
    if (failure === null || failure === 'part-missing' || failure === 'cancelled' || !placedItem.twin) return failure
    const inherited = this.#input.styles.surface(placedItem.item.row) ?? placedItem.inherited
    if (this.#pushTessellated({ ...placedItem, item: placedItem.twin, inherited }) !== null) return failure
    this.#storedMeshes++
    return null
  }

  async #pushSolid(placedItem: PlacedItem): Promise<ItemFailure | null> {
    const started = this.#inFlight.get(placedItem)
    if (!started) return this.#pushFaceted(placedItem)
    const { source } = started
    const result = await started.result
    this.#inFlight.delete(placedItem)
    if (result.kind === 'failed') return result.reason
    this.#counts.solids++
    this.#counts.faces += result.meshedFaces
    const missing = source.faces.length - result.meshedFaces
    if (missing > 0) this.#missingFaces += missing
    if (!result.areFacesKnown && source.appearance.traits.colors) this.#uncoloured++
    for (const [number, mesh] of result.meshes.entries()) {
      if (mesh)
        this.#addInstances(placedItem, {
          mesh,
          style: source.appearance.materials[number] ?? null,
          origin: result.origin,
        })
    }
    return missing > 0 ? 'part-missing' : null
  }

  #addInstances(
    placedItem: PlacedItem,
    {
      mesh,
      style,
      origin = [0, 0, 0],
    }: {
      mesh: PreparedMesh
      style: SurfaceStyle | null
      origin?: readonly [number, number, number]
    },
  ): void {
    const { writer, context: readContext } = this.#input
    writer.countTriangles(mesh.levels[0].count / 3)
    const id = readContext.scene.addMesh(mesh)
    if (id !== null) writer.addInstances({ mesh: id, style, origin }, placedItem.instances)
  }

  #pushTessellated(placedItem: PlacedItem): ItemFailure | null {
    const { file, units, styles } = this.#input
    const { row, context } = placedItem.item
    const { metres } = units.getLengthUnit(context)
    return this.#pushParts(placedItem, readTessellated(file, row, { metres, styleOf: (face) => styles.surface(face) }))
  }

  /** Writes solids of flat polygons, and those without any face. */
  #pushFaceted(placedItem: PlacedItem): ItemFailure | null {
    const { file, units, styles } = this.#input
    const { row, context } = placedItem.item
    const { metres } = units.getLengthUnit(context)
    const styleOf = (face: FaceUse): SurfaceStyle | null => styles.surface(face.row) ?? styles.surface(face.shell)
    return this.#pushParts(placedItem, readFaceted(file, listFaces(file, row), { metres, styleOf }))
  }

  #pushParts(placedItem: PlacedItem, parts: readonly TessellatedPart<SurfaceStyle>[]): ItemFailure | null {
    let isShown = false
    for (const part of parts) {
      const mesh = prepareMesh(part.mesh)
      if (!mesh) continue
      isShown = true
      this.#counts.meshes++
      const own = this.#input.styles.surface(placedItem.item.row)
      this.#addInstances(placedItem, { mesh, style: part.style ?? own ?? placedItem.inherited })
    }
    return isShown ? null : 'empty-shape'
  }

  #pushCurves(placedItem: PlacedItem): ItemFailure | null {
    const { file, units, styles, writer, context: readContext } = this.#input
    const { row, context } = placedItem.item
    const { lines, origin, points, unread } = readCurves(file, row, {
      metres: units.getLengthUnit(context).metres,
      radians: units.getAngleUnit(context),
    })
    const style = styles.curve(row) ?? styles.surface(row) ?? plainCurve
    this.#counts.points += points.length
    for (const chunk of splitPointCloud({ positions: Float64Array.from(points.flat()) }, 1))
      writer.addInstances(
        { mesh: readContext.scene.addPoints(chunk.points), style, origin: chunk.origin },
        placedItem.instances,
      )
    if (!lines) return unread > 0 ? 'lines-not-read' : null
    this.#counts.curves++
    writer.addInstances({ mesh: readContext.scene.addLines(lines), style, origin }, placedItem.instances)
    return unread > 0 ? 'part-missing' : null
  }
}
