import type { Point } from '../types.js'
import { dot } from '../math/vector.js'

/** A plane that cuts the model: the side to which `normal` points stays. */
export interface CutPlane {
  /** Length 1. */
  readonly normal: Point
  /** `normal` · p + `offset` is 0 on the plane, metres. */
  readonly offset: number
}

/** Returns the cut plane through a point. */
export const cutThrough = (point: Point, normal: Point): CutPlane => ({ normal, offset: -dot(normal, point) })

/** Maximum number of cut planes of a view; a box takes six of them. */
export const maxCutPlanes = 32

/** The cut planes: drawing, edges and picks omit everything behind any of them. */
export class Cut {
  readonly #changed: () => void
  #planes: readonly CutPlane[] = []
  #numbers = new Float64Array(0)

  constructor(changed: () => void) {
    this.#changed = changed
  }

  get planes(): readonly CutPlane[] {
    return this.#planes
  }
  /** Returns normal and offset, four numbers per plane. */
  get numbers(): Float64Array {
    return this.#numbers
  }

  /** Replaces the planes; throws `RangeError` for more than `maxCutPlanes`. */
  set(planes: readonly CutPlane[]): void {
    if (planes.length > maxCutPlanes) throw new RangeError(`more than ${maxCutPlanes} cut planes`)
    if (planes.length === 0 && this.#planes.length === 0) return
    this.#planes = planes
    this.#numbers = Float64Array.from(planes.flatMap(({ normal, offset }) => [...normal, offset]))
    this.#changed()
  }
}
