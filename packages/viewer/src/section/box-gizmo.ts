import type { Point } from '../api.js'
import { add, scale } from '../camera/vector.js'
import { DragHandle, type DragPlace } from '../overlay/drag-handle.js'
import { setAttributes, svg } from '../overlay/svg.js'
import { alongLine, bearingOn, degreesInPicture } from './gizmo-geometry.js'
import type { GizmoHost, GizmoLabels } from './plane-gizmo.js'
import { boxAxes, boxWithSide, type SectionBox } from './section-state.js'

const accent = '#E0602F'
/** While Shift is held, degrees. */
const turnStep = 15

/** Pairs of corners (bit 0 x, bit 1 y, bit 2 z) that an edge joins. */
const edges: readonly (readonly [number, number])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7]
    .filter((corner) => (corner & (1 << axis)) === 0)
    .map((corner) => [corner, corner | (1 << axis)] as const),
)

/** The gizmo of the section box: an arrow on each side, and a knob that turns it about the vertical. */
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
        move: (place) => this.#turn(place),
        end: (kept) => host.end(kept),
        step: (direction, shift) =>
          this.#step((box) => ({ ...box, turnDegrees: box.turnDegrees + direction * (shift ? turnStep : 1) })),
      },
    })
    this.element.append(this.#frame, ...this.#sides.map(({ element }) => element), this.#knob.element)
  }

  setLabels(labels: GizmoLabels): void {
    for (const side of this.#sides) side.setLabel(labels.side)
    this.#knob.setLabel(labels.turn)
  }

  /** Draws it for a box; null hides it. */
  update(box: SectionBox | null): void {
    this.#box = box
    this.element.style.display = box === null ? 'none' : ''
    if (box === null) return
    const { space } = this.#host
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => space.project(cornerOf(box, corner)))
    const lines = edges.filter(([from, to]) => corners[from].depth > 0 && corners[to].depth > 0)
    const text = (corner: number): string => `${corners[corner].x.toFixed(1)} ${corners[corner].y.toFixed(1)}`
    setAttributes(this.#frame, { d: lines.map(([from, to]) => `M${text(from)}L${text(to)}`).join('') })
    this.#sides.forEach((handle, side) => {
      const middle = middleOf(box, side)
      const place = space.project(middle)
      const degrees = degreesInPicture(space, middle, outwardsOf(box, side))
      handle.place(place.depth > 0 ? { ...place, turnDegrees: degrees } : null)
      handle.setValue(box.half[side % 3] * 2, (box.half[side % 3] * 2).toFixed(3))
    })
    const knob = space.project(cornerOf(box, 7))
    this.#knob.place(knob.depth > 0 ? knob : null)
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
        move: (place) => this.#pull(side, place),
        end: (kept) => host.end(kept),
        step: (direction, shift) =>
          this.#step((box) => boxWithSide(box, side, direction * host.step() * (shift ? 10 : 1))),
      },
    })
  }

  #begin(): void {
    this.#start = this.#box
    this.#host.begin()
  }

  #pull(side: number, { x, y, byY }: DragPlace): void {
    const start = this.#start
    if (start === null) return
    const { space } = this.#host
    const middle = middleOf(start, side)
    const along = alongLine(space.rayThrough(x, y), middle, outwardsOf(start, side))
    this.#host.change(boxWithSide(start, side, along ?? -byY / space.pixelsPerMetreAt(middle)))
  }

  #turn({ x, y, byX, byY, shift }: DragPlace): void {
    const start = this.#start
    if (start === null) return
    const { space } = this.#host
    const center: Point = [start.center[0], start.center[1], cornerOf(start, 7)[2]]
    const from = bearingOn(space.rayThrough(x - byX, y - byY), center)
    const to = bearingOn(space.rayThrough(x, y), center)
    if (from === null || to === null) return
    const degrees = start.turnDegrees + ((to - from) * 180) / Math.PI
    const turnDegrees = shift ? Math.round(degrees / turnStep) * turnStep : degrees
    this.#host.change({ ...start, turnDegrees: ((turnDegrees % 360) + 360) % 360 })
  }

  #step(change: (box: SectionBox) => SectionBox): void {
    if (this.#box === null) return
    this.#host.begin()
    this.#host.change(change(this.#box))
    this.#host.end(true)
  }
}

function cornerOf(box: SectionBox, corner: number): Point {
  return boxAxes(box).reduce<Point>(
    (place, axis, at) => add(place, scale(axis, box.half[at] * ((corner >> at) & 1 ? 1 : -1))),
    box.center,
  )
}

const outwardsOf = (box: SectionBox, side: number): Point => scale(boxAxes(box)[side % 3], side < 3 ? -1 : 1)

const middleOf = (box: SectionBox, side: number): Point =>
  add(box.center, scale(outwardsOf(box, side), box.half[side % 3]))
