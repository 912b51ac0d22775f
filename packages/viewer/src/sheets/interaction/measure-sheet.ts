import { sheetMatrixScale } from '@kamar/core'
import type { EventEmitter } from '../../engine/event-emitter.js'
import type { LoadedSheet } from '../loaded-sheet.js'
import type { SheetCamera } from './sheet-camera.js'
import { ringsHold } from '../sheet-matrix.js'
import type { SheetEvents, SheetMeasurement, SheetMeasureKind, SheetPoint } from '../sheet-api.js'

const svgNames = 'http://www.w3.org/2000/svg'

/** Millimetres per unit at a point: of the model visible there, or of the paper. */
export interface SheetScale {
  readonly millimetresPerUnit: number
  readonly ofModel: boolean
  /** The viewport; −1 for the sheet itself. */
  readonly viewport: number
}

/** Returns the scale of lengths around a point of a sheet. */
export function scaleAt({ info }: LoadedSheet, [x, y]: SheetPoint): SheetScale {
  const viewport = info.viewports.findLastIndex(({ clip }) => ringsHold(clip, x, y))
  if (viewport < 0) return { millimetresPerUnit: info.millimetresPerUnit, ofModel: info.kind === 'model', viewport }
  const { matrix, millimetresPerUnit } = info.viewports[viewport]
  return { millimetresPerUnit: millimetresPerUnit / (sheetMatrixScale(matrix) || 1), ofModel: true, viewport }
}

/** Measures distances and areas on a sheet: each click adds a point, and the overlay follows. */
export class SheetMeasuring {
  kind: SheetMeasureKind | null = null
  readonly #events: EventEmitter<SheetEvents>
  readonly #labelOf: (measurement: SheetMeasurement) => string
  readonly #overlay = document.createElementNS(svgNames, 'svg')
  #done: SheetMeasurement[] = []
  #points: SheetPoint[] = []
  #hover: SheetPoint | null = null

  constructor(element: HTMLElement, events: EventEmitter<SheetEvents>, labelOf: (one: SheetMeasurement) => string) {
    this.#events = events
    this.#labelOf = labelOf
    Object.assign(this.#overlay.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
    })
    this.#overlay.setAttribute('aria-hidden', 'true')
    element.append(this.#overlay)
  }

  start(kind: SheetMeasureKind | null): void {
    this.kind = kind
    this.#points = []
    this.#hover = null
  }
  clear(): void {
    this.#points = []
    this.#done = []
    this.#emitMeasured()
  }

  /** Adds a clicked point; `sheet` determines the scale. */
  addPoint(point: SheetPoint, sheet: LoadedSheet): void {
    if (this.kind === null) return
    this.#points.push(point)
    if (this.kind === 'distance' && this.#points.length === 2) this.#finish(sheet)
  }
  /** Completes an area after its last point. */
  finishArea(sheet: LoadedSheet): void {
    if (this.kind === 'area' && this.#points.length > 2) this.#finish(sheet)
  }
  hover(point: SheetPoint): void {
    this.#hover = point
  }

  /** Redraws the overlay for the current camera. */
  draw(camera: SheetCamera): void {
    this.#overlay.replaceChildren()
    for (const measurement of this.#done) this.#drawOne(measurement, this.#labelOf(measurement), camera)
    const open = this.#hover === null ? this.#points : [...this.#points, this.#hover]
    if (this.kind !== null && this.#points.length > 0) this.#drawOne({ kind: this.kind, points: open }, null, camera)
  }

  #finish(sheet: LoadedSheet): void {
    const points = this.#points
    const scales = points.map((point) => scaleAt(sheet, point))
    const isOne = scales.every(({ viewport }) => viewport === scales[0].viewport)
    const { millimetresPerUnit, ofModel } = isOne
      ? scales[0]
      : { millimetresPerUnit: sheet.info.millimetresPerUnit, ofModel: false }
    const kind = this.kind ?? 'distance'
    const value =
      kind === 'area' ? computeArea(points) * millimetresPerUnit ** 2 : computeLength(points) * millimetresPerUnit
    this.#done.push({ kind, value, ofModel, points })
    this.#points = []
    this.#emitMeasured()
  }

  #emitMeasured(): void {
    this.#events.emit('measured', { measurements: [...this.#done] })
  }

  #drawOne(
    { kind, points }: Pick<SheetMeasurement, 'kind' | 'points'>,
    label: string | null,
    camera: SheetCamera,
  ): void {
    const screenPoints = points.map((point) => camera.toScreen(point))
    const line = document.createElementNS(svgNames, kind === 'area' && screenPoints.length > 2 ? 'polygon' : 'polyline')
    line.setAttribute('points', screenPoints.map(({ x, y }) => `${x},${y}`).join(' '))
    line.setAttribute('stroke', '#e86a34')
    line.setAttribute('stroke-width', '2')
    line.setAttribute('fill', kind === 'area' ? 'rgb(232 106 52 / 0.18)' : 'none')
    this.#overlay.append(line)
    for (const { x, y } of screenPoints) {
      const dot = document.createElementNS(svgNames, 'circle')
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: 3.5, fill: '#e86a34' }))
        dot.setAttribute(name, String(value))
      this.#overlay.append(dot)
    }
    if (label !== null) this.#drawLabel(label, screenPoints)
  }

  #drawLabel(label: string, screenPoints: readonly { readonly x: number; readonly y: number }[]): void {
    const text = document.createElementNS(svgNames, 'text')
    text.textContent = label
    const attributes = {
      x: screenPoints.reduce((sum, { x }) => sum + x, 0) / screenPoints.length,
      y: screenPoints.reduce((sum, { y }) => sum + y, 0) / screenPoints.length - 8,
      'text-anchor': 'middle',
      'font-size': 13,
      'font-weight': 600,
      fill: '#b8431a',
      stroke: '#fff',
      'stroke-width': 4,
      'paint-order': 'stroke',
    }
    for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, String(value))
    this.#overlay.append(text)
  }
}

const computeLength = ([a, b]: readonly SheetPoint[]): number => Math.hypot(b[0] - a[0], b[1] - a[1])

function computeArea(points: readonly SheetPoint[]): number {
  const [ox, oy] = points[0]
  let twice = 0
  points.forEach(([x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length]
    twice += (x - ox) * (nextY - oy) - (nextX - ox) * (y - oy)
  })
  return Math.abs(twice) / 2
}
