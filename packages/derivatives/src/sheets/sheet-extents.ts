import { sheetGridSteps, type SheetGrid, type SheetRectangle } from '@kamar/view-package'

/** Shares of the points that may lie outside of where a sheet opens, on each side. */
const strayRatio = 0.002
/** Drawings whose stray points reach no farther than this many times the rest are shown whole. */
const fullExtentFactor = 4
/** Points of lines that are looked at to find the middle of the sheet. */
const maxSamples = 20_000
/** How many times its middle a sheet's grid reaches at most; what is beyond stands at its end. */
const gridFactor = 64

/** Collects where a sheet has something. */
export class ExtentCollector {
  readonly #box = { min: [Infinity, Infinity], max: [-Infinity, -Infinity] }
  readonly #xs: number[] = []
  readonly #ys: number[] = []

  /** x y per point; of long lists only some points are sampled for the middle. */
  add(points: ArrayLike<number>, every = 1): void {
    const { min, max } = this.#box
    for (let at = 0; at + 1 < points.length; at += 2) {
      min[0] = Math.min(min[0], points[at])
      min[1] = Math.min(min[1], points[at + 1])
      max[0] = Math.max(max[0], points[at])
      max[1] = Math.max(max[1], points[at + 1])
      if ((at / 2) % every !== 0) continue
      this.#xs.push(points[at])
      this.#ys.push(points[at + 1])
    }
  }

  /** Adds a long list of points. */
  addMany(points: ArrayLike<number>): void {
    this.add(points, Math.max(1, Math.floor(points.length / 2 / maxSamples)))
  }

  /** Around everything; null when there is nothing. */
  get extents(): SheetRectangle | null {
    const { min, max } = this.#box
    return min[0] > max[0] ? null : { min: [min[0], min[1]], max: [max[0], max[1]] }
  }

  /** Around what most of it is in. */
  get core(): SheetRectangle | null {
    const { extents } = this
    if (extents === null) return null
    const [left, right] = computeCoreRange(this.#xs)
    const [bottom, top] = computeCoreRange(this.#ys)
    const inner = Math.max(right - left, top - bottom)
    const outer = computeLongSide(extents)
    return outer <= inner * fullExtentFactor || inner === 0 ? extents : { min: [left, bottom], max: [right, top] }
  }
}

function computeCoreRange(values: readonly number[]): readonly [number, number] {
  const sorted = Float64Array.from(values).sort()
  const stray = Math.floor(sorted.length * strayRatio)
  return [sorted[stray] ?? 0, sorted[sorted.length - 1 - stray] ?? 0]
}

/** The longer side of a rectangle. */
export const computeLongSide = ({ min, max }: SheetRectangle): number => Math.max(max[0] - min[0], max[1] - min[1])

/** The grid on which a sheet's points are written. */
export function computeGrid(extents: SheetRectangle, core: SheetRectangle): SheetGrid {
  const inner = computeLongSide(core) || computeLongSide(extents) || 1
  const fitsGrid = computeLongSide(extents) <= inner * gridFactor
  const side = fitsGrid ? Math.max(computeLongSide(extents), inner) : inner
  return { origin: fitsGrid ? extents.min : core.min, step: side / sheetGridSteps }
}

/** Keeps a coordinate within what the grid can say. */
export function clampToGrid(value: number, origin: number, step: number): number {
  const range = gridFactor * sheetGridSteps * step
  return Math.min(origin + range, Math.max(origin - range, value))
}
