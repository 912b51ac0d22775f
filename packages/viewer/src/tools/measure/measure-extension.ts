import { type ModelMove, type AnnotationTarget } from '../../engine/types.js'
import { subtract, computeLength } from '../../engine/math/vector.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { MeasureAttachments } from './attachments.js'
import type { CsvTexts } from './csv.js'
import { MeasureFormat } from './measure-format.js'
import { MeasureRunner } from './measure-runner.js'
import { Loupe } from './loupe.js'
import { MeasureInput, type AimedPoint } from './measure-input.js'
import { MeasureOverlay, type MeasureScene } from './measure-overlay.js'
import { pointsNeeded, type Measured, type MeasureRefusal } from './measure-steps.js'
import {
  measureKinds,
  readMeasurements,
  type MeasuredValue,
  type Measurement,
  type MeasureKind,
} from './measurement.js'
import { pendingText } from './pending-text.js'
import { Snapping, type Snap, type SnapCost } from '../../engine/geometry/snapping.js'
import type { LengthUnit } from './units.js'
import { Extension } from '../../engine/api.js'

/** Events of the measuring tool. */
export interface MeasureEvents {
  /** The list, a name or number format in it, or its visibility changed. */
  changed: { readonly measurements: readonly Measurement[] }
  /** Number of points of the measurement in progress. */
  progress: { readonly kind: MeasureKind | null; readonly points: number }
  /** The clicked position could not be measured. */
  refused: { readonly reason: MeasureRefusal }
  selected: { readonly id: string | null }
}

/** Snap radius factor of fingers, which are less exact than a mouse. */
const fingerGenerosity = 2

/**
 * Measures: every kind is a mode. Points snap to vertices, centres, midpoints, perpendicular feet and edges under the
 * pointer. Measurements stay in the view when the tool is switched off.
 */
export class MeasureExtension extends Extension {
  readonly #events = new EventEmitter<MeasureEvents>()
  readonly #snapping = new Snapping()
  #overlay: MeasureOverlay | null = null
  #loupe: Loupe | null = null
  #input: MeasureInput | null = null
  #kind: MeasureKind = 'distance'
  #measurements: readonly Measurement[] = []
  #snaps: Snap[] = []
  #hover: Snap | null = null
  #selected: string | null = null
  #nextId = 1
  #needsFrame = false
  #wasExploded = false
  #isVisible = true
  #on!: MeasureAttachments
  #format!: MeasureFormat
  #runner!: MeasureRunner
  #stops: (() => void)[] = []

  override load(): boolean {
    const { viewer } = this
    this.#format = new MeasureFormat(viewer)
    this.#runner = new MeasureRunner({ viewer, snapping: this.#snapping, end: this.#add.bind(this) })
    this.#on = new MeasureAttachments(viewer.states)
    this.#overlay = new MeasureOverlay(viewer.element, { space: viewer.space, theme: viewer.theme })
    this.#loupe = new Loupe(viewer.element)
    this.#stops = [
      viewer.on('frame', () => this.#handleFrame()),
      viewer.on('themeChanged', ({ theme }) => {
        this.#overlay?.setTheme(theme)
        this.#draw()
      }),
      viewer.on('elementsMoved', ({ move }) => this.#displaced(move)),
      viewer.on('modelUnloaded', () => {
        this.#snapping.clear()
        this.restoreState(undefined)
      }),
    ]
    return true
  }
  override unload(): void {
    super.unload()
    for (const stop of this.#stops) stop()
    this.#input?.dispose()
    this.#overlay?.dispose()
    this.#loupe?.dispose()
    this.#events.clear()
  }

  override getModes(): readonly string[] {
    return measureKinds
  }
  override activate(mode: string = this.#kind): boolean {
    if (!super.activate(mode)) return false
    this.#kind = measureKinds.find((kind) => kind === mode) ?? 'distance'
    this.#reset()
    this.setVisible(true)
    this.#input ??= this.#listen()
    this.#measureSelected()
    return true
  }
  override deactivate(): boolean {
    this.#input?.dispose()
    this.#input = null
    this.#reset()
    return super.deactivate()
  }

  override getState(): unknown {
    const measurements = this.#measurements
    return measurements.length === 0 ? undefined : { measurements, ...(this.#isVisible ? {} : { isHidden: true }) }
  }
  override restoreState(state: unknown): void {
    this.#reset()
    this.#isVisible = (state as { readonly isHidden?: unknown } | undefined)?.isHidden !== true
    this.#show(this.#on.renumbered(readMeasurements(state)))
  }
  override paintOver(target: AnnotationTarget): void {
    this.#overlay?.paintOver(target, this.#scene())
  }

  /** Calls `listener` on every event of that name; returns the unsubscribe function. */
  on<Name extends keyof MeasureEvents>(name: Name, listener: Listener<MeasureEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  /** The active kind of measurement; null while the tool is off. */
  get kind(): MeasureKind | null {
    return this.isActive() ? this.#kind : null
  }
  /** Returns all measurements, oldest first. */
  get measurements(): readonly Measurement[] {
    return this.#measurements
  }
  /** Returns the cost of the last snap. */
  get snapCost(): SnapCost {
    return this.#snapping.cost
  }
  /** Returns the current snap of the pointer. */
  get hovered(): Snap | null {
    return this.#hover
  }

  /** Returns the display unit of lengths: the chosen one, or that of the source. */
  get unit(): LengthUnit {
    return this.#format.unit
  }
  /** Sets the display unit; null restores that of the source. */
  setUnit(unit: LengthUnit | null): void {
    this.#format.setUnit(unit)
    this.#show(this.#measurements)
  }
  /** Sets the language of numbers, BCP 47, and the text of elements that touch. */
  setLocale(locale: string, touchingText = ''): void {
    this.#format.setLocale(locale)
    this.#format.touchingText = touchingText
    this.#show(this.#measurements)
  }

  /** Returns the numbers of a measurement, the main one first. */
  computeValues(measurement: Measurement): readonly MeasuredValue[] {
    return this.#format.computeValues(measurement)
  }
  /** Formats a number for display. */
  formatValue(value: MeasuredValue): string {
    return this.#format.formatValue(value)
  }
  /** Formats the label of a measurement: its main number; for a point all three coordinates. */
  formatLabel(measurement: Measurement): string {
    return this.#format.formatLabel(measurement)
  }
  /** Formats all measurements as a table for spreadsheets. */
  csv(texts: CsvTexts): string {
    return this.#format.csv(this.#measurements, texts)
  }

  get isVisible(): boolean {
    return this.#isVisible
  }
  /** Hides all measurements without deleting them; a new one displays them again. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    this.#show(this.#measurements)
  }

  /** Highlights one of them as selected. */
  select(id: string | null): void {
    this.#selected = id
    this.#draw()
    this.#events.emit('selected', { id })
  }
  rename(id: string, name: string): void {
    this.#change(this.#measurements.map((one) => (one.id === id ? { ...one, name } : one)))
  }
  remove(id: string): void {
    if (id === this.#selected) this.select(null)
    this.#change(this.#measurements.filter((one) => one.id !== id))
  }
  /** Deletes all measurements. */
  clear(): void {
    this.select(null)
    this.#change([])
  }

  /** Finishes a chain or an area at its last point. */
  finish(): void {
    const least = this.#kind === 'area' ? 3 : 2
    if (pointsNeeded[this.#kind] !== undefined || this.#snaps.length < least) return
    this.#complete()
  }
  /** Discards the points set so far; returns false if there were none. */
  cancel(): boolean {
    const had = this.#snaps.length > 0
    this.#reset()
    return had
  }

  #listen(): MeasureInput {
    return new MeasureInput(this.viewer, {
      hover: (point) => this.#setHover(point === null ? null : this.#snapAt(point)),
      set: (point) => this.#set(this.#snapAt(point)),
      hold: (point) => this.#hold(point),
      release: (point) => this.#release(point),
      finish: () => this.finish(),
      cancel: () => {
        if (!this.cancel()) this.viewer.extensions.deactivateExtension(this)
      },
      undoPoint: () => this.#undoPoint(),
    })
  }

  #snapAt({ x, y, touch }: AimedPoint): Snap | null {
    const { viewer } = this
    const { geometry } = viewer
    if (geometry === null) return null
    const world = { space: viewer.space, geometry, cuts: viewer.cut.planes, pick: viewer.pick.bind(viewer) }
    const from = this.#snaps.at(-1)?.point ?? null
    return this.#snapping.at({ world, x, y, from, generosity: touch ? fingerGenerosity : 1 })
  }

  #setHover(snap: Snap | null): void {
    if (snap === null && this.#hover === null) return
    this.#hover = snap
    this.#draw()
  }

  /** The first call requests a frame that the loupe can magnify. */
  #hold(point: AimedPoint): void {
    this.#setHover(this.#snapAt(point))
    if (this.#loupe?.isShown !== true) {
      this.#needsFrame = true
      this.viewer.invalidate()
    }
    const snap = this.#hover
    this.#loupe?.show(point, snap === null ? null : { ...this.viewer.space.project(snap.point), kind: snap.kind })
  }

  #release(point: AimedPoint | null): void {
    this.#loupe?.hide()
    if (point !== null) this.#set(this.#snapAt(point))
    this.#setHover(null)
  }

  /** Returns whether the model is exploded: distances are then meaningless, and earlier measurements are misplaced. */
  get #isExploded(): boolean {
    return this.viewer.stage.scheduler.content?.isDisplaced === true
  }

  /** Hides measurements while the model is exploded; reported once, when it is exploded. */
  #displaced(move: ModelMove | null): void {
    this.#snapping.clear()
    const { geometry } = this.viewer
    if (move !== null && geometry !== null) {
      const since = this.#on.moves
      this.#on.note(move, this.#measurements, geometry)
      this.#show(this.#on.transferred(this.#measurements, since))
    }
    const was = this.#wasExploded
    this.#wasExploded = this.#isExploded
    this.#reset()
    if (this.#wasExploded && !was && this.#measurements.length > 0) this.#events.emit('refused', { reason: 'apart' })
  }

  #set(snap: Snap | null): void {
    // Further clicks during a search are not points of it.
    if (snap === null || this.#snaps.length === pointsNeeded[this.#kind]) return
    if (this.#isExploded) return this.#events.emit('refused', { reason: 'apart' })
    const isClosing = this.#kind === 'area' && this.#snaps.length > 2 && isSamePoint(this.#snaps[0], snap)
    if (isClosing) return this.finish()
    this.#snaps = [...this.#snaps, snap]
    if (this.#snaps.length === pointsNeeded[this.#kind]) return this.#complete()
    this.#emitProgress()
    this.#draw()
  }

  #complete(): void {
    const kind = this.#kind
    if (kind !== 'clearance') return this.#runner.measurePoints(kind, this.#snaps)
    const [one, other] = this.#snaps
    this.#emitProgress()
    this.#draw()
    this.#runner.measureBetween([one.element, other.element])
  }

  /** Two elements that are selected when the kind is chosen are measured without a pick. */
  #measureSelected(): void {
    const [one, other, ...more] = this.viewer.selection.elements
    if (this.#kind !== 'clearance' || other === undefined || more.length > 0 || this.#isExploded) return
    this.#runner.measureBetween([one, other])
  }

  #add(measured: Measured, elements: readonly number[]): void {
    this.#reset()
    if ('refused' in measured) return this.#events.emit('refused', { reason: measured.refused })
    const usedIds = new Set(this.#measurements.map(({ id }) => id))
    while (usedIds.has(`measurement-${this.#nextId}`)) this.#nextId++
    const measurement = { ...measured, id: `measurement-${this.#nextId}`, name: '' }
    this.#on.attach(measurement, elements)
    this.#change([...this.#measurements, measurement])
  }

  #undoPoint(): boolean {
    if (this.#snaps.length === 0) return false
    this.#snaps = this.#snaps.slice(0, -1)
    this.#emitProgress()
    this.#draw()
    return true
  }

  #reset(): void {
    this.#runner.cancel()
    this.#snaps = []
    this.#hover = null
    this.#loupe?.hide()
    this.#emitProgress()
    this.#draw()
  }

  #emitProgress(): void {
    this.#events.emit('progress', { kind: this.kind, points: this.#snaps.length })
  }

  #change(next: readonly Measurement[]): void {
    const before = this.#measurements
    const { moves } = this.#on
    const go = (to: readonly Measurement[]) => () => this.#show(this.#on.transferred(to, moves))
    this.#show(next)
    this.viewer.history.push({ undo: go(before), redo: go(next) })
  }

  #show(measurements: readonly Measurement[]): void {
    this.#measurements = measurements
    this.#draw()
    this.#events.emit('changed', { measurements })
  }

  #handleFrame(): void {
    if (this.#needsFrame) {
      this.#needsFrame = false
      this.#loupe?.take(this.viewer.canvas)
    }
    if (this.#measurements.length > 0 || this.#snaps.length > 0 || this.#hover !== null) this.#draw()
  }

  #draw(): void {
    this.#overlay?.draw(this.#scene())
  }

  #scene(): MeasureScene {
    const points = [...this.#snaps, ...(this.#hover === null ? [] : [this.#hover])].map(({ point }) => point)
    return {
      measurements: this.#isVisible && !this.#isExploded ? this.#measurements : [],
      selected: this.#selected,
      pending: this.#snaps.map(({ point }) => point),
      isArea: this.#kind === 'area',
      isConnected: this.#kind !== 'clearance',
      hover: this.isActive() ? this.#hover : null,
      pendingText: this.#snaps.length === 0 ? null : pendingText(this.#kind, points, this.#format.style),
      formatLabel: (measurement) => this.formatLabel(measurement),
    }
  }
}

const isSamePoint = (one: Snap, other: Snap): boolean => computeLength(subtract(one.point, other.point)) < 1e-6
