import type { SheetMatrix } from '@kamar/core'
import { defaultColorMap } from './palette.js'
import { patternOfNumber } from './patterns.js'

const encoder = new TextEncoder()

/** Font and text settings; lengths in logical units. */
export interface W2dFont {
  readonly name: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly height: number
  /** Counter-clockwise, in 1/65536 of a full turn. */
  readonly rotation: number
  /** 1024: the font's own width. */
  readonly widthScale: number
  readonly spacing: number
  readonly oblique: number
}

/** Part of the sheet that clips to an outline. */
export interface W2dViewport {
  readonly name: string
  /** x y per vertex, logical units. */
  readonly rings: readonly Float64Array[]
  readonly units: W2dUnits | null
}

/** Mapping from drawing coordinates to logical units. */
export interface W2dUnits {
  readonly name: string
  readonly matrix: SheetMatrix
}

/** Shapes that a marker repeats. */
export interface W2dGlyph {
  readonly bytes: Uint8Array
  readonly x: number
  readonly y: number
  readonly unit: number
}

/** Predefined markers: plus, cross, star, circle and disc, by number. */
const defaultMarkerShapes: readonly (readonly [number, string])[] = [
  [1, 'L -50,0 50,0 L 0,-50 0,50 '],
  [2, 'L -50,-50 50,50 L -50,50 50,-50 '],
  [3, 'L -50,0 50,0 L 0,-50 0,50 L -50,-50 50,50 L -50,50 50,-50 '],
  [4, 'f R 0,0 50 '],
  [5, 'F R 0,0 50 '],
]

const createDefaultGlyphs = (): Map<number, W2dGlyph> =>
  new Map(defaultMarkerShapes.map(([number, text]) => [number, { bytes: encoder.encode(text), x: 0, y: 0, unit: 100 }]))

/** Attributes for the next shape. */
export class W2dState {
  x = 0
  y = 0
  color = 0xffffff
  alpha = 255
  colorMap = defaultColorMap()
  isFilled = false
  isVisible = true
  layer = 0
  node = 0
  url = ''
  lineWeight = 0
  pattern: readonly number[] = []
  /** Whether `pattern` is defined in pixels. */
  isPatternInPixels = false
  patternScale = 0
  fillPattern = 1
  font: W2dFont = {
    name: 'Arial',
    isBold: false,
    isItalic: false,
    height: 0,
    rotation: 0,
    widthScale: 1024,
    spacing: 1024,
    oblique: 0,
  }
  viewport: W2dViewport | null = null
  markerGlyph = 0
  markerSize = 0
  /** Full names of fonts (`Arial Bold`) by the short names used in records. */
  readonly fullFontNames = new Map<string, string>()
  readonly layerNames = new Map<number, string>()
  readonly nodeNames = new Map<number, string>()
  /** Link titles by address. */
  readonly urls = new Map<string, string>()
  /** Link addresses by number. */
  readonly urlNumbers = new Map<number, string>()
  readonly dashPatterns = new Map<number, readonly number[]>()
  readonly glyphs = createDefaultGlyphs()
  readonly viewports = new Map<string, W2dViewport>()

  /** Selects the dashes of a pattern number, with precedence for the stream's own ones. */
  usePattern(number: number): void {
    const own = this.dashPatterns.get(number)
    this.isPatternInPixels = own !== undefined
    this.pattern = own ?? patternOfNumber(number) ?? []
  }

  /** Selects the colour of a map index; 0xRRGGBB and alpha. */
  pickColor(index: number): void {
    const at = 4 * index
    if (!Number.isInteger(index) || index < 0 || at + 4 > this.colorMap.length) return
    const [red, green, blue, alpha] = this.colorMap.subarray(at, at + 4)
    this.color = (red << 16) | (green << 8) | blue
    this.alpha = alpha
  }
}
