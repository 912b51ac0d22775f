import type { Box } from '@kamar/view-package/read'
import { grown } from '../store/growable.js'

const bytesPerIndex = 4
/** Levels 0 to 2 and edges lie in four runs of the index buffer; each run's last range may grow. */
const runCount = 4

/** Ranges of the index buffer for one call; neighbours are joined as they come. */
export class RangeList {
  length = 0
  /** Byte offsets, as `multiDrawElementsWEBGL` takes them. */
  starts = new Int32Array(64)
  counts = new Int32Array(64)
  /** Index elements in all ranges. */
  total = 0
  readonly #last = new Int32Array(runCount)
  readonly #end = new Float64Array(runCount)

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

  /** Adds a range that stays one: its draw names its instance. */
  addAlone(start: number, count: number): void {
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

/** Ranges whose draws name their instance. */
export class NamedRangeList extends RangeList {
  /** Instance of each range. */
  names = new Uint32Array(64)

  addNamed(start: number, count: number, instance: number): void {
    const at = this.length
    this.addAlone(start, count)
    if (at >= this.names.length) this.names = grown(this.names, at + 1)
    this.names[at] = instance
  }
}

/** What of a picture is selected: drawn once more, into the mask that its outline is made of. */
export class SelectedLists {
  readonly surfaces = new NamedRangeList()
  readonly lines = new NamedRangeList()
  readonly points = new NamedRangeList()
  readonly #low = [Infinity, Infinity, Infinity]
  readonly #high = [-Infinity, -Infinity, -Infinity]

  get isEmpty(): boolean {
    return this.surfaces.length + this.lines.length + this.points.length === 0
  }
  /** Box around the spheres of what is in the lists, metres; null when they are empty. */
  get bounds(): Box | null {
    return this.isEmpty ? null : { min: toPoint(this.#low), max: toPoint(this.#high) }
  }

  clear(): void {
    for (const list of [this.surfaces, this.lines, this.points]) list.clear()
    this.#low.fill(Infinity)
    this.#high.fill(-Infinity)
  }

  /** Grows `bounds` by the sphere at `start` of `spheres`: centre and radius. */
  growBounds(spheres: Float32Array, start: number): void {
    const radius = spheres[start + 3]
    for (let axis = 0; axis < 3; axis++) {
      this.#low[axis] = Math.min(this.#low[axis], spheres[start + axis] - radius)
      this.#high[axis] = Math.max(this.#high[axis], spheres[start + axis] + radius)
    }
  }
}

const toPoint = ([x, y, z]: readonly number[]): [number, number, number] => [x, y, z]

/** What one picture draws, by call. */
export class DrawLists {
  readonly closed = new RangeList()
  readonly open = new RangeList()
  readonly edges = new RangeList()
  /** Bodies too thin to be drawn but as a line. */
  readonly axes = new RangeList()
  readonly points = new RangeList()
  readonly closedNamed = new NamedRangeList()
  readonly openNamed = new NamedRangeList()
  readonly edgesNamed = new NamedRangeList()
  readonly axesNamed = new NamedRangeList()
  readonly pointsNamed = new NamedRangeList()
  /** See-through objects, farthest first. */
  readonly clear = new NamedRangeList()
  /** Not of `all`: what they name is in other lists too. */
  readonly selected = new SelectedLists()
  /** Instances drawn. */
  instances = 0
  /** See-through instances that would be seen and were not asked for. */
  omitted = 0

  /** All lists in drawing order. */
  get all(): readonly RangeList[] {
    const { closed, open, closedNamed, openNamed, clear } = this
    return [closed, open, closedNamed, openNamed, ...this.lines, ...this.dots, clear]
  }

  /** Lists whose ranges are of segments. */
  get lines(): readonly RangeList[] {
    return [this.axes, this.axesNamed, this.edges, this.edgesNamed]
  }

  /** Lists whose ranges are of points. */
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
