import {
  getGlyphShape,
  type PageGlyphs,
  type PageGradient,
  type PageOutput,
  type PagePaint,
  type PagePath,
} from '@kamar/exporters/pages'
import { joinSheetMatrices, type SheetMatrix } from '@kamar/core'
import { glyphSteps } from '@kamar/package-format/sheets'

const toHex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`
const fromSteps: SheetMatrix = [1 / glyphSteps, 0, 0, 1 / glyphSteps, 0, 0]

/** Draws a page on a canvas, in its pixels. */
export class CanvasOutput implements PageOutput {
  readonly #context: CanvasRenderingContext2D
  readonly #images: ReadonlyMap<string, CanvasImageSource>
  readonly #glyphs = new Map<string, Path2D>()

  constructor(context: CanvasRenderingContext2D, images: ReadonlyMap<string, CanvasImageSource>) {
    this.#context = context
    this.#images = images
    context.lineCap = 'round'
    context.lineJoin = 'round'
  }

  stroke(paths: readonly PagePath[], paint: PagePaint): void {
    const context = this.#context
    context.globalAlpha = paint.opacity
    context.strokeStyle = toHex(paint.color)
    context.lineWidth = paint.width
    context.lineCap = paint.isWide ? 'butt' : 'round'
    context.setLineDash([...paint.dashes])
    context.beginPath()
    for (const { points, closed } of paths) addPath(context, points, closed)
    context.stroke()
    context.setLineDash([])
  }

  fill(
    outlines: readonly (readonly number[])[],
    paint: { color: number; opacity: number },
    gradient: PageGradient | null,
  ): void {
    const context = this.#context
    context.globalAlpha = paint.opacity
    context.fillStyle = gradient === null ? toHex(paint.color) : this.#createGradient(gradient)
    context.beginPath()
    for (const points of outlines) addPath(context, points, true)
    context.fill()
  }

  glyphs({ glyphs, frame, own, run, paint }: PageGlyphs): void {
    const context = this.#context
    const steps = joinSheetMatrices(joinSheetMatrices(frame, own), fromSteps)
    context.globalAlpha = paint.opacity
    context.fillStyle = toHex(paint.color)
    context.strokeStyle = toHex(paint.color)
    for (const { glyph, x, y } of glyphs) {
      const shape = getGlyphShape(glyph)
      const up = (y / run.height) * glyphSteps
      const along = (x / run.width) * glyphSteps - run.slant * up
      context.save()
      context.transform(...(steps as [number, number, number, number, number, number]))
      context.translate(along, up)
      const path = this.#getPath(shape)
      if (shape.stroke) {
        context.lineWidth = paint.width / Math.max(1e-9, Math.sqrt(Math.abs(steps[0] * steps[3] - steps[1] * steps[2])))
        context.stroke(path)
      } else context.fill(path)
      context.restore()
    }
  }

  searchableText(): void {
    // An image has no text to copy.
  }

  image(image: string, matrix: SheetMatrix, opacity: number): void {
    const source = this.#images.get(image)
    if (source === undefined) return
    const context = this.#context
    context.save()
    context.globalAlpha = opacity
    // Images have their origin at the top.
    context.transform(
      ...(joinSheetMatrices(matrix, [1, 0, 0, -1, 0, 1]) as [number, number, number, number, number, number]),
    )
    context.drawImage(source, 0, 0, 1, 1)
    context.restore()
  }

  beginClip(rings: readonly (readonly number[])[]): void {
    this.#context.save()
    this.#context.beginPath()
    for (const points of rings) addPath(this.#context, points, true)
    this.#context.clip('evenodd')
  }

  endClip(): void {
    this.#context.restore()
  }

  #getPath({ key, paths, stroke }: ReturnType<typeof getGlyphShape>): Path2D {
    let path = this.#glyphs.get(key)
    if (path === undefined) {
      path = new Path2D()
      for (const points of paths) addPath(path, points, !stroke)
      this.#glyphs.set(key, path)
    }
    return path
  }

  #createGradient({ colors, ends }: PageGradient): CanvasGradient {
    const gradient = this.#context.createLinearGradient(...ends)
    colors.forEach((color, at) => gradient.addColorStop(at, toHex(color)))
    return gradient
  }
}

function addPath(path: CanvasPath, points: readonly number[], closed: boolean): void {
  for (let at = 0; at + 1 < points.length; at += 2)
    if (at === 0) path.moveTo(points[at] ?? 0, points[at + 1] ?? 0)
    else path.lineTo(points[at] ?? 0, points[at + 1] ?? 0)
  // A single point is a dot: a line without length with round ends.
  if (points.length === 2) path.lineTo(points[0] ?? 0, points[1] ?? 0)
  if (closed) path.closePath()
}
