import type { PointerInfo } from '../api.js'

/** A press before the viewer acts on it; true when the tool has used it up. */
export type ClickInterceptor = (
  click: PointerInfo & { readonly kind: 'click' | 'doubleClick' | 'contextMenu' },
) => boolean

/** Tools that want presses for themselves while they are active; the one that came last is asked first. */
export class ClickInterceptors {
  #filters: ClickInterceptor[] = []

  /** Asks `filter` about every press from now on; the answer ends it. */
  add(filter: ClickInterceptor): () => void {
    this.#filters = [filter, ...this.#filters]
    return () => {
      this.#filters = this.#filters.filter((other) => other !== filter)
    }
  }

  /** Whether a tool has used the press up. */
  take(click: Parameters<ClickInterceptor>[0]): boolean {
    return this.#filters.some((filter) => filter(click))
  }
}
