import type { Point } from '../../engine/types.js'
import { add, scale } from '../../engine/math/vector.js'
import { DragHandle, type DragPoint } from '../../engine/overlay/drag-handle.js'
import { setAttributes, svg } from '../../engine/overlay/svg.js'
import { alongLine, bearingOn, computeScreenAngle } from './gizmo-geometry.js'
import type { GizmoHost, GizmoLabels } from './plane-gizmo.js'
import { boxAxes, boxWithSide, type SectionBox } from './section-state.js'

const accent = '#E0602F'
/** Snapping step while Shift is held, degrees. */
const rotationStep = 15

/** Pairs of corners (bit 0 x, bit 1 y, bit 2 z) joined by an edge. */
const edges: readonly (readonly [number, number])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7]
    .filter((index) => (index & (1 << axis)) === 0)
    .map((index) => [index, index | (1 << axis)] as const),
)

/** Gizmo of the section box: an arrow on each side, and a handle that rotates it about the vertical. */
export class BoxGizmo {
  readonly element = svg('g')
  readonly #host: GizmoHost<SectionBox>
  readonly #frame = svg('path', { fill: 'none', stroke: accent, 'stroke-width': 1.5 })
  readonly #sides: readonly DragHandle[]
  readonly #knob: DragHandle
  #box: SectionBox | null = null
  #start: SectionBox | null = null

  constructor(host: GizmoHost<SectionBox>) {
    this.#host = host
    this.#sides = [0, 1, 2, 3, 4, 5].map((side) => this.#createSide(side))
    this.#knob = new DragHandle({
      shape: [
        svg('circle', { r: 9, fill: '#FFFFFF', stroke: accent, 'stroke-width': 2.5 }),
        svg('path', { d: 'M-4-2a4.5 4.5 0 1 1 0 4', fill: 'none', stroke: accent, 'stroke-width': 1.5 }),
      ],
      actions: {
        start: () => this.#begin(),
        move: (point) => this.#rotate(point),
        end: (isConfirmed) => host.end(isConfirmed),
        step: (direction, shift) =>
          this.#step((box) => ({ ...box, turnDegrees: box.turnDegrees + direction * (shift ? rotationStep : 1) })),
      },
    })
    this.element.append(this.#frame, ...this.#sides.map(({ element }) => element), this.#knob.element)
  }

  setLabels(labels: GizmoLabels): void {
    for (const side of this.#sides) side.setLabel(labels.side)
    this.#knob.setLabel(labels.rotate)
  }

  /** Updates the gizmo for a box; null hides it. */
  update(box: SectionBox | null): void {
    this.#box = box
    this.element.style.display = box === null ? 'none' : ''
    if (box === null) return
    const { space } = this.#host
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => space.project(computeCorner(box, index)))
    const lines = edges.filter(([from, to]) => corners[from].depth > 0 && corners[to].depth > 0)
    const text = (index: number): string => `${corners[index].x.toFixed(1)} ${corners[index].y.toFixed(1)}`
    setAttributes(this.#frame, { d: lines.map(([from, to]) => `M${text(from)}L${text(to)}`).join('') })
    this.#sides.forEach((handle, side) => {
      const center = computeSideCenter(box, side)
      const point = space.project(center)
      const degrees = computeScreenAngle(space, center, getOutwardNormal(box, side))
      handle.setPosition(point.depth > 0 ? { ...point, rotationDegrees: degrees } : null)
      handle.setValue(box.half[side % 3] * 2, (box.half[side % 3] * 2).toFixed(3))
    })
    const knob = space.project(computeCorner(box, 7))
    this.#knob.setPosition(knob.depth > 0 ? knob : null)
    this.#knob.setValue(box.turnDegrees, `${box.turnDegrees.toFixed(1)}°`)
  }

  #createSide(side: number): DragHandle {
    const shape = [
      svg('path', { d: 'M0 0H18', stroke: accent, 'stroke-width': 3 }),
      svg('path', { d: 'M28 0 14-8V8Z', fill: accent, stroke: '#FFFFFF', 'stroke-width': 1.5 }),
      svg('circle', { r: 5, fill: accent, stroke: '#FFFFFF', 'stroke-width': 1.5 }),
    ]
    const host = this.#host
    return new DragHandle({
      shape,
      actions: {
        start: () => this.#begin(),
        move: (point) => this.#pull(side, point),
        end: (isConfirmed) => host.end(isConfirmed),
        step: (direction, shift) =>
          this.#step((box) => boxWithSide(box, side, direction * host.step() * (shift ? 10 : 1))),
      },
    })
  }

  #begin(): void {
    this.#start = this.#box
    this.#host.begin()
  }

  #pull(side: number, { x, y, byY }: DragPoint): void {
    const start = this.#start
    if (start === null) return
    const { space } = this.#host
    const center = computeSideCenter(start, side)
    const along = alongLine(space.rayThrough(x, y), center, getOutwardNormal(start, side))
    this.#host.change(boxWithSide(start, side, along ?? -byY / space.pixelsPerMetreAt(center)))
  }

  #rotate({ x, y, byX, byY, shift }: DragPoint): void {
    const start = this.#start
    if (start === null) return
    const { space } = this.#host
    const center: Point = [start.center[0], start.center[1], computeCorner(start, 7)[2]]
    const from = bearingOn(space.rayThrough(x - byX, y - byY), center)
    const to = bearingOn(space.rayThrough(x, y), center)
    if (from === null || to === null) return
    const degrees = start.turnDegrees + ((to - from) * 180) / Math.PI
    const rotationDegrees = shift ? Math.round(degrees / rotationStep) * rotationStep : degrees
    this.#host.change({ ...start, turnDegrees: ((rotationDegrees % 360) + 360) % 360 })
  }

  #step(change: (box: SectionBox) => SectionBox): void {
    if (this.#box === null) return
    this.#host.begin()
    this.#host.change(change(this.#box))
    this.#host.end(true)
  }
}

function computeCorner(box: SectionBox, index: number): Point {
  return boxAxes(box).reduce<Point>(
    (point, axis, at) => add(point, scale(axis, box.half[at] * ((index >> at) & 1 ? 1 : -1))),
    box.center,
  )
}

const getOutwardNormal = (box: SectionBox, side: number): Point => scale(boxAxes(box)[side % 3], side < 3 ? -1 : 1)

const computeSideCenter = (box: SectionBox, side: number): Point =>
  add(box.center, scale(getOutwardNormal(box, side), box.half[side % 3]))
