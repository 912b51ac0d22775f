import { extendEntity, type EntityCommon, type Leader, type Multiline, type Tolerance } from '../../drawing/index.js'
import type { Vector } from '@kamar/core/math'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import type { Lookup } from './lookup.js'

/** Reads a LEADER. */
export const readLeader = ({ groups }: DxfRecord, common: EntityCommon, lookup: Lookup): Leader =>
  extendEntity(common, {
    kind: 'leader',
    vertices: groups.listPoints(10),
    isSpline: groups.readInteger(72) === 1,
    hasArrow: groups.readInteger(71, 1) !== 0,
    style: lookup.findDimensionStyle(groups.readText(3)),
  })

const xAxis: Vector = [1, 0, 0]

/** Reads a TOLERANCE. */
export const readTolerance = ({ groups }: DxfRecord, common: EntityCommon, lookup: Lookup): Tolerance =>
  extendEntity(common, {
    kind: 'tolerance',
    text: groups.readText(1),
    insertPoint: groups.readPoint(10),
    direction: groups.readPoint(11, xAxis),
    style: lookup.findDimensionStyle(groups.readText(3)),
  })

const closedFlag = 2
const code = { position: 11, miter: 13, parameterCount: 74, parameter: 41 } as const

/** Reads an MLINE. */
export const readMultiline = ({ groups }: DxfRecord, common: EntityCommon, lookup: Lookup): Multiline =>
  extendEntity(common, {
    kind: 'multiline',
    style: lookup.findMultilineStyle(groups.readHandle(340)),
    isClosed: (groups.readInteger(71) & closedFlag) !== 0,
    vertices: readVertices(groups),
  })

interface OpenVertex {
  readonly position: Vector
  miter: Vector
  readonly offsets: (number | undefined)[]
}

function readVertices(groups: Groups): Multiline['vertices'] {
  const vertices: OpenVertex[] = []
  for (let at = groups.from; at < groups.to; at++) {
    const vertex = vertices.at(-1)
    switch (groups.codeAt(at)) {
      case code.position:
        vertices.push({ position: groups.pointAt(at), miter: [0, 0, 0], offsets: [] })
        break
      case code.miter:
        if (vertex) vertex.miter = groups.pointAt(at)
        break
      case code.parameterCount:
        // The first parameter of an element is its offset; those after it are the gaps of its line.
        vertex?.offsets.push(groups.codeAt(at + 1) === code.parameter ? groups.numberAt(at + 1) : undefined)
        break
      default:
    }
  }
  return vertices
}
