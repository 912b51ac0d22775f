import type { SheetMatrix } from '@kamar/core'
import type { W2dUnits } from './state.js'
import { parseNumbers, listTokens, type AsciiNode } from './stream.js'

const millimetres: readonly (readonly [RegExp, number])[] = [
  [/^(in|inch(es)?|feet and inches|architectural|engineering)$/i, 25.4],
  [/^(ft|foot|feet|decimal feet)$/i, 304.8],
  [/^(mm|millimet(er|re)s?)$/i, 1],
  [/^(cm|centimet(er|re)s?)$/i, 10],
  [/^(m|met(er|re)s?)$/i, 1000],
]

/** Returns the millimetres of a unit named in a stream; null for an unknown one. */
export const millimetresOfUnit = (name: string): number | null =>
  millimetres.find(([pattern]) => pattern.test(name.trim()))?.[1] ?? null

/** Parses `(Units 'name' ((…)(…)(…)(…)))`: rows of a matrix from drawing to logical coordinates. */
export function parseUnits(node: AsciiNode): W2dUnits | null {
  const rows = node.items.filter((item): item is AsciiNode => typeof item !== 'string')[0]?.items ?? []
  const numbers = rows.map((row) => (typeof row === 'string' ? [] : parseNumbers([row.name, ...listTokens(row)])))
  const [x, y, , origin] = numbers
  if (numbers.length !== 4 || !numbers.every((row) => row.length >= 2)) return null
  const matrix: SheetMatrix = [x[0], x[1], y[0], y[1], origin[0], origin[1]]
  if (!matrix.every((value) => Number.isFinite(value))) return null
  return { name: listTokens(node)[0] ?? '', matrix }
}
