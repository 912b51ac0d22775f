import { encode } from 'uqr'
import type { PageDrafter } from './page-drafter.js'
import type { PageBox } from './page-setup.js'
import { drawScaleBar, type ScaleBarUnit } from './scale-bar.js'

/** A labelled line of the title block. */
export interface TitleField {
  readonly label: string
  readonly value: string
}

/** Texts of the title block, in the language of the interface. */
export interface TitleFields {
  /** Name of the file or project. */
  readonly project: TitleField
  /** Name of the storey, section or sheet. */
  readonly content: TitleField
  readonly version: TitleField
  readonly date: TitleField
  readonly author: TitleField
  readonly scale: TitleField
  /** Address behind the QR code; null: none. */
  readonly link: string | null
}

/** Scale of the content; null for sheets that have scales of their own. */
export type DrawingScale = { readonly denominator: number; readonly unit: ScaleBarUnit } | null

const labelHeight = 1.7
const labelColor = 0x555555
const padding = 2
const lineWeight = 0.18

/** Draws the title block: project, content, version, author and date, scale with its bar, and the QR code. */
export function drawTitleBlock(
  page: PageDrafter,
  box: PageBox,
  content: { fields: TitleFields; scale: DrawingScale },
): void {
  const { fields, scale } = content
  const [left, bottom, right, top] = box
  const height = top - bottom
  page.line([left, top, right, top], { weight: 0.35 })
  let end = right
  if (fields.link !== null) {
    end = right - height
    drawQrCode(page, fields.link, [end + padding, bottom + padding, right - padding, top - padding])
    page.line([end, bottom, end, top], { weight: lineWeight })
  }
  const widths = divide(end - left)
  const [project, details, scaleWidth] = widths
  drawField(page, fields.project, { x: left, y: bottom + height / 2, width: project, height: height / 2, size: 3.4 })
  drawField(page, fields.content, { x: left, y: bottom, width: project, height: height / 2, size: 3.4 })
  page.line([left, bottom + height / 2, left + project, bottom + height / 2], { weight: lineWeight })
  const detailsLeft = left + project
  page.line([detailsLeft, bottom, detailsLeft, top], { weight: lineWeight })
  const rows = [fields.version, fields.date, fields.author].filter(({ value }) => value !== '')
  rows.forEach((field, at) => {
    const rowHeight = height / rows.length
    const y = top - rowHeight * (at + 1)
    drawRow(page, field, { x: detailsLeft, y, width: details, height: rowHeight, size: 2.1 })
    if (at > 0) page.line([detailsLeft, y + rowHeight, detailsLeft + details, y + rowHeight], { weight: lineWeight })
  })
  const scaleLeft = detailsLeft + details
  page.line([scaleLeft, bottom, scaleLeft, top], { weight: lineWeight })
  drawField(page, fields.scale, {
    x: scaleLeft,
    y: bottom + height / 2,
    width: scaleWidth,
    height: height / 2,
    size: 3.4,
  })
  if (scale !== null)
    drawScaleBar(page, {
      ...scale,
      x: scaleLeft + padding,
      y: bottom + padding,
      maxWidth: scaleWidth - 2 * padding - 6,
    })
}

/** Divides the width among project, details and scale. */
function divide(width: number): readonly [number, number, number] {
  const details = Math.min(70, width * 0.3)
  const scale = Math.min(80, width * 0.32)
  return [width - details - scale, details, scale]
}

interface Cell {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Cap height of the value. */
  readonly size: number
}

/** Draws a label with its value below. */
function drawField(page: PageDrafter, { label, value }: TitleField, { x, y, width, height, size }: Cell): void {
  const maxWidth = width - 2 * padding
  const free = height - labelHeight - size
  const top = y + height - free * 0.3
  page.text({ text: label, x: x + padding, y: top, height: labelHeight, color: labelColor, vertical: 'top', maxWidth })
  page.text({ text: value, x: x + padding, y: y + free * 0.35, height: size, maxWidth })
}

/** Draws a label and its value beside each other. */
function drawRow(page: PageDrafter, { label, value }: TitleField, { x, y, width, height, size }: Cell): void {
  const labelWidth = (width - 2 * padding) * 0.34
  const baseline = y + (height - size) / 2
  page.text({
    text: label,
    x: x + padding,
    y: baseline,
    height: labelHeight,
    color: labelColor,
    maxWidth: labelWidth - 1,
  })
  const maxWidth = width - 2 * padding - labelWidth
  page.text({ text: value, x: x + padding + labelWidth, y: baseline, height: size, maxWidth })
}

/** Draws a QR code: runs of dark modules as rectangles. */
function drawQrCode(page: PageDrafter, text: string, [left, bottom, right, top]: PageBox): void {
  const { data, size } = encode(text, { ecc: 'L', border: 0 })
  const side = Math.min(right - left, top - bottom) / size
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (row[x] !== true) continue
      const from = x
      while (row[x + 1] === true) x++
      const [x1, x2] = [left + from * side, left + (x + 1) * side]
      const [y1, y2] = [top - y * side, top - (y + 1) * side]
      page.area([x1, y2, x2, y2, x2, y1, x1, y1])
    }
  })
}
