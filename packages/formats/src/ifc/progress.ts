import type { ReadContext } from '@kamar/core'

const openingFraction = 0.15
const meshingFraction = 0.65

/** Progress of a read: opening, then meshing and properties in parallel. Never decreases. */
export class ReadProgress {
  readonly #context: Pick<ReadContext, 'progress'>
  #opening = 0
  #meshing = 0
  #properties = 0
  #reported = -1

  constructor(context: Pick<ReadContext, 'progress'>) {
    this.#context = context
  }

  /** Reports the fraction of the file that is read and indexed. */
  opening(fraction: number): void {
    this.#opening = fraction
    this.#report('reading')
  }

  /** Reports the fraction of the shapes that are in the scene. */
  meshing(fraction: number): void {
    this.#meshing = fraction
    this.#report('meshing')
  }

  /** Reports the fraction of the elements that have their properties. */
  properties(fraction: number): void {
    this.#properties = fraction
    this.#report(this.#meshing < 1 ? 'meshing' : 'reading')
  }

  #report(stage: string): void {
    const rest = 1 - openingFraction - meshingFraction
    const fraction = this.#opening * openingFraction + this.#meshing * meshingFraction + this.#properties * rest
    if (fraction <= this.#reported) return
    this.#reported = Math.min(1, fraction)
    this.#context.progress(this.#reported, stage)
  }
}
