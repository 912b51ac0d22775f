import type { ElementColor } from '../api.js'
import { grown } from './growable.js'

/** Bits of `ElementStates.flags`. `off` and `faded` are those of a whole model among several, whatever its elements are. */
export const elementFlag = {
  hidden: 1,
  ghosted: 2,
  selected: 4,
  colored: 8,
  hiddenByDefault: 16,
  off: 32,
  faded: 64,
} as const
/** Not drawn. */
export const unseenFlags = elementFlag.hidden | elementFlag.off
/** Drawn as a breath of itself. */
export const ghostFlags = elementFlag.ghosted | elementFlag.faded
const modelFlags = elementFlag.off | elementFlag.faded

/** What `ElementStates.snapshot` keeps. */
export interface StatesSnapshot {
  readonly flags: Uint8Array
  readonly colors: ReadonlyMap<number, ElementColor>
  readonly shownDefault: boolean
  /** `ElementStates.era` when it was taken. */
  readonly era: number
}

/**
 * What the user did to elements: hidden, ghosted, selected, coloured. Kept by element number, so it outlives the
 * replacement of provisional chunks and applies to instances that arrive later.
 */
export class ElementStates {
  flags = new Uint8Array(0)
  /** How elements are numbered: another number after models joined or left. */
  era = 0
  /** The number that an element of an earlier era has now, −1 for none. Set by who joins models. */
  numberNow: (element: number, era: number) => number = (element) => element
  /** The same of a whole snapshot. */
  snapshotNow: (retained: StatesSnapshot) => StatesSnapshot = (retained) => retained
  readonly #colors = new Map<number, ElementColor>()
  readonly #counts = { hidden: 0, ghosted: 0 }
  /** In the order in which they were selected. */
  readonly selected = new Set<number>()
  /** Whether what is selected is marked; it is not where it is all that is shown because it was isolated. */
  selectionShown = true

  /** Elements hidden, beyond those that are hidden from the start. */
  get hiddenCount(): number {
    return this.#counts.hidden
  }
  get ghostedCount(): number {
    return this.#counts.ghosted
  }
  /** Whether anything differs from how the model opens, in what is drawn at all. */
  get isPlain(): boolean {
    return this.#counts.hidden === 0 && this.#counts.ghosted === 0 && !this.#shownDefault && !this.partlyOff
  }
  #shownDefault = false
  /** A whole model among several is off or faded. */
  partlyOff = false

  /** Makes room for `count` elements. */
  reserve(count: number): void {
    this.flags = grown(this.flags, count)
  }

  flagsOf(element: number): number {
    return element < this.flags.length ? this.flags[element] : 0
  }
  /** Ghosted itself, or with the model it belongs to. */
  isGhost(element: number): boolean {
    return (this.flagsOf(element) & ghostFlags) !== 0
  }
  colorOf(element: number): ElementColor | undefined {
    return this.#colors.get(element)
  }

  /** Marks the elements that the source wants hidden until asked for. */
  hideByDefault(hidden: Uint8Array): void {
    this.reserve(hidden.length)
    for (let element = 0; element < hidden.length; element++)
      if (hidden[element] === 1) this.flags[element] |= elementFlag.hiddenByDefault | elementFlag.hidden
  }

  /** True when that changed anything. */
  setHidden(element: number, hidden: boolean): boolean {
    if (!this.#set(element, elementFlag.hidden, hidden)) return false
    if ((this.flags[element] & elementFlag.hiddenByDefault) === 0) this.#counts.hidden += hidden ? 1 : -1
    else if (!hidden) this.#shownDefault = true
    return true
  }
  /** True when that changed anything. */
  setGhosted(element: number, ghosted: boolean): boolean {
    if (!this.#set(element, elementFlag.ghosted, ghosted)) return false
    this.#counts.ghosted += ghosted ? 1 : -1
    return true
  }
  /** True when that changed anything. */
  setSelected(element: number, selected: boolean): boolean {
    if (!this.#set(element, elementFlag.selected, selected)) return false
    if (selected) this.selected.add(element)
    else this.selected.delete(element)
    return true
  }
  /** Null takes the colour off. */
  setColor(element: number, color: ElementColor | null): void {
    this.#set(element, elementFlag.colored, color !== null)
    if (color === null) this.#colors.delete(element)
    else this.#colors.set(element, color)
  }
  /** Elements with a colour of their own. */
  coloredElements(): number[] {
    return [...this.#colors.keys()]
  }

  /** Shows everything that is not hidden by default, and unghosts; the elements that changed. */
  resetVisibility(): number[] {
    const changed: number[] = []
    for (let element = 0; element < this.flags.length; element++) {
      const byDefault = (this.flags[element] & elementFlag.hiddenByDefault) !== 0
      const a = this.setHidden(element, byDefault)
      const b = this.setGhosted(element, false)
      if (a || b) changed.push(element)
    }
    this.#shownDefault = false
    return changed
  }

  /** Colours and visibility as they are, to go back to. */
  snapshot(): StatesSnapshot {
    const { era } = this
    return { flags: this.flags.slice(), colors: new Map(this.#colors), shownDefault: this.#shownDefault, era }
  }
  /** Goes back to a snapshot; what is selected stays. */
  restore(snapshot: StatesSnapshot): void {
    const { flags, colors, shownDefault } = this.snapshotNow(snapshot)
    const retained = elementFlag.selected | elementFlag.hiddenByDefault | modelFlags
    this.#counts.hidden = 0
    this.#counts.ghosted = 0
    for (let element = 0; element < this.flags.length; element++) {
      const then = element < flags.length ? flags[element] : this.flags[element] & elementFlag.hiddenByDefault
      const now = (this.flags[element] & retained) | (then & ~retained)
      this.flags[element] = now
      if ((now & (elementFlag.hidden | elementFlag.hiddenByDefault)) === elementFlag.hidden) this.#counts.hidden++
      if (now & elementFlag.ghosted) this.#counts.ghosted++
    }
    this.#colors.clear()
    for (const [element, color] of colors) this.#colors.set(element, color)
    this.#shownDefault = shownDefault
  }

  /** Forgets everything: another model is opened. */
  clear(): void {
    this.flags = new Uint8Array(0)
    this.partlyOff = false
    this.#colors.clear()
    this.selected.clear()
    this.selectionShown = true
    this.#counts.hidden = 0
    this.#counts.ghosted = 0
    this.#shownDefault = false
  }

  #set(element: number, flag: number, on: boolean): boolean {
    if (element >= this.flags.length) this.reserve(element + 1)
    const before = this.flags[element]
    const after = on ? before | flag : before & ~flag
    this.flags[element] = after
    return before !== after
  }
}
