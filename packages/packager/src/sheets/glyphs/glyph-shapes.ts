import { glyphSteps, type SheetGlyph } from '@kamar/package-format'
import type { GlyphOutline, GlyphSource } from '@kamar/core'
import type { Font, PathCommand } from 'opentype.js'
import { triangulateArea } from '../areas/triangulate-area.js'

/** Font faces that come with the product. */
export type Face = 'sans' | 'sans-bold' | 'sans-oblique' | 'light' | 'serif' | 'serif-bold' | 'mono' | 'stroke'

/** Font file of a face; the stroke glyphs have none. */
export const faceFiles: Readonly<Record<Exclude<Face, 'stroke'>, string>> = {
  sans: 'DejaVuSansCondensed.ttf',
  'sans-bold': 'DejaVuSansCondensed-Bold.ttf',
  'sans-oblique': 'DejaVuSansCondensed-Oblique.ttf',
  light: 'DejaVuSans-ExtraLight.ttf',
  serif: 'DejaVuSerifCondensed.ttf',
  'serif-bold': 'DejaVuSerifCondensed-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
}

/** Lines of a stroke glyph; y of the baseline and units as in the Hershey fonts. */
export interface StrokeLines {
  readonly bounds: { readonly minX: number; readonly maxX: number; readonly minY: number }
  readonly paths: readonly (readonly (readonly [number, number])[])[]
}

/** The faces that come with the product: the server reads them from disk, a page fetches those that it needs. */
export interface GlyphFaces {
  /** Returns the font of a face. */
  getFont(face: Exclude<Face, 'stroke'>): Font
  /** Returns the lines of a character, without finite bounds if the font does not have it; null: no stroke font. */
  getStrokes(character: string): StrokeLines | null
}

/** Glyph metrics in cap heights. */
export interface GlyphMetrics {
  /** Index into `GlyphShapes.shapes`. */
  readonly number: number
  /** Advance to the next glyph. */
  readonly advance: number
  /** A question mark in place of a character that no font has. */
  readonly isUnknown?: true
}

/** Cap height of DejaVu in em, and of the Hershey glyphs in their units. */
const capHeightRatio = 1493 / 2048
const hersheyCapHeight = 21
const hersheyBaseline = -9
const hersheySpace = 16 / hersheyCapHeight
/** Characters without a shape: spaces, controls, joiners and variation selectors. Fonts often omit them. */
const shapeless = /^[\p{Z}\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}]$/u
const anySpace = /^\p{Zs}$/u
/** As wide as an ideograph. */
const ideographicSpace = '\u3000'
/** Line segments per outline curve: flat to 1/200 of a cap height. */
const curveSegments = 5

/** Glyphs that one sheet uses, each once. */
export class GlyphShapes {
  readonly shapes: SheetGlyph[] = []
  readonly #glyphs = new Map<string, GlyphMetrics>()
  readonly #ownGlyphs = new Map<GlyphSource, Map<string, GlyphMetrics | null>>()
  readonly #faces: GlyphFaces
  readonly #fallback: GlyphSource | null

  /** `fallback`: glyphs of an installation for characters that neither the source's fonts nor ours have. */
  constructor(faces: GlyphFaces, fallback: GlyphSource | null = null) {
    this.#faces = faces
    this.#fallback = fallback
  }

  /** Returns a glyph of a source font; null when the font does not have it. */
  findOwnGlyph(source: GlyphSource, character: string): GlyphMetrics | null {
    let glyphs = this.#ownGlyphs.get(source)
    if (!glyphs) this.#ownGlyphs.set(source, (glyphs = new Map()))
    let glyph = glyphs.get(character)
    if (glyph === undefined) {
      const outline = source.findGlyph(character)
      glyph = outline && this.#addOwn(character, outline, source.kind)
      glyphs.set(character, glyph)
    }
    return glyph
  }

  /** Returns a glyph of a face, of the next face that has it, or of the fallback; a question mark when none has. */
  getGlyph(face: Face, character: string): GlyphMetrics {
    const key = `${face} ${character}`
    let glyph = this.#glyphs.get(key)
    if (glyph === undefined) {
      glyph = this.#find(face, character) ?? this.#findShapelessGlyph(character) ?? this.#unknown(face, character)
      this.#glyphs.set(key, glyph)
    }
    return glyph
  }

  #findShapelessGlyph(character: string): GlyphMetrics | null {
    if (!shapeless.test(character)) return null
    if (character === ideographicSpace) return this.#add(character, null, 1 / capHeightRatio)
    return this.#add(character, null, anySpace.test(character) ? this.getGlyph('sans', ' ').advance : 0)
  }

  #unknown(face: Face, character: string): GlyphMetrics {
    if (character === '?') return this.#add(character, null, 0.5)
    return this.#findFallbackGlyph(character) ?? { ...this.getGlyph(face, '?'), isUnknown: true }
  }

  #findFallbackGlyph(character: string): GlyphMetrics | null {
    return this.#fallback && this.findOwnGlyph(this.#fallback, character)
  }

  #find(face: Face, character: string): GlyphMetrics | null {
    if (face === 'stroke') return this.#stroke(character) ?? this.getGlyph('light', character)
    const font = this.#faces.getFont(face)
    const glyph = font.charToGlyph(character)
    if (glyph.index === 0) return face === 'sans' ? null : this.getGlyph('sans', character)
    const scale = 1 / (capHeightRatio * font.unitsPerEm)
    const rings = flattenOutlines(glyph.path.commands).map((ring) => ring.map((value) => value * scale))
    const triangles = triangulateArea(rings, true)
    return this.#add(character, triangles && { ...triangles, stroke: false }, (glyph.advanceWidth ?? 0) * scale)
  }

  #stroke(character: string): GlyphMetrics | null {
    if (character === ' ') return this.#add(character, null, hersheySpace)
    const strokes = this.#faces.getStrokes(character)
    // A glyph that the font does not have has no finite bounds.
    if (strokes === null || !Number.isFinite(strokes.bounds.minY)) return null
    const { bounds, paths } = strokes
    const points: number[] = []
    const indices: number[] = []
    for (const path of paths) {
      path.forEach(([x, y], at) => {
        if (at > 0) indices.push(points.length / 2 - 1, points.length / 2)
        points.push((x - bounds.minX) / hersheyCapHeight, (y - hersheyBaseline) / hersheyCapHeight)
      })
    }
    return this.#add(character, { points, indices, stroke: true }, (bounds.maxX - bounds.minX) / hersheyCapHeight)
  }

  #addOwn(character: string, { lines, advance }: GlyphOutline, kind: GlyphSource['kind']): GlyphMetrics {
    if (kind === 'stroke') return this.#add(character, { ...toStrokes(lines), stroke: true }, advance)
    const triangles = triangulateArea(lines, true)
    return this.#add(character, triangles && { ...triangles, stroke: false }, advance)
  }

  #add(
    character: string,
    shape: { readonly points: ArrayLike<number>; readonly indices: ArrayLike<number>; readonly stroke: boolean } | null,
    advance: number,
  ): GlyphMetrics {
    const { points, indices, stroke } = shape ?? { points: [], indices: [], stroke: false }
    const quantised = Int32Array.from(points, (value) => Math.round(value * glyphSteps))
    this.shapes.push({ points: quantised, indices: Uint32Array.from(indices), stroke, character })
    return { number: this.shapes.length - 1, advance }
  }
}

/** Converts lines to points and index pairs. */
function toStrokes(lines: GlyphOutline['lines']): { readonly points: number[]; readonly indices: number[] } {
  const points: number[] = []
  const indices: number[] = []
  for (const line of lines)
    for (let at = 0; at + 1 < line.length; at += 2) {
      if (at > 0) indices.push(points.length / 2 - 1, points.length / 2)
      points.push(line[at], line[at + 1])
    }
  return { points, indices }
}

/** Flattens a glyph's outlines to closed polygons, y up, x y per point. */
function flattenOutlines(commands: readonly PathCommand[]): number[][] {
  const outlines: number[][] = []
  let current: number[] = []
  for (const command of commands) {
    if (command.type === 'M') outlines.push((current = [command.x, command.y]))
    else if (command.type === 'L') current.push(command.x, command.y)
    else if (command.type === 'Q') {
      const { x1, y1, x, y } = command
      const [ax, ay] = current.slice(-2)
      bend(current, [
        ax + (2 / 3) * (x1 - ax),
        ay + (2 / 3) * (y1 - ay),
        x + (2 / 3) * (x1 - x),
        y + (2 / 3) * (y1 - y),
        x,
        y,
      ])
    } else if (command.type === 'C') {
      const { x1, y1, x2, y2, x, y } = command
      bend(current, [x1, y1, x2, y2, x, y])
    }
  }
  return outlines
}

function bend(outline: number[], [bx, by, cx, cy, dx, dy]: readonly number[]): void {
  const [ax, ay] = outline.slice(-2)
  for (let segment = 1; segment <= curveSegments; segment++) {
    const t = segment / curveSegments
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
    outline.push(a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy)
  }
}
