import type { SheetMatrix } from '@kamar/core'
import type { SheetInfo, SheetText } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'
import { selectFills, selectLines, selectShortLines } from '../select-rows.js'
import type { StretchBox } from './line-records.js'
import { computeStepPixels, computeVisibleBox, type FrameRegion } from './sheet-pass.js'

/** Points of a sheet beyond which only a part of it is on the GPU. */
const maxCompletePoints = 2_000_000
/** Points of the objects of a part that are drawn as they are, and points that a glyph counts as. */
const maxPoints = 500_000
const pointsPerGlyph = 16
/** Texts of less height are not drawn. */
const minTextPixels = 3
/** Smaller objects are drawn as short lines, one in each square: of at least this side, and at most so many squares. */
const smallPixels = 4
const minSquarePixels = 2
const maxSquares = 250_000
/** A part extends beyond the view by this fraction of it on each side. */
const marginRatio = 0.25
/** Ratio of the scale of a view to that of a part up to which the part is drawn. */
const maxScaleRatio = 1.5

/** What a view shows of a sheet. */
export interface DetailView {
  /** Grid steps. */
  readonly box: StretchBox
  readonly pixelsPerStep: number
}

/** Computes what a region of the canvas shows of a sheet; `matrix`: from its units to pixels from the centre. */
export const computeDetailView = (
  info: SheetInfo,
  matrix: SheetMatrix,
  region: Pick<FrameRegion, 'width' | 'height'>,
): DetailView => ({
  box: computeVisibleBox(info, matrix, region),
  // A matrix without an extent shows a point, whatever the scale.
  pixelsPerStep: computeStepPixels(info, matrix) || info.step,
})

/** Returns whether a sheet is too large to be on the GPU as a whole. */
export const isLargeSheet = ({ info: { counts }, texts }: LoadedSheet): boolean =>
  counts.vertices + counts.triangles + (texts?.glyph.length ?? 0) * pointsPerGlyph > maxCompletePoints

/** Returns whether the part of a sheet that was chosen for a view also serves another view. */
export function servesView(part: DetailView, { box, pixelsPerStep }: DetailView): boolean {
  const ratio = pixelsPerStep / part.pixelsPerStep
  const isInside = box[0] >= part.box[0] && box[1] >= part.box[1] && box[2] <= part.box[2] && box[3] <= part.box[3]
  return isInside && ratio < maxScaleRatio && ratio > 1 / maxScaleRatio
}

/** Returns a view with what is around it. */
export function withMargin({ box: [left, bottom, right, top], pixelsPerStep }: DetailView): DetailView {
  const [x, y] = [(right - left) * marginRatio, (top - bottom) * marginRatio]
  return { box: [left - x, bottom - y, right + x, top + y], pixelsPerStep }
}

/** Table of an object: number of a file of lines, or one of these. */
const [fillTable, textTable] = [0xfffe, 0xffff]

/** The objects of a large sheet by size, from which the part for a view is chosen. */
export class SheetDetail {
  readonly #sheet: LoadedSheet
  readonly #table: Uint16Array
  readonly #row: Uint32Array
  /** Center x and y, and the longer side (the height of texts), grid steps; the largest objects first. */
  readonly #x: Float32Array
  readonly #y: Float32Array
  readonly #size: Float32Array
  /** Distance from the center that an object does not exceed along an axis, grid steps. */
  readonly #radius: Float32Array

  constructor(sheet: LoadedSheet) {
    this.#sheet = sheet
    const boxes = new ObjectBoxes(sheet)
    const order = boxes.listBySize()
    this.#table = Uint16Array.from(order, (number) => boxes.table[number])
    this.#row = order.map((number) => boxes.row[number])
    this.#x = Float32Array.from(order, (number) => boxes.x[number])
    this.#y = Float32Array.from(order, (number) => boxes.y[number])
    this.#size = Float32Array.from(order, (number) => boxes.size[number])
    this.#radius = Float32Array.from(order, (number) => boxes.radius[number])
  }

  /** Chooses the part of the sheet that a view shows: large objects, and of small ones as many as are told apart. */
  choose({ box, pixelsPerStep }: DetailView): LoadedSheet {
    const { lines, fills, texts } = this.#sheet
    const visible = this.#listVisible(box)
    const minClass = this.#findMinClass(visible, smallPixels / pixelsPerStep)
    const [large, small] = [new ChosenRows(), new ChosenRows()]
    const area = (box[2] - box[0]) * (box[3] - box[1])
    const squares = new Squares(box, Math.max(minSquarePixels / pixelsPerStep, Math.sqrt(area / maxSquares)))
    for (const at of visible) {
      const [table, row, size] = [this.#table[at], this.#row[at], this.#size[at]]
      const isLarge = getSizeClass(size) >= minClass
      if (table === textTable) {
        if (isLarge && size * pixelsPerStep >= minTextPixels) large.add(table, row)
      } else if (isLarge) large.add(table, row)
      else if (squares.take(this.#x[at], this.#y[at])) (table === fillTable ? large : small).add(table, row)
    }
    return {
      ...this.#sheet,
      lines: [
        ...lines.map((table, number) => selectLines(table, large.get(number))),
        ...lines.map((table, number) => selectShortLines(table, small.get(number))),
      ],
      fills: fills && selectFills(fills, large.get(fillTable)),
      texts: texts && { ...texts, texts: Array.from(large.get(textTable), (row) => texts.texts[row]) },
    }
  }

  /** Lists the objects that reach into a box, the largest first. */
  #listVisible(box: StretchBox): Uint32Array {
    const visible = new Uint32Array(this.#size.length)
    let count = 0
    for (let at = 0; at < this.#size.length; at++) {
      const [x, y, radius] = [this.#x[at], this.#y[at], this.#radius[at]]
      const isOutside = x + radius < box[0] || x - radius > box[2] || y + radius < box[1] || y - radius > box[3]
      if (!isOutside) visible[count++] = at
    }
    return visible.subarray(0, count)
  }

  /** Returns the smallest class of objects that are drawn as they are: at least of a size, and few enough points. */
  #findMinClass(visible: Uint32Array, minSize: number): number {
    let minClass = getSizeClass(minSize)
    let points = 0
    for (const at of visible) {
      const own = getSizeClass(this.#size[at])
      if (own < minClass) break
      points += this.#countPoints(this.#table[at], this.#row[at])
      if (points > maxPoints) minClass = own + 1
    }
    return minClass
  }

  #countPoints(table: number, row: number): number {
    const { lines, fills, texts } = this.#sheet
    if (table === textTable) return pointsPerGlyph * countGlyphs(texts?.texts[row])
    const { start } = (table === fillTable ? fills : lines[table]) ?? { start: [] }
    return start[row + 1] - start[row]
  }
}

const countGlyphs = (text: SheetText | undefined): number => text?.runs.reduce((sum, { count }) => sum + count, 0) ?? 0

/** Returns the class of a size: about the number of its bits. */
const getSizeClass = (size: number): number => Math.min(31, Math.ceil(Math.log2(size + 1)))

/** Rows of the tables of a sheet. */
class ChosenRows {
  readonly #rows = new Map<number, number[]>()

  add(table: number, row: number): void {
    const rows = this.#rows.get(table)
    if (rows) rows.push(row)
    else this.#rows.set(table, [row])
  }

  /** Returns the rows of a table in the order of their numbers. */
  get(table: number): Uint32Array {
    return Uint32Array.from(this.#rows.get(table) ?? []).sort()
  }
}

/** Squares of a box, each of which is taken once. */
class Squares {
  readonly #box: StretchBox
  readonly #side: number
  readonly #columns: number
  readonly #isTaken: Uint8Array

  constructor(box: StretchBox, side: number) {
    this.#box = box
    this.#side = side
    this.#columns = Math.ceil((box[2] - box[0]) / side) + 1
    this.#isTaken = new Uint8Array(this.#columns * (Math.ceil((box[3] - box[1]) / side) + 1))
  }

  /** Takes the square of a point; false if it is taken or outside. */
  take(x: number, y: number): boolean {
    const square =
      Math.floor((y - this.#box[1]) / this.#side) * this.#columns + Math.floor((x - this.#box[0]) / this.#side)
    if (this.#isTaken[square] !== 0) return false
    this.#isTaken[square] = 1
    return true
  }
}

/** The boxes of all objects of a sheet. */
class ObjectBoxes {
  readonly table: Uint16Array
  readonly row: Uint32Array
  readonly x: Float32Array
  readonly y: Float32Array
  readonly size: Float32Array
  readonly radius: Float32Array
  #count = 0

  constructor({ info, lines, fills, texts }: LoadedSheet) {
    const own = texts?.texts ?? []
    const count = lines.reduce((sum, table) => sum + table.count, (fills?.count ?? 0) + own.length)
    this.table = new Uint16Array(count)
    this.row = new Uint32Array(count)
    this.x = new Float32Array(count)
    this.y = new Float32Array(count)
    this.size = new Float32Array(count)
    this.radius = new Float32Array(count)
    for (const [number, table] of lines.entries()) this.#addRuns(number, table)
    if (fills) this.#addRuns(fillTable, fills)
    for (const [row, text] of own.entries()) this.#addText(row, text, info.step)
  }

  /** Lists the objects, the largest first, to a power of two. */
  listBySize(): Uint32Array {
    const classes = Uint8Array.from(this.size, (size) => 31 - getSizeClass(size))
    const next = new Uint32Array(34)
    for (const one of classes) next[one + 1]++
    for (let one = 1; one < next.length; one++) next[one] += next[one - 1]
    const order = new Uint32Array(classes.length)
    for (let number = 0; number < classes.length; number++) order[next[classes[number]]++] = number
    return order
  }

  #addText(row: number, { origin, xAxis, yAxis, box }: SheetText, step: number): void {
    const [across, up] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
    const toCenter = (axis: 0 | 1): number => origin[axis] + (across * xAxis[axis] + up * yAxis[axis]) / step
    const width = ((box[2] - box[0]) * Math.hypot(...xAxis)) / step
    const height = ((box[3] - box[1]) * Math.hypot(...yAxis)) / step
    this.#add([textTable, row], [toCenter(0), toCenter(1)], { size: height, radius: (width + height) / 2 })
  }

  #addRuns(table: number, { count, start, points }: { count: number; start: Uint32Array; points: Int32Array }): void {
    for (let row = 0; row < count; row++) {
      let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
      for (let at = start[row] * 2; at < start[row + 1] * 2; at += 2) {
        left = Math.min(left, points[at])
        right = Math.max(right, points[at])
        bottom = Math.min(bottom, points[at + 1])
        top = Math.max(top, points[at + 1])
      }
      const size = Math.max(right - left, top - bottom)
      this.#add([table, row], [(left + right) / 2, (bottom + top) / 2], { size, radius: size / 2 })
    }
  }

  #add(
    [table, row]: readonly [number, number],
    [x, y]: readonly [number, number],
    { size, radius }: { readonly size: number; readonly radius: number },
  ): void {
    const at = this.#count++
    this.table[at] = table
    this.row[at] = row
    this.x[at] = x
    this.y[at] = y
    this.size[at] = size
    this.radius[at] = radius
  }
}
