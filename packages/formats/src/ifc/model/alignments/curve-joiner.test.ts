import { describe, expect, it } from 'vitest'
import { CurveJoiner, type SampledSegment } from './curve-joiner.js'
import { sampleCircle, sampleLine, type CurveSamples, type Point2 } from './parent-curves.js'

const straight = sampleLine({ start: 0, end: 10 })
const createSegment = (samples: CurveSamples, options: Partial<SampledSegment> = {}): SampledSegment => ({
  samples,
  transition: 'CONTSAMEGRADIENT',
  location: [0, 0],
  direction: [1, 0],
  ...options,
})

function join(...segments: SampledSegment[]): Point2[] {
  const joiner = new CurveJoiner()
  for (const segment of segments) joiner.add(segment)
  return joiner.points.map(([x, y]): Point2 => [Math.round(x * 1e9) / 1e9 + 0, Math.round(y * 1e9) / 1e9 + 0])
}

describe('CurveJoiner', () => {
  it('begins at the placement of the first segment', () => {
    expect(join(createSegment(straight, { location: [5, 6], direction: [0, 1] }))).toEqual([[5, 6], [5, 16]]) // prettier-ignore
  })

  it('rotates a segment of the same gradient to the end tangent before it', () => {
    const points = join(
      createSegment(straight, { direction: [0, 1] }),
      createSegment(sampleCircle(10, { start: 0, end: 5 * Math.PI }), { location: [99, 99] }),
      createSegment(straight, { transition: 'CONTSAMEGRADIENTSAMECURVATURE' }),
    )
    expect(points.slice(0, 3)).toEqual([[0, 0], [0, 10], [0, 10]]) // prettier-ignore
    expect(points.slice(-2)).toEqual([[-10, 20], [-20, 20]]) // prettier-ignore
  })

  it('moves a continuous segment to the end before it without rotation', () => {
    const points = join(
      createSegment(straight, { direction: [0, 1] }),
      createSegment(straight, { transition: 'CONTINUOUS', direction: [0, -1] }),
    )
    expect(points.slice(1)).toEqual([[0, 10], [0, 10], [10, 10]]) // prettier-ignore
  })

  it('places a discontinuous segment on its own', () => {
    const points = join(
      createSegment(straight),
      createSegment(straight, { transition: 'DISCONTINUOUS', location: [20, 5] }),
    )
    expect(points.slice(2)).toEqual([[20, 5], [30, 5]]) // prettier-ignore
  })

  it('omits points that coincide', () => {
    const samples = { ...straight, points: [[0, 0], [0, 0], [4, 0], [4, 1e-10]] as const } // prettier-ignore
    expect(join(createSegment(samples))).toEqual([[0, 0], [4, 0]]) // prettier-ignore
  })
})
