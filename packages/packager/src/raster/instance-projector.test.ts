import { describe, expect, it } from 'vitest'
import { boxScene, unitCube } from '../test-support/box-scene.js'
import { InstanceProjector } from './instance-projector.js'
import type { OrthographicView } from './orthographic-view.js'
import { instanceBoxes, isOpaque, type RasterGeometry, type RasterScene } from './raster-scene.js'

/** View along -y at 10 pixels per metre: x to the right, z up, z = 0 in pixel row 50. */
const frontView: OrthographicView = {
  width: 100,
  height: 60,
  rows: Float64Array.of(10, 0, 0, 0, 0, -10, 0, 10, 0),
  offset: Float64Array.of(0, 50, 3),
  scale: 10,
}

/** Creates a scene of one instance with a matrix (column-major) and translation. */
function oneInstance(
  geometry: Partial<RasterGeometry>,
  linear: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1],
  translation: readonly number[] = [0, 0, 0],
): RasterScene {
  const columns = {
    geometries: [{ ...unitCube, ...geometry }],
    count: 1,
    geometry: new Uint32Array(1),
    linear: Float32Array.from(linear),
    translation: Float32Array.from(translation),
    color: Uint8Array.of(1, 2, 3, 255),
    hidden: new Uint8Array(1),
  }
  return { ...columns, boxes: instanceBoxes(columns) }
}

describe('instanceBoxes', () => {
  it('transforms the own box of a geometry, which need not begin at zero', () => {
    const positions = Uint16Array.of(10, 20, 30, 20, 60, 40, 15, 25, 35)
    const { boxes } = oneInstance({ positions, origin: [1, 2, 3], step: 0.5 }, [2, 0, 0, 0, 1, 0, 0, 0, 1], [5, 0, -1])
    // x: 1 + 0.5 × (10 to 20) = 6 to 11, times 2, plus 5.
    expect([...boxes]).toEqual([17, 12, 17, 27, 32, 22])
  })

  it('contains a rotated instance, and takes the columns of the matrix', () => {
    const positions = Uint16Array.of(0, 0, 0, 4, 2, 1)
    // x axis to y, y axis to -x.
    const { boxes } = oneInstance({ positions, step: 1 }, [0, 1, 0, -1, 0, 0, 0, 0, 1])
    expect([...boxes]).toEqual([-2, 0, 0, 0, 4, 1])
  })

  it('is the position of a geometry without vertices', () => {
    const { boxes } = oneInstance({ positions: new Uint16Array(0), step: 0 }, undefined, [3, 4, 5])
    expect([...boxes]).toEqual([3, 4, 5, 3, 4, 5])
  })
})

describe('isOpaque', () => {
  it('is false below an opacity of 230', () => {
    const { scene } = boxScene(
      [0, 229, 230, 255].map((alpha) => ({ min: [0, 0, 0], max: [1, 1, 1], color: [9, 9, 9, alpha] })),
    )
    expect([0, 1, 2, 3].map((instance) => isOpaque(scene, instance))).toEqual([false, false, true, true])
  })
})

describe('projected box', () => {
  const { scene } = boxScene([
    { min: [1, 2, 1], max: [3, 4, 2] },
    { min: [-5, 0, -9], max: [20, 1, 20] },
    { min: [40, 0, 0], max: [41, 1, 1] },
    { min: [2, 0, 9], max: [3, 1, 10] },
  ])
  const projector = new InstanceProjector(scene, frontView)

  it('contains the pixels of the box with half a pixel around it, and its nearest depth', () => {
    expect({ ...projector.projectBox(0) }).toEqual({
      // x 10 to 30, y 30 to 40, depth 3 + 20 to 3 + 40.
      left: 9,
      right: 31,
      top: 29,
      bottom: 41,
      nearest: 23,
      empty: false,
    })
  })

  it('is clipped to the grid, and empty when it is outside', () => {
    const { left, right, top, bottom, empty } = projector.projectBox(1)
    expect([left, right, top, bottom, empty]).toEqual([0, 99, 0, 59, false])
    expect(projector.projectBox(2).empty).toBe(true)
    expect(projector.projectBox(3).empty).toBe(true)
    expect(projector.projectBox(0).empty).toBe(false)
  })
})

describe('InstanceProjector', () => {
  it('projects vertices by view, transform and quantisation', () => {
    const positions = Uint16Array.of(0, 0, 0, 10, 20, 30)
    const scene = oneInstance({ positions, step: 0.1, origin: [1, 1, 1] }, [2, 0, 0, 0, 3, 0, 0, 0, 1], [0.5, 1, 2])
    const projector = new InstanceProjector(scene, frontView)
    projector.projectPoints(0)
    // (1, 1, 1) → (2.5, 4, 3); (2, 3, 4) → (4.5, 10, 6).
    ;[25, 20, 43, 45, -10, 103].forEach((value, at) => expect(projector.points[at]).toBeCloseTo(value, 3))
  })

  it('takes the columns of a rotation, not its rows', () => {
    const scene = oneInstance({ positions: Uint16Array.of(4, 0, 0), step: 1 }, [0, 0, 1, 0, 1, 0, -1, 0, 0])
    const projector = new InstanceProjector(scene, frontView)
    projector.projectPoints(0)
    ;[0, 10, 3].forEach((value, at) => expect(projector.points[at]).toBeCloseTo(value, 3))
  })

  it('grows its points for a large geometry', () => {
    const positions = Uint16Array.from({ length: 15_000 }, (_, at) => at)
    const scene = oneInstance({ positions, step: 0.001 })
    const projector = new InstanceProjector(scene, frontView)
    projector.projectPoints(0)
    expect(projector.points.length).toBeGreaterThanOrEqual(15_000)
    expect(projector.points[4999 * 3]).toBeCloseTo(149.97, 2)
  })

  it('tells mirrored transforms from rotated ones', () => {
    const isMirrored = (...linear: readonly number[]): boolean =>
      new InstanceProjector(oneInstance({}, linear), frontView).isMirrored(0)
    expect(isMirrored(1, 0, 0, 0, 1, 0, 0, 0, 1)).toBe(false)
    expect(isMirrored(1, 0, 0, 0, 1, 0, 0, 0, -1)).toBe(true)
    expect(isMirrored(-1, 0, 0, 0, -1, 0, 0, 0, 1)).toBe(false)
    // Permutations of the axes: even ones rotate, odd ones mirror.
    expect(isMirrored(0, 1, 0, 0, 0, 1, 1, 0, 0)).toBe(false)
    expect(isMirrored(0, 1, 0, 1, 0, 0, 0, 0, 1)).toBe(true)
    expect(isMirrored(0, 0, 1, 0, 1, 0, 1, 0, 0)).toBe(true)
    expect(isMirrored(1, 0, 0, 0, 0, 1, 0, 1, 0)).toBe(true)
  })

  it('measures the second longest side of the box in pixels', () => {
    const { scene } = boxScene([
      { min: [0, 0, 0], max: [5, 2, 0.1] },
      { min: [0, 0, 0], max: [0.1, 5, 3] },
    ])
    const projector = new InstanceProjector(scene, frontView)
    expect(projector.computeMedianSide(0)).toBeCloseTo(20)
    expect(projector.computeMedianSide(1)).toBeCloseTo(30)
  })

  it('selects the coarsest level within the tolerance that has triangles', () => {
    const levels = [
      { start: 0, count: 36, errorMetres: 0 },
      { start: 36, count: 12, errorMetres: 0.1 },
      { start: 48, count: 6, errorMetres: 0.2 },
      { start: 54, count: 0, errorMetres: 0.3 },
    ]
    const projector = new InstanceProjector(oneInstance({ levels }), frontView)
    const select = (pixels: number): number => projector.selectLevel(0, pixels).start
    expect([0.9, 1, 1.9, 2.1, 50].map(select)).toEqual([0, 36, 36, 48, 48])
  })
})
