import { describe, expect, it } from 'vitest'
import { ballMesh, testRandom } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { normalize, subtract } from '../math/vector.js'
import type { GeometryShape } from '../store/geometry-store.js'
import type { Point } from '../types.js'
import type { LocalRay } from './local-ray.js'
import { hitTriangles } from './shape-hit.js'
import { TriangleBlocks } from './triangle-blocks.js'

const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] as const

/** Creates the shape of a ball, whose indices begin after others and whose vertices begin after others. */
function createBall(segments: number): GeometryShape {
  const { shape } = testShape(ballMesh(1, segments), upright)
  const indices = Uint32Array.from([5, 5, 5, ...shape.indices])
  const vertices = Uint16Array.from([1, 2, 3, 4, 1, 2, 3, 4, ...shape.vertices])
  return { ...shape, indices, indexStart: 3, vertices, firstVertex: 2 }
}

const localRay = (origin: Point, to: Point): LocalRay => ({
  origin,
  direction: normalize(subtract(to, origin)),
  inverse: [],
})

function nearest(search: (run: (start: number, end: number) => void) => void, shape: GeometryShape, ray: LocalRay) {
  const hit = { distance: Infinity, index: -1, from: 0 }
  let tested = 0
  search((start, end) => {
    tested += (end - start) / 3
    hitTriangles({ shape, ray, hit }, start, end)
  })
  return { distance: hit.distance, index: hit.index, tested }
}

describe('TriangleBlocks', () => {
  it.each([12, 14, 40, 64])(
    'finds the same nearest triangle as a test of all (seed 7, ball of %d segments)',
    (segments) => {
      const shape = createBall(segments)
      const random = testRandom(7)
      const blocks = new TriangleBlocks()
      const end = shape.indexStart + shape.indexCount
      let tested = 0
      let hits = 0
      for (let round = 0; round < 100; round++) {
        const next = (): number => random() * 120_000 - 27_500
        const ray = localRay([next(), -60_000, next()], [random() * 65_000, 32_500, random() * 65_000])
        const result = nearest((run) => blocks.forEachRun(1, { shape, ray }, run), shape, ray)
        const expected = nearest((run) => run(shape.indexStart, end), shape, ray)
        expect([result.index, result.distance]).toEqual([expected.index, expected.distance])
        tested += result.tested
        hits += result.index < 0 ? 0 : 1
      }
      expect(hits).toBeGreaterThan(50)
      const all = (shape.indexCount / 3) * 100
      expect(tested / all).toBeLessThan(shape.indexCount / 3 < 128 ? 1.001 : 0.7)
    },
  )

  it('visits each triangle once in runs of at most 32, for a ray through everything and for a box around it', () => {
    const shape = createBall(64)
    const blocks = new TriangleBlocks()
    const runs: [number, number][] = []
    blocks.forEachRunIn(1, { shape, box: [0, 0, 0, 65_535, 65_535, 65_535] }, (start, end) => runs.push([start, end]))
    expect(runs[0][0]).toBe(shape.indexStart)
    expect(runs.at(-1)?.[1]).toBe(shape.indexStart + shape.indexCount)
    for (let at = 1; at < runs.length; at++) expect(runs[at][0]).toBe(runs[at - 1][1])
    expect(Math.max(...runs.map(([start, end]) => end - start))).toBe(96)
  })

  it('omits no triangle that lies in a box, and most that do not (seed 8)', () => {
    const shape = createBall(64)
    const blocks = new TriangleBlocks()
    const random = testRandom(8)
    let share = 0
    const omitted: number[] = []
    for (let round = 0; round < 20; round++) {
      const low = [0, 1, 2].map(() => random() * 60_000)
      const box = [...low, ...low.map((value) => value + 4000)]
      const visited = new Set<number>()
      blocks.forEachRunIn(1, { shape, box }, (start, end) => {
        for (let index = start; index < end; index += 3) visited.add(index)
      })
      share += visited.size / (shape.indexCount / 3)
      for (let index = shape.indexStart; index < shape.indexStart + shape.indexCount; index += 3) {
        const vertices = [0, 1, 2].map((side) => (shape.firstVertex + shape.indices[index + side]) * 4)
        const isNear = [0, 1, 2].every(
          (axis) =>
            Math.min(...vertices.map((at) => shape.vertices[at + axis])) <= box[axis + 3] &&
            Math.max(...vertices.map((at) => shape.vertices[at + axis])) >= box[axis],
        )
        if (isNear && !visited.has(index)) omitted.push(index)
      }
    }
    expect(omitted).toEqual([])
    expect(share / 20).toBeLessThan(0.3)
  })

  it('passes small meshes on as one run, whatever the ray and the box', () => {
    const shape = createBall(10)
    const blocks = new TriangleBlocks()
    const runs: unknown[] = []
    const missingRay = localRay([-1e6, 0, 0], [-2e6, 0, 0])
    blocks.forEachRun(1, { shape, ray: missingRay }, (...run) => runs.push(run))
    blocks.forEachRunIn(1, { shape, box: [1e6, 0, 0, 2e6, 1, 1] }, (...run) => runs.push(run))
    expect(shape.indexCount).toBeLessThan(128 * 3)
    expect(runs).toEqual([
      [shape.indexStart, shape.indexStart + shape.indexCount],
      [shape.indexStart, shape.indexStart + shape.indexCount],
    ])
  })

  it('visits nothing of a large mesh that the ray misses, or that is behind its origin', () => {
    const shape = createBall(64)
    const blocks = new TriangleBlocks()
    const runs: unknown[] = []
    blocks.forEachRun(1, { shape, ray: localRay([-9, 70_000, 0], [-9, 90_000, 1]) }, (...run) => runs.push(run))
    blocks.forEachRun(1, { shape, ray: localRay([32_000, 90_000, 32_000], [32_000, 91_000, 32_000]) }, (...run) =>
      runs.push(run),
    )
    expect(runs).toEqual([])
  })

  it('finds a flat run with a ray along its plane, half a step beside it', () => {
    // 200 triangles in the plane z = 100.
    const indices = Uint32Array.from({ length: 600 }, (_, at) => at % 3)
    const flat: GeometryShape = {
      vertices: Uint16Array.of(0, 0, 100, 0, 900, 0, 100, 0, 0, 900, 100, 0),
      firstVertex: 0,
      indices,
      indexStart: 0,
      indexCount: 600,
      kind: 'triangles',
      vertexCount: 3,
    }
    const runsAt = (z: number): number => {
      let runs = 0
      const ray = { origin: [-10, 50, z], direction: [1, 0, 0], inverse: [] } as const
      new TriangleBlocks().forEachRun(1, { shape: flat, ray }, () => runs++)
      return runs
    }
    expect([runsAt(100), runsAt(100.5), runsAt(99.5), runsAt(100.6)]).toEqual([7, 7, 7, 0])
  })

  it('keeps the blocks of each geometry apart', () => {
    const blocks = new TriangleBlocks()
    const [small, large] = [createBall(40), createBall(64)]
    const box = [0, 0, 0, 65_535, 65_535, 65_535]
    const count = (geometry: number, shape: GeometryShape): number => {
      let triangles = 0
      blocks.forEachRunIn(geometry, { shape, box }, (start, end) => (triangles += (end - start) / 3))
      return triangles
    }
    for (let round = 0; round < 2; round++)
      expect([count(1, small), count(2, large)]).toEqual([small.indexCount / 3, large.indexCount / 3])
  })
})
