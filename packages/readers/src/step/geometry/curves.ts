import type { LinesInput } from '@kamar/scene'
import type { StepFile } from '../step-file.js'
import { CurveReader, type CurveUnits, type Polyline } from './curve-reader.js'

/** What was read of curves. */
export interface ReadCurves {
  /** Null when nothing of it is a curve. */
  readonly lines: LinesInput | null
  /** Curves that could not be read. */
  readonly unread: number
}

const deepestNesting = 12
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
const noCurves = /POINT|VERTEX|PLACEMENT|PLANE$|SURFACE|TEXT|DIRECTION|VECTOR/

/** The curves of a set, a wire body or a single curve as lines, metres. */
export function readCurves(file: StepFile, row: number, units: CurveUnits): ReadCurves {
  const collected: Polyline[] = []
  const unread = collect(file, row, { reader: new CurveReader(file, units), collected, depth: 0 })
  return { lines: collected.length > 0 ? linesOf(collected) : null, unread }
}

interface Collecting {
  readonly reader: CurveReader
  readonly collected: Polyline[]
  readonly depth: number
}

/** Answers how many curves could not be read. */
function collect(file: StepFile, row: number, { reader, collected, depth }: Collecting): number {
  if (row < 0 || depth > deepestNesting) return 0
  const types = file.typesOf(row)
  if (types.some((name) => setTypes.has(name))) {
    let unread = 0
    for (const value of file.attributes(row)) {
      for (const item of file.rowsIn(value)) unread += collect(file, item, { reader, collected, depth: depth + 1 })
    }
    return unread
  }
  const found = types.includes('TESSELLATED_CURVE_SET') ? reader.strips(row) : reader.curve(row)
  if (found) {
    collected.push(...found)
    return 0
  }
  return types.some((name) => noCurves.test(name) && !name.includes('CURVE')) ? 0 : 1
}

function linesOf(polylines: readonly Polyline[]): LinesInput {
  const pointCount = polylines.reduce((sum, line) => sum + line.length / 3, 0)
  const positions = new Float32Array(pointCount * 3)
  const indices = new Uint32Array(2 * (pointCount - polylines.length))
  let vertex = 0
  let pair = 0
  for (const line of polylines) {
    positions.set(line, 3 * vertex)
    for (let point = 0; point < line.length / 3; point++) {
      if (point > 0) {
        indices[pair++] = vertex - 1
        indices[pair++] = vertex
      }
      vertex++
    }
  }
  return { positions, indices }
}
