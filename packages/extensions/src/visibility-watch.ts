import type { Viewer } from '@kamar/viewer'

/** What became visible or invisible since the last look. */
export interface VisibilityChange {
  readonly hidden: readonly number[]
  readonly revealed: readonly number[]
}

/** The viewer says that visibility changed, not of which elements: this compares, for those who want to know. */
export class VisibilityWatch {
  readonly #viewer: Viewer
  #before: Uint8Array<ArrayBuffer> | null = null

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  /** Elements with a shape whose visibility differs from the last call; nothing at the first. */
  compare(): VisibilityChange {
    const now = this.#computeVisibility()
    const before = this.#before
    this.#before = now
    const change = { hidden: [] as number[], revealed: [] as number[] }
    if (before === null || before.length !== now.length) return change
    now.forEach((visible, element) => {
      if (visible === before[element]) return
      ;(visible === 1 ? change.revealed : change.hidden).push(element)
    })
    return change
  }

  /** Elements with a shape that are shown. */
  get visible(): readonly number[] {
    return [...this.#computeVisibility().entries()].flatMap(([element, visible]) => (visible === 1 ? [element] : []))
  }

  /** Another model, or none: what was seen before says nothing any more. */
  reset(): void {
    this.#before = null
  }

  #computeVisibility(): Uint8Array<ArrayBuffer> {
    const { model, visibility } = this.#viewer
    const shapes = model?.shapes ?? new Uint8Array(0)
    return Uint8Array.from(shapes, (shape, element) => (shape === 1 && visibility.isVisible(element) ? 1 : 0))
  }
}
