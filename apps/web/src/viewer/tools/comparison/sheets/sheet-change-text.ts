import type { LayerChange, SheetChange } from '@kamar/comparison'
import type { TFunction } from 'i18next'

/**
 * Bits of `SheetChange.parts` and their texts; duplicates `sheetPart` of the comparison, so that the list need not load
 * it.
 */
const parts = [
  { bit: 1, text: 'compare.shape' },
  { bit: 2, text: 'compare.placement' },
  { bit: 4, text: 'compare.text' },
  { bit: 8, text: 'compare.layer' },
  { bit: 16, text: 'compare.look' },
  { bit: 32, text: 'compare.block' },
  { bit: 64, text: 'compare.window' },
] as const

/** Describes in words which parts of an entity changed. */
export function sheetPartsText({ parts: bits }: Pick<SheetChange, 'parts'>, t: TFunction): string {
  return parts
    .filter(({ bit }) => (bits & bit) !== 0)
    .map(({ text }) => t(text))
    .join(', ')
}

/** Returns the name of an entity in a list: its text, its block, or its type. */
export function sheetChangeName({ texts: textChanges, text, name, type }: SheetChange): string {
  const [first] = textChanges
  if (first) return [first.before, first.after].filter((one) => one !== null).join(' → ')
  return text || name || type
}

const layerParts = {
  color: 'compare.layerColor',
  lineWeight: 'compare.layerLineWeight',
  lineType: 'compare.layerLineType',
  visibility: 'compare.layerVisibility',
  plot: 'compare.layerPlot',
} as const

/** Describes in words which parts of a layer changed. */
export function layerChangeText({ kind, parts: changed }: LayerChange, t: TFunction): string {
  return kind === 'changed' ? changed.map((part) => t(layerParts[part])).join(', ') : t(`compare.${kind}`)
}
