import type { Manifest } from '@kamar/view-package/read'
import type { PackageLoader, PartsShown } from '../api.js'
import type { CullView } from '../cull/culler.js'
import { stillQuality } from '../cull/quality.js'
import type { ModelContent } from '../model/model-content.js'
import type { PlacedChunk } from '../store/placed-chunk.js'
import type { ChunkDecoder } from '../stream/chunk-decoder.js'
import { fetchFile } from '../stream/chunk-stream.js'
import type { ContentRation } from './content-ration.js'
import { rowBytes } from './memory-budget.js'
import { PartRoom, type PartSize } from './part-room.js'
import { PartRows } from './part-rows.js'
import { scoreParts } from './part-scores.js'

/** While pictures follow each other, parts are judged so often, milliseconds. */
const judgeEvery = 120
/** Parts on their way at once. */
const comingAtOnce = 2
/** What is here stays until something is wanted by so much more: parts do not come and go by turns. */
const stayFactor = 1.25
/** What was wanted counts this share of it, and half of that after every so many milliseconds: people look back. */
const rememberedShare = 0.1
const halfLife = 1000
/** While that changes who comes, parts are judged so often although nothing moves, milliseconds. */
const fadeEvery = 500
/** Share of the room that is given away: the rest is lost between parts of different sizes. */
const fillShare = 0.92
/** Things of so many pixels are missed. */
const missedPixels = 12
/** Of the budget for shapes, at least this share stays when rows alone would take it. */
const leastShare = 0.25

/** A chunk of the package that comes and goes. */
interface Part extends PartSize {
  readonly path: string
  readonly shapeBytes: number
  state: 'away' | 'coming' | 'here'
  /** Where it is on the card. */
  place: PartSize | null
  seen: number
  wanted: number
  /** What it was wanted most, and when, milliseconds. */
  peak: number
  peakAt: number
}

/** What a ration needs. */
export interface RationParts {
  readonly content: ModelContent
  readonly loader: PackageLoader
  readonly signal: AbortSignal
  /** Bytes. */
  readonly budget: number
  createDecoder(): ChunkDecoder
  /** Buffers of the card were touched. */
  uploaded(): void
  /** What is drawn looks different now. */
  changed(): void
  /** `shown` may be another. */
  told(): void
}

/**
 * Lets parts of a model go that are far, small or behind, and fetches them again when they are near: a model of any size
 * stays within a budget, `docs/decisions/0023-chunk-residency-under-a-memory-budget.md`. Rows of instances stay, shapes come and go.
 */
export class Ration implements ContentRation {
  readonly #world: RationParts
  readonly #parts: Part[] = []
  #room: PartRoom | null = null
  #mostShapeBytes = 0
  #shapeBytes = 0
  readonly #rows: PartRows
  #view: CullView | null = null
  #exterior: Uint8Array | null = null
  #desired: readonly number[] = []
  /** Parts that found no room, or could not be fetched, since the view changed. */
  readonly #refused = new Set<number>()
  /** Since parts were judged last. */
  #isNewView = true
  #coming = 0
  #lastJudged = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined
  #decoder: ChunkDecoder | null = null
  #shown: PartsShown

  constructor(world: RationParts) {
    this.#world = world
    this.#rows = new PartRows(world.content.instances, world.content.geometries)
    const { chunks } = world.content.manifest
    this.#shown = { needed: 0, shown: 0, isNearMissing: false, parts: chunks.length, bytes: 0, budget: world.budget }
  }

  get shown(): PartsShown {
    return this.#shown
  }

  take(chunk: PlacedChunk, firstInstance: number): void {
    const { geometries, instances, manifest } = this.#world.content
    const number = this.#parts.length
    this.#room ??= this.#makeRoom(chunk, manifest)
    this.#parts.push({
      path: manifest.chunks[number].path,
      vertices: chunk.owners.length,
      indices: chunk.indices.length,
      shapeBytes: geometries.bytesOf(number),
      state: 'away',
      place: null,
      seen: 0,
      wanted: 0,
      peak: 0,
      peakAt: 0,
    })
    this.#rows.append(firstInstance, instances.count, (part) => this.#parts[part].place?.indices ?? null)
    geometries.letGo(number)
    const place = this.#fits(number) ? this.#room.take(this.#parts[number]) : null
    if (place !== null) this.#put(number, chunk, place)
    this.#later()
  }

  look(view: CullView, exterior: Uint8Array | null): void {
    if (!isSameView(this.#view, view) || this.#exterior !== exterior) this.#isNewView = true
    this.#view = { ...view, planes: view.planes.slice() }
    this.#exterior = exterior
    this.#later()
  }

  isHere(instance: number): boolean {
    return this.#parts[this.#rows.home[instance]].state === 'here'
  }

  async visit(instances: Iterable<number>, visit: (instance: number) => void): Promise<void> {
    const waiting = new Map<number, number[]>()
    for (const instance of instances) {
      if (this.isHere(instance)) visit(instance)
      else waiting.set(this.#rows.home[instance], [...(waiting.get(this.#rows.home[instance]) ?? []), instance])
    }
    for (const [part, members] of waiting)
      await this.#lend([part], () => {
        for (const instance of members) visit(instance)
      })
  }

  async whileHere(instances: Iterable<number>, action: () => void): Promise<void> {
    const parts = new Set<number>()
    for (const instance of instances) if (!this.isHere(instance)) parts.add(this.#rows.home[instance])
    await this.#lend([...parts], action)
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#decoder?.close()
    this.#decoder = null
  }

  /** Shapes of parts that are away, on the page's side alone and only while `action` runs. */
  async #lend(parts: readonly number[], action: () => void): Promise<void> {
    const { geometries } = this.#world.content
    const placed: PlacedChunk[] = []
    for (const part of parts) placed.push(await this.#fetch(part))
    const lent = parts.filter((part) => this.#parts[part].state !== 'here')
    parts.forEach((part, at) => (lent.includes(part) ? geometries.putBack(part, placed[at]) : undefined))
    try {
      action()
    } finally {
      for (const part of lent) geometries.letGo(part)
    }
  }

  /** All room is taken at once, as the first part's mixture of vertices, indices and shapes divides it. */
  #makeRoom(chunk: PlacedChunk, manifest: Manifest): PartRoom {
    const { content, budget } = this.#world
    const vertices = Math.max(1, chunk.owners.length)
    const indices = chunk.indices.length / vertices
    const shapes = content.geometries.bytesOf(0) / vertices
    const isTextured = manifest.files.some(({ path }) => path.startsWith('textures/'))
    // Place, owner and a colour, which may come late; where there are pictures, a place on them.
    const vertexBytes = isTextured ? 24 : 16
    const bytes = Math.max(budget * leastShare, budget - rowBytes(manifest))
    const most = Math.floor(bytes / (vertexBytes + 4 * indices + shapes))
    const size = {
      vertices: Math.max(vertices, most),
      indices: Math.max(chunk.indices.length, Math.floor(most * indices)),
    }
    this.#mostShapeBytes = size.vertices * shapes
    content.batches.arena.reserve(size)
    this.#world.uploaded()
    return new PartRoom(size)
  }

  #put(number: number, chunk: PlacedChunk, place: PartSize): void {
    const part = this.#parts[number]
    const { batches, geometries } = this.#world.content
    batches.uploadGeometry(chunk, place)
    this.#world.uploaded()
    geometries.putBack(number, chunk)
    this.#shapeBytes += part.shapeBytes
    part.state = 'here'
    part.place = place
    this.#rows.move(number, place.indices)
  }

  #letGo(number: number): void {
    const part = this.#parts[number]
    if (part.place === null) return
    this.#room?.free(part.place, part)
    this.#world.content.geometries.letGo(number)
    this.#shapeBytes -= part.shapeBytes
    part.state = 'away'
    part.place = null
    this.#rows.move(number, null)
  }

  #fits(number: number): boolean {
    return this.#shapeBytes + this.#parts[number].shapeBytes <= this.#mostShapeBytes
  }

  /** A place for a part, for which others that are wanted less may have to go; null when there is none. */
  #placeFor(number: number): PartSize | null {
    const part = this.#parts[number]
    const others = [...this.#parts.keys()].filter((other) => this.#parts[other].state === 'here')
    // The last is wanted least.
    others.sort((one, other) => this.#parts[other].wanted - this.#parts[one].wanted)
    for (;;) {
      const place = this.#fits(number) ? (this.#room?.take(part) ?? null) : null
      if (place !== null) return place
      const least = others.pop()
      if (least === undefined || this.#parts[least].wanted * stayFactor >= part.wanted) return null
      this.#letGo(least)
    }
  }

  #later(interval = judgeEvery): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        if (!this.#world.signal.aborted) this.#judge()
      },
      Math.max(0, this.#lastJudged + interval - performance.now()),
    )
  }

  #judge(): void {
    const now = performance.now()
    const view = this.#view
    if (view === null) return
    const { instances, looks } = this.#world.content
    const scores = scoreParts({
      instances,
      mode: looks.mode,
      home: this.#rows.home,
      partCount: this.#parts.length,
      view,
      exterior: this.#exterior,
    })
    this.#lastJudged = now
    if (this.#isNewView) this.#refused.clear()
    this.#isNewView = false
    let isFading = false
    this.#parts.forEach((part, number) => {
      const remembered = part.peak * rememberedShare * 0.5 ** ((now - part.peakAt) / halfLife)
      part.seen = scores.seen[number]
      part.wanted = Math.max(scores.wanted[number], remembered)
      if (remembered <= scores.wanted[number]) Object.assign(part, { peak: part.wanted, peakAt: now })
      else isFading ||= remembered >= leastWanted
    })
    this.#desired = this.#choose()
    this.#bring()
    this.#tell()
    if (isFading && this.#shown.shown < this.#shown.needed) this.#later(fadeEvery)
  }

  /** Parts to be had, the most wanted first, as many as there is room for. */
  #choose(): number[] {
    const rankOf = (part: Part): number => part.wanted * (part.state === 'here' ? stayFactor : 1)
    const ranked = [...this.#parts.keys()].filter((number) => this.#parts[number].wanted >= leastWanted)
    ranked.sort((one, other) => rankOf(this.#parts[other]) - rankOf(this.#parts[one]))
    const { vertices, indices } = this.#room?.size ?? { vertices: 0, indices: 0 }
    const free = { vertices: vertices * fillShare, indices: indices * fillShare, shapes: this.#mostShapeBytes }
    return ranked.filter((number) => {
      const part = this.#parts[number]
      const fits = part.vertices <= free.vertices && part.indices <= free.indices && part.shapeBytes <= free.shapes
      if (!fits) return false
      free.vertices -= part.vertices
      free.indices -= part.indices
      free.shapes -= part.shapeBytes
      return true
    })
  }

  #nextWanted(): number | undefined {
    return this.#desired.find(
      (number) => this.#parts[number].state === 'away' && !this.#refused.has(number) && this.#mayFit(number),
    )
  }

  /** Whether there would be room once all went that is wanted clearly less: nothing is fetched in vain. */
  #mayFit(number: number): boolean {
    const { wanted, vertices, indices, shapeBytes } = this.#parts[number]
    const size = this.#room?.size ?? { vertices: 0, indices: 0 }
    const free = { vertices: size.vertices, indices: size.indices, shapes: this.#mostShapeBytes }
    for (const part of this.#parts) {
      const stays = part.state === 'here' ? part.wanted * stayFactor >= wanted : part.state === 'coming'
      if (!stays) continue
      free.vertices -= part.vertices
      free.indices -= part.indices
      free.shapes -= part.shapeBytes
    }
    return vertices <= free.vertices && indices <= free.indices && shapeBytes <= free.shapes
  }

  #bring(): void {
    while (this.#coming < comingAtOnce) {
      const number = this.#nextWanted()
      if (number === undefined) return
      this.#coming++
      this.#parts[number].state = 'coming'
      void this.#come(number)
    }
  }

  async #come(number: number): Promise<void> {
    const part = this.#parts[number]
    let chunk: PlacedChunk | null = null
    try {
      chunk = await this.#fetch(number)
    } catch {
      // The next movement asks again; until then the picture says that something is missing.
      this.#refused.add(number)
    }
    this.#coming--
    part.state = 'away'
    if (this.#world.signal.aborted) return
    // Meanwhile somebody may have looked elsewhere.
    if (chunk !== null && this.#desired.includes(number)) {
      const place = this.#placeFor(number)
      if (place === null) this.#refused.add(number)
      else this.#put(number, chunk, place)
      this.#world.changed()
    }
    this.#tell()
    this.#bring()
  }

  async #fetch(number: number): Promise<PlacedChunk> {
    const { loader, signal } = this.#world
    const bytes = await fetchFile(loader, this.#parts[number].path, signal)
    this.#decoder ??= this.#world.createDecoder()
    return this.#decoder.place(bytes, 'alone')
  }

  #tell(): void {
    const before = this.#shown
    const needed = this.#parts.filter(({ seen }) => seen >= stillQuality.leastPixels)
    const missing = needed.filter(({ state }) => state !== 'here')
    const isAtWork = this.#coming > 0 || this.#nextWanted() !== undefined || this.#world.content.loading
    this.#shown = {
      ...before,
      needed: needed.length,
      shown: needed.length - missing.length,
      isNearMissing: isAtWork ? before.isNearMissing : missing.some(({ seen }) => seen >= missedPixels),
      bytes: this.#world.content.batches.byteLength + this.#shapeBytes,
    }
    this.#world.told()
  }
}

/** What is wanted less is not fetched, pixels: smaller things are not drawn. */
const leastWanted = stillQuality.leastPixels * 0.02

function isSameView(one: CullView | null, other: CullView): boolean {
  if (one === null || one.pixelScale !== other.pixelScale || one.planes.length !== other.planes.length) return false
  return (
    one.planes.every((value, at) => value === other.planes[at]) && one.eye.every((value, at) => value === other.eye[at])
  )
}
