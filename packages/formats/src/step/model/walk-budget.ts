import type { StepFile } from '../step-file.js'

/** Budget for traversing a shape: lists with repeated references would double at every level. */
export class WalkBudget {
  #left: number

  /** Allows visiting every statement of the file a few times at most. */
  constructor({ index }: Pick<StepFile, 'index'>) {
    this.#left = 4 * index.count + 100
  }

  /** Takes one visit from the budget; returns whether it is allowed. */
  consume(): boolean {
    return this.#left-- > 0
  }
}
