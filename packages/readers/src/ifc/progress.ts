import type { ReadContext } from '@kamar/scene'

const openingShare = 0.15
const meshingShare = 0.65

/** How far a read is: opening, then meshing and properties side by side. Never falls. */
export class ReadProgress {
  readonly #room: Pick<ReadContext, 'progress'>
  #opening = 0
  #meshing = 0
  #properties = 0
  #told = -1

  constructor(room: Pick<ReadContext, 'progress'>) {
    this.#room = room
  }

  /** Fraction of the file that is read and indexed. */
  opening(fraction: number): void {
    this.#opening = fraction
    this.#tell('reading')
  }

  /** Fraction of the shapes that are in the scene. */
  meshing(fraction: number): void {
    this.#meshing = fraction
    this.#tell('meshing')
  }

  /** Fraction of the elements that have their properties. */
  properties(fraction: number): void {
    this.#properties = fraction
    this.#tell(this.#meshing < 1 ? 'meshing' : 'reading')
  }

  #tell(stage: string): void {
    const rest = 1 - openingShare - meshingShare
    const fraction = this.#opening * openingShare + this.#meshing * meshingShare + this.#properties * rest
    if (fraction <= this.#told) return
    this.#told = Math.min(1, fraction)
    this.#room.progress(this.#told, stage)
  }
}
