import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, Glyph as FontGlyph, PathCommand } from 'opentype.js'
import { outlineTriangles, type Outline } from './outline-triangles.js'
import { parseFont } from './parse-font.js'

/** A glyph: triangles of its outline, in units of the cap height, baseline at 0. */
export interface Glyph {
  /** x y per vertex. */
  readonly positions: Float32Array
  readonly indices: Uint32Array
  /** Start of the next glyph. */
  readonly advance: number
}

/** Noto Sans: Latin, Greek, Cyrillic and Armenian, each a separate file, in search order. */
const files = [
  '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff',
  '@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian-400-normal.woff',
]
/** Shown for a character missing in all files. */
const replacementCharacter = '?'
/** Segments per outline curve: accurate to a hundredth of the cap height. */
const curveSegments = 4
/** Default ratio for files without a cap height: that of Noto Sans. */
const defaultCapHeight = 0.714

/** Glyphs of the bundled fonts; opens a file when it is first searched for a character. */
export class GlyphFont {
  readonly #fonts: (Font | undefined)[] = []
  readonly #glyphs = new Map<string, Glyph>()

  glyph(character: string): Glyph {
    let glyph = this.#glyphs.get(character)
    if (glyph === undefined) {
      glyph =
        this.#find(character) ?? (character === replacementCharacter ? emptyGlyph : this.glyph(replacementCharacter))
      this.#glyphs.set(character, glyph)
    }
    return glyph
  }

  #find(character: string): Glyph | null {
    for (const [number, file] of files.entries()) {
      const font = (this.#fonts[number] ??= openFont(file))
      const match = font.charToGlyph(character)
      if (match.index > 0) return createGlyph(font, match)
    }
    return null
  }
}

const emptyGlyph: Glyph = { positions: new Float32Array(0), indices: new Uint32Array(0), advance: 0.5 }

function openFont(file: string): Font {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(file))
  return parseFont(bytes)
}

/** Returns the cap height in font units. */
export function getCapHeight(font: Font): number {
  const capHeight: unknown = font.tables['os2']?.sCapHeight
  return typeof capHeight === 'number' && capHeight > 0 ? capHeight : defaultCapHeight * font.unitsPerEm
}

function createGlyph(font: Font, glyph: FontGlyph): Glyph {
  const capital = getCapHeight(font)
  return {
    ...outlineTriangles(flattenOutlines(glyph, 1 / capital)),
    advance: (glyph.advanceWidth ?? capital) / capital,
  }
}

/** Converts a glyph to closed polygons, y up. */
export function flattenOutlines(glyph: FontGlyph, scale: number): Outline[] {
  const outlines: [number, number][][] = []
  let current: [number, number][] = []
  for (const command of glyph.path.commands) {
    if (command.type === 'M') outlines.push((current = [[command.x, command.y]]))
    else if (command.type === 'L') current.push([command.x, command.y])
    else if (command.type === 'Q') bend(current, [command.x1, command.y1], [command.x, command.y])
    else if (command.type === 'C') bendTwice(current, command)
  }
  return outlines.map((outline) => outline.map(([x, y]) => [x * scale, y * scale]))
}

type Point = readonly [number, number]

function bend(outline: [number, number][], [bx, by]: Point, [cx, cy]: Point): void {
  const [ax, ay] = outline[outline.length - 1] ?? [bx, by]
  for (let chunk = 1; chunk <= curveSegments; chunk++) {
    const t = chunk / curveSegments
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
    outline.push([a * ax + b * bx + c * cx, a * ay + b * by + c * cy])
  }
}

function bendTwice(outline: [number, number][], { x1, y1, x2, y2, x, y }: Extract<PathCommand, { type: 'C' }>): void {
  const [ax, ay] = outline[outline.length - 1] ?? [x1, y1]
  for (let chunk = 1; chunk <= curveSegments; chunk++) {
    const t = chunk / curveSegments
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
    outline.push([a * ax + b * x1 + c * x2 + d * x, a * ay + b * y1 + c * y2 + d * y])
  }
}
