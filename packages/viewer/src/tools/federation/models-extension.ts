import { type Vector3, readManifest } from '@kamar/package-format/read'
import type { PackageLoader, Point } from '../../engine/types.js'
import { asViewerError, type ViewerError } from '../../engine/errors.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { elementFlag } from '../../engine/store/element-states.js'
import { waysToAlign, type AlignMethod } from './align.js'
import { computeAlignment, computeAutomaticPose, isSamePlacement, type ModelPose } from './automatic-pose.js'
import { OpenModel } from '../../engine/model/open-model.js'
import { failedKey } from './federated-loader.js'
import {
  createEntry,
  isUnmoved,
  toSavedModel,
  toMember,
  updateEntry,
  untilChanged,
  type ModelEntry,
} from './model-entries.js'
import { rangeAt, readSavedModels, type SavedModel, type ModelMember, type ModelSource } from './model-members.js'
import type { ModelFrame } from './model-frame.js'
import { pickPoint, type PickedPair } from './pick-point.js'
import { ShownModels } from './shown-models.js'
import {
  gapBetween,
  computeMatrix,
  movedBox,
  placementByPoints,
  unmoved,
  applyInversePlacement,
  type ModelPlacement,
} from './placement.js'
import { Extension, type ModelSet } from '../../engine/api.js'
import { modelsExtensionId } from './extension-id.js'

/** Events of the federation. */
export interface ModelsEvents {
  /** The list, a model's state, or a placement changed. */
  changed: Record<string, never>
}

/** Models farther apart than this are probably misplaced, metres. */
const farMetres = 2000

/**
 * Several models in one viewer. They are loaded as one: elements of the second follow those of the first, so that tree,
 * search, filters, selection, sections and measurements work across all, and frames take as few draw calls.
 */
export class ModelsExtension extends Extension implements ModelSet {
  readonly #events = new EventEmitter<ModelsEvents>()
  /** Loaders that have fetched their manifest: only then do they know where files in packs are. */
  readonly #readyLoaders = new WeakSet<PackageLoader>()
  #entries: ModelEntry[] = []
  #lazyShownModels: ShownModels | null = null
  /** Placements and packages of the current view. */
  #shownAs = ''
  #settling: Promise<void> = Promise.resolve()
  #stop: () => void = () => undefined

  get #shownModels(): ShownModels {
    this.#lazyShownModels ??= new ShownModels(this.viewer, () => this.#markElements())
    return this.#lazyShownModels
  }

  override load(): boolean {
    this.#stop = this.viewer.on('modelUnloaded', () => {
      if (!this.#shownModels.isReplacing) this.#reset()
    })
    return true
  }
  override unload(): void {
    super.unload()
    this.#stop()
    this.#reset()
    this.#events.clear()
  }

  /** Returns the models and their states, if there are several. */
  override getState(): unknown {
    return this.#entries.length > 1 ? { models: this.savedModels } : undefined
  }
  /** Restores placement and visibility of the open models; the application opens the others (`readSavedModels`). */
  override restoreState(state: unknown): void {
    if (this.#shownModels.isReplacing) return
    for (const model of readSavedModels(state) ?? []) {
      const entry = this.#entries.find(({ source }) => source.key === model.key)
      if (entry === undefined) continue
      Object.assign(entry, { placement: model.placement, method: model.method, off: model.off, ghosted: model.ghosted })
    }
    this.#showFlags()
    void this.#settle()
  }

  /** Calls `listener` on every event of that name; returns the unsubscribe function. */
  on<Name extends keyof ModelsEvents>(name: Name, listener: Listener<ModelsEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  /** Returns the models in list order; others are aligned to the first. */
  get members(): readonly ModelMember[] {
    return this.#entries.map(toMember)
  }
  /** Returns the models in the form of saved views. */
  get savedModels(): readonly SavedModel[] {
    return this.members.map(toSavedModel)
  }

  /** Replaces the shown models: those that remain keep their state. Resolves when all ready ones are drawn. */
  async setModels(sources: readonly ModelSource[]): Promise<void> {
    const before = this.#entries
    if (sources[0] !== undefined) this.begin(sources[0])
    this.#entries = sources.map((source) => {
      const existing = before.find((entry) => entry.source.key === source.key)
      return existing?.source.loader === source.loader ? updateEntry(existing, source) : createEntry(source)
    })
    for (const entry of before) if (!this.#entries.includes(entry)) entry.abort.abort()
    this.#emitChanged()
    await Promise.all(this.#entries.map((entry) => this.#fetchManifest(entry)))
    await this.#settle()
  }
  /** Identifies the model that `viewer.load` shows; by default it is the first one passed to `setModels`. */
  begin(source: ModelSource): void {
    const { model } = this.viewer
    if (model === null || this.#shownModels.ranges.length > 0) return
    const { counts, origin } = model.manifest
    this.#shownModels.begin(source.key, source.loader, { count: counts.nodes, origin })
    this.#entries = [
      { ...createEntry(source), state: 'shown', manifest: model.manifest, placement: this.#unmovedAt(origin) },
    ]
    this.#emitChanged()
  }
  /** Opens the available models of a saved view; returns false if it names none. */
  async openSaved(state: unknown, findSource: (saved: SavedModel) => ModelSource | null): Promise<boolean> {
    const sources = (readSavedModels(state) ?? []).flatMap((saved) => findSource(saved) ?? [])
    if (sources.length > 0) await this.setModels(sources)
    return sources.length > 0
  }
  /** Adds a model to the shown ones. */
  add(source: ModelSource): Promise<void> {
    return this.setModels([...this.#entries.map((entry) => entry.source), source])
  }
  /** Removes a model. */
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

  /** Returns the methods for aligning a model to the first, the most reliable first; none for the first itself. */
  waysToAlign(key: string): readonly AlignMethod[] {
    const [first] = this.#entries
    const entry = this.#findEntry(key)
    if (entry === first || entry?.manifest == null || first?.manifest == null) return []
    return waysToAlign(entry.manifest, first.manifest)
  }
  /** Returns the keys of the models that are not where the files put them. */
  get movedKeys(): readonly string[] {
    const displaced = this.#entries.slice(1).filter((entry) => {
      const pose = entry.placement && computeAutomaticPose(entry, this.#first)
      return pose && !isSamePlacement(pose.placement, entry.placement ?? unmoved)
    })
    return displaced.map(({ source }) => source.key)
  }
  /** Moves a model to where the files put it, with undo. */
  async resetPlacement(key: string): Promise<void> {
    const entry = this.#findEntry(key)
    const pose = entry && computeAutomaticPose(entry, this.#first)
    if (pose) await this.setPlacement(key, pose.placement, pose.method)
  }
  /** Aligns a model to the first by the data of the files; returns false if it is missing. */
  async align(key: string, method: AlignMethod): Promise<boolean> {
    const entry = this.#findEntry(key)
    const placement = entry === undefined ? null : computeAlignment(method, entry, this.#first)
    if (placement === null) return false
    await this.setPlacement(key, placement, method)
    return true
  }
  /** Moves a model to a placement, with undo; resolves when it is there. */
  async setPlacement(key: string, placement: ModelPlacement, method: AlignMethod = 'hand'): Promise<void> {
    const before = this.#findEntry(key)
    if (before?.placement != null) {
      const put = (pose: ModelPose) => () => void this.#put(key, pose)
      const [from, to] = [
        { placement: before.placement, method: before.method },
        { placement, method },
      ]
      const isPossible = (): boolean => this.#findEntry(key) !== undefined
      this.viewer.history.push({ undo: put(from), redo: put(to), isPossible })
    }
    await this.#put(key, { placement, method })
  }
  /** Moves a model by picked pairs; two pairs also rotate it. Returns false if the pairs give no direction. */
  async alignByPoints(key: string, first: PickedPair, second: PickedPair | null): Promise<boolean> {
    const entry = this.#findEntry(key)
    const { origin } = this.#shownModels
    if (entry === undefined || origin === null) return false
    const now = entry.placement ?? unmoved
    const world = (point: Point): Vector3 => [point[0] + origin[0], point[1] + origin[1], point[2] + origin[2]]
    const toWorldPair = ({ target, own }: PickedPair) => ({
      target: world(target),
      own: applyInversePlacement(now, world(own)),
    })
    const placement = placementByPoints(toWorldPair(first), second && toWorldPair(second), now.rotationDegrees)
    if (placement === null) return false
    await this.setPlacement(key, placement)
    return true
  }

  /** Resolves when the view shows the requested state. */
  get settled(): Promise<void> {
    return this.#settling
  }
  /** Returns whether element numbers span several models. */
  get isJoined(): boolean {
    return this.#shownModels.isJoined
  }
  /** Returns the next point clicked on this model, or with `others` on any other; null if the signal aborts. */
  pickPoint(key: string, on: 'itself' | 'others', signal: AbortSignal): Promise<Point | null> {
    const accepts = (element: number): boolean => (this.findModel(element)?.key === key) === (on === 'itself')
    return pickPoint(this.viewer, accepts, signal)
  }

  /** Returns the model of an element, and its number there (−1 for the file itself); null while there is one model. */
  findModel(element: number): { readonly key: string; readonly own: number } | null {
    const range = rangeAt(this.#shownModels.ranges, element)
    return range === null ? null : { key: range.key, own: element === range.file ? -1 : element - range.first }
  }
  findFirstKey(states: Readonly<Record<string, unknown>>): string | null {
    return (readSavedModels(states[modelsExtensionId]) ?? this.savedModels)[0]?.key ?? null
  }
  /** Returns the viewer's number of a model's own element; −1 if it is not shown. */
  findElement(key: string, own: number): number {
    const range = this.#shownModels.ranges.find((candidate) => candidate.key === key)
    if (range === undefined || own >= range.count) return -1
    return own < 0 ? range.file : range.first + own
  }

  /** Returns the frame between file and view for the current pose of a model; null while it is not shown. */
  findFrame(key: string): ModelFrame | null {
    return this.#shownModels.findFrame(key)
  }

  /** Returns the distance to the nearest other model, metres, of the models that are probably misplaced. */
  get distantModels(): readonly { readonly key: string; readonly metres: number }[] {
    const boxes = this.#entries.flatMap(({ source, manifest, placement }) => {
      if (manifest?.bounds == null) return []
      const matrix = computeMatrix(placement ?? unmoved, manifest.origin, this.#shownModels.origin ?? [0, 0, 0])
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
      const manifest = readManifest(await this.#requestManifest(entry))
      if (manifest.state === 'complete') {
        Object.assign(entry, { manifest, state: 'joining' })
        entry.placement ??= this.#firstPlacement(entry)
      } else void untilChanged(loader, signal).then(() => this.#tryAgain(entry))
    } catch (error) {
      if (!signal.aborted) Object.assign(entry, { state: 'failed', error: asViewerError(error, 'fetch-failed') })
    }
    this.#emitChanged()
  }

  async #requestManifest({ source: { loader }, abort }: ModelEntry): Promise<unknown> {
    const manifest = await loader.fetchManifest(abort.signal)
    this.#readyLoaders.add(loader)
    return manifest
  }

  async #tryAgain(entry: ModelEntry): Promise<void> {
    if (entry.abort.signal.aborted) return
    await this.#fetchManifest(entry)
    if (entry.manifest !== null) await this.#settle()
  }

  /** Returns the initial placement of a model without one. */
  #firstPlacement(entry: ModelEntry): ModelPlacement | null {
    if (entry === this.#entries[0]) return this.#unmovedAt(entry.manifest?.origin)
    const pose = computeAutomaticPose(entry, this.#first)
    entry.method = pose?.method ?? 'shared'
    return pose?.placement ?? null
  }

  #unmovedAt(pivot: Vector3 = [0, 0, 0]): ModelPlacement {
    return { ...unmoved, pivot }
  }

  get #first() {
    const [entry] = this.#entries
    return {
      manifest: entry?.manifest ?? this.viewer.model?.manifest ?? null,
      placement: entry?.placement ?? null,
    }
  }

  /** Updates the view to the requested state; calls run one after the other. */
  #settle(): Promise<void> {
    this.#settling = this.#settling.then(() => this.#settleAll())
    return this.#settling
  }

  async #settleAll(): Promise<void> {
    for (;;) {
      const ready = this.#entries.filter(({ manifest, state }) => manifest !== null && state !== 'failed')
      const targetKey = this.#shownModels.formatKey(ready)
      const isThere = targetKey === this.#shownAs || (this.#shownModels.isSingle(ready) && isUnmoved(ready[0]))
      if (ready.length === 0 || isThere) break
      try {
        // The viewer loaded the first model with another loader.
        for (const entry of ready) if (!this.#readyLoaders.has(entry.source.loader)) await this.#requestManifest(entry)
        await this.#shownModels.show(ready)
        this.#shownAs = targetKey
      } catch (error) {
        if (!this.#handleFailure(asViewerError(error, 'fetch-failed'))) break
      }
    }
    for (const entry of this.#entries) if (entry.state === 'joining' && this.#isDisplayed(entry)) entry.state = 'shown'
    this.#showFlags()
  }

  /** Returns whether to retry without the model that failed. */
  #handleFailure(error: ViewerError): boolean {
    const key = failedKey(error.detail)
    const entry = key === null ? undefined : this.#findEntry(key)
    if (entry !== undefined) {
      Object.assign(entry, { state: 'failed', error })
      this.#emitChanged()
      return true
    }
    if (error.code !== 'cancelled')
      for (const joining of this.#entries)
        if (joining.state === 'joining' && !this.#isDisplayed(joining))
          Object.assign(joining, { state: 'failed', error })
    return false
  }

  /** Flags the elements of models that are off or ghosted. */
  #markElements(): void {
    const { states } = this.viewer
    const marks = elementFlag.off | elementFlag.faded
    for (const { key, file, first, count } of this.#shownModels.ranges) {
      const { off = false, ghosted = false } = this.#findEntry(key) ?? {}
      const mark = (off ? elementFlag.off : 0) | (ghosted ? elementFlag.faded : 0)
      const start = file < 0 ? first : file
      states.reserve(first + count)
      for (let element = start; element < first + count; element++)
        states.flags[element] = (states.flags[element] & ~marks) | mark
    }
    states.visibilityVersion++
    states.partlyOff = this.#entries.some(({ off, ghosted }) => off || ghosted)
  }
  #showFlags(): void {
    this.#markElements()
    const { model } = this.viewer
    if (model instanceof OpenModel) model.content?.refreshColors(null)
    this.viewer.invalidate()
    this.#emitChanged()
  }

  #isDisplayed({ source }: ModelEntry): boolean {
    return this.#shownModels.has(source.key)
  }
  #findEntry(key: string): ModelEntry | undefined {
    return this.#entries.find(({ source }) => source.key === key)
  }
  #put(key: string, pose: ModelPose): Promise<void> {
    this.#change(key, { ...pose, ...(this.isJoined ? {} : { state: 'joining' }) })
    return this.#settle()
  }
  #change(key: string, change: Partial<Pick<ModelEntry, 'off' | 'ghosted' | 'placement' | 'method' | 'state'>>): void {
    Object.assign(this.#findEntry(key) ?? {}, change)
    this.#emitChanged()
  }
  #reset(): void {
    for (const { abort } of this.#entries) abort.abort()
    this.#entries = []
    this.#shownModels.reset()
    this.#shownAs = ''
    this.#emitChanged()
  }
  #emitChanged(): void {
    this.#events.emit('changed', {})
  }
}
