import type { ElementStates } from '../store/element-states.js'

/** What the parts that change element states share. */
export interface StateHost {
  readonly states: ElementStates
  /** The elements look different now. Null: many may. */
  refresh(elements: Iterable<number> | null): void
  /** The elements, and everything below those without a shape of their own. */
  withDescendants(elements: Iterable<number>): number[]
  /** Runs `action` once the tree is here, if it is not yet: what was done to elements is then done to their children. */
  whenTree(action: () => void): void
}

/** Selected elements. One without a shape of its own (a storey) is selected with everything below it in the tree. */
export class Selection {
  readonly #host: StateHost
  readonly #changed: (elements: readonly number[]) => void
  /** As the user chose them, without their children. */
  readonly #selected = new Set<number>()

  constructor(host: StateHost, changed: (elements: readonly number[]) => void) {
    this.#host = host
    this.#changed = changed
  }

  /** In the order in which they were selected. */
  get elements(): readonly number[] {
    return [...this.#selected]
  }
  get size(): number {
    return this.#selected.size
  }
  has(element: number): boolean {
    return this.#selected.has(element)
  }

  /** Selects these and nothing else. */
  set(elements: Iterable<number>): void {
    this.#replace(new Set(elements))
  }
  add(elements: Iterable<number>): void {
    this.#replace(new Set([...this.#selected, ...elements]))
  }
  remove(elements: Iterable<number>): void {
    const rest = new Set(this.#selected)
    for (const element of elements) rest.delete(element)
    this.#replace(rest)
  }
  /** Selects what is not, and the other way round. */
  toggle(element: number): void {
    if (this.has(element)) this.remove([element])
    else this.add([element])
  }
  clear(): void {
    this.#replace(new Set())
  }

  #replace(target: ReadonlySet<number>): void {
    const same = target.size === this.#selected.size && [...target].every((element) => this.#selected.has(element))
    if (same) return
    this.#selected.clear()
    for (const element of target) this.#selected.add(element)
    this.#apply()
    this.#host.whenTree(() => this.#apply())
    this.#changed(this.elements)
  }

  #apply(): void {
    const { states } = this.#host
    const target = new Set(this.#host.withDescendants(this.#selected))
    const changed: number[] = []
    for (const element of states.selected)
      if (!target.has(element) && states.setSelected(element, false)) changed.push(element)
    for (const element of target) if (states.setSelected(element, true)) changed.push(element)
    if (changed.length === 0) return
    states.selectionShown = true
    // The marks are drawn over the picture: only a ghost that is selected looks different itself.
    this.#host.refresh(changed.filter((element) => states.isGhost(element)))
  }
}
