import type { BlockClip, Point2 } from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'

/** A clip, and the dictionary in which an inverted one keeps its outline. */
export interface SpatialFilter extends Omit<BlockClip, 'isInverted'> {
  readonly dictionaryHandle: number
  readonly isOn: boolean
}

const code = { outline: 10, isOn: 71, hasFront: 72, number: 40 } as const
const [rowCount, columnCount] = [3, 4]
const matrixNumbers = rowCount * columnCount

/** Reads a SPATIAL_FILTER. */
export function readSpatialFilter({ groups, dictionaryHandle }: DxfRecord): SpatialFilter {
  const part = groups.getPart('AcDbSpatialFilter')
  const numbers = part.listNumbers(code.number)
  // The distance of a front plane has the same code as the numbers of the matrices.
  const first = part.readInteger(code.hasFront) === 0 ? 0 : 1
  return {
    dictionaryHandle,
    isOn: part.readInteger(code.isOn) !== 0,
    outline: listOutline(part),
    inverseInsertTransform: toColumns(numbers, first),
    insertTransform: toColumns(numbers, first + matrixNumbers),
  }
}

const listOutline = (groups: Groups): Point2[] => groups.listPoints(code.outline).map(([x, y]): Point2 => [x, y])

/** Returns the numbers of a matrix of three rows and four columns, by columns. */
const toColumns = (numbers: readonly number[], first: number): readonly number[] =>
  Array.from(
    { length: matrixNumbers },
    (_, at) => numbers[first + (at % rowCount) * columnCount + Math.floor(at / rowCount)] ?? 0,
  )

const invertedMark = 'ACAD_INVERTEDCLIP_ROUNDTRIP'
const markCode = 102

/**
 * Reads the outline that an inverted clip cuts away from an XRECORD; empty for other clips. The filter's own outline
 * runs around the block and in to this one, for programs that do not support inverted clips.
 */
export function readInvertedOutline({ groups }: DxfRecord): readonly Point2[] {
  for (let at = groups.find(markCode); at >= 0; at = groups.find(markCode, at + 1)) {
    if (groups.textAt(at) !== invertedMark) continue
    const next = groups.find(markCode, at + 1)
    return listOutline(groups.after(at + 1).before(next < 0 ? groups.to : next))
  }
  return []
}
