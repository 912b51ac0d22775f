import type { Point } from '../../engine/types.js'
import { add, scale } from '../../engine/math/vector.js'
import type { NearTriangles } from './near-triangles.js'

/** Body dimensions, metres. */
export const bodyMeasures = {
  eyeHeight: 1.65,
  /** Half of the minimum gap between two walls. */
  radius: 0.25,
  /** Maximum height of a step, such as stairs and thresholds. */
  step: 0.45,
} as const

const gravity = 9.81
/** Maximum fall speed, metres per second. */
const fastestFall = 40
/** Speed of rising onto a step, metres per second. */
const riseRate = 4
/** Movement is split into substeps, so that it passes through no wall. */
const maxSubstepLength = bodyMeasures.radius / 2
/** Heights above the feet at which walls collide. */
const bodyHeights = [bodyMeasures.step + bodyMeasures.radius, 1.1, 1.5] as const

/** Collision queries of a walk. */
export interface CollisionWorld {
  /** Returns the height of the first surface below a point; null if there is none. */
  floorUnder(point: Point): number | null
  readonly walls: NearTriangles
  /** Returns the lowest height of a fall where there is no floor. */
  lowest(): number
}

/** Controller of a walking character: falls, climbs steps, collides with walls and slides along them. */
export class CharacterController {
  /** Position of the feet. */
  feet: Point
  #fall = 0
  readonly #ground: CollisionWorld

  constructor(ground: CollisionWorld, eye: Point) {
    this.#ground = ground
    this.feet = [eye[0], eye[1], eye[2] - bodyMeasures.eyeHeight]
  }

  get eye(): Point {
    return [this.feet[0], this.feet[1], this.feet[2] + bodyMeasures.eyeHeight]
  }
  /** Downward speed, metres per second. */
  get fallSpeed(): number {
    return this.#fall
  }

  /** Advances by `seconds` at a horizontal velocity; returns whether anything still moves, including a fall. */
  step(seconds: number, velocity: readonly [number, number]): boolean {
    const before = this.feet
    const length = Math.hypot(...velocity) * seconds
    const substeps = Math.max(1, Math.ceil(length / maxSubstepLength))
    for (let substep = 0; substep < substeps; substep++) {
      const share = seconds / substeps
      this.feet = this.#pushOutOfWalls(add(this.feet, [velocity[0] * share, velocity[1] * share, 0]))
      this.#settle(share)
    }
    return this.feet.some((value, axis) => Math.abs(value - before[axis]) > 1e-4)
  }

  /** Moves the feet to a position at once. */
  moveTo(feet: Point): void {
    this.feet = feet
    this.#fall = 0
  }

  /** Returns the nearest position to `feet` without a wall collision. */
  #pushOutOfWalls(feet: Point): Point {
    let position = feet
    for (let round = 0; round < 3; round++) {
      let hasMoved = false
      for (const height of bodyHeights) {
        const push = this.#ground.walls.push(add(position, [0, 0, height]), bodyMeasures.radius)
        if (push === null) continue
        position = add(position, push)
        hasMoved = true
      }
      if (!hasMoved) return position
    }
    return position
  }

  /** Falls, or stands on the highest surface below the feet. */
  #settle(seconds: number): void {
    const floor = this.#floor()
    const [x, y, z] = this.feet
    if (z - floor <= 1e-3 && floor - z <= 1e-3) {
      this.#fall = 0
      return
    }
    if (floor > z) {
      this.#fall = 0
      this.feet = [x, y, Math.min(floor, z + riseRate * seconds)]
      return
    }
    // Small drops, such as stairs down, are walked; deeper ones are falls.
    if (z - floor <= bodyMeasures.step && this.#fall === 0) {
      this.feet = [x, y, Math.max(floor, z - riseRate * seconds)]
      return
    }
    this.#fall = Math.min(fastestFall, this.#fall + gravity * seconds)
    this.feet = [x, y, Math.max(floor, z - this.#fall * seconds)]
  }

  #floor(): number {
    let highest = -Infinity
    for (const [x, y] of footprint) {
      const from = add(this.feet, add(scale([x, y, 0], bodyMeasures.radius * 0.7), [0, 0, bodyMeasures.step]))
      const floor = this.#ground.floorUnder(from)
      if (floor !== null && floor > highest) highest = floor
    }
    return highest === -Infinity ? Math.min(this.feet[2], this.#ground.lowest()) : highest
  }
}

/** Sample points of the feet: a single ray would fall through every joint. */
const footprint = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
