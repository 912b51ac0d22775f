import type { ElementColor } from '../api.js'
import type { StateHost } from './selection.js'

/** Elements of one colour. */
export interface ColoredElements {
  readonly elements: Iterable<number>
  readonly color: ElementColor
}

/** Colours of elements in place of the model's own: themes, legends, differences. */
export class ElementColors {
  readonly #host: StateHost
  readonly #changed: () => void

  constructor(host: StateHost, changed: () => void) {
    this.#host = host
    this.#changed = changed
  }

  /** Gives the elements, with everything below them, a colour; null takes it off. */
  set(elements: Iterable<number>, color: ElementColor | null): void {
    const elementList = [...elements]
    const run = (): void => {
      const all = this.#host.withDescendants(elementList)
      for (const element of all) this.#host.states.setColor(element, color)
      this.#host.refresh(all.length > 1000 ? null : all)
    }
    run()
    this.#host.whenTree(run)
    this.#changed()
  }

  /** Elements with a colour of their own. */
  get size(): number {
    return this.#host.states.coloredElements().length
  }

  /** Takes every colour off and gives these, in one picture; `rest` is for elements that none of them colours. */
  replace(groups: readonly ColoredElements[], rest: ColoredElements | null = null): void {
    const { states } = this.#host
    const lists = groups.map(({ elements, color }) => ({ elements: [...elements], color }))
    const run = (): void => {
      for (const element of states.coloredElements()) states.setColor(element, null)
      for (const { elements, color } of lists)
        for (const element of this.#host.withDescendants(elements)) states.setColor(element, color)
      // What an element says of itself counts more than what is said of the one above it.
      for (const { elements, color } of lists) for (const element of elements) states.setColor(element, color)
      for (const element of rest?.elements ?? [])
        if (states.colorOf(element) === undefined) states.setColor(element, rest?.color ?? null)
      this.#host.refresh(null)
    }
    run()
    this.#host.whenTree(run)
    this.#changed()
  }

  /** Elements with a colour of their own, gathered by colour. */
  all(): { readonly color: ElementColor; readonly elements: readonly number[] }[] {
    const { states } = this.#host
    const byColor = new Map<string, { color: ElementColor; elements: number[] }>()
    for (const element of states.coloredElements()) {
      const color = states.colorOf(element)
      if (color === undefined) continue
      const key = JSON.stringify(color)
      const entry = byColor.get(key) ?? { color, elements: [] }
      entry.elements.push(element)
      byColor.set(key, entry)
    }
    return [...byColor.values()]
  }

  /** Takes every colour off. */
  reset(): void {
    const { states } = this.#host
    const colored = states.coloredElements()
    for (const element of colored) states.setColor(element, null)
    if (colored.length > 0) this.#host.refresh(null)
    this.#changed()
  }
}
