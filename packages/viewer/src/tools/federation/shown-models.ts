import type { Vector3 } from '@kamar/package-format/read'
import type { PackageLoader } from '../../engine/types.js'
import { Arrangement } from '../../engine/model/arrangement.js'
import { OpenModel } from '../../engine/model/open-model.js'
import { replaceModel, renumbered, type Renumbering } from './replace-model.js'
import { FederatedLoader } from './federated-loader.js'
import type { ModelEntry } from './model-entries.js'
import { rangeAt, renumbering, type ElementRange } from './model-members.js'
import { modelFrame, unturned, type ModelFrame } from './model-frame.js'
import { applyPlacement, unmoved, wayBetween } from './placement.js'
import type { Viewer } from '../../engine/api.js'

/** The currently shown models: their element ranges and poses. */
export class ShownModels {
  /** Subtracted from all positions, in the coordinates after placement; null before anything is shown. */
  origin: Vector3 | null = null
  readonly #viewer: Viewer
  readonly #marked: () => void
  #ranges: readonly ElementRange[] = []
  /** Ranges in earlier eras of the element states: undo steps use those numbers. */
  readonly #eras = new Map<number, readonly ElementRange[]>()
  #joined: FederatedLoader | null = null
  #isReplacing = false
  readonly #loaderNumbers = new WeakMap<PackageLoader, number>()
  #loaders = 0

  /** `marked` flags the elements of whole models. */
  constructor(viewer: Viewer, marked: () => void) {
    this.#viewer = viewer
    this.#marked = marked
    const { states } = viewer
    states.numberNow = (element, era) => (era === states.era ? element : this.#numberSince(era)(element))
    states.snapshotNow = (snapshot) =>
      snapshot.era === states.era ? snapshot : renumbered(snapshot, this.#numberSince(snapshot.era), states)
  }

  get ranges(): readonly ElementRange[] {
    return this.#ranges
  }
  /** Returns whether element numbers span several models. */
  get isJoined(): boolean {
    return this.#joined !== null
  }
  /** Returns whether the viewer is currently replacing its model for this federation. */
  get isReplacing(): boolean {
    return this.#isReplacing
  }
  has(key: string): boolean {
    return this.#ranges.some((range) => range.key === key)
  }
  /** Returns the frame between coordinates of a model's file and the view; null for a model that is not shown. */
  findFrame(key: string): ModelFrame | null {
    const at = this.#ranges.findIndex((range) => range.key === key)
    if (at < 0 || this.origin === null) return null
    return this.#joined?.createFrame(at) ?? modelFrame(unturned, this.origin)
  }
  /** Returns the number of a loader; a different number is a different package. */
  getLoaderNumber(loader: PackageLoader): number {
    const number = this.#loaderNumbers.get(loader) ?? ++this.#loaders
    this.#loaderNumbers.set(loader, number)
    return number
  }

  /** Registers the viewer's own model as the first. */
  begin(key: string, loader: PackageLoader, { count, origin }: { readonly count: number; readonly origin: Vector3 }) {
    this.#ranges = [{ key, loader: this.getLoaderNumber(loader), file: -1, first: 0, count }]
    this.origin = origin
  }
  reset(): void {
    this.#ranges = []
    this.#eras.clear()
    this.#joined = null
    this.origin = null
  }

  /** Returns a key of the view of these models; equal keys give equal views. */
  formatKey(entries: readonly ModelEntry[]): string {
    return JSON.stringify(
      entries.map(({ source, placement }) => [source.key, this.getLoaderNumber(source.loader), placement]),
    )
  }
  /** Returns whether the viewer shows this model alone, as it was loaded. */
  isSingle(entries: readonly ModelEntry[]): boolean {
    const [only] = this.#ranges
    return entries.length === 1 && only?.file === -1 && only.loader === this.getLoaderNumber(entries[0].source.loader)
  }

  /** Shows these models; if only placements differ, moves them without a fetch. */
  async show(entries: readonly ModelEntry[]): Promise<void> {
    if (this.#joined !== null && this.#areShown(entries)) this.#move(this.#joined, entries)
    else await this.#exchange(entries)
  }

  #areShown(entries: readonly ModelEntry[]): boolean {
    return (
      entries.length === this.#ranges.length &&
      this.#ranges.every(({ key, loader }, at) => {
        const { source } = entries[at]
        return key === source.key && loader === this.getLoaderNumber(source.loader)
      })
    )
  }

  #move(joined: FederatedLoader, entries: readonly ModelEntry[]): void {
    const { model, replacement } = this.#viewer
    if (!(model instanceof OpenModel) || !(model.arrangement instanceof Arrangement)) return
    const before = joined.matrices
    joined.move(entries.map(({ placement }) => placement ?? unmoved))
    model.arrangement.setFrames(joined.frames)
    model.manifestChanged(joined.manifest)
    model.arranged()
    model.content?.cells?.reloadBoxes().catch(() => undefined)
    joined.matrices.forEach((matrix, at) => {
      if (matrix.every((value, index) => value === before[at][index])) return
      const range = this.#ranges[at]
      const contains = (element: number): boolean => rangeAt([range], element) !== null
      replacement.events.emit('elementsMoved', { move: { matrix: wayBetween(before[at], matrix), contains } })
    })
    model.prepareWhenIdle()
  }

  async #exchange(entries: readonly ModelEntry[]): Promise<void> {
    const [first] = entries
    this.origin ??= applyPlacement(first.placement ?? unmoved, first.manifest?.origin ?? [0, 0, 0])
    const loader = new FederatedLoader(
      entries.flatMap(({ source, manifest, placement }) =>
        manifest === null ? [] : [{ ...source, manifest, placement: placement ?? unmoved }],
      ),
      this.origin,
    )
    const ranges = loader.offsetsByModel.map(({ element }, at) => ({
      key: entries[at].source.key,
      loader: this.getLoaderNumber(entries[at].source.loader),
      file: element,
      first: element + 1,
      count: entries[at].manifest?.counts.nodes ?? 0,
    }))
    const began = (): void => {
      this.#isReplacing = true
      this.#eras.set(this.#viewer.states.era++, this.#ranges)
      this.#ranges = ranges
      this.#joined = loader
    }
    try {
      await replaceModel(loader, this.#viewer, {
        numberOf: renumbering(this.#ranges, ranges),
        arrangement: new Arrangement(loader.frames),
        started: began,
        marked: this.#marked,
      })
    } finally {
      this.#isReplacing = false
    }
  }

  #numberSince(era: number): Renumbering {
    return renumbering(this.#eras.get(era) ?? [], this.#ranges)
  }
}
