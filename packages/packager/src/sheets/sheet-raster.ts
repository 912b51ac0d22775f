import type { SheetImage, SheetInfo, SheetRectangle } from '@kamar/package-format'
import { joinSheetMatrices, mapSheetPoint, type SheetMatrix } from '@kamar/core'
import { encodeIndexedPng } from '../files/png.js'
import { toIndexed } from '../files/palette.js'
import {
  glyphMatrix,
  type Circle,
  type Paint,
  type LinePaint,
  type PaintedText,
  type SheetCanvas,
} from './paint-sheet.js'
import { pageOfSheet, type SheetPage } from './sheet-page.js'

/** Image size and visible part of the sheet: sheet units per pixel, and the position of the upper left corner. */
export interface RasterView {
  readonly width: number
  readonly height: number
  readonly unitsPerPixel: number
  readonly left: number
  readonly top: number
  /** For line weights. */
  readonly millimetresPerUnit: number
}

/** Maximum image size in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Samples per pixel and axis. */
const samples = 3
/** Text below this height is drawn as grey bars, because it is illegible. */
const minGlyphSamples = 4

/** Rectangle of samples. */
interface SampleBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Clip {
  /** 1 for each sample that is drawn. */
  readonly mask: Uint8Array
  readonly box: SampleBox
}

/** Renders a sheet without a browser: white paper, three by three samples per pixel. */
export class SheetRaster implements SheetCanvas {
  readonly #view: RasterView
  readonly #width: number
  readonly #height: number
  /** r g b per sample. */
  readonly #pixels: Uint8Array
  readonly #clips: Clip[] = []
  readonly #scale: number
  readonly #box: SampleBox
  readonly #toSamples: SheetMatrix

  constructor(view: RasterView) {
    this.#view = view
    this.#width = view.width * samples
    this.#height = view.height * samples
    this.#pixels = new Uint8Array(this.#width * this.#height * 3).fill(255)
    const scale = samples / view.unitsPerPixel
    this.#scale = scale
    this.#box = { left: 0, top: 0, right: this.#width, bottom: this.#height }
    this.#toSamples = [scale, 0, 0, -scale, -view.left * scale, view.top * scale]
  }

  omits({ x, y, radius }: Circle, paint?: LinePaint): boolean {
    const own = radius * this.#scale
    const margin = own + (paint ? this.#getWidth(paint) : 1)
    const [column, row] = mapSheetPoint(this.#toSamples, x, y)
    const { left, top, right, bottom } = this.#clips.at(-1)?.box ?? this.#box
    if (column + margin < left || column - margin > right || row + margin < top || row - margin > bottom) return true
    // Of content smaller than a pixel, the first one is painted.
    return own < samples / 2 && this.#isPainted(Math.floor(column), Math.floor(row))
  }

  line(points: Float64Array, closed: boolean, paint: LinePaint): void {
    const width = this.#getWidth(paint)
    const samplePoints = this.#transformPoints(points)
    const ends = samplePoints.length + (closed ? 2 : 0)
    for (let at = 2; at < ends; at += 2) {
      const to = at % samplePoints.length
      this.#stroke([samplePoints[at - 2], samplePoints[at - 1], samplePoints[to], samplePoints[to + 1]], width, paint)
    }
  }

  area(
    points: Float64Array,
    indices: Uint32Array,
    paint: Paint,
    gradient: readonly [number, number, SheetMatrix] | null,
  ): void {
    const color = gradient === null ? paint.color : mixed(gradient[0], gradient[1])
    const samplePoints = this.#transformPoints(points)
    for (let at = 0; at < indices.length; at += 3)
      this.#polygon(
        [0, 1, 2].flatMap((vertex) => [
          samplePoints[indices[at + vertex] * 2],
          samplePoints[indices[at + vertex] * 2 + 1],
        ]),
        {
          color,
          opacity: paint.opacity,
        },
      )
  }

  text({ text, texts, matrix, getPaint }: PaintedText): void {
    const frame = joinSheetMatrices(this.#toSamples, matrix)
    const size = Math.hypot(frame[2], frame[3])
    for (const run of text.runs) {
      const paint = getPaint(run)
      if (run.height * size < minGlyphSamples) {
        this.#bar(frame, text.box, paint)
        continue
      }
      for (let number = run.first; number < run.first + run.count; number++) {
        const glyph = texts.glyphs[texts.glyph[number]]
        const own = joinSheetMatrices(frame, glyphMatrix(run, texts.x[number], texts.y[number]))
        const vertex = (index: number): [number, number] =>
          mapSheetPoint(own, glyph.points[index * 2], glyph.points[index * 2 + 1])
        if (glyph.stroke)
          for (let at = 0; at < glyph.indices.length; at += 2)
            this.#stroke([...vertex(glyph.indices[at]), ...vertex(glyph.indices[at + 1])], 1.5, paint)
        else
          for (let at = 0; at < glyph.indices.length; at += 3)
            this.#polygon(
              [0, 1, 2].flatMap((one) => vertex(glyph.indices[at + one])),
              paint,
            )
      }
    }
  }

  image({ origin, xAxis, yAxis }: SheetImage, matrix: SheetMatrix): void {
    // Images on sheets are small in a thumbnail: a grey area indicates one.
    const own = joinSheetMatrices(this.#toSamples, joinSheetMatrices(matrix, [...xAxis, ...yAxis, ...origin]))
    const vertices = [
      ...mapSheetPoint(own, 0, 0),
      ...mapSheetPoint(own, 1, 0),
      ...mapSheetPoint(own, 1, 1),
      ...mapSheetPoint(own, 0, 1),
    ]
    this.#polygon(vertices, { color: 0xd0d0d0, opacity: 1 })
  }

  beginClip(rings: readonly (readonly number[])[]): void {
    const mask = new Uint8Array(this.#width * this.#height)
    const outer = this.#clips.at(-1)?.mask
    const box = { left: this.#width, top: this.#height, right: 0, bottom: 0 }
    this.#scan(
      rings.map((ring) => this.#transformPoints(ring)),
      (row, from, to) => {
        box.left = Math.min(box.left, from)
        box.right = Math.max(box.right, to)
        box.top = Math.min(box.top, row)
        box.bottom = Math.max(box.bottom, row + 1)
        for (let at = row * this.#width + from, end = row * this.#width + to; at < end; at++)
          if (outer === undefined || outer[at] === 1) mask[at] = 1
      },
    )
    this.#clips.push({ mask, box })
  }

  endClip(): void {
    this.#clips.pop()
  }

  /** Finds the box around everything that is not paper, in sheet units; null when there is nothing. */
  findContent(): SheetRectangle | null {
    const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 }
    for (let row = 0, at = 0; row < this.#height; row++)
      for (let column = 0; column < this.#width; column++, at += 3) {
        const [red, green, blue] = [this.#pixels[at], this.#pixels[at + 1], this.#pixels[at + 2]]
        if (red === 255 && green === 255 && blue === 255) continue
        box.left = Math.min(box.left, column)
        box.right = Math.max(box.right, column + 1)
        box.top = Math.min(box.top, row)
        box.bottom = row + 1
      }
    if (box.right < 0) return null
    const { left, top, unitsPerPixel } = this.#view
    const unitsPerSample = unitsPerPixel / samples
    return {
      min: [left + box.left * unitsPerSample, top - box.bottom * unitsPerSample],
      max: [left + box.right * unitsPerSample, top - box.top * unitsPerSample],
    }
  }

  /** Encodes the image as PNG. */
  png(): Uint8Array {
    const { width, height } = this.#view
    const rgba = new Uint8Array(width * height * 4)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const sums = [0, 0, 0]
        for (let sample = 0; sample < samples * samples; sample++) {
          const row = y * samples + Math.floor(sample / samples)
          const at = (row * this.#width + x * samples + (sample % samples)) * 3
          for (let channel = 0; channel < 3; channel++) sums[channel] += this.#pixels[at + channel]
        }
        const to = (y * width + x) * 4
        for (let channel = 0; channel < 3; channel++) rgba[to + channel] = Math.round(sums[channel] / samples ** 2)
        rgba[to + 3] = 255
      }
    return encodeIndexedPng(toIndexed(rgba, width, height))
  }

  /** Returns the width of a line in samples. */
  #getWidth({ width, weightMillimetres }: LinePaint): number {
    const units = width > 0 ? width : weightMillimetres / this.#view.millimetresPerUnit
    return Math.max(1, units * this.#scale)
  }

  #isPainted(column: number, row: number): boolean {
    const at = (row * this.#width + column) * 3
    return this.#pixels[at] < 255 || this.#pixels[at + 1] < 255 || this.#pixels[at + 2] < 255
  }

  #transformPoints(points: ArrayLike<number>): number[] {
    const out: number[] = []
    for (let at = 0; at + 1 < points.length; at += 2)
      out.push(...mapSheetPoint(this.#toSamples, points[at], points[at + 1]))
    return out
  }

  #bar(frame: SheetMatrix, [left, bottom, right, top]: readonly [number, number, number, number], paint: Paint): void {
    const center = (bottom + top) / 2
    this.#stroke([...mapSheetPoint(frame, left, center), ...mapSheetPoint(frame, right, center)], 1, {
      ...paint,
      opacity: 0.5,
    })
  }

  #stroke(ends: readonly number[], width: number, paint: Paint): void {
    const [ax, ay, bx, by] = ends
    const length = Math.hypot(bx - ax, by - ay)
    const radius = width / 2
    const outside =
      Math.max(ax, bx) < -radius ||
      Math.max(ay, by) < -radius ||
      Math.min(ax, bx) > this.#width + radius ||
      Math.min(ay, by) > this.#height + radius
    if (outside) return
    const [ux, uy] = length === 0 ? [radius, 0] : [((bx - ax) / length) * radius, ((by - ay) / length) * radius]
    this.#polygon(
      [ax - ux - uy, ay - uy + ux, bx + ux - uy, by + uy + ux, bx + ux + uy, by + uy - ux, ax - ux + uy, ay - uy - ux],
      paint,
    )
  }

  /** Fills a convex polygon. */
  #polygon(ring: readonly number[], paint: Paint): void {
    let [top, bottom] = [Infinity, -Infinity]
    for (let at = 1; at < ring.length; at += 2) {
      top = Math.min(top, ring[at])
      bottom = Math.max(bottom, ring[at])
    }
    const last = Math.min(this.#height - 1, Math.floor(bottom))
    for (let row = Math.max(0, Math.floor(top)); row <= last; row++) {
      const y = row + 0.5
      let [left, right] = [Infinity, -Infinity]
      for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
        const ay = ring[before + 1]
        const by = ring[at + 1]
        if (ay > y === by > y) continue
        const x = ring[before] + ((y - ay) / (by - ay)) * (ring[at] - ring[before])
        if (x < left) left = x
        if (x > right) right = x
      }
      if (left <= right) this.#fill(row, Math.round(left), Math.round(right), paint)
    }
  }

  /** Fills samples of a row. */
  #fill(row: number, from: number, to: number, { color, opacity }: Paint): void {
    const pixels = this.#pixels
    const clip = this.#clips.at(-1)?.mask
    const end = row * this.#width + Math.min(this.#width, to)
    for (let at = row * this.#width + Math.max(0, from); at < end; at++) {
      if (clip !== undefined && clip[at] === 0) continue
      for (let channel = 0; channel < 3; channel++) {
        const before = pixels[at * 3 + channel]
        pixels[at * 3 + channel] = before + (((color >> (16 - channel * 8)) & 255) - before) * opacity
      }
    }
  }

  /** Calls `span` with each run of samples within the rings, even-odd. */
  #scan(rings: readonly (readonly number[])[], span: (row: number, from: number, to: number) => void): void {
    let [top, bottom] = [Infinity, -Infinity]
    for (const ring of rings)
      for (let at = 1; at < ring.length; at += 2) {
        top = Math.min(top, ring[at])
        bottom = Math.max(bottom, ring[at])
      }
    const last = Math.min(this.#height - 1, Math.floor(bottom))
    for (let row = Math.max(0, Math.floor(top)); row <= last; row++) {
      const crossings = rings.flatMap((ring) => findCrossings(ring, row + 0.5)).sort((a, b) => a - b)
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const from = Math.max(0, Math.round(crossings[at]))
        const to = Math.min(this.#width, Math.round(crossings[at + 1]))
        if (to > from) span(row, from, to)
      }
    }
  }
}

function findCrossings(ring: readonly number[], y: number): number[] {
  const out: number[] = []
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [ay, by] = [ring[before + 1], ring[at + 1]]
    if (ay > y !== by > y) out.push(ring[before] + ((y - ay) / (by - ay)) * (ring[at] - ring[before]))
  }
  return out
}

function mixed(one: number, other: number): number {
  const half = (shift: number): number => (((one >> shift) & 255) + ((other >> shift) & 255)) >> 1
  return (half(16) << 16) | (half(8) << 8) | half(0)
}

/** Returns the view of a sheet that fills an image of at most this size. */
export function viewOfSheet(info: SheetInfo, size: ImageSize): RasterView {
  return viewOfRectangle(pageOfSheet(info), size)
}

/** Margin around a cropped image, as a fraction of its sides. */
const cropMargin = 0.03

/** Returns the view of a sheet's content, without the empty paper around it. */
export function viewOfContent(info: SheetInfo, { min, max }: SheetRectangle, size: ImageSize): RasterView {
  const margin = Math.max(max[0] - min[0], max[1] - min[1]) * cropMargin
  const { millimetresPerUnit } = pageOfSheet(info)
  const around = {
    min: [min[0] - margin, min[1] - margin],
    max: [max[0] + margin, max[1] + margin],
    millimetresPerUnit,
  } as const
  return viewOfRectangle(around, size)
}

function viewOfRectangle(page: SheetPage, { width: maxWidth, height: maxHeight }: ImageSize): RasterView {
  const { min, max, millimetresPerUnit } = page
  const [width, height] = [max[0] - min[0], max[1] - min[1]]
  const unitsPerPixel = Math.max(width / maxWidth, height / maxHeight)
  return {
    width: Math.max(1, Math.round(width / unitsPerPixel)),
    height: Math.max(1, Math.round(height / unitsPerPixel)),
    unitsPerPixel,
    left: min[0],
    top: max[1],
    millimetresPerUnit,
  }
}
