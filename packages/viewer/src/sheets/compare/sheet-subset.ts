import type { SheetFills, SheetStyle } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'
import { selectFills, selectLines } from '../select-rows.js'

/** Areas are transparent, so that content below them in the other version stays visible. */
const areaOpacity = 0.35

/**
 * Returns the part of a sheet that consists of some of its entities. Its styles occur twice: for lines and text, then,
 * transparent, for areas; only areas in the paper colour, which mask content below, retain their own.
 */
export function sheetSubset(sheet: LoadedSheet, isMeant: (entity: number) => boolean): LoadedSheet {
  const { info, fills, texts } = sheet
  const seenThrough = (style: SheetStyle): SheetStyle => ({ ...style, opacity: style.opacity * areaOpacity })
  return {
    ...sheet,
    info: {
      ...info,
      styles: [...info.styles, ...info.styles.map(seenThrough)],
      images: info.images
        .filter(({ entity }) => isMeant(entity))
        .map((image) => ({ ...image, opacity: image.opacity * areaOpacity })),
    },
    lines: sheet.lines.map((lines) => selectLines(lines, listNumbers(lines.entity, isMeant))),
    fills: fills && someFills(fills, isMeant, info.styles),
    texts: texts && { ...texts, texts: texts.texts.filter(({ entity }) => isMeant(entity)) },
  }
}

/** Returns whether a subset draws nothing. */
export const isEmptySubset = ({ info, lines, fills, texts }: LoadedSheet): boolean =>
  lines.every(({ count }) => count === 0) &&
  (fills?.count ?? 0) === 0 &&
  (texts?.texts.length ?? 0) === 0 &&
  info.images.length === 0

function someFills(fills: SheetFills, isMeant: (entity: number) => boolean, styles: readonly SheetStyle[]): SheetFills {
  const toTintedStyle = (style: number): number =>
    styles[style].color === 'background' ? style : style + styles.length
  const selected = selectFills(fills, listNumbers(fills.entity, isMeant))
  return { ...selected, style: selected.style.map(toTintedStyle), gradients: [] }
}

function listNumbers(entities: Uint32Array, isMeant: (entity: number) => boolean): Uint32Array {
  const numbers: number[] = []
  for (let number = 0; number < entities.length; number++) if (isMeant(entities[number])) numbers.push(number)
  return Uint32Array.from(numbers)
}
