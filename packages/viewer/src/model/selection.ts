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
  readonly #chosen = new Set<number>()

  constructor(host: StateHost, changed: (elements: readonly number[]) => void) {
    this.#host = host
    this.#changed = changed
  }

  /** In the order in which they were selected. */
  get elements(): readonly number[] {
    return [...this.#chosen]
  }
  get size(): number {
    return this.#chosen.size
  }
  has(element: number): boolean {
    return this.#chosen.has(element)
  }

  /** Selects these and nothing else. */
  set(elements: Iterable<number>): void {
    this.#replace(new Set(elements))
  }
  add(elements: Iterable<number>): void {
    this.#replace(new Set([...this.#chosen, ...elements]))
  }
  remove(elements: Iterable<number>): void {
    const rest = new Set(this.#chosen)
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

  #replace(wanted: ReadonlySet<number>): void {
    const same = wanted.size === this.#chosen.size && [...wanted].every((element) => this.#chosen.has(element))
    if (same) return
    this.#chosen.clear()
    for (const element of wanted) this.#chosen.add(element)
    this.#apply()
    this.#host.whenTree(() => this.#apply())
    this.#changed(this.elements)
  }

  #apply(): void {
    const { states } = this.#host
    const wanted = new Set(this.#host.withDescendants(this.#chosen))
    const changed: number[] = []
    for (const element of states.selected)
      if (!wanted.has(element) && states.setSelected(element, false)) changed.push(element)
    for (const element of wanted) if (states.setSelected(element, true)) changed.push(element)
    if (changed.length === 0) return
    states.selectionShown = true
    // The marks are drawn over the picture: only a ghost that is selected looks different itself.
    this.#host.refresh(changed.filter((element) => states.isGhost(element)))
  }
}
