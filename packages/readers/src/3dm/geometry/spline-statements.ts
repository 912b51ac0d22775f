import type { NurbsCurve, NurbsSurface } from '../archive/kernel-types.js'
import { real, reals, references, type StepStatements } from './step-statements.js'

/** Writes splines as STEP states them. */
export class SplineStatements {
  readonly #statements: StepStatements
  /** Millimetres per unit of the file. */
  readonly #scale: number

  constructor(statements: StepStatements, scale: number) {
    this.#statements = statements
    this.#scale = scale
  }

  /** The number of a curve. */
  curve(curve: NurbsCurve): number {
    const points = curve.points()
    const controls = Array.from({ length: points.count }, (_, index) =>
      this.#control(points.get(index), curve.isRational),
    )
    const degree = curve.order - 1
    const { values, counts } = knotsOf(curve.knots().toList())
    const net = references(controls.map(({ point }) => point))
    const knots = `(${counts.join()}),${reals(values)},.UNSPECIFIED.`
    if (!curve.isRational) {
      return this.#statements.add(`B_SPLINE_CURVE_WITH_KNOTS('',${degree},${net},.UNSPECIFIED.,.F.,.F.,${knots})`)
    }
    const weights = reals(controls.map(({ weight }) => weight))
    return this.#statements.add(
      `(BOUNDED_CURVE()B_SPLINE_CURVE(${degree},${net},.UNSPECIFIED.,.F.,.F.)B_SPLINE_CURVE_WITH_KNOTS(${knots})CURVE()` +
        `GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE(${weights})REPRESENTATION_ITEM(''))`,
    )
  }

  /** The number of a surface. */
  surface(surface: NurbsSurface): number {
    const points = surface.points()
    const rows = Array.from({ length: points.countU }, (_, u) =>
      Array.from({ length: points.countV }, (_unused, v) => this.#control(points.get(u, v), surface.isRational)),
    )
    const [u, v] = [knotsOf(surface.knotsU().toList()), knotsOf(surface.knotsV().toList())]
    const net = `(${rows.map((row) => references(row.map(({ point }) => point))).join()})`
    const degrees = `${surface.orderU - 1},${surface.orderV - 1}`
    const knots = `(${u.counts.join()}),(${v.counts.join()}),${reals(u.values)},${reals(v.values)},.UNSPECIFIED.`
    if (!surface.isRational) {
      return this.#statements.add(
        `B_SPLINE_SURFACE_WITH_KNOTS('',${degrees},${net},.UNSPECIFIED.,.F.,.F.,.F.,${knots})`,
      )
    }
    const weights = `(${rows.map((row) => `(${row.map(({ weight }) => real(weight)).join()})`).join()})`
    return this.#statements.add(
      `(BOUNDED_SURFACE()B_SPLINE_SURFACE(${degrees},${net},.UNSPECIFIED.,.F.,.F.,.F.)B_SPLINE_SURFACE_WITH_KNOTS(${knots})` +
        `GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_SURFACE(${weights})REPRESENTATION_ITEM('')SURFACE())`,
    )
  }

  /** A control point: the library states it multiplied by its weight. */
  #control([x, y, z, w]: readonly number[], isRational: boolean): { point: number; weight: number } {
    const weight = isRational && w !== 0 ? w : 1
    const scale = this.#scale / weight
    return { point: this.#statements.point(x * scale, y * scale, z * scale), weight }
  }
}

/** Distinct knots and how often each comes; Rhino leaves out the first and the last knot of the usual count. */
export function knotsOf(list: readonly number[]): { readonly values: number[]; readonly counts: number[] } {
  const values: number[] = []
  const counts: number[] = []
  for (const knot of [list[0], ...list, list[list.length - 1]]) {
    const last = values.length - 1
    if (last >= 0 && Math.abs(knot - values[last]) <= 1e-12 * Math.max(1, Math.abs(knot))) counts[last]++
    else {
      values.push(knot)
      counts.push(1)
    }
  }
  return { values, counts }
}
