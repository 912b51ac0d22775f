import type { Hatch, HatchEdge } from '@kamar/codecs/drawing'
import { isSpline, type Vector } from '@kamar/core/math'
import { sampled } from './curves.js'
import { computeArea, arcPoints, polylinePoints, sweepBetween, type Points } from './geometry.js'

const pathFlag = { external: 1, textBox: 8, outermost: 16, duplicate: 256 } as const
const [normalStyle, outerStyle] = [0, 1]

/** Computes the rings that a hatch fills, in its plane at its elevation; even-odd. */
export function hatchRings(hatch: Hatch): Points[] {
  const paths = hatch.paths
    .map(({ edges, flags }) => ({ ring: edges.flatMap((edge) => edgePoints(edge, hatch.elevation)), flags }))
    .filter(({ ring, flags }) => ring.length >= 9 && (flags & pathFlag.duplicate) === 0)
  if (hatch.style === normalStyle || paths.length < 2) return paths.map(({ ring }) => ring)
  return hatch.style === outerStyle ? outerRings(paths) : outlines(paths)
}

interface Path {
  readonly ring: Points
  readonly flags: number
}

/** Returns the outline and its direct islands. */
function outerRings(paths: readonly Path[]): Points[] {
  const outerFlags = pathFlag.external | pathFlag.outermost | pathFlag.textBox
  const outerPaths = paths.filter(({ flags }) => (flags & outerFlags) !== 0)
  return (outerPaths.length > 0 ? outerPaths : paths).map(({ ring }) => ring)
}

/** Returns only the outlines: islands are filled over. */
function outlines(paths: readonly Path[]): Points[] {
  const external = paths.filter(({ flags }) => (flags & pathFlag.external) !== 0)
  if (external.length > 0) return external.map(({ ring }) => ring)
  const largest = paths.reduce((best, path) => (computeArea(path.ring) > computeArea(best.ring) ? path : best))
  return [largest.ring]
}

function edgePoints(edge: HatchEdge, z: number): Points {
  switch (edge.kind) {
    case 'polyline':
      return polylinePoints(edge.vertices, z, true)
    case 'line':
      return [...edge.start, z, ...edge.end, z]
    case 'arc':
      return arcPoints({ center: [...edge.center, z], radius: edge.radius, ...toSweep(edge) })
    case 'ellipse':
      return ellipseEdge(edge, z)
    case 'spline':
      return splineEdge(edge, z)
  }
}

/** Computes the sweep; a clockwise edge states the angles of its mirror image. */
function toSweep(edge: Extract<HatchEdge, { kind: 'arc' | 'ellipse' }>): { start: number; sweep: number } {
  const sweep = sweepBetween(edge.startAngle, edge.endAngle)
  return edge.isCounterClockwise ? { start: edge.startAngle, sweep } : { start: -edge.startAngle, sweep: -sweep }
}

function ellipseEdge(edge: Extract<HatchEdge, { kind: 'ellipse' }>, z: number): Points {
  const { center, majorAxis, radiusRatio } = edge
  const unit = arcPoints({ center: [0, 0, z], radius: 1, ...toSweep(edge) })
  const points: Points = []
  for (let at = 0; at < unit.length; at += 3) {
    const [u, v] = [unit[at], unit[at + 1] * radiusRatio]
    points.push(center[0] + u * majorAxis[0] - v * majorAxis[1], center[1] + u * majorAxis[1] + v * majorAxis[0], z)
  }
  return points
}

function splineEdge(edge: Extract<HatchEdge, { kind: 'spline' }>, z: number): Points {
  const { degree, knots, controlPoints, weights } = edge
  const points = controlPoints.map(([x, y]): Vector => [x, y, z])
  const spline = { degree, knots, points, ...(weights.length > 0 ? { weights } : {}) }
  return isSpline(spline) ? sampled(spline) : points.flat()
}
