import { describe, expect, it } from 'vitest'
import { boxMesh, placedAt } from '../../../testing/shapes.js'
import { testGeometry, testShape } from '../../../testing/test-shape.js'
import { isTouching, type Measurement } from '../measurement.js'
import { measureClearance } from './measure-clearance.js'

const box = boxMesh([0, 0, 0], [4, 0.3, 3])
const goOn = (): boolean => false
const slabShape = testShape(box, placedAt(0, 0, 0))

const measureAt = (y: number): Promise<unknown> =>
  measureClearance(testGeometry([slabShape, testShape(box, placedAt(0, y, 0))]), [[0], [1]], goOn)

describe('clearance between elements', () => {
  it('is the segment between their surfaces', async () => {
    const measured = (await measureAt(0.75)) as Measurement
    expect(measured).toMatchObject({ kind: 'clearance' })
    expect(measured.points[1][1] - measured.points[0][1]).toBeCloseTo(0.45, 4)
    expect(isTouching(measured)).toBe(false)
  })

  it('is 0 within the rounding of their meshes, and not beyond it', async () => {
    expect(isTouching((await measureAt(0.300_05)) as Measurement)).toBe(true)
    expect(isTouching((await measureAt(0.302)) as Measurement)).toBe(false)
    expect(isTouching((await measureAt(0.2)) as Measurement)).toBe(true)
  })

  it('is refused for lines, for too many triangles, and ends when it is cancelled', async () => {
    const withShape = (shape: object) =>
      testGeometry([slabShape, { ...slabShape, shape: { ...slabShape.shape, ...shape } }])
    const lines = await measureClearance(withShape({ kind: 'lines' }), [[0], [1]], goOn)
    expect(lines).toEqual({ refused: 'no-body' })
    const dense = await measureClearance(withShape({ indexCount: 3_000_000 }), [[0], [1]], goOn)
    expect(dense).toEqual({ refused: 'too-detailed' })
  })
})
