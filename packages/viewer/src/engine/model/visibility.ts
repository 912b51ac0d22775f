import { elementFlag } from '../store/element-states.js'
import type { StateHost } from './selection.js'
import { createTreeChanges, type TreeChanges } from './tree-changes.js'

/** Shows, hides, ghosts and isolates elements. Every call includes all descendants in the tree. */
export class Visibility {
  readonly #host: StateHost
  readonly #changed: () => void
  readonly #elementCount: () => number
  #isolated = false
  readonly #changes: TreeChanges

  constructor(host: StateHost, parts: { readonly elementCount: () => number; readonly changed: () => void }) {
    this.#host = host
    this.#changes = createTreeChanges(host)
    this.#elementCount = parts.elementCount
    this.#changed = parts.changed
  }

  /** Number of elements hidden by the user, including their children. */
  get hiddenCount(): number {
    return this.#host.states.hiddenCount
  }
  get ghostedCount(): number {
    return this.#host.states.ghostedCount
  }
  /** Whether only some elements are shown because `isolate` was called. */
  get isolated(): boolean {
    return this.#isolated
  }
  /** Sets the isolation flag after the element states were restored elsewhere. */
  restored(isolated: boolean): void {
    this.#isolated = isolated
    this.settleSelection()
    this.#changed()
  }
  /** Values of the visibility event. */
  get counts(): { readonly hidden: number; readonly ghosted: number; readonly isolated: boolean } {
    return { hidden: this.hiddenCount, ghosted: this.ghostedCount, isolated: this.#isolated }
  }
  isVisible(element: number): boolean {
    return (this.#host.states.flagsOf(element) & elementFlag.hidden) === 0
  }
  isGhosted(element: number): boolean {
    return (this.#host.states.flagsOf(element) & elementFlag.ghosted) !== 0
  }

  hide(elements: Iterable<number>): void {
    this.#do([...elements], (element) => this.#host.states.setHidden(element, true))
  }
  /** Also shows elements hidden by default (spaces), and ends ghosting. */
  show(elements: Iterable<number>): void {
    const { states } = this.#host
    this.#do([...elements], (element) => {
      const isRevealed = states.setHidden(element, false)
      return states.setGhosted(element, false) || isRevealed
    })
  }
  /** Draws the elements almost transparent; ghosts are not pickable. */
  ghost(elements: Iterable<number>): void {
    this.#do([...elements], (element) => this.#host.states.setGhosted(element, true))
  }
  /** Hides everything else. */
  isolate(elements: Iterable<number>): void {
    this.#isolated = true
    this.#setExploded([...elements], 'hide')
    this.#changed()
  }
  /** Ghosts everything else. */
  ghostOthers(elements: Iterable<number>): void {
    this.#setExploded([...elements], 'ghost')
    this.#changed()
  }
  /** Shows everything except elements hidden by default; ends ghosting and isolation. */
  showAll(): void {
    const changed = this.#host.states.resetVisibility()
    this.#changes.reset()
    this.#isolated = false
    this.settleSelection()
    if (changed.length > 0) this.#host.refresh(changed.length > 1000 ? null : changed)
    this.#changed()
  }
  /** Same as `showAll`: the state in which the model opened. */
  reset(): void {
    this.showAll()
  }

  /**
   * Updates whether the selection is highlighted after it or the isolation changed: highlighting everything visible has
   * no use.
   */
  settleSelection(): void {
    const { states } = this.#host
    const unmarked = elementFlag.hidden | elementFlag.selected
    let isAll = this.#isolated
    for (let element = 0; isAll && element < this.#elementCount(); element++)
      isAll = (states.flagsOf(element) & unmarked) !== 0
    states.selectionShown = !isAll
  }

  #do(elements: readonly number[], change: (element: number) => boolean): void {
    this.#changes.run(() => {
      const changed = this.#host.withDescendants(elements).filter((element) => change(element))
      if (changed.length === 0) return
      this.#host.refresh(changed.length > 1000 ? null : changed)
      this.#changed()
    })
  }

  #setExploded(elements: readonly number[], others: 'hide' | 'ghost'): void {
    this.#changes.run(() => {
      const { states } = this.#host
      const count = this.#elementCount()
      const isIsolated = new Uint8Array(count)
      for (const element of this.#host.withDescendants(elements)) isIsolated[element] = 1
      states.resetVisibility()
      for (let element = 0; element < count; element++) {
        if (isIsolated[element] === 1) states.setHidden(element, false)
        else if (others === 'hide') states.setHidden(element, true)
        else states.setGhosted(element, true)
      }
      this.settleSelection()
      this.#host.refresh(null)
    })
  }
}
