import type { Box } from '@kamar/package-format/read'
import { grown } from '../store/growable.js'

const bytesPerIndex = 4
/** Levels 0 to 2 and edges are in four runs of the index buffer; each run's last range may grow. */
const runCount = 4

/** Ranges of the index buffer for one call; adjacent ranges are merged as they are added. */
export class RangeList {
  length = 0
  /** Byte offsets, as `multiDrawElementsWEBGL` takes them. */
  starts = new Int32Array(64)
  counts = new Int32Array(64)
  /** Index elements in all ranges. */
  total = 0
  readonly #last = new Int32Array(runCount)
  readonly #end = new Float64Array(runCount).fill(-1)

  clear(): void {
    this.length = 0
    this.total = 0
    this.#last.fill(-1)
    this.#end.fill(-1)
  }

  /** Adds `count` indices from `start` on; `run` is the level, 3 for edges. */
  add(start: number, count: number, run: number): void {
    this.total += count
    if (this.#end[run] === start) this.counts[this.#last[run]] += count
    else this.#last[run] = this.#push(start, count)
    this.#end[run] = start + count
  }

  /** Adds a range that is not merged: its draw identifies its instance. */
  addSingle(start: number, count: number): void {
    this.total += count
    this.#push(start, count)
  }

  #push(start: number, count: number): number {
    const at = this.length++
    if (at >= this.starts.length) {
      this.starts = grown(this.starts, at + 1)
      this.counts = grown(this.counts, at + 1)
    }
    this.starts[at] = start * bytesPerIndex
    this.counts[at] = count
    return at
  }
}

/** Ranges whose draws identify their instance. */
export class NamedRangeList extends RangeList {
  /** Instance of each range. */
  names = new Uint32Array(64)

  addNamed(start: number, count: number, instance: number): void {
    const at = this.length
    this.addSingle(start, count)
    if (at >= this.names.length) this.names = grown(this.names, at + 1)
    this.names[at] = instance
  }
}

/** The selected objects of a frame: drawn again, into the mask for the outline. */
export class SelectedLists {
  readonly surfaces = new NamedRangeList()
  readonly lines = new NamedRangeList()
  readonly points = new NamedRangeList()
  readonly #low = [Infinity, Infinity, Infinity]
  readonly #high = [-Infinity, -Infinity, -Infinity]

  get isEmpty(): boolean {
    return this.surfaces.length + this.lines.length + this.points.length === 0
  }
  /** Number of indices in all lists. */
  get indexCount(): number {
    return this.surfaces.total + this.lines.total + this.points.total
  }
  /** Returns the box around the spheres of the listed instances, metres; null if empty. */
  get bounds(): Box | null {
    return this.isEmpty ? null : { min: toPoint(this.#low), max: toPoint(this.#high) }
  }

  clear(): void {
    for (const list of [this.surfaces, this.lines, this.points]) list.clear()
    this.#low.fill(Infinity)
    this.#high.fill(-Infinity)
  }

  /** Extends `bounds` by the sphere at `start` of `spheres`: centre and radius. */
  growBounds(spheres: Float32Array, start: number): void {
    const radius = spheres[start + 3]
    for (let axis = 0; axis < 3; axis++) {
      this.#low[axis] = Math.min(this.#low[axis], spheres[start + axis] - radius)
      this.#high[axis] = Math.max(this.#high[axis], spheres[start + axis] + radius)
    }
  }
}

const toPoint = ([x, y, z]: readonly number[]): [number, number, number] => [x, y, z]

/** The draw ranges of one frame, by call. */
export class DrawLists {
  readonly closed = new RangeList()
  readonly open = new RangeList()
  readonly edges = new RangeList()
  /** Bodies so thin that they are drawn as a line. */
  readonly axes = new RangeList()
  readonly points = new RangeList()
  readonly closedNamed = new NamedRangeList()
  readonly openNamed = new NamedRangeList()
  readonly edgesNamed = new NamedRangeList()
  readonly axesNamed = new NamedRangeList()
  readonly pointsNamed = new NamedRangeList()
  /** Transparent objects, farthest first. */
  readonly clear = new NamedRangeList()
  /** Not part of `all`: its instances are in other lists too. */
  readonly selected = new SelectedLists()
  /** Number of instances drawn. */
  instances = 0
  /** Number of visible transparent instances that were not requested. */
  omitted = 0

  /** Returns all lists in drawing order. */
  get all(): readonly RangeList[] {
    const { closed, open, closedNamed, openNamed, clear } = this
    return [closed, open, closedNamed, openNamed, ...this.lines, ...this.dots, clear]
  }

  /** Returns the lists of segments. */
  get lines(): readonly RangeList[] {
    return [this.axes, this.axesNamed, this.edges, this.edgesNamed]
  }

  /** Returns the lists of points. */
  get dots(): readonly RangeList[] {
    return [this.points, this.pointsNamed]
  }

  reset(): void {
    for (const list of this.all) list.clear()
    this.selected.clear()
    this.instances = 0
    this.omitted = 0
  }
}
