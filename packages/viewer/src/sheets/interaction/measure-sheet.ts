import { sheetMatrixScale } from '@kamar/core'
import type { EventEmitter } from '../../engine/event-emitter.js'
import type { LoadedSheet } from '../loaded-sheet.js'
import type { SheetCamera } from './sheet-camera.js'
import { ringsHold } from '../sheet-matrix.js'
import type { SheetEvents, SheetMeasurement, SheetMeasureKind, SheetPoint } from '../sheet-api.js'

const svgNames = 'http://www.w3.org/2000/svg'
const strokeColor = '#e86a34'
const areaColor = 'rgb(232 106 52 / 0.18)'
const labelColor = '#b8431a'
/** CSS pixels. */
const strokePixels = 2
const dotPixels = 3.5
const labelPixels = 13

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
  #isVisible = true
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
    if (kind !== null) this.setVisible(true)
  }
  /** Shows or hides the completed measurements; the next measurement shows them. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return
    this.#isVisible = isVisible
    this.#emitMeasured()
  }
  /** Completed measurements. */
  get done(): readonly SheetMeasurement[] {
    return this.#done
  }
  /** Replaces all measurements; their values follow from the sheet. */
  restore(measurements: readonly Pick<SheetMeasurement, 'kind' | 'points'>[], sheet: LoadedSheet): void {
    this.#done = measurements.map((measurement) => computeMeasurement(measurement, sheet))
    this.#emitMeasured()
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
    if (!this.#isVisible) return
    for (const measurement of this.#done) this.#drawOne(measurement, this.#labelOf(measurement), camera)
    const open = this.#hover === null ? this.#points : [...this.#points, this.#hover]
    if (this.kind !== null && this.#points.length > 0) this.#drawOne({ kind: this.kind, points: open }, null, camera)
  }

  /** Paints the completed measurements over an image, in CSS pixels. */
  paint(context: CanvasRenderingContext2D, camera: SheetCamera): void {
    if (!this.#isVisible) return
    for (const measurement of this.#done) {
      const points = measurement.points.map((point) => camera.toScreen(point))
      paintMeasurement(context, { kind: measurement.kind, label: this.#labelOf(measurement), points })
    }
  }

  #finish(sheet: LoadedSheet): void {
    this.#done.push(computeMeasurement({ kind: this.kind ?? 'distance', points: this.#points }, sheet))
    this.#points = []
    this.#emitMeasured()
  }

  #emitMeasured(): void {
    this.#events.emit('measured', { measurements: [...this.#done], isVisible: this.#isVisible })
  }

  #drawOne(
    { kind, points }: Pick<SheetMeasurement, 'kind' | 'points'>,
    label: string | null,
    camera: SheetCamera,
  ): void {
    const screenPoints = points.map((point) => camera.toScreen(point))
    const line = document.createElementNS(svgNames, kind === 'area' && screenPoints.length > 2 ? 'polygon' : 'polyline')
    line.setAttribute('points', screenPoints.map(({ x, y }) => `${x},${y}`).join(' '))
    line.setAttribute('stroke', strokeColor)
    line.setAttribute('stroke-width', String(strokePixels))
    line.setAttribute('fill', kind === 'area' ? areaColor : 'none')
    this.#overlay.append(line)
    for (const { x, y } of screenPoints) {
      const dot = document.createElementNS(svgNames, 'circle')
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: dotPixels, fill: strokeColor }))
        dot.setAttribute(name, String(value))
      this.#overlay.append(dot)
    }
    if (label !== null) this.#drawLabel(label, screenPoints)
  }

  #drawLabel(label: string, screenPoints: readonly { readonly x: number; readonly y: number }[]): void {
    const text = document.createElementNS(svgNames, 'text')
    text.textContent = label
    const attributes = {
      ...computeLabelPosition(screenPoints),
      'text-anchor': 'middle',
      'font-size': labelPixels,
      'font-weight': 600,
      fill: labelColor,
      stroke: '#fff',
      'stroke-width': 4,
      'paint-order': 'stroke',
    }
    for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, String(value))
    this.#overlay.append(text)
  }
}

/** Computes the value of a measurement from its points. */
function computeMeasurement(
  { kind, points }: Pick<SheetMeasurement, 'kind' | 'points'>,
  sheet: LoadedSheet,
): SheetMeasurement {
  const scales = points.map((point) => scaleAt(sheet, point))
  const isOne = scales.every(({ viewport }) => viewport === scales[0].viewport)
  const { millimetresPerUnit, ofModel } = isOne
    ? scales[0]
    : { millimetresPerUnit: sheet.info.millimetresPerUnit, ofModel: false }
  const value =
    kind === 'area' ? computeArea(points) * millimetresPerUnit ** 2 : computeLength(points) * millimetresPerUnit
  return { kind, value, ofModel, points }
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

interface PaintedMeasurement {
  readonly kind: SheetMeasureKind
  readonly label: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

function paintMeasurement(context: CanvasRenderingContext2D, { kind, label, points }: PaintedMeasurement): void {
  const line = new Path2D()
  for (const { x, y } of points) line.lineTo(x, y)
  if (kind === 'area') line.closePath()
  const dots = new Path2D()
  for (const { x, y } of points) {
    dots.moveTo(x + dotPixels, y)
    dots.arc(x, y, dotPixels, 0, Math.PI * 2)
  }
  context.save()
  Object.assign(context, { strokeStyle: strokeColor, lineWidth: strokePixels, fillStyle: areaColor })
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is filled here, no array
  if (kind === 'area') context.fill(line)
  context.stroke(line)
  context.fillStyle = strokeColor
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is filled here, no array
  context.fill(dots)
  const { x, y } = computeLabelPosition(points)
  Object.assign(context, { font: `600 ${labelPixels}px "Noto Sans", sans-serif`, textAlign: 'center' })
  Object.assign(context, { strokeStyle: '#fff', lineWidth: 4, lineJoin: 'round', fillStyle: labelColor })
  context.strokeText(label, x, y)
  context.fillText(label, x, y)
  context.restore()
}

const computeLabelPosition = (points: PaintedMeasurement['points']): { readonly x: number; readonly y: number } => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length - 8,
})
