import {
  glyphSteps,
  type SheetGlyph,
  type SheetGlyphRun,
  type SheetLines,
  type SheetText,
} from '@kamar/package-format/sheets'
import { endBit, LineRecords } from './line-records.js'
import type { LoadedSheet } from '../loaded-sheet.js'

/** Bytes of a vertex record: x, y (float32, grid steps), own colour, style, level (uint32). */
export const recordBytes = 20
/** GPU buffers of a sheet. */
export interface SheetBuffers {
  readonly lines: LineRecords
  /** Vertex records of areas and glyphs; the third number holds an own colour (gradients), 0 for none. */
  readonly vertices: ArrayBuffer
  /** Opaque triangles first. */
  readonly indices: Uint32Array
  readonly opaqueIndices: number
}

/** Packs a vertex colour: 0xRRGGBB plus one, so that 0 is none. */
const colorBits = (rgb: number): number => rgb + 1

/** Style and level of a record. */
interface RecordStyle {
  readonly style: number
  readonly level: number
}

/** Growable vertex records. */
class Records {
  #bytes = new ArrayBuffer(recordBytes * 4096)
  #floats = new Float32Array(this.#bytes)
  #integers = new Uint32Array(this.#bytes)
  count = 0

  add([x, y]: readonly [number, number], third: number, { style, level }: RecordStyle): void {
    const at = this.#reserve()
    this.#floats[at] = x
    this.#floats[at + 1] = y
    this.#floats[at + 2] = third
    this.#integers[at + 3] = style
    this.#integers[at + 4] = level
  }

  /** Adds a record with bits in place of the third number. */
  addBits(position: readonly [number, number], bits: number, recordStyle: RecordStyle): void {
    this.add(position, 0, recordStyle)
    this.#integers[(this.count - 1) * 5 + 2] = bits
  }

  get bytes(): ArrayBuffer {
    return this.#bytes.slice(0, this.count * recordBytes)
  }

  #reserve(): number {
    const at = this.count++ * 5
    if (at + 5 > this.#integers.length) {
      const grown = new ArrayBuffer(this.#bytes.byteLength * 2)
      new Uint8Array(grown).set(new Uint8Array(this.#bytes))
      this.#bytes = grown
      this.#floats = new Float32Array(grown)
      this.#integers = new Uint32Array(grown)
    }
    return at
  }
}

/** Converts a sheet to GPU buffers. */
export function sheetBuffers(sheet: LoadedSheet): SheetBuffers {
  const lines = new LineRecords()
  const vertices = new Records()
  const opaque: number[] = []
  const seeThrough: number[] = []
  for (const block of sheet.lines) for (let line = 0; line < block.count; line++) addLine(lines, block, line)
  const getIndices = (style: number): number[] => (sheet.info.styles[style].opacity < 1 ? seeThrough : opaque)
  addFills(sheet, vertices, getIndices)
  for (const text of sheet.texts?.texts ?? []) addText(sheet, text, { lines, vertices, getIndices })
  return {
    lines,
    vertices: vertices.bytes,
    indices: Uint32Array.from(concatenated(opaque, seeThrough)),
    opaqueIndices: opaque.length,
  }
}

function* concatenated(one: readonly number[], other: readonly number[]): Generator<number> {
  yield* one
  yield* other
}

function addLine(records: LineRecords, lines: SheetLines, line: number): void {
  const { points, start, style, level, closed } = lines
  const [from, to] = [start[line], start[line + 1]]
  const count = to - from
  // A single point is a line to itself, which the minimum line width draws as a dot.
  const ends = closed[line] === 1 || count === 1 ? count + 1 : count
  let length = 0
  let [beforeX, beforeY] = [points[from * 2], points[from * 2 + 1]]
  for (let at = 0; at < ends; at++) {
    const point = from + (at % count)
    const [x, y] = [points[point * 2], points[point * 2 + 1]]
    length += Math.hypot(x - beforeX, y - beforeY)
    const isEnd = at === ends - 1
    const recordStyle = { style: isEnd ? (style[line] | endBit) >>> 0 : style[line], level: level[line] }
    records.add([x, y], length, recordStyle)
    beforeX = x
    beforeY = y
  }
}

function addFills({ fills }: LoadedSheet, vertices: Records, getIndices: (style: number) => number[]): void {
  if (fills === null) return
  const gradients = new Map(fills.gradients.map((gradient) => [gradient.fill, gradient]))
  for (let fill = 0; fill < fills.count; fill++) {
    const first = vertices.count - fills.start[fill]
    const [style, level] = [fills.style[fill], fills.level[fill]]
    const gradient = gradients.get(fill)
    for (let point = fills.start[fill]; point < fills.start[fill + 1]; point++) {
      const position = [fills.points[point * 2], fills.points[point * 2 + 1]] as const
      vertices.addBits(position, gradient ? colorBits(blend(gradient, ...position)) : 0, { style, level })
    }
    const indices = getIndices(style)
    for (let at = fills.indexStart[fill]; at < fills.indexStart[fill + 1]; at++) indices.push(fills.indices[at] + first)
  }
}

function blend(
  {
    from,
    to,
    colors,
  }: {
    readonly from: readonly [number, number]
    readonly to: readonly [number, number]
    readonly colors: readonly [number, number]
  },
  x: number,
  y: number,
): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const share = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / Math.max(dx * dx + dy * dy, 1e-12)))
  const channel = (shift: number): number => {
    const [one, other] = colors.map((color) => (color >> shift) & 255)
    return Math.round(one + (other - one) * share) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

interface TextTarget {
  readonly lines: LineRecords
  readonly vertices: Records
  readonly getIndices: (style: number) => number[]
}

function addText({ info, texts }: LoadedSheet, text: SheetText, target: TextTarget): void {
  if (texts === null) return
  const { step } = info
  const frame = [text.xAxis[0] / step, text.xAxis[1] / step, text.yAxis[0] / step, text.yAxis[1] / step] as const
  for (const run of text.runs) {
    for (let number = run.first; number < run.first + run.count; number++) {
      const position = createGlyphTransform(run, texts.x[number], texts.y[number])
      const toGrid = (x: number, y: number): readonly [number, number] => {
        const [across, up] = position(x, y)
        return [text.origin[0] + across * frame[0] + up * frame[2], text.origin[1] + across * frame[1] + up * frame[3]]
      }
      addGlyph(texts.glyphs[texts.glyph[number]], toGrid, { ...target, style: run.style, level: text.level })
    }
  }
}

/** Returns the transform from glyph units to the text's frame. */
function createGlyphTransform({ width, height, slant }: SheetGlyphRun, left: number, base: number) {
  return (x: number, y: number): readonly [number, number] => [
    (left * height + (x + slant * y) * width) / glyphSteps,
    ((base + y) * height) / glyphSteps,
  ]
}

function addGlyph(
  { points, indices, stroke }: SheetGlyph,
  toGrid: (x: number, y: number) => readonly [number, number],
  { lines, vertices, getIndices, style, level }: TextTarget & { readonly style: number; readonly level: number },
): void {
  if (stroke) {
    for (let at = 0; at < indices.length; at++) {
      const recordStyle = { style: at % 2 === 1 ? (style | endBit) >>> 0 : style, level }
      lines.add(toGrid(points[indices[at] * 2], points[indices[at] * 2 + 1]), 0, recordStyle)
    }
    return
  }
  const first = vertices.count
  for (let point = 0; point < points.length; point += 2) {
    vertices.addBits(toGrid(points[point], points[point + 1]), 0, { style, level })
  }
  const target = getIndices(style)
  for (const index of indices) target.push(first + index)
}
