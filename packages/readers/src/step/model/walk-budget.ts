import type { StepFile } from '../step-file.js'

/** Counts what a walk down a shape meets: lists that name each other many times over would double at every level. */
export class WalkBudget {
  #left: number

  /** A walk that meets every statement of the file a few times at most. */
  constructor({ index }: Pick<StepFile, 'index'>) {
    this.#left = 4 * index.ids.length + 100
  }

  /** Whether one more statement may be visited. */
  take(): boolean {
    return this.#left-- > 0
  }
}
