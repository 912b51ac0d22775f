import type { ModelMove, Point } from '../../engine/types.js'
import { normalize } from '../../engine/math/vector.js'
import { movedPoint } from '../../engine/math/moved-point.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import type { ElementStates } from '../../engine/store/element-states.js'
import type { Measurement } from './measurement.js'

/** Search radius around a point for the measured surface, metres. */
const toleranceMetres = 0.002

interface Attachment {
  /** Current position of its first point. */
  readonly first: Point
  /** Element of the first point, of the second; the last one applies to all further points. */
  readonly elements: readonly number[]
  readonly era: number
}

interface MoveRecord {
  readonly matrix: ModelMove['matrix']
  /** By measurement: which of its points moved with the model. */
  readonly on: ReadonlyMap<string, readonly boolean[]>
}

/**
 * The elements that measurements are attached to, so that they follow a moved model of a federation. Older lists of
 * measurements, restored by undo, are moved when they are shown.
 */
export class MeasureAttachments {
  readonly #states: ElementStates
  readonly #attachments = new Map<string, Attachment>()
  readonly #moves: MoveRecord[] = []

  constructor(states: ElementStates) {
    this.#states = states
  }

  /** Returns the number of moves. */
  get moves(): number {
    return this.#moves.length
  }

  /** Attaches a new measurement to these elements. */
  attach({ id, points }: Measurement, elements: readonly number[]): void {
    this.#attachments.set(id, { first: points[0], elements, era: this.#states.era })
  }

  /** Updates the element numbers after models joined or left. */
  renumbered(measurements: readonly Measurement[]): readonly Measurement[] {
    return measurements.map((measurement) => {
      const { elements } = measurement
      const attached = elements && this.#findElements(measurement)
      return attached ? { ...measurement, elements: attached.slice(0, elements.length) } : measurement
    })
  }

  /** Records a move of a model: which of these measurements, and of the undone ones, were on it. */
  note(move: ModelMove, measurements: readonly Measurement[], geometry: ModelGeometry): void {
    const on = new Map<string, readonly boolean[]>()
    for (const measurement of measurements)
      if (this.#findElements(measurement) === null)
        on.set(
          measurement.id,
          measurement.points.map((point) => isMovedWith(point, move, geometry)),
        )
    for (const [id, attachment] of this.#attachments) {
      if (on.has(id)) continue
      const movedFlags = attachment.elements.map((element) =>
        move.contains(this.#states.numberNow(element, attachment.era)),
      )
      if (movedFlags[0]) this.#attachments.set(id, { ...attachment, first: movedPoint(attachment.first, move.matrix) })
      on.set(id, movedFlags)
    }
    this.#moves.push({ matrix: move.matrix, on })
  }

  /** Returns the measurements of a list that was valid after `since` moves, at their current positions. */
  transferred(measurements: readonly Measurement[], since: number): readonly Measurement[] {
    return this.#moves
      .slice(since)
      .reduce<readonly Measurement[]>((list, move) => list.map(transferBy(move)), measurements)
  }

  /** Returns null if the measurement was not made here: it came with a saved view. */
  #findElements({ id, points }: Measurement): readonly number[] | null {
    const attachment = this.#attachments.get(id)
    if (attachment === undefined || attachment.first.some((value, axis) => value !== points[0][axis])) return null
    return attachment.elements.map((element) => this.#states.numberNow(element, attachment.era))
  }
}

const transferBy =
  ({ matrix, on }: MoveRecord) =>
  (measurement: Measurement): Measurement => {
    const movedFlags = on.get(measurement.id) ?? []
    const isOn = (at: number): boolean => movedFlags[Math.min(at, movedFlags.length - 1)]
    if (!movedFlags.includes(true)) return measurement
    const points = measurement.points.map((point, at) => (isOn(at) ? movedPoint(point, matrix) : point))
    const { normal, circle } = measurement
    return {
      ...measurement,
      points,
      ...(normal !== undefined && isOn(0) ? { normal: normalize(movedPoint(normal, matrix, 0)) } : {}),
      ...(circle !== undefined && isOn(0)
        ? {
            circle: {
              ...circle,
              center: movedPoint(circle.center, matrix),
              normal: normalize(movedPoint(circle.normal, matrix, 0)),
            },
          }
        : {}),
    }
  }

/** Of the elements now at a point or moved from there, the smaller one was measured. */
function isMovedWith(point: Point, move: ModelMove, geometry: ModelGeometry): boolean {
  const smallest = (center: Point, ofModel: boolean): number => {
    let radius = Infinity
    const box = [...center.map((value) => value - toleranceMetres), ...center.map((value) => value + toleranceMetres)]
    geometry.near(box, (instance) => {
      if (move.contains(geometry.elementOf(instance)) === ofModel)
        radius = Math.min(radius, geometry.spheres[instance * 4 + 3])
    })
    return radius
  }
  return smallest(movedPoint(point, move.matrix), true) < smallest(point, false)
}
