import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { boxMesh, testRandom } from '../../testing/shapes.js'
import { buildTestContent, modelVertices } from '../../testing/test-content.js'
import type { Ray } from '../math/ray.js'
import { add, cross, dot, normalize, scale, subtract } from '../math/vector.js'
import type { ModelContent } from '../model/model-content.js'
import { placementStride } from '../store/gpu-chunk.js'
import type { Point } from '../types.js'
import { Picker } from './picker.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const toRay = (origin: Point, to: Point): Ray => ({
  origin,
  direction: normalize(subtract(to, origin)),
  pixelSize: 0,
  pixelGrowth: 0.001,
})
const acceptAll = (): boolean => true
const rounded = (point: Point): number[] => point.map((value) => Math.round(value * 100) / 100 + 0)

const sheet = {
  positions: Float32Array.of(0, 0, 0, 10, 0, 0, 10, 0, 10, 0, 0, 10),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
}

describe('Picker with section planes', () => {
  /** The side y ≥ 3 stays. */
  const behind3 = Float64Array.of(0, 1, 0, -3)

  it('hits the cap of a solid where the plane cuts it', () => {
    const content = buildTestContent({ meshes: [boxMesh([0, 0, 0], [10, 8, 10])], instances: [{ geometry: 0 }] })
    const hit = new Picker(content).pick(toRay([4, -20, 5], [4, 0, 5]), acceptAll, behind3)
    expect(rounded(hit?.point ?? [0, 0, 0])).toEqual([4, 3, 5])
    expect(rounded(hit?.normal ?? [0, 0, 0])).toEqual([0, -1, 0])
    expect(hit?.distance).toBeCloseTo(23, 6)
  })

  it('hits the inner side of a sheet-like body, which has no cap', () => {
    const content = buildTestContent({ meshes: [sheet], instances: [{ geometry: 0, at: [0, 5, 0] }] })
    const picker = new Picker(content)
    expect(picker.pick(toRay([4, -20, 5], [4, 0, 5]), acceptAll, behind3)?.distance).toBeCloseTo(25, 2)
    expect(picker.pick(toRay([4, -20, 5], [4, 0, 5]), acceptAll, Float64Array.of(0, 1, 0, -6))).toBeNull()
  })

  it('misses what is cut away, and hits what lies behind it', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [10, 1, 10])],
      instances: [{ geometry: 0 }, { geometry: 0, at: [0, 20, 0] }],
    })
    const picker = new Picker(content)
    expect(picker.pick(toRay([4, -20, 5], [4, 0, 5]), acceptAll, behind3)).toMatchObject({ instance: 1 })
    // y ≤ −1: everything is behind the plane.
    expect(picker.pick(toRay([4, -20, 5], [4, 0, 5]), acceptAll, Float64Array.of(0, -1, 0, -1))).toBeNull()
  })

  it('hits no surface beyond the plane where the ray leaves', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [10, 1, 10])],
      instances: [{ geometry: 0, at: [0, 20, 0] }],
    })
    const picker = new Picker(content)
    const ray = toRay([4, -20, 5], [4, 0, 5])
    expect(picker.pick(ray, acceptAll, Float64Array.of(0, -1, 0, 20.5))).toMatchObject({ instance: 0 })
    expect(picker.pick(ray, acceptAll, Float64Array.of(0, -1, 0, 19.5))).toBeNull()
  })

  it('prefers the smaller of two solids that overlap in the cap, in either order', () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const content = buildTestContent({
        meshes: [boxMesh([0, 0, 0], [10, 8, 10]), boxMesh([3, 1, 4], [6, 6, 7])],
        instances: order.map((geometry) => ({ geometry, node: geometry })),
      })
      const picker = new Picker(content)
      expect(picker.pick(toRay([4, -20, 5], [4, 0, 5]), acceptAll, behind3)?.element).toBe(1)
      expect(picker.pick(toRay([8, -20, 5], [8, 0, 5]), acceptAll, behind3)?.element).toBe(0)
    }
  })

  it('prefers a cap to a surface behind it, and to a sheet in the plane itself', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [10, 8, 10]), sheet],
      instances: [
        { geometry: 1, at: [0, 5, 0] },
        { geometry: 0, node: 7 },
      ],
    })
    expect(new Picker(content).pick(toRay([4, -20, 5], [4, 0, 5]), acceptAll, behind3)?.element).toBe(7)
  })

  it('has a cap in a mirrored solid as well', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [10, 8, 10])],
      instances: [{ geometry: 0, linear: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }],
    })
    const hit = new Picker(content).pick(toRay([-4, -20, 5], [-4, 0, 5]), acceptAll, behind3)
    expect(hit?.distance).toBeCloseTo(23, 6)
  })

  it('agrees with a search through all triangles for rays and planes at random (seed 17)', () => {
    const random = testRandom(17)
    const content = buildTestContent({
      meshes: [boxMesh([-1, -1, -1], [1, 1, 1])],
      instances: Array.from({ length: 12 }, (_, at) => ({
        geometry: 0,
        at: [(at % 4) * 6 + random(), Math.floor(at / 4) * 6 + random(), random()] as const,
      })),
    })
    const triangles = Array.from({ length: 12 }, (_, instance) => modelVertices(content, instance))
    const picker = new Picker(content)
    let caps = 0
    for (let round = 0; round < 400; round++) {
      const next = (size: number): number => random() * size
      const ray = toRay([next(30) - 5, -20, next(6) - 3], [next(20), next(14), next(2) - 1])
      const plane = [...normalize([random() - 0.5, 1, random() - 0.5]), -next(10)]
      const cuts = Float64Array.from(plane)
      const slope = dot([cuts[0], cuts[1], cuts[2]], ray.direction)
      const from = -(dot([cuts[0], cuts[1], cuts[2]], ray.origin) + cuts[3]) / slope
      if (slope <= 0 || from <= 0) continue
      // Inside a box at the plane, the number of surfaces behind it is odd.
      const all = triangles.map((vertices) => computeDistances(vertices, ray).filter((distance) => distance > from))
      const inside = all.findIndex((distances) => distances.length % 2 === 1)
      const first = Math.min(Infinity, ...all.flat())
      const hit = picker.pick(ray, acceptAll, cuts)
      caps += inside >= 0 ? 1 : 0
      expect(inside < 0 || hit?.instance === inside).toBe(true)
      expect(hit?.distance ?? Infinity).toBeCloseTo(inside >= 0 ? from : first, 3)
    }
    expect(caps).toBeGreaterThan(20)
  })
})

/** Returns the distance of every triangle that the ray crosses. */
function computeDistances(vertices: readonly Point[], ray: Ray): number[] {
  const result: number[] = []
  for (let at = 0; at < vertices.length; at += 3) {
    const [a, b, c] = [vertices[at], vertices[at + 1], vertices[at + 2]]
    const normal = cross(subtract(b, a), subtract(c, a))
    const along = dot(normal, subtract(a, ray.origin)) / dot(normal, ray.direction)
    const point = add(ray.origin, scale(ray.direction, along))
    const isInside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([from, to]) => dot(cross(subtract(to, from), subtract(point, from)), normal) >= 0)
    if (isInside && along > 0) result.push(along)
  }
  return result
}

describe('Picker with coplanar surfaces', () => {
  /** Two sheets in one plane, of which one has a depth level. */
  function createPair(levels: readonly [number, number], gap = 0): ModelContent {
    const content = buildTestContent({
      meshes: [sheet],
      instances: [{ geometry: 0 }, { geometry: 0, at: [0, gap, 0] }],
    })
    content.instances.planeSeparation = 0.01
    levels.forEach((level, instance) => (content.instances.placement[instance * placementStride + 14] = level * 2))
    return content
  }
  const pickPair = (content: ModelContent): number | undefined =>
    new Picker(content).pick(toRay([5, -9, 5], [5, 0, 5]), acceptAll)?.instance

  it('picks the surface that is drawn in front, whichever is tested first', () => {
    expect(pickPair(createPair([0, 1]))).toBe(0)
    expect(pickPair(createPair([1, 0]))).toBe(1)
    expect(pickPair(createPair([3, 2], 0.03))).toBe(1)
    expect(pickPair(createPair([2, 3], -0.03))).toBe(0)
  })

  it('picks the nearer surface where both have the same level', () => {
    expect(pickPair(createPair([1, 1], -0.03))).toBe(1)
    expect(pickPair(createPair([1, 1], 0.03))).toBe(0)
  })

  it('picks the nearer surface beyond four times the separation', () => {
    expect(pickPair(createPair([1, 0], 0.039))).toBe(1)
    expect(pickPair(createPair([1, 0], 0.041))).toBe(0)
  })
})

describe('Picker', () => {
  it('lists the instances near a box, also hidden ones', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [1, 1, 1])],
      instances: [0, 5, 10].map((x) => ({ geometry: 0, at: [x, 0, 0] as const })),
    })
    content.instanceColors.mode.fill(0)
    const near: number[] = []
    new Picker(content).near([4, 0, 0, 6, 1, 1], (instance) => near.push(instance))
    expect(near).toEqual([1])
  })

  it('picks moved instances only after their boxes were discarded', () => {
    const content = buildTestContent({ meshes: [boxMesh([0, 0, 0], [1, 1, 1])], instances: [{ geometry: 0 }] })
    const picker = new Picker(content)
    const ray = toRay([50.5, -9, 0.5], [50.5, 0, 0.5])
    expect(picker.pick(ray, acceptAll)).toBeNull()
    content.instances.placement[3] += 50
    expect(picker.pick(ray, acceptAll)).toBeNull()
    picker.invalidate()
    expect(picker.pick(ray, acceptAll)?.instance).toBe(0)
  })

  it('picks through the seam between two walls with a ray along an axis', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [4, 1, 4])],
      instances: [{ geometry: 0 }, { geometry: 0, at: [4, 0, 0] }],
    })
    const picker = new Picker(content)
    const ray: Ray = { origin: [4, -9, 2], direction: [0, 1, 0], pixelSize: 0, pixelGrowth: 0 }
    expect(picker.pick(ray, acceptAll)?.distance).toBeCloseTo(9, 3)
  })

  it('ignores an instance that is flattened to a plane', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [1, 1, 1])],
      instances: [{ geometry: 0 }, { geometry: 0, at: [0, 5, 0] }],
    })
    content.instances.placement.fill(0, 4, 7)
    expect(new Picker(content).pick(toRay([0.5, -9, 0.5], [0.5, 0, 0.5]), acceptAll)?.instance).toBe(1)
  })

  it('picks the nearest of several lines within its pixels, and none behind the ray', () => {
    const lines = {
      positions: Uint16Array.of(0, 0, 0, 1000, 0, 0),
      edges: Uint32Array.of(0, 1),
      origin: [0, 0, 0],
      step: 0.01,
    } as const
    const content = buildTestContent({
      meshes: [lines],
      instances: [20, 0, 40].map((y) => ({ geometry: 0, at: [0, y, 0] as const })),
    })
    const picker = new Picker(content)
    const hit = picker.pick(toRay([5, -20, 0], [5, 0, 0.05]), acceptAll)
    expect([hit?.instance, hit?.normal.map((value) => Math.round(value) + 0)]).toEqual([1, [0, -1, 0]])
    expect(picker.pick(toRay([5, 10, 0], [5, 20, 0]), acceptAll)?.instance).toBe(0)
    expect(picker.pick(toRay([5, 50, 0], [5, 60, 0]), acceptAll)).toBeNull()
    // Beyond the ends of the segment.
    expect(picker.pick(toRay([-0.09, -20, 0], [-0.09, 0, 0]), acceptAll)?.instance).toBe(1)
    expect(picker.pick(toRay([-0.35, -20, 0], [-0.35, 0, 0]), acceptAll)).toBeNull()
  })

  it('picks a line that points at the eye by its nearer end', () => {
    const lines = {
      positions: Uint16Array.of(0, 0, 0, 0, 500, 0),
      edges: Uint32Array.of(0, 1),
      origin: [0, 0, 0],
      step: 0.01,
    } as const
    const content = buildTestContent({ meshes: [lines], instances: [{ geometry: 0 }] })
    const hit = new Picker(content).pick(toRay([0, -20, 0], [0, 0, 0]), acceptAll)
    expect(hit?.distance).toBeCloseTo(20, 6)
  })

  it('does not let a line behind a surface win', () => {
    const lines = {
      positions: Uint16Array.of(0, 0, 0, 1000, 0, 0),
      edges: Uint32Array.of(0, 1),
      origin: [0, 0, 0],
      step: 0.01,
    } as const
    const content = buildTestContent({
      meshes: [lines, boxMesh([0, 0, 0], [10, 1, 10])],
      instances: [{ geometry: 0, at: [0, 6, 5] }, { geometry: 1 }, { geometry: 0, at: [0, -1, 5] }],
    })
    const picker = new Picker(content)
    expect(picker.pick(toRay([5, -20, 5], [5, 0, 5]), acceptAll)?.instance).toBe(2)
    expect(picker.pick(toRay([5, -20, 5], [5, 0, 5]), (instance) => instance !== 2)?.instance).toBe(1)
  })
})
