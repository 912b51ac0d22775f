import type { ElementStates } from '../store/element-states.js'

/** Dependencies shared by the classes that change element states. */
export interface StateHost {
  readonly states: ElementStates
  /** Updates the display of these elements; null: any may have changed. */
  refresh(elements: Iterable<number> | null): void
  /** Returns the elements, and all descendants of those without a shape of their own. */
  withDescendants(elements: Iterable<number>): number[]
  /**
   * Runs `action` once the tree has loaded, if it has not yet: state changes of elements then extend to their children.
   */
  whenTree(action: () => void): void
}

/** Selected elements. One without a shape of its own (a storey) is selected with everything below it in the tree. */
export class Selection {
  readonly #host: StateHost
  readonly #changed: (elements: readonly number[]) => void
  /** Elements as the user selected them, without their children. */
  readonly #selected = new Set<number>()

  constructor(host: StateHost, changed: (elements: readonly number[]) => void) {
    this.#host = host
    this.#changed = changed
  }

  /** Selected elements, in the order of their selection. */
  get elements(): readonly number[] {
    return [...this.#selected]
  }
  get size(): number {
    return this.#selected.size
  }
  has(element: number): boolean {
    return this.#selected.has(element)
  }

  /** Replaces the selection with these elements. */
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
  /** Inverts the selection of each element. */
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
    const target = this.#host.withDescendants(this.#selected)
    const changed: number[] = []
    const isTarget = states.selected.size === 0 ? null : new Set(target)
    for (const element of states.selected)
      if (isTarget?.has(element) === false && states.setSelected(element, false)) changed.push(element)
    for (const element of target) if (states.setSelected(element, true)) changed.push(element)
    if (changed.length === 0) return
    states.selectionShown = true
    // Highlights are drawn over the frame: only a selected ghost changes its own appearance.
    this.#host.refresh(changed.filter((element) => states.isGhost(element)))
  }
}
