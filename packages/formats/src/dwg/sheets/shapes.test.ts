import { describe, expect, it } from 'vitest'
import { identityMatrix, invertMatrix, multiplyMatrices } from '@kamar/core/math'
import { clipLine, createClip, clipRings } from '@kamar/codecs/glyphs'
import { computeArea, bulgeArc, polylinePoints, computeLength, objectAxes, transformed } from './geometry.js'
import { hatchLines } from './hatch-lines.js'

const ring = (...values: number[]): Float64Array => Float64Array.from(values)
const square = (side: number, from = 0): Float64Array =>
  ring(from, from, from + side, from, from + side, from + side, from, from + side)

describe('DWG bulge', () => {
  it('is an arc: a half circle at 1, to the right when positive', () => {
    const points = polylinePoints(
      [
        { x: 0, y: 0, bulge: 1 },
        { x: 2, y: 0, bulge: 0 },
      ],
      0,
      false,
    )
    expect(computeLength(points, false)).toBeCloseTo(Math.PI, 2)
    expect(Math.min(...points.filter((_, at) => at % 3 === 1))).toBeCloseTo(-1, 2)
    expect(bulgeArc({ x: 0, y: 0, bulge: 0 }, { x: 1, y: 0 })).toBeNull()
    expect(
      computeArea(
        polylinePoints(
          [
            { x: 0, y: 0, bulge: 1 },
            { x: 2, y: 0, bulge: 1 },
          ],
          0,
          true,
        ),
      ),
    ).toBeCloseTo(Math.PI, 1)
  })
})

describe('DWG object coordinate system', () => {
  it('has its x axis in the ground plane', () => {
    expect(objectAxes([0, 0, 1])).toBe(identityMatrix)
    expect([...transformed(objectAxes([0, 0, -1]), 1, 2, 0)]).toEqual([-1, 2, 0])
    expect(transformed(objectAxes([1, 0, 0]), 1, 0, 0).map((value) => value + 0)).toEqual([0, 1, 0])
  })

  it('has an inverse matrix unless singular', () => {
    const matrix = Float64Array.of(0, 2, 0, -3, 0, 0, 0, 0.5, 1, 7, 8, 9)
    const product = multiplyMatrices(matrix, invertMatrix(matrix) ?? identityMatrix)
    product.forEach((value, at) => expect(value).toBeCloseTo(identityMatrix[at] ?? 0, 12))
    expect(invertMatrix(new Float64Array(12))).toBeNull()
  })
})

describe('DWG hatch pattern lines', () => {
  const family = { angle: 0, base: [0, 0.5], offset: [0, 1], dashes: [] } as const
  it('are clipped to the outline and omitted in islands', () => {
    expect(hatchLines([square(4)], [family])).toHaveLength(4 * 4)
    const withIsland = hatchLines([square(4), square(2, 1)], [family]) ?? []
    expect(withIsland).toHaveLength(4 * 6)
    expect(withIsland.slice(4, 8)).toEqual([0, 1.5, 1, 1.5])
  })

  it('shift their dashes by the offset from row to row', () => {
    const dashed = hatchLines([square(2)], [{ ...family, offset: [0.5, 1], dashes: [0.5, -0.5] }]) ?? []
    const rows = [0.5, 1.5].map((y) => dashed.filter((_, at) => at % 4 === 0 && dashed[at + 1] === y))
    expect(rows).toEqual([[0, 1, 2].slice(0, rows[0]?.length), expect.arrayContaining([0.5, 1.5]) as number[]])
  })

  it('are null when too dense or without spacing', () => {
    expect(hatchLines([square(4)], [{ ...family, offset: [0, 1e-9] }])).toBeNull()
    expect(hatchLines([square(4)], [{ ...family, offset: [1, 0] }])).toBeNull()
  })
})

describe('sheet clip', () => {
  const box = createClip(square(2))
  const bent = createClip(ring(0, 0, 4, 0, 4, 4, 2, 1, 0, 4))
  it('cuts lines into the parts within it', () => {
    if (!box || !bent) throw new Error('no clip')
    expect(clipLine(ring(0.5, 0.5, 1, 1), false, box)).toBe('inside')
    expect(clipLine(ring(5, 5, 6, 6), false, box)).toEqual([])
    expect(clipLine(ring(-1, 1, 3, 1), false, box)).toEqual([ring(0, 1, 2, 1)])
    expect(clipLine(ring(-1, 2, 5, 2), false, bent)).toHaveLength(2)
  })

  it('cuts areas, also with a concave outline', () => {
    if (!box || !bent) throw new Error('no clip')
    const [cut] = clipRings([square(2, 1)], box)
    expect(
      computeArea([...(cut?.[0] ?? [])].flatMap((value, at) => (at % 2 === 0 ? [value] : [value, 0]))),
    ).toBeCloseTo(1, 9)
    const areas = clipRings([square(10, -3)], bent).flatMap((set) =>
      set.map((one) => computeArea([...one].flatMap((value, at) => (at % 2 === 0 ? [value] : [value, 0])))),
    )
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(10, 3)
    expect(createClip(ring(0, 0, 1, 1))).toBeNull()
  })
})
