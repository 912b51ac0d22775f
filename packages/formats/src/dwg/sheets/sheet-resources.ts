import type { SheetBuilder, SheetColor, SheetFontId, SheetLayerId, SheetLineTypeId, SheetStyleId } from '@kamar/core'
import type { Drawing, Entity, EntityColor, Layer, LineType, TextStyle } from '@kamar/codecs/drawing'
import { autocadColor } from '@kamar/codecs/acis'
import { cleanName } from '@kamar/codecs/text'
import type { DrawingFonts } from '../text/drawing-fonts.js'
import { createLineMarks, type LineMarks } from './line-marks.js'

/** Appearance of an entity after inheritance from blocks. */
export interface EntityAppearance {
  readonly layer: SheetLayerId
  readonly color: SheetColor
  readonly lineWeightMillimetres: number | 'layer'
  readonly lineType: SheetLineTypeId | 'layer' | null
  readonly opacity: number
  readonly lineTypeScale: number
}

/** Properties that entities in a block inherit from its insert. */
export interface Inherited {
  readonly appearance: EntityAppearance
  /** The insert's layer is frozen: everything in the block shows with that layer only. */
  readonly isFrozen: boolean
}

const defaultLineWeightMillimetres = 0.25
const [byLayer, byBlock] = [-1, -2]
const layerOfBlocks = '0'

interface KnownLayer {
  readonly id: SheetLayerId
  readonly color: Exclude<SheetColor, 'layer'>
  readonly weight: number
  readonly lineType: SheetLineTypeId | null
  readonly isFrozen: boolean
  /** Opacity of entities whose transparency is by layer. */
  readonly opacity: number
}

/** Converts the colour of an entity to a sheet colour; null where it inherits from layer or block. */
export function literalColor(color: EntityColor): Exclude<SheetColor, 'layer'> | null {
  if (color.kind === 'rgb') return color.rgb
  if (color.kind !== 'index') return null
  if (color.index === 7) return 'foreground'
  const own = autocadColor(color.index)
  if (!own) return null
  const [red, green, blue] = own.map((channel) => Math.round(channel * 255))
  return (red << 16) | (green << 8) | blue
}

/** Layers, line types, styles and fonts of one sheet, each written on first use. */
export class SheetResources {
  readonly #sheet: SheetBuilder
  readonly #layers = new Map<string, KnownLayer>()
  readonly #lineTypes = new Map<string, SheetLineTypeId | null>()
  readonly #styles = new Map<string, SheetStyleId>()
  /** Neighbours in a drawing often have the same style. */
  #lastStyle: { appearance: EntityAppearance; widthUnits: number | undefined; id: SheetStyleId } | null = null
  readonly #layersByRecord = new Map<Layer, KnownLayer>()
  readonly #fonts = new Map<TextStyle, SheetFontId>()
  readonly #marks = new Map<SheetLineTypeId, LineMarks>()
  readonly #scale: number
  readonly #atHand: DrawingFonts

  constructor(sheet: SheetBuilder, { layers, variables }: Pick<Drawing, 'layers' | 'variables'>, fonts: DrawingFonts) {
    this.#sheet = sheet
    this.#atHand = fonts
    const scale = variables.lineTypeScale
    this.#scale = scale > 0 && Number.isFinite(scale) ? scale : 1
    for (const layer of layers) this.#layer(layer)
  }

  /** Returns the id of a layer by its name, or null when the drawing has none of that name. */
  layerNumber(name: string): SheetLayerId | null {
    return this.#layers.get(name.toLowerCase())?.id ?? null
  }

  getLayer(entity: Entity, block: Inherited | null): SheetLayerId {
    if (block?.isFrozen) return block.appearance.layer
    return block && entity.layer.name === layerOfBlocks ? block.appearance.layer : this.#layer(entity.layer).id
  }

  appearance(entity: Entity, block: Inherited | null, scale: number): EntityAppearance {
    const layer = this.getLayer(entity, block)
    return {
      layer,
      color: this.color(entity.color, { entity, block, layer }),
      lineWeightMillimetres: this.#weight(entity, block, layer),
      lineType: this.#lineType(entity, block, layer),
      opacity: this.#opacity(entity, block),
      lineTypeScale: this.#scale * (entity.lineTypeScale > 0 ? entity.lineTypeScale : 1) * scale,
    }
  }

  /** Computes the properties that a block inherits from an insert with this appearance. */
  inherited(entity: Entity, block: Inherited | null, appearance: EntityAppearance): Inherited {
    return { appearance, isFrozen: (block?.isFrozen ?? false) || this.#layer(entity.layer).isFrozen }
  }

  /** Resolves a colour of an entity or of a part of it, by layer and block. */
  color(color: EntityColor, context: { entity: Entity; block: Inherited | null; layer: SheetLayerId }): SheetColor {
    const { entity, block, layer } = context
    const own = literalColor(color)
    if (own !== null) return own
    const isByBlock = color.kind === 'byBlock'
    if (isByBlock && !block) return 'foreground'
    const source = isByBlock ? block?.appearance : undefined
    if (source && source.color !== 'layer') return source.color
    const from = source ? this.#byNumber(source.layer) : this.#ownLayer(entity, block)
    return from.id === layer ? 'layer' : from.color
  }

  style(appearance: EntityAppearance, widthUnits?: number): SheetStyleId {
    const last = this.#lastStyle
    if (last && last.widthUnits === widthUnits && isEqual(last.appearance, appearance)) return last.id
    const id = this.#findStyle(appearance, widthUnits)
    this.#lastStyle = { appearance, widthUnits, id }
    return id
  }

  #findStyle(appearance: EntityAppearance, widthUnits: number | undefined): SheetStyleId {
    const key = `${appearance.layer} ${appearance.color} ${appearance.lineWeightMillimetres} ${appearance.lineType} ${appearance.opacity} ${appearance.lineTypeScale} ${widthUnits ?? ''}`
    let style = this.#styles.get(key)
    if (style === undefined) {
      style = this.#sheet.addStyle({ ...appearance, ...(widthUnits === undefined ? {} : { widthUnits }) })
      this.#styles.set(key, style)
    }
    return style
  }

  font(style: TextStyle): SheetFontId {
    let font = this.#fonts.get(style)
    if (font === undefined) {
      font = this.#sheet.addFont(this.#atHand.ofStyle(style))
      this.#fonts.set(style, font)
    }
    return font
  }

  namedFont(name: string, isBold: boolean, isItalic: boolean): SheetFontId {
    const kind = /\.shx$/i.test(name) ? 'stroke' : 'outline'
    const marks = { ...(isBold ? { bold: true } : {}), ...(isItalic ? { italic: true } : {}) }
    return this.#sheet.addFont(this.#atHand.resolveFont({ name, kind, ...marks }))
  }

  /** Returns the font of labels that are not from the drawing. */
  labelFont(): SheetFontId {
    return this.#sheet.addFont({ name: 'txt', kind: 'stroke' })
  }

  /** Returns the texts and shapes along lines of this appearance; null where there are none. */
  marks({ lineType, layer }: EntityAppearance): LineMarks | null {
    if (this.#marks.size === 0 || lineType === null) return null
    const number = lineType === 'layer' ? this.#byNumber(layer).lineType : lineType
    return (number !== null && this.#marks.get(number)) || null
  }

  /** Returns the layer that "by layer" of an entity refers to. */
  #ownLayer(entity: Entity, block: Inherited | null): KnownLayer {
    return block && entity.layer.name === layerOfBlocks
      ? this.#byNumber(block.appearance.layer)
      : this.#layer(entity.layer)
  }

  #byNumber(id: SheetLayerId): KnownLayer {
    for (const layer of this.#layers.values()) if (layer.id === id) return layer
    throw new RangeError(`no layer ${id}`)
  }

  #layer(layer: Layer): KnownLayer {
    let cached = this.#layersByRecord.get(layer)
    if (!cached) {
      const key = layer.name.toLowerCase()
      cached = this.#layers.get(key) ?? this.#addLayer(layer)
      this.#layers.set(key, cached)
      this.#layersByRecord.set(layer, cached)
    }
    return cached
  }

  #addLayer(layer: Layer): KnownLayer {
    const color = literalColor(layer.color) ?? 'foreground'
    const weight = toMillimetres(layer.lineWeight) ?? defaultLineWeightMillimetres
    const lineType = layer.lineType ? this.#lineTypeNumber(layer.lineType) : null
    const id = this.#sheet.addLayer({
      name: cleanName(layer.name),
      color,
      lineWeightMillimetres: weight,
      lineType,
      on: layer.isOn,
      frozen: layer.isFrozen,
      plottable: layer.isPlotted,
    })
    return { id, color, weight, lineType, isFrozen: layer.isFrozen, opacity: layer.opacity }
  }

  #weight(entity: Entity, block: Inherited | null, layer: SheetLayerId): number | 'layer' {
    const own = toMillimetres(entity.lineWeight)
    if (own !== null) return own
    const weight = entity.lineWeight
    if (weight === byBlock && block) return this.#foreign(block.appearance.lineWeightMillimetres, block, layer)
    if (weight !== byLayer) return defaultLineWeightMillimetres
    const from = this.#ownLayer(entity, block)
    return from.id === layer ? 'layer' : from.weight
  }

  #opacity(entity: Entity, block: Inherited | null): number {
    const { opacity } = entity
    if (opacity === 'byBlock') return block?.appearance.opacity ?? 1
    return opacity === 'byLayer' ? this.#ownLayer(entity, block).opacity : opacity
  }

  #foreign(value: number | 'layer', block: Inherited, layer: SheetLayerId): number | 'layer' {
    return value === 'layer' && block.appearance.layer !== layer ? this.#byNumber(block.appearance.layer).weight : value
  }

  #lineType(entity: Entity, block: Inherited | null, layer: SheetLayerId): EntityAppearance['lineType'] {
    const name = entity.lineType.name.toLowerCase()
    if (name === 'byblock') {
      if (!block) return null
      const { lineType } = block.appearance
      return lineType === 'layer' && block.appearance.layer !== layer
        ? this.#byNumber(block.appearance.layer).lineType
        : lineType
    }
    if (name !== 'bylayer') return this.#lineTypeNumber(entity.lineType)
    const from = this.#ownLayer(entity, block)
    return from.id === layer ? 'layer' : from.lineType
  }

  #lineTypeNumber(lineType: LineType): SheetLineTypeId | null {
    const { name, segments } = lineType
    const key = name.toLowerCase()
    const cached = this.#lineTypes.get(key)
    if (cached !== undefined) return cached
    const pattern = segments.map(({ length }) => length)
    const isDashed = pattern.some((length) => length < 0) && pattern.every((length) => Number.isFinite(length))
    const marks = createLineMarks(lineType, {
      font: (style) => this.font(style),
      symbols: (style) => this.#atHand.symbols(style),
    })
    const id =
      isDashed || marks ? this.#sheet.addLineType({ name: cleanName(name), pattern: isDashed ? pattern : [] }) : null
    this.#lineTypes.set(key, id)
    if (id !== null && marks) this.#marks.set(id, marks)
    return id
  }
}

/** Returns whether two appearances have the same style. */
const isEqual = (a: EntityAppearance, b: EntityAppearance): boolean =>
  a.layer === b.layer &&
  a.color === b.color &&
  a.lineWeightMillimetres === b.lineWeightMillimetres &&
  a.lineType === b.lineType &&
  a.opacity === b.opacity &&
  a.lineTypeScale === b.lineTypeScale

/** Converts hundredths of a millimetre; null for inherited weights, the default weight for "default". */
function toMillimetres(weight: number): number | null {
  if (weight >= 0) return weight / 100
  return weight === byLayer || weight === byBlock ? null : defaultLineWeightMillimetres
}
