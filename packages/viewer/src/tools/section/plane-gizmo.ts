import type { Point } from '../../engine/types.js'
import type { ScreenSpace } from '../../engine/camera/screen-space.js'
import { add, scale } from '../../engine/math/vector.js'
import { DragHandle, type DragPoint } from '../../engine/overlay/drag-handle.js'
import { setAttributes, svg } from '../../engine/overlay/svg.js'
import { alongLine, computeScreenAngle, rotateVector } from './gizmo-geometry.js'
import { planeFrame } from '../../engine/geometry/plane-frame.js'
import { planeAt, computePosition, type SectionPlane } from './section-state.js'

/** Distance from the plane's point to the rotation handles, CSS pixels. */
const knobDistance = 64
/** Snapping step while Shift is held, degrees. */
const rotationStep = 15

/** Callbacks of a gizmo. */
export interface GizmoHost<Item> {
  readonly space: ScreenSpace
  /** Starts a drag. */
  begin(): void
  /** Updates the item during a drag. */
  change(item: Item): void
  /** Ends the drag; unless it is confirmed, restores the item from before `begin`. */
  end(isConfirmed: boolean): void
  /** Returns the step of an arrow key, metres. */
  step(): number
}

/** Labels for screen readers. */
export interface GizmoLabels {
  readonly move: string
  readonly rotate: string
  readonly side: string
}

const accent = '#E0602F'
const outline = { stroke: '#FFFFFF', 'stroke-width': 1.5, 'stroke-linejoin': 'round' } as const

/** Two arrow heads: the handle moves in both directions. */
const moveShape = (): SVGElement[] => [
  svg('path', { d: 'M-26 0H26', stroke: '#FFFFFF', 'stroke-width': 6, 'stroke-linecap': 'round' }),
  svg('path', { d: 'M-26 0H26', stroke: accent, 'stroke-width': 3, 'stroke-linecap': 'round' }),
  svg('path', { d: 'M36 0 22-9V9Z', fill: accent, ...outline }),
  svg('path', { d: 'M-36 0-22-9V9Z', fill: accent, ...outline }),
  svg('circle', { r: 7, fill: accent, ...outline }),
]
const createRotateShape = (): SVGElement[] => [
  svg('circle', { r: 8, fill: '#FFFFFF', stroke: accent, 'stroke-width': 2.5 }),
  svg('path', { d: 'M-3.5-1.5a3.8 3.8 0 1 1 0 3', fill: 'none', stroke: accent, 'stroke-width': 1.5 }),
]

/** Gizmo of one plane: an arrow that moves it along its normal, two handles that rotate it. */
export class PlaneGizmo {
  readonly element = svg('g')
  readonly #host: GizmoHost<SectionPlane>
  readonly #sheet = svg('path', {
    fill: accent,
    'fill-opacity': '0.07',
    stroke: accent,
    'stroke-width': 1.5,
    'stroke-dasharray': '6 4',
  })
  readonly #arms = svg('path', { fill: 'none', stroke: accent, 'stroke-width': 1, 'stroke-opacity': '0.6' })
  readonly #move: DragHandle
  readonly #knobs: readonly DragHandle[]
  #plane: SectionPlane | null = null
  #start: SectionPlane | null = null
  #startAlong = 0

  constructor(host: GizmoHost<SectionPlane>) {
    this.#host = host
    this.#move = new DragHandle({
      shape: moveShape(),
      actions: {
        start: () => this.#begin(),
        move: (point) => this.#pull(point),
        end: (isConfirmed) => host.end(isConfirmed),
        step: (direction, shift) => this.#step((plane) => stepped(plane, direction * host.step() * (shift ? 10 : 1))),
      },
    })
    this.#knobs = (['right', 'up'] as const).map((side) => this.#createKnob(side))
    this.element.append(this.#sheet, this.#arms, ...this.#knobs.map(({ element }) => element), this.#move.element)
  }

  setLabels(labels: GizmoLabels): void {
    this.#move.setLabel(labels.move)
    for (const knob of this.#knobs) knob.setLabel(labels.rotate)
  }

  /** Updates the gizmo for a plane; null hides it. `halfWidth` is half of the sheet's width in metres. */
  update(plane: SectionPlane | null, halfWidth: number): void {
    this.#plane = plane
    const { space } = this.#host
    const point = plane === null ? null : space.project(plane.point)
    const isSeen = plane !== null && point !== null && point.depth > 0
    this.element.style.display = isSeen ? '' : 'none'
    if (!isSeen) return
    const frame = planeFrame(plane.point, plane.normal)
    this.#move.setPosition({ ...point, rotationDegrees: computeScreenAngle(space, plane.point, plane.normal) })
    const position = computePosition(plane)
    this.#move.setValue(position, position.toFixed(3))
    const arm = knobDistance / space.pixelsPerMetreAt(plane.point)
    const ends = [frame.right, frame.up].map((side) => space.project(add(plane.point, scale(side, arm))))
    ends.forEach((end, at) => this.#knobs[at]?.setPosition(end.depth > 0 ? end : null))
    setAttributes(this.#arms, { d: ends.map((end) => `M${text(point)}L${text(end)}`).join('') })
    const vertices = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([x, y]) =>
      space.project(add(add(plane.point, scale(frame.right, x * halfWidth)), scale(frame.up, y * halfWidth))),
    )
    const isInFront = vertices.every(({ depth }) => depth > 0)
    setAttributes(this.#sheet, { d: isInFront ? `M${vertices.map(text).join('L')}Z` : '' })
  }

  #createKnob(side: 'right' | 'up'): DragHandle {
    return new DragHandle({
      shape: createRotateShape(),
      actions: {
        start: () => this.#begin(),
        move: (point) => this.#rotate(side, point),
        end: (isConfirmed) => this.#host.end(isConfirmed),
        step: (direction, shift) =>
          this.#step((plane) => rotatePlane(plane, side, (direction * (shift ? rotationStep : 1) * Math.PI) / 180)),
      },
    })
  }

  #begin(): void {
    this.#start = this.#plane
    this.#startAlong = Number.NaN
    this.#host.begin()
  }

  #pull({ x, y, byY }: DragPoint): void {
    const start = this.#start
    if (start === null) return
    const { space } = this.#host
    const along = alongLine(space.rayThrough(x, y), start.point, start.normal)
    if (along === null) return this.#host.change(movePlane(start, -byY / space.pixelsPerMetreAt(start.point)))
    if (Number.isNaN(this.#startAlong)) {
      const from = space.project(start.point)
      this.#startAlong = alongLine(space.rayThrough(from.x, from.y), start.point, start.normal) ?? 0
    }
    this.#host.change(movePlane(start, along - this.#startAlong))
  }

  #rotate(side: 'right' | 'up', { byX, byY, shift }: DragPoint): void {
    const start = this.#start
    if (start === null) return
    // The handle follows the pointer along the normal's screen direction; if that is too short, upward drags control
    // it.
    const degrees = computeScreenAngle(this.#host.space, start.point, start.normal)
    const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const angle = (byX * x + byY * y) / knobDistance
    const step = (rotationStep * Math.PI) / 180
    this.#host.change(rotatePlane(start, side, -(shift ? Math.round(angle / step) * step : angle)))
  }

  #step(change: (plane: SectionPlane) => SectionPlane): void {
    if (this.#plane === null) return
    this.#host.begin()
    this.#host.change(change(this.#plane))
    this.#host.end(true)
  }
}

const text = ({ x, y }: { readonly x: number; readonly y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`

function movePlane(plane: SectionPlane, metres: number): SectionPlane {
  return { ...plane, point: add(plane.point, scale(plane.normal, metres)) }
}

const stepped = (plane: SectionPlane, metres: number): SectionPlane => planeAt(plane, computePosition(plane) + metres)

/** Rotates the plane so that the handle of `side` moves with the normal for negative angles. */
function rotatePlane(plane: SectionPlane, side: 'right' | 'up', radians: number): SectionPlane {
  const frame = planeFrame(plane.point, plane.normal)
  const axis: Point = side === 'right' ? frame.up : scale(frame.right, -1)
  return { ...plane, normal: rotateVector(plane.normal, axis, radians) }
}
