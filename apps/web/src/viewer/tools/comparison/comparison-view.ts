import { changedPart, type ElementChange } from '@kamar/comparison'
import type { Box } from '@kamar/package-format/read'
import type { ReferenceOverlay, Viewer } from '@kamar/viewer'
import { createObservable, type Observable } from '../../../platform/observable.js'
import { type ChangeFilter, matchesFilter, noFilter } from './changes/change-filter.js'
import type { ComparedUrns, PackageComparison, VersionPackage } from './compare-packages.js'
import { comparedKinds, kindColors, type ComparedKind, type ShownKinds } from './compared-kinds.js'

/** Version that is displayed: the older one, the newer one, or both overlaid. */
export type DisplayedVersion = 'before' | 'after' | 'both'

export interface ComparisonState {
  readonly displayedVersion: DisplayedVersion
  readonly status: 'loading' | 'ready' | 'failed'
  readonly result: PackageComparison | null
  readonly error: unknown
  readonly shownKinds: ShownKinds
  readonly filter: ChangeFilter
  /** The change that was last brought into view. */
  readonly current: ElementChange | null
  /** Whether some removed elements were omitted because there was too much to draw. */
  readonly hasOmitted: boolean
}

/** Dependencies of a comparison. */
export interface ComparisonDependencies {
  readonly compare: (urns: ComparedUrns, signal: AbortSignal) => Promise<PackageComparison>
  readonly createOverlay: (viewer: Viewer) => Promise<Pick<ReferenceOverlay, 'show' | 'clear' | 'restrict' | 'visible'>>
}

type ComparisonOverlay = Awaited<ReturnType<ComparisonDependencies['createOverlay']>>

/** State before anything is read. */
export const startState: ComparisonState = {
  displayedVersion: 'both',
  status: 'loading',
  result: null,
  error: null,
  shownKinds: new Set(comparedKinds),
  filter: noFilter,
  current: null,
  hasOmitted: false,
}

/** Visible changes; an element with no other change looks the same in both versions. */
const drawnParts = changedPart.shape | changedPart.placement

/** One comparison in the viewer, from start to end: colours, ghosts, and the locations of changes. */
export class ComparisonView {
  readonly state: Observable<ComparisonState> = createObservable(startState)
  readonly urns: ComparedUrns
  readonly #viewer: Viewer
  readonly #parts: ComparisonDependencies
  #ending = new AbortController()
  #overlay: ComparisonOverlay | null = null
  /** Changed elements in their older state; read on first use. */
  #earlier: Promise<ComparisonOverlay> | null = null

  constructor(viewer: Viewer, urns: ComparedUrns, parts: ComparisonDependencies) {
    this.#viewer = viewer
    this.urns = urns
    this.#parts = parts
  }

  /**
   * Compares the versions, colours the model, then draws the removed elements. The colours outlast Reset View. Failures
   * are in the state.
   */
  async start(): Promise<void> {
    this.#ending.abort()
    this.#ending = new AbortController()
    const { signal } = this.#ending
    signal.addEventListener(
      'abort',
      this.#viewer.on('viewReset', () => this.#paint()),
    )
    this.#change({ status: 'loading', error: null })
    try {
      const result = await this.#parts.compare(this.urns, signal)
      if (signal.aborted) return
      this.#change({ status: 'ready', result })
      this.#paint()
      await this.#drawRemoved(result, signal)
    } catch (error) {
      if (!signal.aborted) this.#change({ status: 'failed', error })
    }
  }

  /** Shows or hides all elements of a kind. */
  toggle(kind: ComparedKind): void {
    const shownKinds = new Set(this.state.get().shownKinds)
    if (!shownKinds.delete(kind)) shownKinds.add(kind)
    this.#change({ shownKinds })
    this.#paint()
  }

  /** Narrows the changes: others look unchanged. */
  setFilter(filter: ChangeFilter): void {
    this.#change({ filter, current: null })
    this.#paint()
  }

  /**
   * Shows the model as it was, as it is, or both. Elements with a changed shape or placement are first read from the
   * older version.
   */
  async show(displayedVersion: DisplayedVersion): Promise<void> {
    this.#change({ displayedVersion })
    const { result } = this.state.get()
    if (displayedVersion === 'before' && result) {
      const { signal } = this.#ending
      this.#earlier ??= this.#drawEarlier(result, signal)
      await this.#earlier.catch((error: unknown) => {
        this.#earlier = null
        if (!signal.aborted) this.#change({ displayedVersion: 'both', status: 'failed', error })
      })
    }
    this.#paint()
  }

  /** Selects a changed element and brings it into view, or the location of a removed one. */
  focus(change: ElementChange, reveal: (elements: readonly number[]) => void): void {
    const { after, before } = change
    const { result } = this.state.get()
    if (!result) return
    this.#change({ current: change })
    if (after >= 0) {
      reveal([after])
      return
    }
    this.#viewer.selection.clear()
    const box = computeBox(result.older, before, result.newer.manifest.origin)
    if (box) this.#viewer.camera.fitBox(box)
  }

  /** Removes colours and ghosts. */
  dispose(): void {
    this.#ending.abort()
    this.#overlay?.clear()
    void this.#earlier?.then(
      (earlier) => earlier.clear(),
      () => undefined,
    )
    if (this.state.get().result === null) return
    this.#viewer.colors.reset()
    this.#viewer.visibility.showAll()
  }

  #paint(): void {
    const { displayedVersion, filter, result, shownKinds } = this.state.get()
    if (!result) return
    const { colors, visibility } = this.#viewer
    const { hidden } = result.newer.tree
    const elements = { added: [] as number[], changed: [] as number[] }
    const notYet: number[] = []
    for (const change of result.comparison.changes) {
      const { after, kind, parts } = change
      const isMatch = matchesFilter(result, change, filter)
      const isDrawnEarlier = isMatch && (parts & drawnParts) !== 0
      if (displayedVersion === 'before' && (kind === 'added' || isDrawnEarlier)) notYet.push(after)
      if (kind === 'removed' || hidden[after] !== 0 || !this.#viewer.model?.hasShape(after)) continue
      if (isMatch) elements[kind].push(after)
    }
    const visible = (['added', 'changed'] as const).flatMap((kind) => (shownKinds.has(kind) ? elements[kind] : []))
    const invisible = (['added', 'changed'] as const).flatMap((kind) => (shownKinds.has(kind) ? [] : elements[kind]))
    colors.reset()
    for (const kind of ['added', 'changed'] as const) colors.set(elements[kind], kindColors[kind])
    if (shownKinds.has('same')) visibility.ghostOthers(visible)
    else visibility.isolate(visible)
    visibility.hide([...invisible, ...notYet])
    this.#updateOverlays()
  }

  #updateOverlays(): void {
    if (this.#overlay) this.#updateOverlay(this.#overlay, 'removed')
    void this.#earlier?.then(
      (earlier) => this.#updateOverlay(earlier, 'changed'),
      () => undefined,
    )
  }

  /** Draws the older version's elements of a kind that match the filter. */
  #updateOverlay(overlay: ComparisonOverlay, kind: 'removed' | 'changed'): void {
    const { displayedVersion, filter, result, shownKinds } = this.state.get()
    if (!result) return
    const matches = result.comparison.changes.filter(
      (change) => change.kind === kind && matchesFilter(result, change, filter),
    )
    overlay.restrict(filter === noFilter ? null : new Set(matches.map(({ before }) => before)))
    const isOfVersion = kind === 'removed' ? displayedVersion !== 'after' : displayedVersion === 'before'
    overlay.visible = isOfVersion && shownKinds.has(kind)
  }

  async #drawEarlier({ comparison, older }: PackageComparison, signal: AbortSignal): Promise<ComparisonOverlay> {
    const visibleChanges = comparison.changes.filter(({ parts }) => (parts & drawnParts) !== 0)
    const elements = new Set(
      visibleChanges.map(({ before }) => before).filter((before) => older.tree.hidden[before] === 0),
    )
    const overlay = await this.#parts.createOverlay(this.#viewer)
    overlay.visible = false
    await overlay.show({ loader: older.loader, elements, color: kindColors.changed, signal })
    return overlay
  }

  async #drawRemoved({ comparison, older }: PackageComparison, signal: AbortSignal): Promise<void> {
    const elements = new Set<number>()
    for (const { before, kind } of comparison.changes) {
      if (kind === 'removed' && older.tree.hidden[before] === 0) elements.add(before)
    }
    if (elements.size === 0) return
    this.#overlay = await this.#parts.createOverlay(this.#viewer)
    this.#updateOverlay(this.#overlay, 'removed')
    const { omitted } = await this.#overlay.show({
      loader: older.loader,
      elements,
      color: kindColors.removed,
      signal,
    })
    this.#change({ hasOmitted: omitted > 0 })
  }

  #change(part: Partial<ComparisonState>): void {
    this.state.set((current) => ({ ...current, ...part }))
  }
}

/** Returns the box of an element of a version in the frame of the displayed model; null when it has no geometry. */
function computeBox({ fingerprints }: VersionPackage, element: number, origin: readonly number[]): Box | null {
  if (!fingerprints.shape[element]) return null
  const side = (from: number): [number, number, number] => {
    const metres = (axis: number): number =>
      (fingerprints.box[element * 6 + from + axis] ?? 0) / 1000 - (origin[axis] ?? 0)
    return [metres(0), metres(1), metres(2)]
  }
  return { min: side(0), max: side(3) }
}
