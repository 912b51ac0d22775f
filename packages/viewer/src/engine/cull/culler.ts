import { drawMode, type InstanceColors } from '../store/instance-colors.js'
import { grown } from '../store/growable.js'
import type { InstanceStore } from '../store/instance-store.js'
import { instanceFlag, placementStride, rangeStride } from '../store/gpu-chunk.js'
import type { DrawLists, NamedRangeList } from './draw-lists.js'
import { chooseLevel } from './level-choice.js'
import type { Quality } from './quality.js'

/** The camera data that the culler needs. */
export interface CullView {
  readonly eye: readonly [number, number, number]
  /** Normal and distance of the six frustum planes, and of the cut planes; inside positive. */
  readonly planes: Float64Array
  /** Pixels per metre at one metre (perspective) or everywhere (orthographic). */
  readonly pixelScale: number
  readonly orthographic: boolean
  /** From model to clip coordinates, column-major. */
  readonly toClip?: readonly number[]
}

/** The instances to consider, and how to draw them. */
export interface CullRequest {
  readonly view: CullView
  readonly quality: Quality
  /** First instance, and the one after the last. */
  readonly from: number
  readonly to: number
  /** Bits of the instances visible from outside, or null for all. */
  readonly exterior: Uint8Array | null
  /** Whether transparent objects are drawn: not in an additive frame. */
  readonly clear: boolean
}

/** Index range of an instance. */
interface InstanceRange {
  readonly start: number
  readonly count: number
  readonly instance: number
}

/** Coverage up to which the shader fades out edges. */
export const fadeCoverage = 0.5
/** Coverage at which edges are too faint to draw. */
const maxVisibleCoverage = 0.42
/** Minimum distance, metres, or as a ratio of the radius for small instances: scales stay finite inside. */
const minDistance = 0.05
const minDistanceRatio = 0.01
/** `#level` of an instance too small to draw. */
const tooSmall = 3

/**
 * Selects the draw ranges: frustum, size on screen, level of detail, exterior. One pass over columns: 16,000 instances
 * take 0.3 ms, so a hierarchy would pay only for far larger models.
 */
export class Culler {
  readonly #instances: InstanceStore
  readonly #instanceColors: InstanceColors
  #level = new Uint8Array(0)
  #clearKeys = new Float64Array(0)
  #clearCount = 0
  /** Whether anything is selected. */
  #hasSelected = false
  #request!: CullRequest
  #lists!: DrawLists

  constructor(instances: InstanceStore, instanceColors: InstanceColors) {
    this.#instances = instances
    this.#instanceColors = instanceColors
  }

  /** Fills `lists` with the draw ranges of the request. */
  cull(request: CullRequest, lists: DrawLists): void {
    lists.reset()
    this.#request = request
    this.#lists = lists
    this.#clearCount = 0
    this.#hasSelected = this.#instanceColors.hasSelected
    this.#level = grown(this.#level, request.to)
    const { mode } = this.#instanceColors
    const { exterior } = request
    for (let instance = request.from; instance < request.to; instance++) {
      // Most instances are inside: eight of them are skipped at once.
      if (exterior !== null && !this.#hasSelected && (instance & 7) === 0 && exterior[instance >> 3] === 0) {
        instance += 7
        continue
      }
      if (mode[instance] === drawMode.none) continue
      if (exterior !== null && ((exterior[instance >> 3] >> (instance & 7)) & 1) === 0) {
        if (this.#hasSelected) this.#addOccluded(instance)
        continue
      }
      const scale = this.#visibleScale(instance)
      if (scale > 0) this.#draw(instance, scale)
    }
    this.#drawClear()
  }

  /** Returns the pixels per metre at the instance's nearest point; 0 if it is not visible. */
  #visibleScale(instance: number): number {
    const { view, quality } = this.#request
    const { sphere } = this.#instances
    const at = instance * 4
    const x = sphere[at]
    const y = sphere[at + 1]
    const z = sphere[at + 2]
    const radius = sphere[at + 3]
    let scale = view.pixelScale
    if (!view.orthographic) {
      const dx = x - view.eye[0]
      const dy = y - view.eye[1]
      const dz = z - view.eye[2]
      const least = Math.min(minDistance, radius * minDistanceRatio)
      scale /= Math.max(least, Math.sqrt(dx * dx + dy * dy + dz * dz) - radius)
    }
    const least = this.#level[instance] === tooSmall ? quality.minPixels * 1.15 : quality.minPixels
    // A point has no size of its own and is visible from any distance.
    if (radius * 2 * scale < least && (this.#instances.flags[instance] & instanceFlag.points) === 0) {
      this.#level[instance] = tooSmall
      return 0
    }
    const { planes } = view
    for (let plane = 0; plane < planes.length; plane += 4)
      if (planes[plane] * x + planes[plane + 1] * y + planes[plane + 2] * z + planes[plane + 3] < -radius) return 0
    return scale
  }

  #draw(instance: number, scale: number): void {
    const lists = this.#lists
    const mode = this.#instanceColors.mode[instance]
    if (mode === drawMode.clear && !this.#request.clear) {
      lists.omitted++
      return
    }
    if (mode !== drawMode.clear && this.#drawAxis(instance, scale)) return
    const level = this.#chooseLevel(instance, scale)
    lists.instances++
    if (this.#instances.flags[instance] & instanceFlag.points) return this.#drawPoints(instance)
    this.#drawEdges(instance, scale)
    const { ranges, flags } = this.#instances
    const start = ranges[instance * rangeStride + level * 2]
    const count = ranges[instance * rangeStride + level * 2 + 1]
    if (count === 0) return
    if (this.#hasSelected) this.#addSelected(lists.selected.surfaces, { start, count, instance })
    if (mode === drawMode.clear) this.#queueTransparent(instance)
    else if (flags[instance] & instanceFlag.owned)
      (mode === drawMode.closed ? lists.closed : lists.open).add(start, count, level)
    else (mode === drawMode.closed ? lists.closedNamed : lists.openNamed).addNamed(start, count, instance)
  }

  #chooseLevel(instance: number, scale: number): number {
    const level = chooseLevel({
      errors: this.#instances.levelError,
      instance,
      pixelsPerMetre: scale,
      errorPixels: this.#request.quality.errorPixels,
      current: this.#level[instance],
    })
    this.#level[instance] = level
    return level
  }

  /** Lists a selected instance that is not drawn because others occlude it: its highlight is drawn through them. */
  #addOccluded(instance: number): void {
    if (!this.#instanceColors.isSelected(instance)) return
    const scale = this.#visibleScale(instance)
    if (scale === 0) return
    const { selected } = this.#lists
    const { ranges, flags } = this.#instances
    const kind = flags[instance] & (instanceFlag.points | instanceFlag.lines)
    const list = kind === 0 ? selected.surfaces : kind & instanceFlag.points ? selected.points : selected.lines
    const at = instance * rangeStride + (kind === 0 ? this.#chooseLevel(instance, scale) * 2 : 6)
    if (ranges[at + 1] > 0) this.#addSelected(list, { start: ranges[at], count: ranges[at + 1], instance })
  }

  /** Draws a long body thinner than about a pixel as a line along its axis; returns false if it is not one. */
  #drawAxis(instance: number, scale: number): boolean {
    const lists = this.#lists
    const { ranges, flags, placement } = this.#instances
    const at = instance * rangeStride
    if (ranges[at + 9] === 0) return false
    if (placement[instance * placementStride + 15] * scale > this.#request.quality.thinPixels) return false
    this.#level[instance] = 2
    lists.instances++
    if (this.#hasSelected) this.#addSelected(lists.selected.lines, { start: ranges[at + 8], count: 2, instance })
    if (flags[instance] & instanceFlag.owned) lists.axes.add(ranges[at + 8], 2, 0)
    else lists.axesNamed.addNamed(ranges[at + 8], 2, instance)
    return true
  }

  #drawEdges(instance: number, scale: number): void {
    const lists = this.#lists
    const { ranges, flags, placement } = this.#instances
    const count = ranges[instance * rangeStride + 7]
    if (count === 0) return
    const isLines = (flags[instance] & instanceFlag.lines) !== 0
    const isVisible =
      isLines ||
      (this.#request.quality.edges && placement[instance * placementStride + 12] < maxVisibleCoverage * scale)
    if (!isVisible) return
    const start = ranges[instance * rangeStride + 6]
    if (isLines && this.#hasSelected) this.#addSelected(lists.selected.lines, { start, count, instance })
    if (flags[instance] & instanceFlag.owned) lists.edges.add(start, count, 3)
    else lists.edgesNamed.addNamed(start, count, instance)
  }

  #drawPoints(instance: number): void {
    const { ranges, flags } = this.#instances
    const start = ranges[instance * rangeStride + 6]
    const count = ranges[instance * rangeStride + 7]
    if (this.#hasSelected) this.#addSelected(this.#lists.selected.points, { start, count, instance })
    if (flags[instance] & instanceFlag.owned) this.#lists.points.add(start, count, 3)
    else this.#lists.pointsNamed.addNamed(start, count, instance)
  }

  #addSelected(list: NamedRangeList, { start, count, instance }: InstanceRange): void {
    if (!this.#instanceColors.isSelected(instance)) return
    list.addNamed(start, count, instance)
    this.#lists.selected.growBounds(this.#instances.sphere, instance * 4)
  }

  #queueTransparent(instance: number): void {
    const { eye } = this.#request.view
    const { sphere } = this.#instances
    const at = instance * 4
    const distance = Math.hypot(sphere[at] - eye[0], sphere[at + 1] - eye[1], sphere[at + 2] - eye[2])
    this.#clearKeys = grownKeys(this.#clearKeys, this.#clearCount + 1)
    this.#clearKeys[this.#clearCount++] = distanceRank(distance) * 2 ** 32 + instance
  }

  #drawClear(): void {
    const keys = this.#clearKeys.subarray(0, this.#clearCount).sort()
    const { ranges } = this.#instances
    for (let at = keys.length - 1; at >= 0; at--) {
      const instance = keys[at] % 2 ** 32
      const slot = instance * rangeStride + this.#level[instance] * 2
      this.#lists.clear.addNamed(ranges[slot], ranges[slot + 1], instance)
    }
  }
}

/**
 * Returns a distance as a 21-bit integer of the same order, so that one number can also hold the instance in its low 32
 * bits. Logarithmic, from 60 nm to 16,000 km: steps of 1.6 mm at 100 m and of 16 nm at 1 mm.
 */
function distanceRank(distance: number): number {
  const share = (Math.log2(Math.max(distance, 2 ** -24)) + 24) / 48
  return Math.min(2 ** 21 - 1, Math.round(share * (2 ** 21 - 1)))
}

function grownKeys(keys: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (length <= keys.length) return keys
  const larger = new Float64Array(Math.max(64, length * 2))
  larger.set(keys)
  return larger
}
