import {
  type GlyphSource,
  readerLimits,
  type SheetInput,
  type SheetLayerInput,
  type SheetStyleInput,
  type SheetTextInput,
} from '@kamar/core'
import { plainLayer } from '@kamar/test-kit'
import { SheetStore } from '../sheets/sheet-store.js'
import { PropertyStore } from '../stores/property-store.js'

/** Sheet with one layer, one style and a font whose glyphs are all one unit wide. */
export class TestSheet {
  readonly store: SheetStore
  readonly properties = new PropertyStore()
  readonly layer: number
  readonly style: number

  constructor(input: Partial<SheetInput> = {}, layer: Partial<SheetLayerInput> = {}, number = 0) {
    this.store = new SheetStore(
      number,
      { name: 'A', kind: 'model', millimetresPerUnit: 1, unitName: 'mm', ...input },
      { limits: readerLimits, countImages: () => 3, properties: this.properties },
    )
    this.layer = this.store.addLayer({ ...plainLayer, ...layer })
    this.style = this.addStyle()
    this.store.addFont({ name: 'square', kind: 'outline', letters: squareGlyphs })
  }

  addStyle(style: Partial<SheetStyleInput> = {}): number {
    return this.store.addStyle({ layer: this.layer, color: 0, lineWeightMillimetres: 0, lineType: null, ...style })
  }

  /** Adds an entity; returns its number. */
  addEntity(drawOrder?: number): number {
    const order = drawOrder === undefined ? {} : { drawOrder }
    return this.store.addEntity({ handle: `${this.store.entities.count}`, type: 'LINE', layer: this.layer, ...order })
  }

  addLine(points: readonly number[], { entity = this.addEntity(), style = this.style, closed = false } = {}): void {
    this.store.addPolyline({ entity, style, points: Float64Array.from(points), closed })
  }

  addFill(rings: readonly (readonly number[])[], { entity = this.addEntity(), style = this.style } = {}): void {
    this.store.addFill({ entity, style, rings: rings.map((ring) => Float64Array.from(ring)) })
  }

  addText(text: Partial<SheetTextInput> = {}): void {
    this.store.addText({ ...plainText(), entity: text.entity ?? this.addEntity(), style: this.style, ...text })
  }
}

/** Font with the characters A to Z: squares of one cap height, one cap height apart. */
export const squareGlyphs: GlyphSource = {
  name: 'square.ttf',
  kind: 'outline',
  findGlyph: (character) =>
    /^[A-Z]$/.test(character) ? { advance: 1, lines: [[0, 0, 1, 0, 1, 1, 0, 1]] } : character === ' ' ? space : null,
}
const space = { advance: 0.5, lines: [] }

/** Creates an upright text of height 10 at the origin in the first font. */
export const plainText = (text = 'A'): SheetTextInput => ({
  entity: 0,
  style: 0,
  anchor: [0, 0],
  xAxis: [1, 0],
  yAxis: [0, 1],
  paragraphs: [[{ text, font: 0, height: 10 }]],
  horizontal: 'left',
  vertical: 'baseline',
})
