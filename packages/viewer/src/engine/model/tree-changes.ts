import type { StateHost } from './selection.js'

/** Changes of elements that extend to their children when the tree loads, unless they are reset before. */
export interface TreeChanges {
  /** Runs a change now, and again when the tree loads. */
  run(change: () => void): void
  reset(): void
}

/** Creates the changes of one model, which has no tree yet. */
export function createTreeChanges(host: StateHost): TreeChanges {
  let resets = 0
  return {
    run(change) {
      const before = resets
      change()
      host.whenTree(() => before === resets && change())
    },
    reset: () => resets++,
  }
}
