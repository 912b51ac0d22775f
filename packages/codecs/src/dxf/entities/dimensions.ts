import { extendEntity, type Dimension, type DimensionMeasurement, type EntityCommon } from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import type { Lookup } from './lookup.js'

const unknownMeasurement: DimensionMeasurement = { kind: 'unknown' }
const kindBits = 7
const isXFlag = 64
/** Kinds of dimensions (DXF reference, DIMENSION, group 70). */
const kind = { linear: 0, aligned: 1, diameter: 3, radius: 4, angular: 5, ordinate: 6 } as const

/** Reads a DIMENSION of any kind, or another entity with the same parts, whose measurement is not known. */
export function readDimension({ name, groups }: DxfRecord, common: EntityCommon, lookup: Lookup): Dimension {
  return extendEntity(common, {
    kind: 'dimension',
    block: lookup.findBlock(groups.readText(2)),
    style: lookup.findDimensionStyle(groups.readText(3)),
    measurement: name === 'DIMENSION' ? readMeasurement(groups) : unknownMeasurement,
    text: groups.readText(1),
    textMiddlePoint: groups.readPoint(11),
    normal: groups.readNormal(),
  })
}

function readMeasurement(groups: Groups): DimensionMeasurement {
  const flags = groups.readInteger(70)
  const [definition, first, second] = [groups.readPoint(10), groups.readPoint(13), groups.readPoint(14)]
  switch (flags & kindBits) {
    case kind.linear:
      return { kind: 'linear', first, second, line: definition, rotation: groups.readAngle(50) }
    case kind.aligned:
      return { kind: 'aligned', first, second, line: definition }
    case kind.diameter:
      return { kind: 'diameter', center: groups.readPoint(15), chord: definition }
    case kind.radius:
      return { kind: 'radius', center: definition, chord: groups.readPoint(15) }
    case kind.angular:
      return { kind: 'angular', vertex: groups.readPoint(15), first, second }
    case kind.ordinate:
      return { kind: 'ordinate', origin: definition, feature: first, end: second, isX: (flags & isXFlag) !== 0 }
    default:
      return unknownMeasurement
  }
}
