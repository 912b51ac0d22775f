import {
  extendEntity,
  toIndexColor,
  toRgbColor,
  type EntityColor,
  type EntityCommon,
  type Hatch,
  type HatchEdge,
  type HatchGradient,
  type HatchPath,
  type PatternLine,
  type Point2,
} from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import { GroupCursor } from '../groups/group-cursor.js'

const pathFlag = { polyline: 2 } as const
const code = {
  pathFlags: 92,
  edgeCount: 93,
  sourceCount: 97,
  style: 75,
  lineCount: 78,
  gradient: 450,
} as const
const radiansPerDegree = Math.PI / 180

/** Reads a HATCH. */
export function readHatch({ groups }: DxfRecord, common: EntityCommon): Hatch {
  const part = groups.getPart('AcDbHatch')
  const isSolid = part.readInteger(70) !== 0
  const styleAt = part.find(code.style)
  const rest = styleAt < 0 ? part.after(part.to) : part.after(styleAt)
  return extendEntity(common, {
    kind: 'hatch',
    patternName: part.readText(2),
    isSolid,
    elevation: part.readPoint(10)[2],
    normal: part.readNormal(),
    style: rest.readInteger(code.style),
    paths: readPaths(part),
    patternLines: isSolid ? [] : readPatternLines(rest),
    gradient: readGradient(rest),
  })
}

/** Reads the boundaries, each of which begins with its flags and ends with the number of its sources. */
function readPaths(part: Groups): HatchPath[] {
  const paths: HatchPath[] = []
  for (let at = part.find(code.pathFlags); at >= 0; at = part.find(code.pathFlags, at + 1)) {
    const flags = part.integerAt(at)
    const cursor = new GroupCursor(part, at + 1)
    const isPolyline = (flags & pathFlag.polyline) !== 0
    paths.push({ flags, edges: isPolyline ? [readPolylineEdge(cursor)] : readEdges(cursor) })
    at = cursor.at - 1
  }
  return paths
}

function readPolylineEdge(cursor: GroupCursor): HatchEdge {
  const hasBulges = cursor.takeNumber(72) !== 0
  cursor.takeNumber(73)
  cursor.takeNumber(code.edgeCount)
  const vertices: { x: number; y: number; bulge: number }[] = []
  while (cursor.isAt(10)) {
    const [x, y] = cursor.takePoint(10)
    vertices.push({ x, y, bulge: cursor.takeNumber(42) })
  }
  return { kind: 'polyline', vertices: hasBulges ? vertices : vertices.map((vertex) => ({ ...vertex, bulge: 0 })) }
}

const edgeKind = { line: 1, arc: 2, ellipse: 3, spline: 4 } as const
const edgeCode = 72

function readEdges(cursor: GroupCursor): HatchEdge[] {
  const edges: HatchEdge[] = []
  cursor.takeNumber(code.edgeCount)
  while (cursor.isAt(edgeCode)) {
    const edge = readEdge(cursor, cursor.takeNumber(edgeCode))
    if (edge === null) break
    edges.push(edge)
  }
  return edges
}

/** Reads an edge; null for an unknown kind, after which no other one can be read. */
function readEdge(cursor: GroupCursor, kind: number): HatchEdge | null {
  switch (kind) {
    case edgeKind.line:
      return { kind: 'line', start: cursor.takePoint(10), end: cursor.takePoint(11) }
    case edgeKind.arc:
      return { kind: 'arc', center: cursor.takePoint(10), radius: cursor.takeNumber(40), ...takeAngles(cursor) }
    case edgeKind.ellipse:
      return {
        kind: 'ellipse',
        center: cursor.takePoint(10),
        majorAxis: cursor.takePoint(11),
        radiusRatio: cursor.takeNumber(40),
        ...takeAngles(cursor),
      }
    case edgeKind.spline:
      return readSplineEdge(cursor)
    default:
      return null
  }
}

function takeAngles(cursor: GroupCursor): {
  readonly startAngle: number
  readonly endAngle: number
  readonly isCounterClockwise: boolean
} {
  const startAngle = cursor.takeNumber(50) * radiansPerDegree
  const endAngle = cursor.takeNumber(51) * radiansPerDegree
  return { startAngle, endAngle, isCounterClockwise: cursor.takeNumber(73) !== 0 }
}

function readSplineEdge(cursor: GroupCursor): HatchEdge {
  const degree = cursor.takeNumber(94)
  const isRational = cursor.takeNumber(73) !== 0
  for (const count of [74, 95, 96]) cursor.takeNumber(count)
  const knots: number[] = []
  while (cursor.isAt(40)) knots.push(cursor.takeNumber(40))
  const controlPoints: Point2[] = []
  const weights: number[] = []
  while (cursor.isAt(10)) {
    controlPoints.push(cursor.takePoint(10))
    const weight = cursor.takeNumber(42, 1)
    if (isRational) weights.push(weight)
  }
  skipFitPoints(cursor)
  return { kind: 'spline', degree, knots, controlPoints, weights }
}

/** Skips the points that a spline passes through, and the directions at its ends. */
function skipFitPoints(cursor: GroupCursor): void {
  // The number of sources of the boundary has the same code, but no points follow it.
  if (
    !cursor.isAt(code.sourceCount) ||
    !(cursor.nextIs(11) || cursor.nextIs(edgeCode) || cursor.nextIs(code.sourceCount))
  )
    return
  cursor.takeNumber(code.sourceCount)
  for (const point of [11, 12, 13]) while (cursor.isAt(point)) cursor.takePoint(point)
}

function readPatternLines(rest: Groups): PatternLine[] {
  const lines: PatternLine[] = []
  const countAt = rest.find(code.lineCount)
  if (countAt < 0) return lines
  const cursor = new GroupCursor(rest, countAt + 1)
  while (cursor.isAt(53)) {
    const angle = cursor.takeNumber(53) * radiansPerDegree
    const base: Point2 = [cursor.takeNumber(43), cursor.takeNumber(44)]
    const offset: Point2 = [cursor.takeNumber(45), cursor.takeNumber(46)]
    cursor.takeNumber(79)
    const dashes: number[] = []
    while (cursor.isAt(49)) dashes.push(cursor.takeNumber(49))
    lines.push({ angle, base, offset, dashes })
  }
  return lines
}

function readGradient(rest: Groups): HatchGradient | null {
  if (rest.readInteger(code.gradient) === 0) return null
  return {
    angle: rest.readNumber(460),
    isSingleColor: rest.readInteger(452) !== 0,
    tint: rest.readNumber(462),
    colors: readGradientColors(rest),
  }
}

const [stopCode, indexCode, rgbCode] = [463, 63, 421]

/** Reads the colours of a gradient, each as an index and, more exactly, by its parts. */
function readGradientColors(rest: Groups): EntityColor[] {
  const colors: EntityColor[] = []
  let isStated = true
  for (let at = rest.from; at < rest.to; at++) {
    const current = rest.codeAt(at)
    if (current === stopCode) isStated = false
    if (current !== indexCode && current !== rgbCode) continue
    const color = current === rgbCode ? toRgbColor(rest.integerAt(at)) : toIndexColor(rest.integerAt(at))
    if (!isStated) colors.push(color)
    else if (colors.length > 0) colors[colors.length - 1] = color
    isStated = true
  }
  return colors
}
