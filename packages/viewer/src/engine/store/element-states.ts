import type { ElementColor } from '../types.js'
import { grown } from './growable.js'

/**
 * Bits of `ElementStates.flags`. `off` and `faded` apply to a whole model among several, independent of its elements.
 */
export const elementFlag = {
  hidden: 1,
  ghosted: 2,
  selected: 4,
  colored: 8,
  hiddenByDefault: 16,
  off: 32,
  faded: 64,
} as const
/** Flags of elements that are not drawn. */
export const hiddenFlags = elementFlag.hidden | elementFlag.off
/** Flags of elements that are drawn almost transparent. */
export const ghostFlags = elementFlag.ghosted | elementFlag.faded
const modelFlags = elementFlag.off | elementFlag.faded

/** Numbers of hidden and ghosted elements, and of visible ones that are hidden by default. */
const noCounts = { hidden: 0, ghosted: 0, revealed: 0 }

/** Contents of `ElementStates.snapshot`. */
export interface StatesSnapshot {
  readonly flags: Uint8Array
  readonly colors: ReadonlyMap<number, ElementColor>
  /** `ElementStates.era` when it was captured. */
  readonly era: number
}

/**
 * User states of elements: hidden, ghosted, selected, coloured. Stored by element number, so they survive the
 * replacement of provisional chunks and apply to instances that load later.
 */
export class ElementStates {
  flags = new Uint8Array(0)
  /** Version of the element numbering; changes after models were added or removed. */
  era = 0
  /** Converts an element number of an earlier era to the current one, −1 if there is none. Set by the federation. */
  numberNow: (element: number, era: number) => number = (element) => element
  /** Converts a whole snapshot likewise. */
  snapshotNow: (retained: StatesSnapshot) => StatesSnapshot = (retained) => retained
  #colors: ReadonlyMap<number, ElementColor> = new Map<number, ElementColor>()
  /** Whether snapshots have the same map of colours: it is copied before it changes. */
  #areColorsShared = false
  readonly #counts = { ...noCounts }
  /** Selected elements, in the order of their selection. */
  readonly selected = new Set<number>()
  /** Whether the selection is highlighted; false if it was isolated and is all that is visible. */
  selectionShown = true

  /** Number of hidden elements, beyond those hidden by default. */
  get hiddenCount(): number {
    return this.#counts.hidden
  }
  get ghostedCount(): number {
    return this.#counts.ghosted
  }
  /** Whether nothing that is drawn differs from how the model opens. */
  get isPlain(): boolean {
    return this.#counts.hidden === 0 && this.#counts.ghosted === 0 && this.#counts.revealed === 0 && !this.partlyOff
  }
  /** Whether one of several models is off or faded. */
  partlyOff = false
  /** Changes when elements are hidden or shown. */
  visibilityVersion = 0

  /** Reserves capacity for `count` elements. */
  reserve(count: number): void {
    this.flags = grown(this.flags, count)
  }

  flagsOf(element: number): number {
    return element < this.flags.length ? this.flags[element] : 0
  }
  /** Returns whether the element is ghosted itself, or with its model. */
  isGhost(element: number): boolean {
    return (this.flagsOf(element) & ghostFlags) !== 0
  }
  colorOf(element: number): ElementColor | undefined {
    return this.#colors.get(element)
  }

  /** Hides the elements that the source hides by default; those already known keep their state. */
  hideByDefault(hidden: Uint8Array): void {
    this.reserve(hidden.length)
    for (let element = 0; element < hidden.length; element++) {
      if (hidden[element] !== 1 || (this.flags[element] & elementFlag.hiddenByDefault) !== 0) continue
      if (this.flags[element] & elementFlag.hidden) this.#counts.hidden--
      this.flags[element] |= elementFlag.hiddenByDefault | elementFlag.hidden
    }
    this.visibilityVersion++
  }

  /** Returns true if the state changed. */
  setHidden(element: number, hidden: boolean): boolean {
    if (!this.#set(element, elementFlag.hidden, hidden)) return false
    this.visibilityVersion++
    if ((this.flags[element] & elementFlag.hiddenByDefault) === 0) this.#counts.hidden += hidden ? 1 : -1
    else this.#counts.revealed += hidden ? -1 : 1
    return true
  }
  /** Returns true if the state changed. */
  setGhosted(element: number, ghosted: boolean): boolean {
    if (!this.#set(element, elementFlag.ghosted, ghosted)) return false
    this.#counts.ghosted += ghosted ? 1 : -1
    return true
  }
  /** Returns true if the state changed. */
  setSelected(element: number, selected: boolean): boolean {
    if (!this.#set(element, elementFlag.selected, selected)) return false
    if (selected) this.selected.add(element)
    else this.selected.delete(element)
    return true
  }
  /** Sets a colour; null removes it. */
  setColor(element: number, color: ElementColor | null): void {
    this.#set(element, elementFlag.colored, color !== null)
    if (color === null && !this.#colors.has(element)) return
    if (color === null) this.#changeColors().delete(element)
    else this.#changeColors().set(element, color)
  }
  /** Returns the elements with a colour of their own. */
  coloredElements(): number[] {
    return [...this.#colors.keys()]
  }

  /** Shows everything not hidden by default, and ends ghosting; returns the elements that changed. */
  resetVisibility(): number[] {
    const changed: number[] = []
    for (let element = 0; element < this.flags.length; element++) {
      const byDefault = (this.flags[element] & elementFlag.hiddenByDefault) !== 0
      const a = this.setHidden(element, byDefault)
      const b = this.setGhosted(element, false)
      if (a || b) changed.push(element)
    }
    return changed
  }

  /** Captures colours and visibility for later restoring. */
  snapshot(): StatesSnapshot {
    this.#areColorsShared = true
    return { flags: this.flags.slice(), colors: this.#colors, era: this.era }
  }
  /** Restores a snapshot; the selection stays. */
  restore(snapshot: StatesSnapshot): void {
    const { flags, colors } = this.snapshotNow(snapshot)
    this.visibilityVersion++
    const retained = elementFlag.selected | elementFlag.hiddenByDefault | modelFlags
    Object.assign(this.#counts, noCounts)
    for (let element = 0; element < this.flags.length; element++) {
      const then = element < flags.length ? flags[element] : 0
      // What the snapshot did not know to be hidden by default is hidden.
      const unknown = this.flags[element] & ~then & elementFlag.hiddenByDefault ? elementFlag.hidden : 0
      const now = (this.flags[element] & retained) | (then & ~retained) | unknown
      this.flags[element] = now
      const hiding = now & (elementFlag.hidden | elementFlag.hiddenByDefault)
      if (hiding === elementFlag.hidden) this.#counts.hidden++
      if (hiding === elementFlag.hiddenByDefault) this.#counts.revealed++
      if (now & elementFlag.ghosted) this.#counts.ghosted++
    }
    this.#colors = colors
    this.#areColorsShared = true
  }

  /** Clears everything before another model is opened. */
  clear(): void {
    this.flags = new Uint8Array(0)
    this.partlyOff = false
    this.visibilityVersion++
    this.#colors = new Map<number, ElementColor>()
    this.#areColorsShared = false
    this.selected.clear()
    this.selectionShown = true
    Object.assign(this.#counts, noCounts)
  }

  #changeColors(): Map<number, ElementColor> {
    if (this.#areColorsShared) this.#colors = new Map(this.#colors)
    this.#areColorsShared = false
    return this.#colors as Map<number, ElementColor>
  }

  #set(element: number, flag: number, on: boolean): boolean {
    if (element >= this.flags.length) this.reserve(element + 1)
    const before = this.flags[element]
    const after = on ? before | flag : before & ~flag
    this.flags[element] = after
    return before !== after
  }
}
