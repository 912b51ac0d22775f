import { sheetGridSteps, type SheetGrid, type SheetRectangle } from '@kamar/package-format'

/** Fraction of the points that may lie outside the initial view, on each side. */
const outlierRatio = 0.002
/** Drawings whose stray points extend at most this many times the rest are shown completely. */
const fullExtentFactor = 4
/** Maximum sampled points of lines for the core of the sheet. */
const maxSamples = 20_000
/** Maximum extent of a sheet's grid relative to its core; points beyond are clamped to its edge. */
const gridFactor = 64

/** Collects the extents of a sheet's content. */
export class ExtentCollector {
  #box = { min: [Infinity, Infinity], max: [-Infinity, -Infinity] }
  readonly #xs: number[] = []
  readonly #ys: number[] = []

  /** Adds x y per point. */
  add(points: ArrayLike<number>): void {
    this.#addSampled(points, 0, 1)
  }

  /** Adds a part of a long list of points in all, of which only some are sampled for the core. */
  addPart(points: ArrayLike<number>, { first, count }: { readonly first: number; readonly count: number }): void {
    this.#addSampled(points, first, Math.max(1, Math.floor(count / maxSamples)))
  }

  #addSampled(points: ArrayLike<number>, first: number, every: number): void {
    let {
      min: [left, bottom],
      max: [right, top],
    } = this.#box
    for (let at = 0; at + 1 < points.length; at += 2) {
      const x = points[at]
      const y = points[at + 1]
      if (x < left) left = x
      if (y < bottom) bottom = y
      if (x > right) right = x
      if (y > top) top = y
      if ((first + at / 2) % every !== 0) continue
      this.#xs.push(x)
      this.#ys.push(y)
    }
    this.#box = { min: [left, bottom], max: [right, top] }
  }

  /** Box around everything; null when there is nothing. */
  get extents(): SheetRectangle | null {
    const { min, max } = this.#box
    return min[0] > max[0] ? null : { min: [min[0], min[1]], max: [max[0], max[1]] }
  }

  /** Box around most of the content. */
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
  const outlierCount = Math.floor(sorted.length * outlierRatio)
  return [sorted[outlierCount] ?? 0, sorted[sorted.length - 1 - outlierCount] ?? 0]
}

/** Returns the longer side of a rectangle. */
export const computeLongSide = ({ min, max }: SheetRectangle): number => Math.max(max[0] - min[0], max[1] - min[1])

/** Computes the grid on which a sheet's points are written. */
export function computeGrid(extents: SheetRectangle, core: SheetRectangle): SheetGrid {
  const inner = computeLongSide(core) || computeLongSide(extents) || 1
  const fitsGrid = computeLongSide(extents) <= inner * gridFactor
  const side = fitsGrid ? Math.max(computeLongSide(extents), inner) : inner
  return { origin: fitsGrid ? extents.min : core.min, step: side / sheetGridSteps }
}

/** Clamps a coordinate to the range of the grid. */
export function clampToGrid(value: number, origin: number, step: number): number {
  const range = gridFactor * sheetGridSteps * step
  return Math.min(origin + range, Math.max(origin - range, value))
}
