import type { SheetFills, SheetLines, SheetStyle } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'

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
    lines: sheet.lines.map((lines) => someLines(lines, isMeant)),
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

function someLines(lines: SheetLines, isMeant: (entity: number) => boolean): SheetLines {
  const meant = listNumbers(lines.entity, isMeant)
  const { start, points } = somePoints(lines, meant)
  return {
    count: meant.length,
    entity: meant.map((line) => lines.entity[line]),
    style: meant.map((line) => lines.style[line]),
    level: meant.map((line) => lines.level[line]),
    closed: Uint8Array.from(meant, (line) => lines.closed[line]),
    start,
    points,
  }
}

function someFills(fills: SheetFills, isMeant: (entity: number) => boolean, styles: readonly SheetStyle[]): SheetFills {
  const meant = listNumbers(fills.entity, isMeant)
  const { start, points } = somePoints(fills, meant)
  const indexStart = new Uint32Array(meant.length + 1)
  meant.forEach((fill, at) => {
    indexStart[at + 1] = indexStart[at] + fills.indexStart[fill + 1] - fills.indexStart[fill]
  })
  const indices = new Uint32Array(indexStart[meant.length])
  meant.forEach((fill, at) => {
    const own = fills.indices.subarray(fills.indexStart[fill], fills.indexStart[fill + 1])
    indices.set(
      own.map((index) => index - fills.start[fill] + start[at]),
      indexStart[at],
    )
  })
  const toTintedStyle = (style: number): number =>
    styles[style].color === 'background' ? style : style + styles.length
  return {
    count: meant.length,
    entity: meant.map((fill) => fills.entity[fill]),
    style: meant.map((fill) => toTintedStyle(fills.style[fill])),
    level: meant.map((fill) => fills.level[fill]),
    start,
    points,
    indexStart,
    indices,
    gradients: [],
  }
}

function listNumbers(entities: Uint32Array, isMeant: (entity: number) => boolean): Uint32Array {
  const numbers: number[] = []
  for (let number = 0; number < entities.length; number++) if (isMeant(entities[number])) numbers.push(number)
  return Uint32Array.from(numbers)
}

function somePoints(
  runs: { readonly start: Uint32Array; readonly points: Int32Array },
  meant: Uint32Array,
): { start: Uint32Array; points: Int32Array } {
  const start = new Uint32Array(meant.length + 1)
  meant.forEach((run, at) => {
    start[at + 1] = start[at] + runs.start[run + 1] - runs.start[run]
  })
  const points = new Int32Array(start[meant.length] * 2)
  meant.forEach((run, at) => {
    points.set(runs.points.subarray(runs.start[run] * 2, runs.start[run + 1] * 2), start[at] * 2)
  })
  return { start, points }
}
