import type { Vector3 } from '@kamar/view-package/read'
import { readManifest } from '@kamar/view-package/read'
import type { PackageLoader, Point } from '../api.js'
import { asViewerError, type ViewerError } from '../errors.js'
import { EventEmitter, type Listener } from '../event-emitter.js'
import { Extension } from '../extension/extension.js'
import { elementFlag } from '../store/element-states.js'
import { placementBy, waysToAlign, type AlignMethod } from './align.js'
import { OpenModel } from '../model/open-model.js'
import { exchangeModel } from './exchange-model.js'
import { failedKey, JoinedLoader } from './joined-loader.js'
import { entryOf, isUnmoved, keptOf, memberOf, saidAnew, untilChanged, type ModelEntry } from './model-entries.js'
import {
  rangeAt,
  readKeptModels,
  renumbering,
  type ElementRange,
  type KeptModel,
  type ModelMember,
  type ModelSource,
} from './model-members.js'
import { pickPoint } from './pick-point.js'
import {
  composed,
  gapBetween,
  matrixOf,
  movedBox,
  placed,
  placementByPoints,
  unmoved,
  unplaced,
  type ModelPlacement,
} from './placement.js'

/** What several models tell. */
export interface ModelsEvents {
  /** Another list, another state of one of them, or another place. */
  changed: Record<string, never>
}

/** Models with more air than this between them are probably not where they belong, metres. */
const farMetres = 2000

/** Points of the picture, in pairs: where on another model, and where on the one that moves. */
export interface PickedPair {
  readonly target: Point
  readonly own: Point
}

/**
 * Several models in one viewer. They are loaded as one: elements of the second follow those of the first, so that tree,
 * search, filters, selection, sections and measurements are the same for all, and pictures cost the same few calls.
 */
export class ModelsExtension extends Extension {
  readonly #events = new EventEmitter<ModelsEvents>()
  #entries: ModelEntry[] = []
  /** What is in the picture, by model. */
  #ranges: readonly ElementRange[] = []
  /** Placements and packages that the picture was made with. */
  #shownAs = ''
  #origin: Vector3 | null = null
  #settling: Promise<void> = Promise.resolve()
  #isTakingOver = false
  #stop: () => void = () => undefined

  override load(): boolean {
    this.#stop = this.viewer.on('modelUnloaded', () => {
      if (!this.#isTakingOver) this.#forget()
    })
    return true
  }
  override unload(): void {
    super.unload()
    this.#stop()
    this.#forget()
    this.#events.clear()
  }

  /** Where there are several: which they are, and how each stands. */
  override getState(): unknown {
    return this.#entries.length > 1 ? { models: this.kept } : undefined
  }
  /** Places and visibility of the models that are open; the application opens those that are not (`readKeptModels`). */
  override restoreState(state: unknown): void {
    if (this.#isTakingOver) return
    for (const model of readKeptModels(state) ?? []) {
      const entry = this.#entries.find(({ source }) => source.key === model.key)
      if (entry === undefined) continue
      Object.assign(entry, { placement: model.placement, method: model.method, off: model.off, ghosted: model.ghosted })
    }
    this.#showFlags()
    void this.#settle()
  }

  /** Calls `listener` on every event of that name; the answer ends it. */
  on<Name extends keyof ModelsEvents>(name: Name, listener: Listener<ModelsEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  /** In the order in which they are listed; the first is the one that others are aligned to. */
  get members(): readonly ModelMember[] {
    return this.#entries.map(memberOf)
  }
  /** The same as saved views keep it. */
  get kept(): readonly KeptModel[] {
    return this.members.map(keptOf)
  }

  /**
   * Shows these models in place of those before: who stays keeps what was done to it. Resolves when all that are ready
   * are in the picture.
   */
  async setModels(sources: readonly ModelSource[]): Promise<void> {
    const before = this.#entries
    if (sources[0] !== undefined) this.begin(sources[0])
    this.#entries = sources.map((source) => {
      const known = before.find((entry) => entry.source.key === source.key)
      return known?.source.loader === source.loader ? saidAnew(known, source) : entryOf(source)
    })
    for (const entry of before) if (!this.#entries.includes(entry)) entry.abort.abort()
    this.#tell()
    await Promise.all(this.#entries.map((entry) => this.#fetchManifest(entry)))
    await this.#settle()
  }
  /** Says what the model is that `viewer.load` shows; without it, it is taken for the first that `setModels` names. */
  begin(source: ModelSource): void {
    const { model } = this.viewer
    if (model === null || this.#ranges.length > 0) return
    const { counts, origin } = model.manifest
    const loader = this.#numberOf(source.loader)
    this.#ranges = [{ key: source.key, loader, file: -1, first: 0, count: counts.nodes }]
    this.#origin = origin
    this.#entries = [
      { ...entryOf(source), state: 'shown', manifest: model.manifest, placement: this.#unmovedAt(origin) },
    ]
    this.#tell()
  }
  /** Opens the models of a saved view, those that can be had; false when it names none. */
  async openKept(state: unknown, sourceOf: (kept: KeptModel) => ModelSource | null): Promise<boolean> {
    const sources = (readKeptModels(state) ?? []).flatMap((kept) => sourceOf(kept) ?? [])
    if (sources.length > 0) await this.setModels(sources)
    return sources.length > 0
  }
  /** Adds a model to those that are shown. */
  add(source: ModelSource): Promise<void> {
    return this.setModels([...this.#entries.map((entry) => entry.source), source])
  }
  /** Takes a model away. */
  remove(key: string): Promise<void> {
    return this.setModels(this.#entries.map(({ source }) => source).filter((source) => source.key !== key))
  }

  setOff(key: string, off: boolean): void {
    this.#change(key, { off })
    this.#showFlags()
  }
  setGhosted(key: string, ghosted: boolean): void {
    this.#change(key, { ghosted })
    this.#showFlags()
  }

  /** Ways in which a model can be aligned to the first, the surest first; none for the first itself. */
  waysToAlign(key: string): readonly AlignMethod[] {
    const [first] = this.#entries
    const entry = this.#entryOf(key)
    if (entry === first || entry?.manifest == null || first?.manifest == null) return []
    return waysToAlign(entry.manifest, first.manifest)
  }
  /** Aligns a model to the first by what the files state; false when they do not state it. */
  async align(key: string, method: AlignMethod): Promise<boolean> {
    const entry = this.#entryOf(key)
    const placement = entry === undefined ? null : this.#placementBy(method, entry)
    if (placement === null) return false
    await this.place(key, placement, method)
    return true
  }
  /** Puts a model somewhere; resolves when it stands there. */
  async place(key: string, placement: ModelPlacement, method: AlignMethod = 'hand'): Promise<void> {
    this.#change(key, { placement, method, state: 'joining' })
    await this.#settle()
  }
  /** Moves a model so that picked points meet; with a second pair it is turned too. False when they give no direction. */
  async alignByPoints(key: string, first: PickedPair, second: PickedPair | null): Promise<boolean> {
    const entry = this.#entryOf(key)
    const origin = this.#origin
    if (entry === undefined || origin === null) return false
    const now = entry.placement ?? unmoved
    const world = (point: Point): Vector3 => [point[0] + origin[0], point[1] + origin[1], point[2] + origin[2]]
    const pairOf = ({ target, own }: PickedPair) => ({ target: world(target), own: unplaced(now, world(own)) })
    const placement = placementByPoints(pairOf(first), second && pairOf(second), now.rotationDegrees)
    if (placement === null) return false
    await this.place(key, placement)
    return true
  }

  /** Resolves when the picture shows what is wanted. */
  get settled(): Promise<void> {
    return this.#settling
  }
  /** Whether elements are numbered over several models. */
  get isJoined(): boolean {
    return this.#ranges.some(({ file }) => file >= 0)
  }
  /** The next point that is pressed on this model, or with `others` on any other; null when the signal ends the wait. */
  pickPoint(key: string, on: 'itself' | 'others', signal: AbortSignal): Promise<Point | null> {
    const accepts = (element: number): boolean => (this.modelOf(element)?.key === key) === (on === 'itself')
    return pickPoint(this.viewer, accepts, signal)
  }

  /** Which model an element belongs to, and its number there (−1 for the file itself); null while there is one model. */
  modelOf(element: number): { readonly key: string; readonly own: number } | null {
    const range = rangeAt(this.#ranges, element)
    return range === null ? null : { key: range.key, own: element === range.file ? -1 : element - range.first }
  }
  /** The number in the viewer of a model's own element; −1 when it is not shown. */
  elementOf(key: string, own: number): number {
    const range = this.#ranges.find((candidate) => candidate.key === key)
    if (range === undefined || own >= range.count) return -1
    return own < 0 ? range.file : range.first + own
  }

  /** How far models stand from the nearest other, metres, of those that are too far to belong there. */
  get farApart(): readonly { readonly key: string; readonly metres: number }[] {
    const boxes = this.#entries.flatMap(({ source, manifest, placement }) => {
      if (manifest?.bounds == null) return []
      const matrix = matrixOf(placement ?? unmoved, manifest.origin, this.#origin ?? [0, 0, 0])
      return [{ key: source.key, box: movedBox(manifest.bounds, matrix) }]
    })
    return boxes.slice(1).flatMap(({ key, box }) => {
      const metres = Math.min(...boxes.filter((one) => one.key !== key).map((one) => gapBetween(one.box, box)))
      return metres > farMetres ? [{ key, metres }] : []
    })
  }

  async #fetchManifest(entry: ModelEntry): Promise<void> {
    if (entry.manifest !== null || entry.state === 'failed') return
    const { loader } = entry.source
    const { signal } = entry.abort
    try {
      const manifest = readManifest(await loader.fetchManifest(signal))
      if (manifest.state === 'complete') {
        Object.assign(entry, { manifest, state: 'joining' })
        entry.placement ??= this.#firstPlacement(entry)
      } else void untilChanged(loader, signal).then(() => this.#tryAgain(entry))
    } catch (error) {
      if (!signal.aborted) Object.assign(entry, { state: 'failed', error: asViewerError(error, 'fetch-failed') })
    }
    this.#tell()
  }

  async #tryAgain(entry: ModelEntry): Promise<void> {
    if (entry.abort.signal.aborted) return
    await this.#fetchManifest(entry)
    if (entry.manifest !== null) await this.#settle()
  }

  /** Where a model stands that nobody has placed: by the map where that is possible. */
  #firstPlacement(entry: ModelEntry): ModelPlacement | null {
    if (entry === this.#entries[0]) return this.#unmovedAt(entry.manifest?.origin)
    const byMap = this.#placementBy('map', entry)
    entry.method = byMap === null ? 'shared' : 'map'
    return byMap ?? this.#placementBy('shared', entry)
  }

  #unmovedAt(pivot: Vector3 = [0, 0, 0]): ModelPlacement {
    return { ...unmoved, pivot }
  }

  #placementBy(method: AlignMethod, { manifest }: ModelEntry): ModelPlacement | null {
    const first = this.#entries[0]?.manifest ?? this.viewer.model?.manifest ?? null
    if (manifest === null || first === null) return null
    const besideFirst = placementBy(method, manifest, first)
    return besideFirst === null ? null : composed(this.#entries[0]?.placement ?? unmoved, besideFirst)
  }

  /** Brings the picture to what is wanted; one call after the other. */
  #settle(): Promise<void> {
    this.#settling = this.#settling.then(() => this.#settleAll())
    return this.#settling
  }

  async #settleAll(): Promise<void> {
    for (;;) {
      const ready = this.#entries.filter(({ manifest, state }) => manifest !== null && state !== 'failed')
      const wanted = JSON.stringify(
        ready.map(({ source, placement }) => [source.key, this.#numberOf(source.loader), placement]),
      )
      const [only] = this.#ranges
      const isAlone = ready.length === 1 && only?.file === -1 && only.loader === this.#numberOf(ready[0].source.loader)
      if (ready.length === 0 || wanted === this.#shownAs || (isAlone && isUnmoved(ready[0]))) break
      try {
        await this.#show(ready)
        this.#shownAs = wanted
      } catch (error) {
        if (!this.#noticeFailure(asViewerError(error, 'fetch-failed'))) break
      }
    }
    for (const entry of this.#entries) if (entry.state === 'joining' && this.#isInPicture(entry)) entry.state = 'shown'
    this.#showFlags()
  }

  /** Whether it can be tried without the model that failed. */
  #noticeFailure(error: ViewerError): boolean {
    const key = failedKey(error.detail)
    const entry = key === null ? undefined : this.#entryOf(key)
    if (entry !== undefined) {
      Object.assign(entry, { state: 'failed', error })
      this.#tell()
      return true
    }
    if (error.code !== 'cancelled')
      for (const joining of this.#entries)
        if (joining.state === 'joining' && !this.#isInPicture(joining))
          Object.assign(joining, { state: 'failed', error })
    return false
  }

  async #show(ready: readonly ModelEntry[]): Promise<void> {
    const [first] = ready
    this.#origin ??= placed(first.placement ?? unmoved, first.manifest?.origin ?? [0, 0, 0])
    const loader = new JoinedLoader(
      ready.flatMap(({ source, manifest, placement }) =>
        manifest === null ? [] : [{ ...source, manifest, placement: placement ?? unmoved }],
      ),
      this.#origin,
    )
    const ranges = loader.places.map(({ element }, at) => ({
      key: ready[at].source.key,
      loader: this.#numberOf(ready[at].source.loader),
      file: element,
      first: element + 1,
      count: ready[at].manifest?.counts.nodes ?? 0,
    }))
    const began = (): void => {
      this.#isTakingOver = true
      this.#ranges = ranges
    }
    try {
      await exchangeModel(loader, this.viewer.exchange, { numberOf: renumbering(this.#ranges, ranges), began })
    } finally {
      this.#isTakingOver = false
    }
  }

  /** Marks the elements of models that are off or faded. */
  #showFlags(): void {
    const { states } = this.viewer.exchange
    const marks = elementFlag.off | elementFlag.faded
    for (const { key, file, first, count } of this.#ranges) {
      const { off = false, ghosted = false } = this.#entryOf(key) ?? {}
      const mark = (off ? elementFlag.off : 0) | (ghosted ? elementFlag.faded : 0)
      const start = file < 0 ? first : file
      states.reserve(first + count)
      for (let element = start; element < first + count; element++)
        states.flags[element] = (states.flags[element] & ~marks) | mark
    }
    states.partlyOff = this.#entries.some(({ off, ghosted }) => off || ghosted)
    const { model } = this.viewer
    if (model instanceof OpenModel) model.content?.refreshLooks(null)
    this.viewer.invalidate()
    this.#tell()
  }

  readonly #loaderNumbers = new WeakMap<PackageLoader, number>()
  #loaders = 0
  #numberOf(loader: PackageLoader): number {
    const number = this.#loaderNumbers.get(loader) ?? ++this.#loaders
    this.#loaderNumbers.set(loader, number)
    return number
  }

  #isInPicture({ source }: ModelEntry): boolean {
    return this.#ranges.some(({ key }) => key === source.key)
  }
  #entryOf(key: string): ModelEntry | undefined {
    return this.#entries.find(({ source }) => source.key === key)
  }
  #change(key: string, change: Partial<Pick<ModelEntry, 'off' | 'ghosted' | 'placement' | 'method' | 'state'>>): void {
    Object.assign(this.#entryOf(key) ?? {}, change)
    this.#tell()
  }
  #forget(): void {
    for (const { abort } of this.#entries) abort.abort()
    this.#entries = []
    this.#ranges = []
    this.#origin = null
    this.#shownAs = ''
    this.#tell()
  }
  #tell(): void {
    this.#events.emit('changed', {})
  }
}
