import type { SheetBuilder, SheetStyleInput } from '@kamar/core'
import { createSheet } from '@kamar/packager/sheets'
import type { HatchPattern, ModelPlan, PlanCut, PlanExtension, PlanSpace } from '@kamar/viewer'

/** How a plan is drawn. */
export interface PlanStyle {
  /** Denominator of the scale: line widths, hatches and texts have their size on paper. */
  readonly scale: number
  readonly isHatched: boolean
  readonly hasSpaces: boolean
  /** Metres from the model origin to that of the source. */
  readonly shift: readonly [number, number]
  readonly getClassName: (element: number) => string
  readonly getSourceId: (element: number) => string
  readonly formatArea: (squareMetres: number) => string
  readonly computeHatchLines: PlanExtension['computeHatchLines']
}

type SheetStore = ReturnType<typeof createSheet>

/** Fill and hatch of a cut by its pattern number: concrete, metal, masonry, wood, insulation, glass, other. */
const fills: readonly { readonly color: number; readonly hatches: readonly HatchPattern[] }[] = [
  { color: 0xcccccc, hatches: [] },
  { color: 0x555555, hatches: [] },
  { color: 0xeeeeee, hatches: [{ degrees: 45, spacing: 1.4 }] },
  { color: 0xf4f4f4, hatches: [{ degrees: 135, spacing: 0.9 }] },
  {
    color: 0xffffff,
    hatches: [
      { degrees: 45, spacing: 2 },
      { degrees: 135, spacing: 2 },
    ],
  },
  { color: 0xffffff, hatches: [] },
  { color: 0xe2e2e2, hatches: [] },
]

/** Millimetres on paper. */
const viewWeight = 0.13
const thinCutWeight = 0.18
/** Thickness from which a cut has the full outline. */
const minThickness = 1
const hatchWeight = 0.09
const nameHeight = 2.2
const areaHeight = 1.8
const minTextHeight = 1.2
/** Distance of baselines in cap heights. */
const lineRatio = 5 / 3
/** Average width of a character in cap heights. */
const characterRatio = 0.85

/** Returns the width of cut outlines: thinner on small scales, where walls are narrow. */
const getCutWeight = (scale: number): number => (scale <= 50 ? 0.5 : scale <= 100 ? 0.35 : 0.25)

/**
 * Creates the sheet of a plan in metres: cuts and visible edges on layers by class, so that the same sheet is printed
 * and exported as DXF.
 */
export function createPlanSheet(name: string, plan: ModelPlan, style: PlanStyle): SheetStore {
  const sheet = createSheet({ name, kind: 'model', millimetresPerUnit: 1000, unitName: 'm' })
  new PlanDrafter(sheet, style).draw(plan)
  return sheet
}

class PlanDrafter {
  readonly #sheet: SheetBuilder
  readonly #style: PlanStyle
  readonly #layers = new Map<string, number>()

  constructor(sheet: SheetBuilder, style: PlanStyle) {
    this.#sheet = sheet
    this.#style = style
  }

  draw({ lines, cuts, spaces }: ModelPlan): void {
    for (const { element, segments } of lines) this.#addLines(element, segments)
    // Where cuts overlap, the smaller one is on top: it is usually embedded in the other.
    const ordered = cuts.toSorted((a, b) => b.area - a.area)
    for (const cut of ordered) this.#addFill(cut)
    for (const cut of ordered) this.#addOutline(cut)
    if (this.#style.hasSpaces) for (const space of spaces) this.#addSpace(space)
  }

  #addLines(element: number, segments: readonly number[]): void {
    if (segments.length === 0) return
    const className = this.#style.getClassName(element)
    const layer = this.#getLayer(`${className} view`, viewWeight)
    const entity = this.#sheet.addEntity({ handle: this.#style.getSourceId(element), type: className, layer })
    const style = this.#addStyle({ layer })
    for (const points of joinSegments(segments)) this.#sheet.addPolyline({ entity, style, points: this.#shift(points) })
  }

  #addFill({ element, loops, hatch }: PlanCut): void {
    if (loops.length === 0) return
    const className = this.#style.getClassName(element)
    const layer = this.#getLayer(`${className} fill`, hatchWeight)
    const entity = this.#sheet.addEntity({ handle: this.#style.getSourceId(element), type: className, layer })
    const { color, hatches } = fills[hatch] ?? { color: 0xe2e2e2, hatches: [] }
    const rings = loops.map((loop) => this.#shift(loop))
    this.#sheet.addFill({ entity, style: this.#addStyle({ layer, color }), rings })
    if (!this.#style.isHatched) return
    const style = this.#addStyle({ layer })
    for (const pattern of hatches) {
      const segments = this.#style.computeHatchLines(rings, { ...pattern, spacing: this.#toMetres(pattern.spacing) })
      for (let at = 0; at < segments.length; at += 4)
        this.#sheet.addPolyline({ entity, style, points: Float64Array.from(segments.slice(at, at + 4)) })
    }
  }

  #addOutline(cut: PlanCut): void {
    const { element, loops, segments } = cut
    const className = this.#style.getClassName(element)
    const layer = this.#getLayer(`${className} cut`, getCutWeight(this.#style.scale))
    const entity = this.#sheet.addEntity({ handle: this.#style.getSourceId(element), type: className, layer })
    // Thick outlines would fill profiles of windows and doors.
    const isThin = computeThickness(cut) < this.#toMetres(minThickness)
    const style = this.#addStyle(isThin ? { layer, lineWeightMillimetres: thinCutWeight } : { layer })
    for (const loop of loops) this.#sheet.addPolyline({ entity, style, points: this.#shift(loop), closed: true })
    for (const points of joinSegments(segments)) this.#sheet.addPolyline({ entity, style, points: this.#shift(points) })
  }

  #addSpace({ element, name, area, x, y, width }: PlanSpace): void {
    const layer = this.#getLayer('Room names', viewWeight)
    const className = this.#style.getClassName(element)
    const entity = this.#sheet.addEntity({ handle: this.#style.getSourceId(element), type: className, layer })
    const areaText = this.#style.formatArea(area)
    const height = computeNameHeight(name, { width: width / this.#toMetres(1), area: area / this.#toMetres(1) ** 2 })
    const font = this.#sheet.addFont({ name: 'Arial', kind: 'outline' })
    const createRun = (text: string, millimetres: number) => [{ text, font, height: this.#toMetres(millimetres) }]
    const [anchorX = 0, anchorY = 0] = this.#shift([x, y])
    this.#sheet.addText({
      entity,
      style: this.#addStyle({ layer }),
      anchor: [anchorX, anchorY],
      xAxis: [1, 0],
      yAxis: [0, 1],
      paragraphs: [createRun(name, height), createRun(areaText, Math.min(areaHeight, height))].filter(
        ([run]) => run?.text !== '',
      ),
      horizontal: 'center',
      vertical: 'middle',
      wrapWidth: width * 0.92,
      backdrop: { color: 'background', margin: this.#toMetres(0.3) },
    })
  }

  #getLayer(name: string, lineWeightMillimetres: number): number {
    let layer = this.#layers.get(name)
    if (layer === undefined) {
      layer = this.#sheet.addLayer({
        name,
        color: 'foreground',
        lineWeightMillimetres,
        lineType: null,
        on: true,
        frozen: false,
        plottable: true,
      })
      this.#layers.set(name, layer)
    }
    return layer
  }

  #addStyle(style: Pick<SheetStyleInput, 'layer'> & Partial<SheetStyleInput>): number {
    return this.#sheet.addStyle({ color: 'layer', lineWeightMillimetres: 'layer', lineType: null, ...style })
  }

  #toMetres(millimetresOnPaper: number): number {
    return (millimetresOnPaper * this.#style.scale) / 1000
  }

  #shift(points: ArrayLike<number>): Float64Array {
    return Float64Array.from(points, (value, at) => value + this.#style.shift[at % 2 === 0 ? 0 : 1])
  }
}

/**
 * Returns the cap height at which a name fits its room, in one line or broken between words, with the area below;
 * millimetres on paper.
 */
function computeNameHeight(name: string, { width, area }: { readonly width: number; readonly area: number }): number {
  const parts = name.split(/\s+/)
  const longest = Math.max(1, ...parts.map(({ length }) => length))
  const computeFit = (characters: number, lines: number): number =>
    Math.min((width / characters / characterRatio) * 0.9, ((area / width) * 0.8) / (lines * lineRatio))
  const fit = Math.max(computeFit(Math.max(1, name.length), 2), computeFit(longest, parts.length + 1))
  return Math.max(minTextHeight, Math.min(nameHeight, fit))
}

/** Estimates the thickness of a section: that of a long rectangle with its area and perimeter. */
function computeThickness({ loops, area }: PlanCut): number {
  let perimeter = 0
  for (const loop of loops)
    for (let at = 0; at < loop.length; at += 2) {
      const next = (at + 2) % loop.length
      perimeter += Math.hypot((loop[next] ?? 0) - (loop[at] ?? 0), (loop[next + 1] ?? 0) - (loop[at + 1] ?? 0))
    }
  return perimeter > 0 ? (2 * Math.abs(area)) / perimeter : 0
}

/** Joins segments (four numbers each) that continue each other to polylines. */
function joinSegments(segments: ArrayLike<number>): number[][] {
  const out: number[][] = []
  const values = Array.from(segments)
  for (let at = 0; at + 3 < values.length; at += 4) {
    const last = out.at(-1)
    if (last?.at(-2) === values[at] && last?.at(-1) === values[at + 1]) last?.push(...values.slice(at + 2, at + 4))
    else out.push(values.slice(at, at + 4))
  }
  return out
}
