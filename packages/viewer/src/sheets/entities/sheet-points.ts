import { mapSheetPoint, type SheetMatrix } from '@kamar/core'
import type { SheetRectangle, SheetText } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'
import { frameMatrix } from './pick-entity.js'
import type { SheetPoint } from '../sheet-api.js'
import { identityMatrix, invertMatrix, ringsHold } from '../sheet-matrix.js'
import type { SheetScene } from '../render/sheet-scene.js'

/** Returns the bounds of a text, units of its sheet: left, bottom, right, top. */
export function boxOfText({ info }: LoadedSheet, text: SheetText): readonly [number, number, number, number] {
  const frame = frameMatrix(info, text)
  const [left, bottom, right, top] = text.box
  const points = [
    mapSheetPoint(frame, left, bottom),
    mapSheetPoint(frame, right, bottom),
    mapSheetPoint(frame, right, top),
    mapSheetPoint(frame, left, top),
  ]
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Returns the matrix from a sheet to the open one: identity, or through the viewport that shows a point of it. */
export function matrixTo(open: LoadedSheet, sheet: LoadedSheet, point: SheetPoint): SheetMatrix | null {
  if (open.number === sheet.number) return identityMatrix
  const window = open.info.viewports.find(
    ({ shows, clip, matrix }) => shows === sheet.number && ringsHold(clip, ...mapSheetPoint(matrix, ...point)),
  )
  return window?.matrix ?? null
}

/** Returns two opposite ends and the centre of a box of a sheet on the open one; null where no viewport shows it. */
export function mapBox(
  open: LoadedSheet,
  sheet: LoadedSheet,
  [left, bottom, right, top]: readonly [number, number, number, number],
): { readonly ends: readonly [SheetPoint, SheetPoint]; readonly center: SheetPoint } | null {
  const center = [(left + right) / 2, (bottom + top) / 2] as const
  const matrix = matrixTo(open, sheet, center)
  if (matrix === null) return null
  const map = (point: SheetPoint): SheetPoint => mapSheetPoint(matrix, ...point)
  return { ends: [map([left, bottom]), map([right, top])], center: map(center) }
}

/** Returns a rectangle four times as large, so that the surroundings of the content are visible. */
export function grown([[ax, ay], [bx, by]]: readonly [
  readonly [number, number],
  readonly [number, number],
]): SheetRectangle {
  const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)]
  const [bottom, top] = [Math.min(ay, by), Math.max(ay, by)]
  const margin = Math.max(right - left, top - bottom) * 1.5
  return { min: [left - margin, bottom - margin], max: [right + margin, top + margin] }
}

/** Maximum distance from the frame, pixels: coordinates beyond it need no precision, and exceed the range of GPUs. */
const farPixels = 2 ** 20

/**
 * Computes left, bottom, width and height of the paper in pixels between two corners, which count from the centre of
 * the frame.
 */
export function computePaperRectangle(
  [min, max]: readonly [SheetPoint, SheetPoint],
  [width, height]: readonly [number, number],
): readonly [number, number, number, number] {
  const hold = (value: number): number => Math.min(farPixels, Math.max(-farPixels, value))
  const [x, y] = [hold(min[0] + width / 2), hold(min[1] + height / 2)]
  return [x, y, hold(max[0] + width / 2) - x, hold(max[1] + height / 2) - y]
}

/**
 * Converts a point of the open sheet to model coordinates, metres without the model's origin; null if there is no
 * model.
 */
export function toModelPoint(
  { open, sheets }: Pick<SheetScene, 'open' | 'sheets'>,
  [originX, originY, originZ]: readonly [number, number, number],
  point: SheetPoint,
): readonly [number, number, number] | null {
  const window = open.info.viewports.findLast(({ clip }) => ringsHold(clip, ...point))
  const back = window && invertMatrix(window.matrix)
  const sheet = window?.shows == null ? open : sheets.get(window.shows)
  const placement = sheet?.info.toScene
  if (!placement) return null
  const [x, y] = back ? mapSheetPoint(back, ...point) : point
  const [a, b, c, d, e, f, , , , tx, ty, tz] = placement
  return [a * x + d * y + tx - originX, b * x + e * y + ty - originY, c * x + f * y + tz - originZ]
}
