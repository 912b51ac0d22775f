import { mapAxes } from '@kamar/core/math'
import type { ModelData } from '../store/model-data.js'
import type { Picker } from '../pick/picker.js'
import type { InstanceStore } from '../store/instance-store.js'
import { instanceFlag, placementStride } from '../store/gpu-chunk.js'

/** Number of depth levels of coplanar surfaces, stored in the placement. */
const levels = 8
/** Boxes whose sides differ by less than this ratio of the model's diagonal are treated as coplanar. */
const coplanarTolerance = 2e-5
/** Maximum bias as a ratio of the model's diagonal. */
const maxBiasRatio = 1e-4
/** Possible error of a plane in steps of its coordinates: half a step on each of three axes. */
const offSteps = 0.9
/** Cost of a pair that gets the same level. */
const costs = { sidesDiffer: 1000, sides: 200, differ: 20, other: 3, wrongOrder: 1 } as const
/** The largest instances intersect everything; neighbours beyond this number are ignored. */
const maxNeighbors = 4096

/** Scale of a bias in the fraction: single precision near 16 resolves ratios of a millionth. */
const justBelowOne = 0.999

/** Input of the computation. */
interface DepthBiasSubject {
  readonly instances: InstanceStore
  /** Three per geometry: maximum quantised coordinate. */
  readonly extent: Uint16Array
  readonly diagonal: number
  /** Visits instances whose boxes intersect `box` (min x y z, max x y z). */
  readonly near: (box: ArrayLike<number>, visit: (instance: number) => void) => void
}

/** Result of the computation. */
interface CoplanarDepthBias {
  /** 0 is in front; one per instance. */
  readonly levels: Uint8Array
  /** Bias in metres that puts each instance, despite rounded coordinates, behind those it touches. */
  readonly back: Float32Array
}

/** Content whose placements take the bias. */
interface BiasedContent extends ModelData {
  /** Called when the placements contain it; `farthest` is the maximum bias, metres. */
  setPlanes(farthest: number): void
}

/** Writes the bias of each instance into the placements; returns false if there is none. */
export function applyDepthBias(content: BiasedContent, picker: Picker): boolean {
  const { instances, geometries, bounds } = content
  if (bounds === null) return false
  const diagonal = Math.hypot(...bounds.max.map((value, axis) => value - bounds.min[axis]))
  const near = picker.near.bind(picker)
  const { levels, back } = computeDepthBias({ instances, extent: geometries.extent, diagonal, near })
  const farthest = back.reduce((max, metres) => Math.max(max, metres), 0)
  if (farthest === 0) return false
  for (let instance = 0; instance < instances.count; instance++) {
    const at = instance * placementStride + 14
    const closed = Math.trunc(instances.placement[at]) % 2
    instances.placement[at] = closed + levels[instance] * 2 + (back[instance] / farthest) * justBelowOne
  }
  content.setPlanes(farthest)
  return true
}

/**
 * Decides which of two coplanar surfaces is drawn in front: gives every instance a level that none of those it touches
 * has, as far as there are enough, small ones before large ones: a door before its wall, tiles before the floor.
 */
function computeDepthBias(subject: DepthBiasSubject): CoplanarDepthBias {
  const { instances } = subject
  const order = Uint32Array.from({ length: instances.count }, (_, instance) => instance).filter(
    (instance) => (instances.flags[instance] & (instanceFlag.lines | instanceFlag.points)) === 0,
  )
  const { sphere } = instances
  order.sort((a, b) => sphere[a * 4 + 3] - sphere[b * 4 + 3] || a - b)
  const search = new LevelSearch(subject)
  for (const instance of order) search.assignLevel(instance)
  return { levels: search.levels, back: search.computeBias(order, subject.diagonal * maxBiasRatio) }
}

class LevelSearch {
  readonly #subject: DepthBiasSubject
  readonly #boxes: Float64Array
  readonly #aligned: Uint8Array
  readonly #assigned: Uint8Array
  readonly #costs = new Float64Array(levels)
  readonly #least: number
  readonly levels: Uint8Array

  constructor(subject: DepthBiasSubject) {
    const { instances, extent } = subject
    const { count } = instances
    this.#subject = subject
    this.#least = subject.diagonal * coplanarTolerance
    this.#boxes = new Float64Array(count * 6)
    this.#aligned = new Uint8Array(count)
    this.#assigned = new Uint8Array(count)
    this.levels = new Uint8Array(count)
    for (let instance = 0; instance < count; instance++) {
      const box = this.#boxes.subarray(instance * 6, instance * 6 + 6)
      box.fill(Infinity, 0, 3)
      box.fill(-Infinity, 3, 6)
      instances.growBox(instance, extent, box)
      this.#aligned[instance] = isAligned(instances.placement, instance * placementStride) ? 1 : 0
    }
  }

  /** Gives an instance the level with the least conflicts with those already assigned. */
  assignLevel(instance: number): void {
    const costs = this.#costs.fill(0)
    let left = maxNeighbors
    this.#near(instance, (other) => {
      if (this.#assigned[other] === 1 && left-- > 0) this.#count(costs, instance, other)
    })
    let best = 0
    for (let level = 1; level < levels; level++) if (costs[level] < costs[best]) best = level
    this.levels[instance] = best
    this.#assigned[instance] = 1
  }

  /**
   * Computes the bias of each instance in `order`, metres, at most `max`: that of the instances in front that it
   * touches, plus the possible error of both.
   */
  computeBias(order: Uint32Array, max: number): Float32Array {
    const back = new Float32Array(this.levels.length)
    for (const instance of order.toSorted((a, b) => this.levels[a] - this.levels[b])) {
      const level = this.levels[instance]
      if (level === 0) continue
      const off = this.#off(instance)
      this.#near(instance, (other) => {
        if (this.#assigned[other] === 0 || this.levels[other] >= level) return
        back[instance] = Math.max(back[instance], Math.min(max, back[other] + off + this.#off(other)))
      })
    }
    return back
  }

  #near(instance: number, visit: (other: number) => void): void {
    const grown = this.#boxes.slice(instance * 6, instance * 6 + 6)
    for (let side = 0; side < 6; side++) grown[side] += side < 3 ? -this.#least : this.#least
    this.#subject.near(grown, visit)
  }

  #count(sums: Float64Array, instance: number, other: number): void {
    const sides = this.#shareSides(instance, other)
    const differ = this.#differ(instance, other)
    const level = this.levels[other]
    if (sides) {
      sums[level] += differ ? costs.sidesDiffer : costs.sides
      // Smaller instances come first and stay in front.
      for (let before = 0; before < level; before++) sums[before] += costs.wrongOrder
    } else sums[level] += differ ? costs.differ : costs.other
  }

  #differ(a: number, b: number): boolean {
    const { color } = this.#subject.instances
    return (
      color[a * 4] !== color[b * 4] || color[a * 4 + 1] !== color[b * 4 + 1] || color[a * 4 + 2] !== color[b * 4 + 2]
    )
  }

  /**
   * Returns whether two boxes have coplanar sides that face the same way; true for rotated boxes, where it is unknown.
   */
  #shareSides(a: number, b: number): boolean {
    if (this.#aligned[a] === 0 || this.#aligned[b] === 0) return true
    const near = this.#least + this.#steps(a) + this.#steps(b)
    for (let side = 0; side < 6; side++)
      if (Math.abs(this.#boxes[a * 6 + side] - this.#boxes[b * 6 + side]) <= near) return true
    return false
  }

  /** Returns the possible error of a plane of the instance, metres. */
  #off(instance: number): number {
    return this.#steps(instance) * offSteps
  }

  /** Returns the precision of the instance's coordinates, metres. */
  #steps(instance: number): number {
    const { placement } = this.#subject.instances
    const at = instance * placementStride
    return Math.hypot(placement[at], placement[at + 4], placement[at + 8])
  }
}

/** Returns whether the axes of a mesh are aligned with those of the model. */
function isAligned(placement: Float32Array, at: number): boolean {
  for (let row = 0; row < 3; row++) {
    const [x, y, z] = mapAxes((column) => Math.abs(placement[at + row * 4 + column]))
    const largest = Math.max(x, y, z)
    if (x + y + z - largest > largest * 1e-4) return false
  }
  return true
}
