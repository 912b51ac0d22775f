import type { SheetBuilder, SheetTextHorizontal, SheetTextVertical } from '@kamar/core'
import { createSheet } from '@kamar/packager/sheets'
import type { PageBox, PaperSize } from './page-setup.js'

/** Average width of a character in cap heights. */
const characterRatio = 0.85
const minTextHeight = 1.1

/** A text of a page, millimetres. */
export interface PageText {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Cap height. */
  readonly height: number
  readonly color?: number
  readonly horizontal?: SheetTextHorizontal
  readonly vertical?: SheetTextVertical
  /** Width in which a longer text is set smaller, then compressed. */
  readonly maxWidth?: number
}

/** Draws lines, areas and texts of a page in millimetres. */
export class PageDrafter {
  readonly sheet: ReturnType<typeof createSheet>
  readonly #layer: number
  readonly #entity: number

  constructor(name: string, { width, height }: PaperSize) {
    this.sheet = createSheet({
      name,
      kind: 'layout',
      millimetresPerUnit: 1,
      unitName: 'mm',
      paper: { min: [0, 0], max: [width, height] },
    })
    const builder: SheetBuilder = this.sheet
    const defaults = { color: 'foreground', lineType: null, on: true, frozen: false, plottable: true } as const
    this.#layer = builder.addLayer({ ...defaults, name: 'Frame', lineWeightMillimetres: 0.18 })
    this.#entity = builder.addEntity({ handle: '', type: 'Frame', layer: this.#layer })
  }

  get entity(): number {
    return this.#entity
  }

  line(points: readonly number[], { weight = 0.18, closed = false } = {}): void {
    const style = this.#addStyle({ lineWeightMillimetres: weight })
    this.sheet.addPolyline({ entity: this.#entity, style, points: Float64Array.from(points), closed })
  }

  box([left, bottom, right, top]: PageBox, weight: number): void {
    this.line([left, bottom, right, bottom, right, top, left, top], { weight, closed: true })
  }

  /** Fills a polygon. */
  area(points: readonly number[], color: number = 0x000000): void {
    const style = this.#addStyle({ color })
    this.sheet.addFill({ entity: this.#entity, style, rings: [Float64Array.from(points)] })
  }

  text({ text, x, y, height, color, horizontal = 'left', vertical = 'baseline', maxWidth }: PageText): void {
    if (text.trim() === '') return
    const estimate = text.length * height * characterRatio
    const size = maxWidth === undefined ? height : Math.max(minTextHeight, height * Math.min(1, maxWidth / estimate))
    const isTooLong = maxWidth !== undefined && text.length * size * characterRatio > maxWidth
    const font = this.sheet.addFont({ name: 'Arial', kind: 'outline' })
    this.sheet.addText({
      entity: this.#entity,
      style: this.#addStyle(color === undefined ? {} : { color }),
      anchor: [x, y],
      xAxis: [1, 0],
      yAxis: [0, 1],
      paragraphs: [[{ text, font, height: size }]],
      horizontal,
      vertical,
      ...(isTooLong ? { fitWidth: maxWidth } : {}),
    })
  }

  #addStyle(style: { readonly color?: number; readonly lineWeightMillimetres?: number }): number {
    return this.sheet.addStyle({
      layer: this.#layer,
      color: 'layer',
      lineWeightMillimetres: 'layer',
      lineType: null,
      ...style,
    })
  }
}
