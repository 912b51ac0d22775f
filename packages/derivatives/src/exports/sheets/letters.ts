import type { SheetMatrix } from '@kamar/scene'
import { glyphSteps, type SheetGlyph, type SheetGlyphRun } from '@kamar/view-package/sheets'
import type { PaintedText } from '../../sheets/paint-sheet.js'
import { outlinesOf } from './outlines.js'

/** A letter at its place in the text's frame. */
export interface ExportLetter {
  readonly glyph: SheetGlyph
  readonly x: number
  readonly y: number
  /** What is copied for it. */
  readonly character: string
  /** Whether a space or the end of a line stands before it in the text. */
  readonly isAfterSpace: boolean
}

/** From a run's letter, in heights of a capital, to the text's frame; letters stand beside its origin. */
export const runMatrix = ({ width, height, slant }: SheetGlyphRun): SheetMatrix => [
  width,
  0,
  slant * width,
  height,
  0,
  0,
]

/** Letters of one look, one after the other. */
export interface LettersOfRun {
  readonly run: SheetGlyphRun
  readonly letters: ExportLetter[]
}

/** The letters of a text with the characters that they stand for; words of one look, which are runs of their own, together. */
export function lettersOf({ text, texts }: Pick<PaintedText, 'text' | 'texts'>): LettersOfRun[] {
  const reader = new StringReader(text.string)
  const looks: LettersOfRun[] = []
  for (const run of text.runs) {
    const before = looks.at(-1)
    const letters = before && isSameLook(before.run, run) ? before.letters : []
    if (letters !== before?.letters) looks.push({ run, letters })
    for (let number = run.first; number < run.first + run.count; number++) {
      const glyph = texts.glyphs[texts.glyph[number]]
      const scale = run.height / glyphSteps
      letters.push({
        glyph,
        x: texts.x[number] * scale,
        y: texts.y[number] * scale,
        ...reader.next(glyph.character),
      })
    }
  }
  return looks.filter(({ letters }) => letters.length > 0)
}

const isSameLook = (one: SheetGlyphRun, other: SheetGlyphRun): boolean =>
  one.style === other.style &&
  one.font === other.font &&
  one.height === other.height &&
  one.width === other.width &&
  one.slant === other.slant

/** How far ahead a letter is looked for: characters without a shape, strokes of fractions. */
const mostPassedOver = 4

/** Reads a text's string along its letters. Letters stand in the order of the string; spaces have none. */
class StringReader {
  readonly #characters: readonly string[]
  #at = 0

  constructor(string: string) {
    this.#characters = Array.from(string)
  }

  next(shown: string): Pick<ExportLetter, 'character' | 'isAfterSpace'> {
    const from = this.#at
    this.#skipSpace()
    const isAfterSpace = this.#at > from
    const found = shown === '' ? 0 : this.#characters.slice(this.#at, this.#at + mostPassedOver).indexOf(shown)
    // Not found: a question mark stands for what no font has.
    const character = this.#characters[this.#at + Math.max(0, found)] ?? shown
    this.#at += Math.max(0, found) + 1
    return { character, isAfterSpace }
  }

  #skipSpace(): void {
    while (this.#at < this.#characters.length && this.#characters[this.#at].trim() === '') this.#at++
  }
}

/** A shape that letters share, in heights of a capital times `glyphSteps`. */
export interface LetterShape {
  readonly key: string
  readonly stroke: boolean
  /** Closed outlines, or lines of strokes; x y per point. */
  readonly paths: readonly (readonly number[])[]
}

const shapes = new WeakMap<SheetGlyph, LetterShape>()

/** What is drawn of a glyph; equal keys, equal shapes. */
export function shapeOf(glyph: SheetGlyph): LetterShape {
  let shape = shapes.get(glyph)
  if (shape === undefined) {
    const { points, indices, stroke } = glyph
    const key = `${stroke ? 's' : 'o'} ${points.join(' ')} ${indices.join(' ')}`
    shape = { key, stroke, paths: stroke ? strokesOf(points, indices) : outlinesOf(points, indices) }
    shapes.set(glyph, shape)
  }
  return shape
}

/** Lines that follow one another become one. */
function strokesOf(points: ArrayLike<number>, indices: ArrayLike<number>): number[][] {
  const strokes: number[][] = []
  for (let at = 0; at + 1 < indices.length; at += 2) {
    const [from, to] = [indices[at], indices[at + 1]]
    const goesOn = at > 0 && indices[at - 1] === from
    if (!goesOn) strokes.push([points[from * 2], points[from * 2 + 1]])
    strokes[strokes.length - 1].push(points[to * 2], points[to * 2 + 1])
  }
  return strokes
}
