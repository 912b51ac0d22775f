import type { Knots, SplineCurve, SplineSurface } from '@kamar/codecs/brep'
import type { NurbsCurve, NurbsSurface } from '../archive/kernel-types.js'

/** Converts the library's curve to STEP form, in the file's unit; null when its knots are damaged. */
export function toSplineCurve(curve: NurbsCurve): SplineCurve | null {
  const knots = curve.knots().toList()
  if (knots === null) return null
  const points = curve.points()
  const controls = Array.from({ length: points.count }, (_, index) => control(points.get(index), curve.isRational))
  return {
    degree: curve.order - 1,
    knots: toKnots(knots),
    points: controls.map(({ point }) => point),
    weights: curve.isRational ? controls.map(({ weight }) => weight) : null,
  }
}

/** Converts the library's surface to STEP form, in the file's unit; null when its knots are damaged. */
export function toSplineSurface(surface: NurbsSurface): SplineSurface | null {
  const [alongU, alongV] = [surface.knotsU().toList(), surface.knotsV().toList()]
  if (alongU === null || alongV === null) return null
  const points = surface.points()
  const rows = Array.from({ length: points.countU }, (_, u) =>
    Array.from({ length: points.countV }, (_unused, v) => control(points.get(u, v), surface.isRational)),
  )
  return {
    degrees: [surface.orderU - 1, surface.orderV - 1],
    knots: [toKnots(alongU), toKnots(alongV)],
    points: rows.map((row) => row.map(({ point }) => point)),
    weights: surface.isRational ? rows.map((row) => row.map(({ weight }) => weight)) : null,
  }
}

/** Converts a control point, which the library multiplies by its weight. */
function control(
  [x, y, z, w]: readonly number[],
  isRational: boolean,
): { readonly point: readonly number[]; readonly weight: number } {
  const weight = isRational && w !== 0 ? w : 1
  return { point: [x / weight, y / weight, z / weight], weight }
}

/** Returns distinct knots with multiplicities; Rhino omits the first and the last knot of the usual count. */
export function toKnots(list: readonly number[]): Knots {
  const values: number[] = []
  const multiplicities: number[] = []
  for (const knot of [list[0], ...list, list[list.length - 1]]) {
    const last = values.length - 1
    if (last >= 0 && Math.abs(knot - values[last]) <= 1e-12 * Math.max(1, Math.abs(knot))) multiplicities[last]++
    else {
      values.push(knot)
      multiplicities.push(1)
    }
  }
  return { values, multiplicities }
}
