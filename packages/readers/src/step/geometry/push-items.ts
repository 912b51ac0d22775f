import type { PreparedMesh, ReadContext } from '@kamar/scene'
import { prepareMesh } from '@kamar/mesh'
import type { BrepTeam, SolidFailure, SolidResult } from '../../shared/brep/index.js'
import { pointPieces } from '../../shared/point-pieces.js'
import { throwIfCancelled } from '../../shared/room-guards.js'
import type { Styles, SurfaceStyle } from '../model/styles.js'
import type { Units } from '../model/units.js'
import type { StepFile } from '../step-file.js'
import type { PlacedItem } from '../tree.js'
import { facesOf, type FaceUse } from '../model/faces.js'
import { readCurves } from './curves.js'
import { isFaceted, readFaceted } from './faceted.js'
import type { ScenePusher } from './scene-pusher.js'
import { SolidSources, type SolidSource } from './solid-source.js'
import { readTessellated, type TessellatedPart } from './tessellated.js'

/** Solids given to the threads before the oldest one is back: enough that both have work, few enough to hold. */
const mostUnderWay = 24

/** Lines in the pale colour of a class would not be seen. */
const plainCurve: SurfaceStyle = { name: 'Curves', color: [0.22, 0.24, 0.27], opacity: 1 }

/** Why an item, or a part of it, is not shown. */
export type ItemFailure = SolidFailure | 'empty-shape' | 'not-read' | 'part-missing' | 'lines-not-read'

/** What became of the items. */
export interface PushedItems {
  /** By row of the item. */
  readonly failures: ReadonlyMap<number, ItemFailure>
  readonly counts: { solids: number; faces: number; meshes: number; curves: number; points: number }
  /** Faces without triangles in solids that are shown. */
  readonly missingFaces: number
  /** Solids whose face colours could not be told apart. */
  readonly uncoloured: number
  /** Solids that the kernel made nothing of, shown by the mesh that the file keeps of them. */
  readonly storedMeshes: number
}

/** What items are pushed with. */
export interface PushInput {
  readonly file: StepFile
  readonly styles: Styles
  readonly units: Units
  readonly room: ReadContext
  readonly team: BrepTeam
  readonly pusher: ScenePusher
  readonly items: readonly PlacedItem[]
  /** Told the fraction that is in the scene. */
  progress(fraction: number): void
}

/** Meshes and pushes every item once, in the order of the tree. */
export async function pushItems(input: PushInput): Promise<PushedItems> {
  const work = new ItemWork(input)
  return work.run()
}

class ItemWork {
  readonly #input: PushInput
  readonly #sources: SolidSources
  readonly #failures = new Map<number, ItemFailure>()
  readonly #counts = { solids: 0, faces: 0, meshes: 0, curves: 0, points: 0 }
  readonly #underWay = new Map<PlacedItem, { source: SolidSource; result: Promise<SolidResult> }>()
  #started = 0
  #missingFaces = 0
  #uncoloured = 0
  #storedMeshes = 0

  constructor(input: PushInput) {
    this.#input = input
    this.#sources = new SolidSources(input.file, input.styles)
  }

  async run(): Promise<PushedItems> {
    const { items, room } = this.#input
    for (const [number, placed] of items.entries()) {
      this.#startAhead(number)
      const failure = await this.#push(placed)
      throwIfCancelled(room.signal)
      if (failure) this.#failures.set(placed.item.row, failure)
      this.#input.progress((number + 1) / items.length)
      await room.scene.settle()
    }
    return {
      failures: this.#failures,
      counts: this.#counts,
      missingFaces: this.#missingFaces,
      uncoloured: this.#uncoloured,
      storedMeshes: this.#storedMeshes,
    }
  }

  /** Gives solids behind the current one to the threads. */
  #startAhead(current: number): void {
    const { items } = this.#input
    this.#started = Math.max(this.#started, current)
    while (this.#started < items.length && this.#underWay.size < mostUnderWay) {
      const placed = items[this.#started++]
      if (placed.item.kind === 'solid') this.#start(placed)
    }
  }

  #start(placed: PlacedItem): void {
    const { room, team } = this.#input
    const source = this.#sources.source(placed.item.row, placed.inherited)
    if (source.faces.length === 0 || isFaceted(this.#input.file, source.faces)) return
    const result = team.mesh(() => this.#sources.job(source, placed.item.context, room.quality), source.faces.length)
    // A failure to start is met where the result is waited for.
    result.catch(() => undefined)
    this.#underWay.set(placed, { source, result })
  }

  async #push(placed: PlacedItem): Promise<ItemFailure | null> {
    if (placed.item.kind === 'solid') return this.#pushSolidOrTwin(placed)
    if (placed.item.kind === 'tessellated') return this.#pushTessellated(placed)
    if (placed.item.kind === 'curves') return this.#pushCurves(placed)
    return 'not-read'
  }

  async #pushSolidOrTwin(placed: PlacedItem): Promise<ItemFailure | null> {
    const failure = await this.#pushSolid(placed)
    if (failure === null || failure === 'part-missing' || failure === 'cancelled' || !placed.twin) return failure
    const inherited = this.#input.styles.surface(placed.item.row) ?? placed.inherited
    if (this.#pushTessellated({ ...placed, item: placed.twin, inherited }) !== null) return failure
    this.#storedMeshes++
    return null
  }

  async #pushSolid(placed: PlacedItem): Promise<ItemFailure | null> {
    const started = this.#underWay.get(placed)
    if (!started) return this.#pushFaceted(placed)
    const { source } = started
    const result = await started.result
    this.#underWay.delete(placed)
    if (result.kind === 'failed') return result.reason
    this.#counts.solids++
    this.#counts.faces += result.meshedFaces
    const missing = source.faces.length - result.meshedFaces
    if (missing > 0) this.#missingFaces += missing
    if (!result.areFacesKnown && source.look.traits.colors) this.#uncoloured++
    for (const [number, mesh] of result.meshes.entries()) {
      if (mesh) this.#place(placed, { mesh, style: source.look.materials[number] ?? null, origin: result.origin })
    }
    return missing > 0 ? 'part-missing' : null
  }

  #place(
    placed: PlacedItem,
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
    const { pusher, room } = this.#input
    pusher.countTriangles(mesh.levels[0].count / 3)
    const id = room.scene.addMesh(mesh)
    if (id !== null) pusher.place({ mesh: id, style, origin }, placed.placings)
  }

  #pushTessellated(placed: PlacedItem): ItemFailure | null {
    const { file, units, styles } = this.#input
    const { row, context } = placed.item
    const { metres } = units.lengthOf(context)
    return this.#pushParts(placed, readTessellated(file, row, { metres, styleOf: (face) => styles.surface(face) }))
  }

  /** Solids of flat polygons, and those without any face. */
  #pushFaceted(placed: PlacedItem): ItemFailure | null {
    const { file, units, styles } = this.#input
    const { row, context } = placed.item
    const { metres } = units.lengthOf(context)
    const styleOf = (face: FaceUse): SurfaceStyle | null => styles.surface(face.row) ?? styles.surface(face.shell)
    return this.#pushParts(placed, readFaceted(file, facesOf(file, row), { metres, styleOf }))
  }

  #pushParts(placed: PlacedItem, parts: readonly TessellatedPart<SurfaceStyle>[]): ItemFailure | null {
    let isShown = false
    for (const part of parts) {
      const mesh = prepareMesh(part.mesh)
      if (!mesh) continue
      isShown = true
      this.#counts.meshes++
      const own = this.#input.styles.surface(placed.item.row)
      this.#place(placed, { mesh, style: part.style ?? own ?? placed.inherited })
    }
    return isShown ? null : 'empty-shape'
  }

  #pushCurves(placed: PlacedItem): ItemFailure | null {
    const { file, units, styles, pusher, room } = this.#input
    const { row, context } = placed.item
    const { lines, origin, points, unread } = readCurves(file, row, {
      metres: units.lengthOf(context).metres,
      radians: units.angleOf(context),
    })
    const style = styles.curve(row) ?? styles.surface(row) ?? plainCurve
    this.#counts.points += points.length
    for (const piece of pointPieces({ positions: Float64Array.from(points.flat()) }, 1))
      pusher.place({ mesh: room.scene.addPoints(piece.points), style, origin: piece.origin }, placed.placings)
    if (!lines) return unread > 0 ? 'lines-not-read' : null
    this.#counts.curves++
    pusher.place({ mesh: room.scene.addLines(lines), style, origin }, placed.placings)
    return unread > 0 ? 'part-missing' : null
  }
}
