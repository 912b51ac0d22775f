import type { Hatch } from '../../engine/geometry/hatch.js'

/** Section of one element by the cut of a plan; coordinates are metres on the plan, x to the right, y up. */
export interface PlanCut {
  readonly element: number
  /** Hatch pattern by the colour of the element. */
  readonly hatch: Hatch
  /** Closed outlines of the material, x y per vertex; holes are oriented the other way round. */
  readonly loops: readonly Float64Array[]
  /** Segments of open outlines, four numbers each: of shapes without an inside. */
  readonly segments: Float64Array
  /** Square metres. */
  readonly area: number
}

/** Visible edges of one element behind the cut: segments of four numbers each, metres on the plan. */
export interface PlanLines {
  readonly element: number
  readonly segments: readonly number[]
}

/** A room on a plan. */
export interface PlanSpace {
  readonly element: number
  readonly name: string
  /** Area of its section, square metres. */
  readonly area: number
  /** Point inside it at which its name fits best. */
  readonly x: number
  readonly y: number
  /** Space for its name there, metres. */
  readonly width: number
}

/** A plan or section as a line drawing; coordinates are metres, relative to the model origin. */
export interface ModelPlan {
  readonly cuts: readonly PlanCut[]
  readonly lines: readonly PlanLines[]
  readonly spaces: readonly PlanSpace[]
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number]
  /** Directions of x and y in the model. */
  readonly right: readonly [number, number, number]
  readonly up: readonly [number, number, number]
}
