import type { Point } from '../types.js'
import type { Ray } from '../math/ray.js'
import { rayAt } from './view-ray.js'
import { computeFrame, halfHeightTangent, computeViewHeight, type Pose } from './pose.js'
import { projectPoint, type ProjectedPoint } from './project.js'
import { dot, subtract } from '../math/vector.js'

/** CSS pixels from the viewer's left and top; `depth` in metres along the view, not positive behind the eye. */
export type ScreenSpacePoint = ProjectedPoint

const behindEye: ScreenSpacePoint = { x: 0, y: 0, depth: 0 }

/** Conversions between model and screen, for overlays. */
export class ScreenSpace {
  readonly #pose: () => Pose
  readonly #size: () => { readonly width: number; readonly height: number }

  constructor(pose: () => Pose, size: () => { readonly width: number; readonly height: number }) {
    this.#pose = pose
    this.#size = size
  }

  /** Returns the viewer's size in CSS pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size()
  }

  /** Projects a model point to the screen. */
  project(point: Point): ScreenSpacePoint {
    const pose = this.#pose()
    const projected = projectPoint(pose, point, this.#size())
    if (projected === null) return behindEye
    return pose.projection === 'orthographic' ? { ...projected, depth: 1 } : projected
  }

  /** Returns the ray through a screen position. */
  rayThrough(x: number, y: number): Ray {
    const { width, height } = this.#size()
    return rayAt(this.#pose(), { x: (x / width) * 2 - 1, y: 1 - (y / height) * 2 }, { width, height })
  }

  /** Returns the CSS pixels per metre across the view, at a point. */
  pixelsPerMetreAt(point: Point): number {
    const pose = this.#pose()
    return this.pixelsPerMetre(dot(subtract(point, pose.eye), computeFrame(pose).forward))
  }

  /** Returns the same at a depth; behind the eye that of a small positive depth. */
  pixelsPerMetre(depth: number): number {
    const pose = this.#pose()
    const { height } = this.#size()
    if (pose.projection === 'orthographic') return height / computeViewHeight(pose)
    return height / (2 * Math.max(depth, 1e-6) * halfHeightTangent(pose))
  }
}
