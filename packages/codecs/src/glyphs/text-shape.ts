import { GlyphFont } from './glyph-font.js'
import type { FlatTriangles } from './outline-triangles.js'

/** Layout of a text about its point. */
export interface TextLayout {
  /** Cap height. */
  readonly height: number
  readonly horizontal?: 'left' | 'center' | 'right'
  /** `baseline`: that of the first line. */
  readonly vertical?: 'top' | 'middle' | 'bottom' | 'baseline'
  /** Maximum line length; longer lines are broken between words. */
  readonly width?: number
}

/** Line spacing between baselines, in units of the cap height, as in CAD programs. */
const lineDistance = 1.6
/** Maximum text length; longer texts are cut off. */
const maxCharacters = 20_000

let font: GlyphFont | undefined
const glyphFont = (): GlyphFont => (font ??= new GlyphFont())

/**
 * Converts a text to flat triangles about its point (0, 0), x along the line, y up; returns null when nothing is
 * visible.
 */
export function textShape(text: string, layout: TextLayout): FlatTriangles | null {
  const lines = splitLines(text.slice(0, maxCharacters), (layout.width ?? Infinity) / layout.height)
  const { height, horizontal = 'left' } = layout
  const top = firstBaseline(layout, lines.length)
  const positions: number[] = []
  const indices: number[] = []
  lines.forEach((line, row) => {
    const share = horizontal === 'left' ? 0 : horizontal === 'center' ? 0.5 : 1
    let x = -measureWidth(line) * share
    const y = top - row * lineDistance
    for (const character of line) {
      const glyph = glyphFont().glyph(character)
      const first = positions.length / 2
      for (let at = 0; at < glyph.positions.length; at += 2)
        positions.push((x + glyph.positions[at]) * height, (y + glyph.positions[at + 1]) * height)
      for (const index of glyph.indices) indices.push(first + index)
      x += glyph.advance
    }
  })
  if (indices.length === 0) return null
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Computes the width of a line of text with this cap height. */
export const textWidth = (text: string, height: number): number => measureWidth(text) * height

const measureWidth = (line: string): number =>
  Array.from(line).reduce((sum, character) => sum + glyphFont().glyph(character).advance, 0)

/** Computes the baseline of the first line in units of the cap height. */
function firstBaseline({ vertical = 'baseline' }: TextLayout, lines: number): number {
  const below = (lines - 1) * lineDistance
  if (vertical === 'top') return -1
  if (vertical === 'middle') return (below - 1) / 2
  return vertical === 'bottom' ? below : 0
}

function splitLines(text: string, width: number): string[] {
  const paragraphs = text.replace(/\t/g, '    ').split(/\r\n|[\r\n\u2028]/)
  return width === Infinity || !(width > 0) ? paragraphs : paragraphs.flatMap((line) => broken(line, width))
}

function broken(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && measureWidth(longer) > width) {
      lines.push(current)
      current = word
    } else current = longer
  }
  return [...lines, current]
}
