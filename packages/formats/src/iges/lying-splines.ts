import type { IgesEntity, IgesFile } from './iges-file.js'
import { decodeColumns, splitLines, detectSection } from './iges-text.js'

const splineCurve = 126
const splineSurface = 128
/** Type of the null entity. */
const noType = '       0'

/** Returns whether counts are integers and at most as many values are needed as there are. */
function fits(counts: readonly number[], needed: number, values: readonly number[]): boolean {
  return counts.every((count) => Number.isInteger(count) && count >= 0) && needed <= values.length
}

/** Checks a curve: upper index K, degree M, four properties, K + M + 2 knots, K + 1 weights and points, two ends. */
function curveFits(values: readonly number[]): boolean {
  const [upper = -1, degree = -1] = values
  return fits([upper, degree], 6 + (upper + degree + 2) + 4 * (upper + 1) + 2, values)
}

/** Checks a surface: the same in two directions, with five properties and four ends. */
function surfaceFits(values: readonly number[]): boolean {
  const [upper1 = -1, upper2 = -1, degree1 = -1, degree2 = -1] = values
  const knots = upper1 + degree1 + 2 + (upper2 + degree2 + 2)
  return fits([upper1, upper2, degree1, degree2], 9 + knots + 4 * (upper1 + 1) * (upper2 + 1) + 4, values)
}

function lies(file: IgesFile, entity: IgesEntity): boolean {
  if (entity.type !== splineCurve && entity.type !== splineSurface) return false
  const values = file.numbers(entity)
  return values === null || !(entity.type === splineCurve ? curveFits(values) : surfaceFits(values))
}

/**
 * Returns the numbers of splines whose counts exceed their values: the kernel trusts these counts, and fails on the
 * whole file.
 */
export const findInvalidSplines = (file: IgesFile): ReadonlySet<number> =>
  new Set(file.entities.filter((entity) => lies(file, entity)).map(({ number }) => number))

/** Returns a file's bytes with these entities (by number) turned into null entities, so that the kernel skips them. */
export function withoutEntities(bytes: Uint8Array, numbers: ReadonlySet<number>): Uint8Array {
  let directoryLines = 0
  const lines = splitLines(decodeColumns(bytes)).map((line) => {
    if (detectSection(line) !== 'D') return line
    const number = directoryLines - (directoryLines % 2) + 1
    directoryLines++
    return numbers.has(number) ? `${noType}${line.slice(noType.length)}` : line
  })
  return Uint8Array.from(Buffer.from(lines.join('\n'), 'latin1'))
}
