import type { Point2 } from '../../drawing/index.js'
import type { Groups } from './groups.js'

/** Reads groups in their order, where the meaning of a code depends on those before it. */
export class GroupCursor {
  at: number
  readonly #groups: Groups

  constructor(groups: Groups, at: number) {
    this.#groups = groups
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#groups.to
  }

  /** Returns whether the current group has a code. */
  isAt(code: number): boolean {
    return !this.isAtEnd && this.#groups.codeAt(this.at) === code
  }

  /** Returns whether the group after the current one has a code. */
  nextIs(code: number): boolean {
    return this.at + 1 < this.#groups.to && this.#groups.codeAt(this.at + 1) === code
  }

  /** Reads the current group if it has this code; otherwise stays and returns the number for missing ones. */
  takeNumber(code: number, missing = 0): number {
    return this.isAt(code) ? this.#groups.numberAt(this.at++) : missing
  }

  /** Reads a point whose coordinates are the current groups. A height is skipped. */
  takePoint(code: number): Point2 {
    const x = this.takeNumber(code)
    const y = this.takeNumber(code + 10)
    this.takeNumber(code + 20)
    return [x, y]
  }
}
