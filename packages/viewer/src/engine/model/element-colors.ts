import type { ElementColor } from '../types.js'
import type { StateHost } from './selection.js'
import { createTreeChanges, type TreeChanges } from './tree-changes.js'

/** Elements with a common colour. */
export interface ColoredElements {
  readonly elements: Iterable<number>
  readonly color: ElementColor
}

/** Element colours that override the model's own: themes, legends, differences. */
export class ElementColors {
  readonly #host: StateHost
  readonly #changed: () => void
  readonly #changes: TreeChanges

  constructor(host: StateHost, changed: () => void) {
    this.#host = host
    this.#changes = createTreeChanges(host)
    this.#changed = changed
  }

  /** Sets the colour of elements and their descendants; null removes it. */
  set(elements: Iterable<number>, color: ElementColor | null): void {
    const elementList = [...elements]
    this.#changes.run(() => {
      const all = this.#host.withDescendants(elementList)
      for (const element of all) this.#host.states.setColor(element, color)
      this.#host.refresh(all.length > 1000 ? null : all)
    })
    this.#changed()
  }

  /** Returns the number of elements with an override. */
  get size(): number {
    return this.#host.states.coloredElements().length
  }

  /** Replaces all overrides in one frame; `rest` colours the elements that no group contains. */
  replace(groups: readonly ColoredElements[], rest: ColoredElements | null = null): void {
    const { states } = this.#host
    const lists = groups.map(({ elements, color }) => ({ elements: [...elements], color }))
    this.#changes.run(() => {
      for (const element of states.coloredElements()) states.setColor(element, null)
      for (const { elements, color } of lists)
        for (const element of this.#host.withDescendants(elements)) states.setColor(element, color)
      // An element's own colour overrides that of its ancestor.
      for (const { elements, color } of lists) for (const element of elements) states.setColor(element, color)
      for (const element of rest?.elements ?? [])
        if (states.colorOf(element) === undefined) states.setColor(element, rest?.color ?? null)
      this.#host.refresh(null)
    })
    this.#changed()
  }

  /** Returns the elements with overrides, grouped by colour. */
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

  /** Removes all overrides. */
  reset(): void {
    const { states } = this.#host
    const colored = states.coloredElements()
    this.#changes.reset()
    for (const element of colored) states.setColor(element, null)
    if (colored.length > 0) this.#host.refresh(null)
    this.#changed()
  }
}
