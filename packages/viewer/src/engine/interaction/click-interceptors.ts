import type { PointerInfo } from '../types.js'

/** Handles a click before the viewer does; returns true if the tool consumed it. */
export type ClickInterceptor = (
  click: PointerInfo & { readonly kind: 'click' | 'doubleClick' | 'contextMenu' },
) => boolean

/** Active tools that intercept clicks; the last one added is called first. */
export class ClickInterceptors {
  #filters: ClickInterceptor[] = []

  /** Passes every click to `filter` from now on; returns a function that removes it. */
  add(filter: ClickInterceptor): () => void {
    this.#filters = [filter, ...this.#filters]
    return () => {
      this.#filters = this.#filters.filter((other) => other !== filter)
    }
  }

  /** Returns whether a tool consumed the click. */
  take(click: Parameters<ClickInterceptor>[0]): boolean {
    return this.#filters.some((filter) => filter(click))
  }
}
