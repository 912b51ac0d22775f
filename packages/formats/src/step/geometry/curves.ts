import type { LinesInput } from '@kamar/core'
import { isCoordinate, type Vector } from '@kamar/core/math'
import { lineSet, type Polyline } from '../../kit/line-set.js'
import { readVector } from '../model/placements.js'
import { WalkBudget } from '../model/walk-budget.js'
import type { StepFile } from '../step-file.js'
import { CurveReader, type CurveUnits } from './curve-reader.js'

/** Result of reading curves and points. */
export interface ReadCurves {
  /** Null without any curve. */
  readonly lines: LinesInput | null
  /** Offset to add to every position of the lines, in metres. */
  readonly origin: Vector
  /** Separate points of a set, in metres. */
  readonly points: readonly Vector[]
  /** Number of curves that could not be read. */
  readonly unread: number
}

const maxNestingDepth = 12
const setTypes = new Set([
  'GEOMETRIC_CURVE_SET',
  'GEOMETRIC_SET',
  'EDGE_BASED_WIREFRAME_MODEL',
  'SHELL_BASED_WIREFRAME_MODEL',
  'CONNECTED_EDGE_SET',
  'WIRE_SHELL',
  'VERTEX_SHELL',
  'EDGE_LOOP',
  'ORIENTED_EDGE',
])
/** Sets whose points are drawn as points. */
const pointSets = new Set(['GEOMETRIC_CURVE_SET', 'GEOMETRIC_SET'])
const noCurves = /POINT|VERTEX|PLACEMENT|PLANE$|SURFACE|TEXT|DIRECTION|VECTOR/

/** Reads the curves of a set, a wire body or a single curve as lines, in metres, and the points of a set. */
export function readCurves(file: StepFile, row: number, units: CurveUnits): ReadCurves {
  const collected: Polyline[] = []
  const points: Vector[] = []
  const unread = collect(file, row, {
    reader: new CurveReader(file, units),
    collected,
    addPoint: ([x, y, z]) => points.push([x * units.metres, y * units.metres, z * units.metres]),
    budget: new WalkBudget(file),
    depth: 0,
  })
  const [origin = [0, 0, 0]] = collected[0] ?? []
  return { lines: collected.length > 0 ? lineSet(collected, origin, 1) : null, origin, points, unread }
}

function readPoint(file: StepFile, row: number): Vector | null {
  const coordinates = file.typeOf(row) === 'CARTESIAN_POINT' ? readVector(file, row) : null
  return coordinates?.every(isCoordinate) ? coordinates : null
}

interface Collecting {
  readonly reader: CurveReader
  readonly collected: Polyline[]
  readonly addPoint: (point: Vector) => void
  readonly budget: WalkBudget
  readonly depth: number
}

/** Collects curves and returns the number of unreadable ones. */
function collect(file: StepFile, row: number, collecting: Collecting): number {
  const { reader, collected, budget, depth } = collecting
  if (row < 0 || depth > maxNestingDepth || !budget.consume()) return 0
  const types = file.listTypes(row)
  if (types.some((name) => setTypes.has(name))) {
    let unread = 0
    for (const value of file.attributes(row)) {
      for (const item of file.rowsIn(value)) {
        const point = types.some((name) => pointSets.has(name)) ? readPoint(file, item) : null
        if (point) collecting.addPoint(point)
        else unread += collect(file, item, { ...collecting, depth: depth + 1 })
      }
    }
    return unread
  }
  const polylines = types.includes('TESSELLATED_CURVE_SET') ? reader.strips(row) : reader.curve(row)
  if (polylines) {
    collected.push(...polylines)
    return 0
  }
  return types.some((name) => noCurves.test(name) && !name.includes('CURVE')) ? 0 : 1
}
