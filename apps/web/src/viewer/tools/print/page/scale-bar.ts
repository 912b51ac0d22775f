import type { PageDrafter } from './page-drafter.js'

/** Unit of the scale bar. */
export type ScaleBarUnit = 'metre' | 'foot'

/** Position and scale of a bar; millimetres on paper. */
export interface ScaleBar {
  readonly denominator: number
  readonly unit: ScaleBarUnit
  readonly x: number
  readonly y: number
  readonly maxWidth: number
}

const millimetresPerUnit: Readonly<Record<ScaleBarUnit, number>> = { metre: 1000, foot: 304.8 }
const symbols: Readonly<Record<ScaleBarUnit, string>> = { metre: 'm', foot: 'ft' }
const barHeight = 1.4
const textHeight = 1.6
const segmentCount = 4

/** Returns the length of a segment in units: 1, 2 or 5 times a power of ten, so that the bar fits. */
export function chooseSegment({
  denominator,
  unit,
  maxWidth,
}: Pick<ScaleBar, 'denominator' | 'unit' | 'maxWidth'>): number {
  const limit = (maxWidth * denominator) / millimetresPerUnit[unit] / segmentCount
  const power = 10 ** Math.floor(Math.log10(limit))
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= limit * 1.0001) ?? power
}

/** Draws a bar of alternating segments with its lengths. */
export function drawScaleBar(page: PageDrafter, bar: ScaleBar): void {
  const segment = chooseSegment(bar)
  const width = (segment * millimetresPerUnit[bar.unit]) / bar.denominator
  const { x, y } = bar
  for (let at = 0; at < segmentCount; at++) {
    const [left, right] = [x + at * width, x + (at + 1) * width]
    if (at % 2 === 0) page.area([left, y, right, y, right, y + barHeight, left, y + barHeight])
    page.box([left, y, right, y + barHeight], 0.13)
  }
  const textY = y + barHeight + 0.9
  for (const at of [0, 2, segmentCount]) {
    const length = Number((segment * at).toPrecision(6))
    const text = at === segmentCount ? `${length} ${symbols[bar.unit]}` : String(length)
    page.text({ text, x: x + at * width, y: textY, height: textHeight, horizontal: at === 0 ? 'left' : 'center' })
  }
}
