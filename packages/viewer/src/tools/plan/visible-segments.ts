import type { InstanceShape } from '../../engine/model/model-geometry.js'
import type { DepthBuffer } from './depth-buffer.js'
import { isSharp, type MeshEdge, type MeshEdges } from './mesh-edges.js'
import { valueIn, type HalfSpace } from './plan-view.js'

/** Depth up to which an edge counts as part of the cut, which has its own outline; metres. */
const cutTolerance = 1e-3

/** Where edges are tested for visibility. */
export interface EdgeTest {
  readonly depths: DepthBuffer
  readonly pixel: number
  readonly halfSpaces: readonly HalfSpace[]
}

/** Computes the visible segments of an instance's edges, four numbers each; `rows` transform it to the plan. */
export function computeVisibleSegments(
  { positions, edges }: MeshEdges,
  { rows, solid }: { readonly rows: Float64Array } & Pick<InstanceShape, 'solid'>,
  test: EdgeTest,
): number[] {
  const out: number[] = []
  const towards = invertDirection(rows)
  const project = (vertex: number): readonly [number, number, number] => {
    const [x, y, z] = [positions[vertex * 3], positions[vertex * 3 + 1], positions[vertex * 3 + 2]]
    return [
      rows[0] * x + rows[1] * y + rows[2] * z + rows[3],
      rows[4] * x + rows[5] * y + rows[6] * z + rows[7],
      rows[8] * x + rows[9] * y + rows[10] * z + rows[11],
    ]
  }
  for (const edge of edges)
    if (isLine(edge, towards, solid)) addVisibleParts(out, [project(edge.a), project(edge.b)], test)
  return out
}

/** Returns the viewing direction in the shape's own coordinates, by the inverse of the rows; null if they have none. */
function invertDirection(rows: Float64Array): readonly [number, number, number] | null {
  const [a, b, c, , d, e, f, , g, h, i] = rows
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (Math.abs(determinant) < 1e-30) return null
  // The third column of the inverse: where x and y stay and the depth grows.
  const sign = Math.sign(determinant)
  return [(b * f - c * e) * sign, (c * d - a * f) * sign, (a * e - b * d) * sign]
}

function isLine(edge: MeshEdge, towards: readonly [number, number, number] | null, solid: boolean): boolean {
  if (edge.other === null || towards === null) return true
  const facing = (normal: MeshEdge['normal']): number =>
    normal[0] * towards[0] + normal[1] * towards[1] + normal[2] * towards[2]
  const [one, other] = [facing(edge.normal), facing(edge.other)]
  return isSharp(edge) ? !solid || one <= 0 || other <= 0 || edge.isNonManifold : one < 0 !== other < 0
}

type Ends = readonly [readonly [number, number, number], readonly [number, number, number]]

function addVisibleParts(out: number[], [from, to]: Ends, { depths, pixel, halfSpaces }: EdgeTest): void {
  if (from[2] < cutTolerance && to[2] < cutTolerance) return
  let [begin, end] = [0, 1]
  const limit = (atFrom: number, atTo: number): void => {
    if (atFrom < 0 && atTo < 0) end = -1
    else if (atFrom < 0) begin = Math.max(begin, atFrom / (atFrom - atTo))
    else if (atTo < 0) end = Math.min(end, atFrom / (atFrom - atTo))
  }
  limit(from[2], to[2])
  for (const space of halfSpaces) limit(valueIn(space, ...from), valueIn(space, ...to))
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) * (end - begin)
  // Edges along the view are points.
  if (!(end > begin) || length < pixel / 4) return
  const at = (share: number, axis: 0 | 1 | 2): number => from[axis] + (to[axis] - from[axis]) * share
  const steps = Math.max(1, Math.ceil(length / pixel))
  let start = -1
  for (let step = 0; step <= steps; step++) {
    const share = begin + ((end - begin) * (step + 0.5)) / steps
    const isSeen = step < steps && depths.isVisible(at(share, 0), at(share, 1), at(share, 2))
    if (isSeen && start < 0) start = step
    if (isSeen || start < 0) continue
    // Parts as short as the uncertainty at the border of a surface are not visible edges.
    if (step - start > 2 || step - start === steps) {
      const [first, last] = [begin + ((end - begin) * start) / steps, begin + ((end - begin) * step) / steps]
      out.push(at(first, 0), at(first, 1), at(last, 0), at(last, 1))
    }
    start = -1
  }
}
