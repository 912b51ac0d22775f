import type { Viewer } from '../../engine/api.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import type { Snap, Snapping } from '../../engine/geometry/snapping.js'
import { listInstances, measureClearance, type ClearanceSides } from './clearance/measure-clearance.js'
import { instancesMeasured, measure, type Measured, type PointKind } from './measure-steps.js'

/** What a measurement is made with, and where it goes. */
export interface MeasureRunHost {
  readonly viewer: Viewer
  readonly snapping: Snapping
  /** Takes the result, and the elements of its points. */
  end(measured: Measured, elements: readonly number[]): void
}

/** Makes one measurement at a time; those of evicted shapes and between elements end later. */
export class MeasureRunner {
  readonly #host: MeasureRunHost
  /** Identifies the measurement in progress. */
  #run: object | null = null

  constructor(host: MeasureRunHost) {
    this.#host = host
  }

  cancel(): void {
    this.#run = null
  }

  /** Measures picked points. */
  measurePoints(kind: PointKind, snaps: readonly Snap[]): void {
    const { geometry } = this.#host.viewer
    if (geometry === null) return
    const elements = snaps.map(({ element }) => element)
    this.#withElements(kind === 'volume' ? elements : [], () =>
      this.#start(instancesMeasured(kind, snaps, geometry), () =>
        this.#host.end(this.#measure(kind, snaps, geometry), elements),
      ),
    )
  }

  /** Measures the shortest distance between two elements. */
  measureBetween(elements: readonly [number, number]): void {
    const { geometry, replacement } = this.#host.viewer
    if (geometry === null) return
    const [one, other] = elements.map((element) => replacement.before?.withDescendants([element]) ?? [element])
    const sides: ClearanceSides = [one, other]
    if (one.some((element) => other.includes(element))) return this.#host.end({ refused: 'same-element' }, elements)
    this.#withElements(sides.flat(), () => this.#measureSides(geometry, sides, elements))
  }

  #measureSides(geometry: ModelGeometry, sides: ClearanceSides, elements: readonly [number, number]): void {
    this.#start(listInstances(geometry, sides), (isCancelled) => {
      measureClearance(geometry, sides, isCancelled)
        .then((measured) => {
          if (measured !== null && !isCancelled()) this.#host.end({ ...measured, elements }, elements)
        })
        .catch(() => (isCancelled() ? undefined : this.#host.end({ refused: 'not-here' }, elements)))
    })
  }

  /** Calls `action` at once if these elements are resident, otherwise when they are. */
  #withElements(elements: readonly number[], action: () => void): void {
    const { geometry } = this.#host.viewer
    if (geometry?.hasElements(elements) !== false) return action()
    const run = {}
    this.#run = run
    geometry
      .withElements(elements, () => (this.#run === run ? action() : undefined))
      .catch(() => (this.#run === run ? this.#host.end({ refused: 'not-here' }, []) : undefined))
  }

  /** Calls `action` at once if these shapes are resident, otherwise when they are. */
  #start(instances: readonly number[], action: (isCancelled: () => boolean) => void): void {
    const { geometry } = this.#host.viewer
    const run = {}
    this.#run = run
    const isCancelled = (): boolean => this.#run !== run
    const evicted = instances.filter((instance) => geometry?.isResident(instance) === false)
    if (geometry === null || evicted.length === 0) return action(isCancelled)
    geometry
      .withResident(evicted, () => (isCancelled() ? undefined : action(isCancelled)))
      .catch(() => (isCancelled() ? undefined : this.#host.end({ refused: 'not-here' }, [])))
  }

  #measure(kind: PointKind, snaps: readonly Snap[], geometry: ModelGeometry): Measured {
    const { viewer, snapping } = this.#host
    return measure(kind, snaps, {
      geometry,
      castFrom: (origin, direction) => viewer.pickAlong({ origin, direction, pixelSize: 0, pixelGrowth: 0 }),
      circleNear: (snap) => snapping.circleNear({ space: viewer.space, geometry, cuts: [], pick: () => null }, snap),
    })
  }
}
