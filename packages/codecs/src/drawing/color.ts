/** Colour of an entity or a layer, which may be inherited. */
export type EntityColor =
  | { readonly kind: 'byLayer' }
  | { readonly kind: 'byBlock' }
  /** Number in the palette of AutoCAD, 1 to 255; 7 is black or white. */
  | { readonly kind: 'index'; readonly index: number }
  /** 0xRRGGBB. */
  | { readonly kind: 'rgb'; readonly rgb: number }

/** Colour of the layer. */
export const byLayerColor: EntityColor = { kind: 'byLayer' }
/** Colour of the insert of the block. */
export const byBlockColor: EntityColor = { kind: 'byBlock' }

const [byBlockIndex, byLayerIndex] = [0, 256]

const indexColors: readonly EntityColor[] = Array.from({ length: byLayerIndex + 1 }, (_, index) =>
  index === byBlockIndex ? byBlockColor : index === byLayerIndex ? byLayerColor : { kind: 'index', index },
)

/** Returns the colour of an index: 0 is the colour of the block, 256 that of the layer; other numbers count as 7. */
export const toIndexColor = (index: number): EntityColor => indexColors[index] ?? indexColors[7]

/** Returns a colour by its red, green and blue parts, 0xRRGGBB. */
export const toRgbColor = (rgb: number): EntityColor => ({ kind: 'rgb', rgb: rgb & 0xffffff })

const [layerForm, blockForm, rgbForm, indexForm] = [0xc0, 0xc1, 0xc2, 0xc3]

/** Returns the colour of a number whose highest byte states its form, as drawings since 2004 store it. */
export function toColor(value: number): EntityColor {
  switch (value >>> 24) {
    case layerForm:
      return byLayerColor
    case blockForm:
      return byBlockColor
    case rgbForm:
      return toRgbColor(value)
    case indexForm:
      return toIndexColor(value & 0xff)
    default:
      return byLayerColor
  }
}
