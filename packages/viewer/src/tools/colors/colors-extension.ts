import type { ElementColor } from '../../engine/types.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import type { QueryField } from '../../engine/search/filter-rule.js'
import type { ElementStates } from '../../engine/store/element-states.js'
import { evenBounds, readLegend, type ColorLegend, type LegendEntry } from './color-legend.js'
import { categoryColor, rampColor } from './palette.js'
import { Extension } from '../../engine/api.js'

/** Events of colouring by a property. */
export interface ColorsEvents {
  /** The legend changed or was removed. */
  changed: { readonly legend: ColorLegend | null }
}

/** How a field is coloured. */
export interface ColorChoice {
  readonly kind: 'categories' | 'ranges'
  /** Number of ranges; 5 by default. */
  readonly ranges?: number
}

/** Additional values get no colour of their own. */
const maxCategories = 60
const defaultRanges = 5
const spatialClass = /project|site|building|storey|space|facility|level/i
const grey: ElementColor = { rgb: [176, 180, 186], opacity: 0.35 }

/** Colours elements by their value of a property, with an editable legend; a saved view stores it. */
export class ColorsExtension extends Extension {
  readonly #events = new EventEmitter<ColorsEvents>()
  #legend: ColorLegend | null = null
  #elements: readonly Uint32Array[] = []
  /** Counts requests: results of older ones are ignored. */
  #requestId = 0
  #painting = false
  #stop: (() => void)[] = []

  override load(): boolean {
    this.#stop = [
      this.viewer.on('modelUnloaded', () => this.#reset()),
      this.viewer.on('colorsChanged', () => this.#handleReset()),
    ]
    return true
  }
  override unload(): void {
    super.unload()
    for (const stop of this.#stop) stop()
    this.#reset()
    this.#events.clear()
  }

  override getState(): unknown {
    return this.#legend ?? undefined
  }
  /** Restores the legend immediately, the colours as soon as the values are known. */
  override restoreState(state: unknown): void {
    const legend = readLegend(state)
    if (legend === null) return this.#legend === null ? undefined : this.#show(null, [])
    void this.#apply(legend)
  }

  /** Calls `listener` on every event of that name; returns the unsubscribe function. */
  on<Name extends keyof ColorsEvents>(name: Name, listener: Listener<ColorsEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  /** Returns the legend; null while elements are not coloured by a property. */
  get legend(): ColorLegend | null {
    return this.#legend
  }
  /** Returns the elements of each legend entry. */
  get elements(): readonly Uint32Array[] {
    return this.#elements
  }

  /** Colours by a field; false if no element has it, or it has no numbers for ranges. */
  async colorBy(field: QueryField, { kind, ranges = defaultRanges }: ColorChoice): Promise<boolean> {
    const requestId = ++this.#requestId
    const values = await this.viewer.queries.values(field, this.#colorable(field), maxCategories)
    if (requestId !== this.#requestId || values.groups.length === 0) return false
    const othersGrey = this.#legend?.othersGrey ?? false
    if (kind === 'categories') {
      const entries = values.groups.map(({ text, elements }, at) => ({
        ...plainEntry,
        text,
        rgb: categoryColor(at),
        elements: elements.length,
      }))
      const lists = values.groups.map(({ elements }) => elements)
      this.#remember({ field, kind, entries, othersGrey, others: values.others }, lists)
      return true
    }
    if (values.range === null) return false
    const { low, high } = values.range
    const bounds = evenBounds(low, high, low === high ? 1 : ranges)
    return this.setBounds(field, bounds)
  }

  /** Colours a numeric field by custom ranges; ascending bounds, one more than ranges. */
  async setBounds(field: QueryField, bounds: readonly number[]): Promise<boolean> {
    const requestId = ++this.#requestId
    const lists = await this.viewer.queries.ranges(field, this.#colorable(field), bounds)
    if (requestId !== this.#requestId) return false
    const before = this.#legend?.kind === 'ranges' ? this.#legend.entries : []
    const keeps = before.length === lists.length
    const entries = lists.map((elements, at) => ({
      ...plainEntry,
      range: { low: bounds[at], high: bounds[at + 1] },
      rgb: keeps ? before[at].rgb : rampColor(lists.length === 1 ? 0.5 : at / (lists.length - 1)),
      elements: elements.length,
    }))
    this.#remember({ field, kind: 'ranges', entries, othersGrey: this.#legend?.othersGrey ?? false, others: 0 }, lists)
    return true
  }

  /** Changes the colour of a legend entry, or enables or disables it. */
  setEntry(at: number, change: Partial<Pick<LegendEntry, 'rgb' | 'enabled'>>): void {
    const legend = this.#legend
    if (legend === null) return
    const entries = legend.entries.map((entry, index) => (index === at ? { ...entry, ...change } : entry))
    this.#remember({ ...legend, entries }, this.#elements)
  }
  /** Sets whether all elements without a legend entry are grey. */
  setOthersGrey(othersGrey: boolean): void {
    if (this.#legend !== null) this.#remember({ ...this.#legend, othersGrey }, this.#elements)
  }
  /** Removes the colours and the legend. */
  clear(): void {
    if (this.#legend !== null) this.#remember(null, [])
  }

  async #apply(legend: ColorLegend): Promise<void> {
    const requestId = ++this.#requestId
    const lists = await this.#listElements(legend)
    if (requestId !== this.#requestId) return
    const entries = legend.entries.map((entry, at) => ({ ...entry, elements: lists[at].length }))
    this.#show({ ...legend, entries }, lists)
  }

  async #listElements({ field, kind, entries }: ColorLegend): Promise<readonly Uint32Array[]> {
    const { queries } = this.viewer
    const candidates = this.#colorable(field)
    if (kind === 'ranges') {
      const bounds = entries.map(({ range }) => range?.low ?? 0)
      return queries.ranges(field, candidates, [...bounds, entries.at(-1)?.range?.high ?? 0])
    }
    const { groups } = await queries.values(field, candidates, Infinity)
    const byText = new Map(groups.map(({ text, elements }) => [text, elements]))
    return entries.map(({ text }) => byText.get(text) ?? new Uint32Array(0))
  }

  /**
   * Returns the elements that can be coloured: those with a shape, and, for properties, assemblies, which stand for
   * their parts. A building or a storey is excluded: it would colour everything.
   */
  #colorable({ set }: QueryField): Uint8Array {
    const shapes = this.viewer.model?.shapes ?? new Uint8Array(0)
    const tree = this.viewer.model?.treeNow ?? null
    if (set === '' || tree === null) return shapes
    const isSpatial = tree.classNames.map((name) => spatialClass.test(name))
    return shapes.map((shape, element) => (shape === 1 || !isSpatial[tree.classIndex[element]] ? 1 : 0))
  }

  #remember(legend: ColorLegend | null, lists: readonly Uint32Array[]): void {
    const before = { legend: this.#legend, lists: this.#elements }
    const { states } = this.viewer
    const { era } = states
    const go = (to: { legend: ColorLegend | null; lists: readonly Uint32Array[] }) => (): void => {
      this.#requestId++
      const lists = to.lists.map((list) => Uint32Array.from(numbersNow(states, list, era)))
      const entries = to.legend?.entries.map((entry, at) => ({ ...entry, elements: lists[at].length })) ?? []
      this.#show(to.legend && { ...to.legend, entries }, lists)
    }
    go({ legend, lists })()
    this.viewer.history.push({ undo: go(before), redo: go({ legend, lists }) })
  }

  #show(legend: ColorLegend | null, lists: readonly Uint32Array[]): void {
    this.#legend = legend
    this.#elements = lists
    this.#painting = true
    if (legend === null) this.viewer.colors.reset()
    else this.#paint(legend, lists)
    this.#painting = false
    this.#events.emit('changed', { legend })
  }

  #paint({ entries, othersGrey }: ColorLegend, lists: readonly Uint32Array[]): void {
    const groups = entries.flatMap(({ rgb, enabled }, at) => (enabled ? [{ elements: lists[at], color: { rgb } }] : []))
    const shapes = othersGrey ? (this.viewer.model?.shapes ?? []) : []
    const rest: number[] = []
    for (let element = 0; element < shapes.length; element++) if (shapes[element] === 1) rest.push(element)
    this.viewer.colors.replace(groups, { elements: rest, color: grey })
  }

  /** All colours were removed: the legend goes too. */
  #handleReset(): void {
    if (this.#painting || this.#legend === null || this.viewer.colors.size > 0) return
    this.#reset()
  }

  #reset(): void {
    this.#requestId++
    if (this.#legend === null) return
    this.#legend = null
    this.#elements = []
    this.#events.emit('changed', { legend: null })
  }
}

/** Returns the current numbers of elements from an earlier era, if they still exist. */
const numbersNow = (states: ElementStates, elements: Uint32Array, era: number): number[] =>
  [...elements].map((element) => states.numberNow(element, era)).filter((element) => element >= 0)

const plainEntry = { text: '', range: null, enabled: true } as const
