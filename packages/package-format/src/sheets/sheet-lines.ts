import { decodeContainer } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { isCount, isList, isTuple, shape } from '../json-checks.js'
import { decodeDeltas, decodeVarints } from '../container/varints.js'
import { holdBelow, toStarts } from './sheet-columns.js'
import { decodeRuns } from './sheet-points.js'
import type { SheetFills, SheetGradient, SheetInfo, SheetLines } from './sheet.js'

type SheetTables = Pick<SheetInfo, 'styles' | 'levels' | 'counts'>

/** Decodes `lines-NNN.bin`. */
export function decodeSheetLines(bytes: Uint8Array, info: SheetTables): SheetLines {
  const container = decodeContainer(bytes)
  const count = container.count('polylines')
  const sizes = decodeVarints(container.column('size', 'u8'), count)
  const style = decodeStyles(container.column('style', 'u8'), count)
  const level = Uint32Array.from(decodeDeltas(container.column('level', 'u8'), count))
  const entity = Uint32Array.from(decodeDeltas(container.column('entity', 'u8'), count))
  const start = toStarts(sizes.map((size) => size >>> 1))
  holdKnown({ style, level, entity }, info)
  if (sizes.some((size) => size < 2)) throw malformed('a polyline without points')
  const first = decodeVarints(container.column('first', 'u8'), count * 2)
  const rest = decodeVarints(container.column('rest', 'u8'), (start[count] - count) * 2)
  return {
    count,
    entity,
    style,
    level,
    closed: Uint8Array.from(sizes, (size) => size & 1),
    start,
    points: decodeRuns(first, rest, start),
  }
}

/** Decodes runs of one style: style and length alternate. */
function decodeStyles(bytes: Uint8Array, count: number): Uint32Array {
  const out = new Uint32Array(count)
  // A run takes at least two bytes, so half of them bound the number of runs.
  const ends = bytes.reduce((sum, byte) => sum + (byte < 128 ? 1 : 0), 0)
  const runs = decodeVarints(bytes, ends)
  let at = 0
  for (let run = 0; run + 1 < runs.length; run += 2) {
    if (at + runs[run + 1] > count) throw malformed('more styles than lines')
    out.fill(runs[run], at, at + runs[run + 1])
    at += runs[run + 1]
  }
  if (at !== count) throw malformed('fewer styles than lines')
  return out
}

function holdKnown(
  { style, level, entity }: { style: Uint32Array; level: Uint32Array; entity: Uint32Array },
  info: SheetTables,
): void {
  holdBelow(style, info.styles.length, 'style')
  holdBelow(level, info.levels, 'level')
  holdBelow(entity, info.counts.entities, 'entity')
}

/** Decodes `fills.bin`. */
export function decodeSheetFills(bytes: Uint8Array, info: SheetTables): SheetFills {
  const container = decodeContainer(bytes)
  const count = container.count('fills')
  const start = toStarts(decodeVarints(container.column('size', 'u8'), count))
  const indexStart = toStarts(decodeVarints(container.column('indexCount', 'u8'), count))
  const style = Uint32Array.from(decodeDeltas(container.column('style', 'u8'), count))
  const level = Uint32Array.from(decodeDeltas(container.column('level', 'u8'), count))
  const entity = Uint32Array.from(decodeDeltas(container.column('entity', 'u8'), count))
  holdKnown({ style, level, entity }, info)
  const filled = start.reduce((sum, begin, fill) => sum + (fill < count && start[fill + 1] > begin ? 1 : 0), 0)
  const first = decodeVarints(container.column('first', 'u8'), count * 2)
  const rest = decodeVarints(container.column('rest', 'u8'), (start[count] - filled) * 2)
  const indices = Uint32Array.from(decodeDeltas(container.column('index', 'u8'), indexStart[count]))
  holdBelow(indices, Math.max(1, start[count]), 'corner')
  const { gradients } = container.meta
  if (!isGradients(gradients, count)) throw malformed('gradients')
  return { count, entity, style, level, start, points: decodeRuns(first, rest, start), indexStart, indices, gradients }
}

const isGradientList = isList(shape({ fill: isCount, from: isTuple(2), to: isTuple(2), colors: isTuple(2) }))

const isGradients = (value: unknown, fills: number): value is readonly SheetGradient[] =>
  isGradientList(value) && (value as SheetGradient[]).every(({ fill }) => fill < fills)
