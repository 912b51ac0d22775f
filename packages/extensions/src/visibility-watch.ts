import type { Viewer } from '@kamar/viewer'

/** Elements that became visible or invisible since the last comparison. */
export interface VisibilityChange {
  readonly hidden: readonly number[]
  readonly revealed: readonly number[]
}

/** Determines which elements changed visibility, because the viewer only reports that something changed. */
export class VisibilityWatch {
  readonly #viewer: Viewer
  #before: Uint8Array<ArrayBuffer> | null = null

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  /** Returns the elements with a shape whose visibility differs from the last call; empty at the first. */
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

  /** Visible elements with a shape. */
  get visible(): readonly number[] {
    return [...this.#computeVisibility().entries()].flatMap(([element, visible]) => (visible === 1 ? [element] : []))
  }

  /** Resets the state when the model changes, because earlier results no longer apply. */
  reset(): void {
    this.#before = null
  }

  #computeVisibility(): Uint8Array<ArrayBuffer> {
    const { model, visibility } = this.#viewer
    const shapes = model?.shapes ?? new Uint8Array(0)
    return new Uint8Array(shapes).map((shape, element) => (shape === 1 && visibility.isVisible(element) ? 1 : 0))
  }
}
