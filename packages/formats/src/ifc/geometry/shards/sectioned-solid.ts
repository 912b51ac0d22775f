import type { AlignmentCurves } from '../../model/alignments/alignment-curves.js'
import { readCurvePoint, type CurvePoint } from '../../model/alignments/linear-placement.js'
import type { IfcFile } from '../../model/ifc-file.js'
import { realList, toReal } from '../unit-direction.js'

/** Max points of the part of a curve; a solid along a longer one is left to the kernel. */
const maxPartPoints = 10_000

/** Context of rewriting a solid. */
export interface RewriteContext {
  readonly curves: AlignmentCurves
  /** Returns an unused statement number. */
  createId(): number
}

/** A rewritten solid. */
export interface RewrittenSolid {
  readonly text: string
  /** Rows that the text references: profiles and directions. */
  readonly references: readonly number[]
}

/**
 * Writes an IfcSectionedSolidHorizontal (IFC 4.3, 8.8.3) along an IfcPolyline of the part of its directrix that it
 * covers, with its distances shifted: the kernel would sample the whole directrix for each solid. Null when the
 * directrix or a position is left to the kernel.
 */
export function rewriteSectionedSolid(file: IfcFile, row: number, context: RewriteContext): RewrittenSolid | null {
  if (file.typeOf(row) !== 'IFCSECTIONEDSOLIDHORIZONTAL') return null
  const directrix = file.rowAt(row, 0)
  const curve = context.curves.of(directrix)
  const positions = curve && readPositions(file, { rows: file.rowsAt(row, 2), directrix })
  if (!positions || positions.length < 2) return null
  const sorted = Float64Array.from(positions, ({ distance }) => distance).sort()
  const part = curve.getPart(sorted[0], sorted[sorted.length - 1])
  if (part.points.length > maxPartPoints) return null
  const writer = new StatementWriter(file, context)
  const points = part.points.map((point) => writer.write(`IFCCARTESIANPOINT(${realList(point)})`))
  const polyline = writer.write(`IFCPOLYLINE((${points.join(',')}))`)
  const positionIds = positions.map((position) =>
    writer.writePosition({ ...position, distance: part.toDistance(position.distance) }, polyline),
  )
  const profiles = file.rowsAt(row, 1).map((profile) => writer.reference(profile))
  const attributes = `${polyline},(${profiles.join(',')}),(${positionIds.join(',')})`
  writer.write(`IFCSECTIONEDSOLIDHORIZONTAL(${attributes})`, file.index.getId(row))
  return { text: writer.statements.join(''), references: writer.references }
}

interface Position extends CurvePoint {
  /** Row of the IfcAxis2PlacementLinear. */
  readonly row: number
}

/** Reads the positions of cross sections; null when one of them is not at a length along the directrix. */
function readPositions(file: IfcFile, at: { rows: readonly number[]; directrix: number }): Position[] | null {
  const positions: Position[] = []
  for (const row of at.rows) {
    const point = readCurvePoint(file, row)
    if (!point || point.curve !== at.directrix || !Object.values(point).every(Number.isFinite)) return null
    positions.push({ ...point, row })
  }
  return positions
}

/** Writer of statements under unused numbers. */
class StatementWriter {
  readonly statements: string[] = []
  readonly references: number[] = []
  readonly #file: IfcFile
  readonly #context: RewriteContext

  constructor(file: IfcFile, context: RewriteContext) {
    this.#file = file
    this.#context = context
  }

  /** Writes a statement; returns the reference to it. */
  write(statement: string, id = this.#context.createId()): string {
    this.statements.push(`#${id}=${statement};\n`)
    return `#${id}`
  }

  /** Returns the reference to a row of the file, `$` for none. */
  reference(row: number): string {
    if (row < 0) return '$'
    this.references.push(row)
    return `#${this.#file.index.getId(row)}`
  }

  /** Writes a position on a curve, with its offsets and axes. */
  writePosition({ row, distance, lateral, vertical, longitudinal }: Position, curve: string): string {
    const [length, ...offsets] = [distance, lateral, vertical, longitudinal].map(toReal)
    const location = this.write(
      `IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${length}),${offsets.join(',')},${curve})`,
    )
    const axes = [1, 2].map((attribute) => this.reference(this.#file.rowAt(row, attribute)))
    return this.write(`IFCAXIS2PLACEMENTLINEAR(${location},${axes.join(',')})`)
  }
}
