import { unzigzag, zigzag } from '../container/varints.js'

/** Maximum drift of an encoded point in steps before the encoder corrects it: 1/1,000,000 of the sheet. */
const maxDrift = 16

/**
 * Encodes points as differences. A difference is rounded by itself, not taken between rounded points: the same block
 * drawn a thousand times gives the same bytes a thousand times, which keeps drawings small (577,000 points of blocks,
 * hatches and free lines: see sheet-size.test.ts). Accumulated rounding is corrected when it exceeds `maxDrift`.
 */
export class PointCoder {
  readonly #origin: readonly [number, number]
  readonly #step: number
  readonly #exact: [number, number] = [0, 0]
  readonly #coded: [number, number] = [0, 0]
  constructor(origin: readonly [number, number], step: number) {
    this.#origin = origin
    this.#step = step
  }

  /** Continues from another point that was encoded before. */
  goTo(exact: readonly [number, number], coded: readonly [number, number]): void {
    this.#exact[0] = exact[0]
    this.#exact[1] = exact[1]
    this.#coded[0] = coded[0]
    this.#coded[1] = coded[1]
  }

  /** Returns the last point, exactly and as it will be decoded; steps of the grid. */
  get position(): { exact: readonly [number, number]; coded: readonly [number, number] } {
    return { exact: [...this.#exact], coded: [...this.#coded] }
  }

  /** Returns the zigzag difference of one coordinate (axis 0 or 1) of the next point, sheet units. */
  code(axis: 0 | 1, value: number): number {
    const exact = (value - this.#origin[axis]) / this.#step
    let difference = Math.round(exact - this.#exact[axis])
    if (Math.abs(this.#coded[axis] + difference - exact) > maxDrift) difference = Math.round(exact) - this.#coded[axis]
    this.#exact[axis] = exact
    this.#coded[axis] += difference
    return zigzag(difference)
  }
}

/** Decodes runs of points: each run begins relative to the first point of the previous run. */
export function decodeRuns(first: Uint32Array, rest: Uint32Array, starts: Uint32Array): Int32Array {
  const points = new Int32Array(starts[starts.length - 1] * 2)
  let [x, y] = [0, 0]
  let next = 0
  for (let run = 0; run + 1 < starts.length; run++) {
    if (starts[run] === starts[run + 1]) continue
    x = (x + unzigzag(first[run * 2])) | 0
    y = (y + unzigzag(first[run * 2 + 1])) | 0
    let at = starts[run] * 2
    points[at] = x
    points[at + 1] = y
    for (at += 2; at < starts[run + 1] * 2; at++) points[at] = (points[at - 2] + unzigzag(rest[next++])) | 0
  }
  return points
}

/** Output of `encodeRuns`: zigzag differences of first points and of all others. */
export interface CodedRuns {
  readonly first: Uint32Array
  readonly rest: Uint32Array
}

/** Encodes runs of points (x y each, sheet units) in the order of `runs`. */
export function encodeRuns(
  runs: readonly ArrayLike<number>[],
  grid: { readonly origin: readonly [number, number]; readonly step: number },
): CodedRuns {
  const coder = new PointCoder(grid.origin, grid.step)
  const first = new Uint32Array(runs.length * 2)
  const rest = new Uint32Array(runs.reduce((sum, run) => sum + Math.max(0, run.length - 2), 0))
  let next = 0
  let begin = coder.position
  runs.forEach((run, number) => {
    if (run.length === 0) return
    coder.goTo(begin.exact, begin.coded)
    first[number * 2] = coder.code(0, run[0])
    first[number * 2 + 1] = coder.code(1, run[1])
    begin = coder.position
    for (let at = 2; at < run.length; at++) rest[next++] = coder.code((at & 1) as 0 | 1, run[at])
  })
  return { first, rest }
}
