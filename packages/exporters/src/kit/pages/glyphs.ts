import type { SheetMatrix } from '@kamar/core'
import { glyphSteps, type SheetGlyph, type SheetGlyphRun } from '@kamar/package-format/sheets'
import type { PaintedText } from '@kamar/packager/sheets'
import { traceOutlines } from './outlines.js'

/** Glyph at its position in the text's frame. */
export interface ExportGlyph {
  readonly glyph: SheetGlyph
  readonly x: number
  readonly y: number
  /** Character that is copied for it. */
  readonly character: string
  /** Whether a space or line break precedes it in the text. */
  readonly isAfterSpace: boolean
}

/**
 * Returns the matrix from a run's glyph, in cap heights, to the text's frame; glyph positions are relative to its
 * origin.
 */
export const runMatrix = ({ width, height, slant }: SheetGlyphRun): SheetMatrix => [
  width,
  0,
  slant * width,
  height,
  0,
  0,
]

/** Consecutive glyphs with one style. */
export interface RunGlyphs {
  readonly run: SheetGlyphRun
  readonly glyphs: ExportGlyph[]
}

/** Groups the glyphs of a text with their characters; combines words of one style, which are separate runs. */
export function groupGlyphs({ text, texts }: Pick<PaintedText, 'text' | 'texts'>): RunGlyphs[] {
  const reader = new StringReader(text.string)
  const runs: RunGlyphs[] = []
  for (const run of text.runs) {
    const before = runs.at(-1)
    const glyphs = before && hasSameStyle(before.run, run) ? before.glyphs : []
    if (glyphs !== before?.glyphs) runs.push({ run, glyphs })
    for (let number = run.first; number < run.first + run.count; number++) {
      const glyph = texts.glyphs[texts.glyph[number]]
      const scale = run.height / glyphSteps
      glyphs.push({
        glyph,
        x: texts.x[number] * scale,
        y: texts.y[number] * scale,
        ...reader.next(glyph.character),
      })
    }
  }
  return runs.filter(({ glyphs }) => glyphs.length > 0)
}

const hasSameStyle = (one: SheetGlyphRun, other: SheetGlyphRun): boolean =>
  one.style === other.style &&
  one.font === other.font &&
  one.height === other.height &&
  one.width === other.width &&
  one.slant === other.slant

/** Maximum lookahead for a glyph's character: characters without a shape, fraction strokes. */
const maxLookahead = 4

/** Reads a text's string in step with its glyphs. Glyphs are in string order; spaces have none. */
class StringReader {
  readonly #characters: readonly string[]
  #at = 0

  constructor(string: string) {
    this.#characters = Array.from(string)
  }

  next(glyphCharacter: string): Pick<ExportGlyph, 'character' | 'isAfterSpace'> {
    const from = this.#at
    this.#skipSpace()
    const isAfterSpace = this.#at > from
    const offset =
      glyphCharacter === '' ? 0 : this.#characters.slice(this.#at, this.#at + maxLookahead).indexOf(glyphCharacter)
    // Not found: the font has no such character and a question mark replaces it.
    const character = this.#characters[this.#at + Math.max(0, offset)] ?? glyphCharacter
    this.#at += Math.max(0, offset) + 1
    return { character, isAfterSpace }
  }

  #skipSpace(): void {
    while (this.#at < this.#characters.length && this.#characters[this.#at].trim() === '') this.#at++
  }
}

/** Shape shared by glyphs, in cap heights times `glyphSteps`. */
export interface GlyphShape {
  readonly key: string
  readonly stroke: boolean
  /** Closed outlines, or polylines of strokes; x y per point. */
  readonly paths: readonly (readonly number[])[]
}

const shapes = new WeakMap<SheetGlyph, GlyphShape>()

/** Returns the shape of a glyph; equal keys mean equal shapes. */
export function getGlyphShape(glyph: SheetGlyph): GlyphShape {
  let shape = shapes.get(glyph)
  if (shape === undefined) {
    const { points, indices, stroke } = glyph
    const key = `${stroke ? 's' : 'o'} ${points.join(' ')} ${indices.join(' ')}`
    shape = { key, stroke, paths: stroke ? joinStrokes(points, indices) : traceOutlines(points, indices) }
    shapes.set(glyph, shape)
  }
  return shape
}

/** Joins consecutive line segments into polylines. */
function joinStrokes(points: ArrayLike<number>, indices: ArrayLike<number>): number[][] {
  const strokes: number[][] = []
  for (let at = 0; at + 1 < indices.length; at += 2) {
    const [from, to] = [indices[at], indices[at + 1]]
    const isContinued = at > 0 && indices[at - 1] === from
    if (!isContinued) strokes.push([points[from * 2], points[from * 2 + 1]])
    strokes[strokes.length - 1].push(points[to * 2], points[to * 2 + 1])
  }
  return strokes
}
