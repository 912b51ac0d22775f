import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Point } from '../types.js'
import { add, cross, dot, normalize, scale, subtract } from '../math/vector.js'
import type { ModelContent } from '../model/model-content.js'
import { ElementStates } from '../store/element-states.js'
import { GeometryStore } from '../store/geometry-store.js'
import { InstanceColors } from '../store/instance-colors.js'
import { InstanceStore } from '../store/instance-store.js'
import { placementStride } from '../store/gpu-chunk.js'
import { GpuChunkBuilder } from '../stream/gpu-chunk-builder.js'
import { boxMesh, stoneMesh, testRandom } from '../../testing/shapes.js'
import { testChunk, type TestChunk } from '../../testing/test-chunk.js'
import { Picker } from './picker.js'
import { rayAt } from '../camera/view-ray.js'
import type { Ray } from '../math/ray.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const colors = { ghost: [0, 0, 0], ghostOpacity: 0.1 } as const

/** Creates the model content that the picker reads, without a WebGL context. */
function createContent(chunk: TestChunk, states = new ElementStates()): ModelContent {
  const gpuChunk = new GpuChunkBuilder().build(testChunk(chunk))
  const instances = new InstanceStore()
  const geometries = new GeometryStore()
  instances.append(gpuChunk.instances)
  geometries.append(gpuChunk)
  const instanceColors = new InstanceColors({ instances, states, colors })
  instanceColors.updateRange(0, instances.count)
  return { instances, geometries, instanceColors } as unknown as ModelContent
}

const rayFrom = (origin: Point, to: Point): Ray => ({
  origin,
  direction: normalize(subtract(to, origin)),
  pixelSize: 0,
  pixelGrowth: 0.001,
})
const acceptAll = (): boolean => true

/** Tests every triangle of every instance in sequence. */
function bruteForce(content: ModelContent, ray: Ray): { instance: number; distance: number } | null {
  let best: { instance: number; distance: number } | null = null
  const { instances, geometries } = content
  for (let instance = 0; instance < instances.count; instance++) {
    const shape = geometries.getShape(instances.geometry[instance])
    const model = (index: number): Point => {
      const at = (shape.firstVertex + shape.indices[shape.indexStart + index]) * 4
      const row = (from: number): number =>
        instances.placement[from] * shape.vertices[at] +
        instances.placement[from + 1] * shape.vertices[at + 1] +
        instances.placement[from + 2] * shape.vertices[at + 2] +
        instances.placement[from + 3]
      const base = instance * placementStride
      return [row(base), row(base + 4), row(base + 8)]
    }
    for (let index = 0; index < shape.indexCount; index += 3) {
      const [a, b, c] = [model(index), model(index + 1), model(index + 2)]
      const normal = cross(subtract(b, a), subtract(c, a))
      const slope = dot(normal, ray.direction)
      if (slope === 0) continue
      const distance = dot(normal, subtract(a, ray.origin)) / slope
      const point = add(ray.origin, scale(ray.direction, distance))
      const inside = [
        [a, b],
        [b, c],
        [c, a],
      ].every(([from, to]) => dot(cross(subtract(to, from), subtract(point, from)), normal) >= 0)
      if (inside && distance > 0 && (best === null || distance < best.distance)) best = { instance, distance }
    }
  }
  return best
}

describe('Picker', () => {
  it('finds the same hits as a test of every triangle (seed 5)', () => {
    const random = testRandom(5)
    const meshes = [boxMesh([-1, -1, -1], [1, 1, 1]), stoneMesh(1, 14, 1), stoneMesh(1.4, 10, 2)]
    const instances = Array.from({ length: 150 }, () => {
      const angle = random() * 6
      const size = 0.2 + random() * 2
      const linear = [
        Math.cos(angle) * size,
        Math.sin(angle) * size,
        0,
        -Math.sin(angle) * size,
        Math.cos(angle) * size,
        0,
        0,
        0,
        size * (random() < 0.2 ? -1 : 1),
      ]
      return { geometry: Math.floor(random() * 3), at: [random() * 30, random() * 30, random() * 12] as const, linear }
    })
    const content = createContent({ meshes, instances })
    const picker = new Picker(content)
    let hits = 0
    for (let round = 0; round < 120; round++) {
      const ray = rayFrom(
        [random() * 60 - 10, random() * 60 - 10, random() * 30 - 9],
        [random() * 40, random() * 40, random() * 12],
      )
      const expected = bruteForce(content, ray)
      const hit = picker.pick(ray, acceptAll)
      expect(hit === null).toBe(expected === null)
      if (expected === null || hit === null) continue
      hits++
      expect(hit.distance).toBeCloseTo(expected.distance, 3)
      expect(Math.abs(dot(hit.normal, hit.normal) - 1)).toBeLessThan(1e-6)
      expect(dot(hit.normal, ray.direction)).toBeLessThanOrEqual(0)
    }
    expect(hits).toBeGreaterThan(30)
  })

  it('returns element, instance, point and normal', () => {
    const content = createContent({
      meshes: [boxMesh([0, 0, 0], [2, 4, 6])],
      instances: [
        { geometry: 0, node: 9 },
        { geometry: 0, node: 4, at: [10, 0, 0] },
      ],
    })
    const hit = new Picker(content).pick(rayFrom([11, -20, 3], [11, 0, 3]), acceptAll)
    expect(hit).toMatchObject({ element: 4, instance: 1 })
    expect(hit?.point.map((value) => Math.round(value * 100) / 100)).toEqual([11, 0, 3])
    expect(hit?.normal.map((value) => Math.round(value) + 0)).toEqual([0, -1, 0])
    expect(hit?.distance).toBeCloseTo(20, 2)
  })

  it('picks points within a few pixels, before the surface they lie on', () => {
    const content = createContent({
      meshes: [
        boxMesh([-5, 0, -5], [5, 1, 5]),
        { kind: 'points', positions: Uint16Array.of(0, 0, 0), colors: null, origin: [0, 0, 0], step: 1 },
        { kind: 'points', positions: Uint16Array.of(0, 0, 0, 100, 0, 0), colors: null, origin: [0, 0, 0], step: 0.01 },
      ],
      instances: [{ geometry: 0 }, { geometry: 1, at: [1, 0, 1] }, { geometry: 2, at: [-3, -2, 2] }],
    })
    const picker = new Picker(content)
    const instanceAt = (x: number, z: number): number | undefined =>
      picker.pick(rayFrom([x, -20, z], [x, 0, z]), acceptAll)?.instance
    // A pixel is 2 cm wide at 20 m.
    expect([instanceAt(1, 1), instanceAt(1.1, 1), instanceAt(1.2, 1)]).toEqual([1, 1, 0])
    expect([instanceAt(-3, 2), instanceAt(-2.5, 2), instanceAt(-2, 2.05)]).toEqual([2, 0, 2])
    expect(picker.pick(rayFrom([-2, -20, 2], [-2, 0, 2]), acceptAll)?.distance).toBeCloseTo(18, 2)
    expect(picker.pick(rayFrom([1.1, -20, 1], [1.1, 0, 1]), acceptAll)?.point).toEqual([1, 0, 1])
    expect(picker.pick(rayFrom([1, 20, 1], [1, 0, 1]), acceptAll)?.instance).toBe(0)
  })

  it('skips hidden and rejected instances', () => {
    const states = new ElementStates()
    states.setHidden(0, true)
    const content = createContent(
      {
        meshes: [boxMesh([0, 0, 0], [1, 1, 1])],
        instances: [0, 2, 4].map((y) => ({ geometry: 0, at: [0, y, 0] as const })),
      },
      states,
    )
    const ray = rayFrom([0.5, -5, 0.5], [0.5, 0, 0.5])
    const picker = new Picker(content)
    expect(picker.pick(ray, acceptAll)?.instance).toBe(1)
    expect(picker.pick(ray, (instance) => instance !== 1)?.instance).toBe(2)
    expect(picker.pick(ray, () => false)).toBeNull()
  })

  it('finds instances added after the last pick', () => {
    const content = createContent({ meshes: [boxMesh([0, 0, 0], [1, 1, 1])], instances: [{ geometry: 0 }] })
    const picker = new Picker(content)
    const ray = rayFrom([50.5, -5, 0.5], [50.5, 0, 0.5])
    expect(picker.pick(ray, acceptAll)).toBeNull()
    const more = new GpuChunkBuilder().build(
      testChunk({ meshes: [boxMesh([0, 0, 0], [1, 1, 1])], instances: [{ geometry: 0, at: [50, 0, 0] }] }),
    )
    content.instances.append(more.instances)
    content.instanceColors.updateRange(1, 2)
    expect(picker.pick(ray, acceptAll)?.instance).toBe(1)
  })

  it('picks lines within five pixels and no farther', () => {
    const lines = {
      positions: Uint16Array.from([0, 0, 0, 1000, 0, 0]),
      edges: Uint32Array.from([0, 1]),
      origin: [0, 0, 0],
      step: 0.01,
    } as const
    const picker = new Picker(createContent({ meshes: [lines], instances: [{ geometry: 0 }] }))
    // At 20 m a pixel is 2 cm: 5 pixels are 10 cm.
    expect(picker.pick(rayFrom([5, -20, 0.08], [5, 0, 0.08]), acceptAll)?.element).toBe(0)
    expect(picker.pick(rayFrom([5, -20, 0.15], [5, 0, 0.15]), acceptAll)).toBeNull()
  })

  it('picks lines a thousandth of a millimetre long', () => {
    const lines = {
      positions: Uint16Array.from([0, 0, 0, 1000, 0, 0]),
      edges: Uint32Array.from([0, 1]),
      origin: [0, 0, 0],
      step: 1e-9,
    } as const
    const picker = new Picker(createContent({ meshes: [lines], instances: [{ geometry: 0 }] }))
    expect(picker.pick(rayFrom([5e-7, -2e-6, 8e-9], [5e-7, 0, 8e-9]), acceptAll)?.element).toBe(0)
    expect(picker.pick(rayFrom([5e-7, -2e-6, 1.5e-8], [5e-7, 0, 1.5e-8]), acceptAll)).toBeNull()
  })

  it('has a median pick time below a millisecond', () => {
    const random = testRandom(8)
    const instances = Array.from({ length: 3000 }, () => ({
      geometry: 0,
      at: [random() * 100, random() * 100, random() * 30] as const,
    }))
    const picker = new Picker(createContent({ meshes: [stoneMesh(1, 32, 3)], instances }))
    picker.prepare()
    const times = Array.from({ length: 300 }, () => {
      const ray = rayFrom([random() * 200 - 50, -80, 40], [random() * 100, random() * 100, random() * 30])
      const start = performance.now()
      picker.pick(ray, acceptAll)
      return performance.now() - start
    }).sort((a, b) => a - b)
    // An idle machine takes a third of that; load changes the time by a small factor, a different search algorithm by a
    // large one.
    expect(times[150]).toBeLessThan(1)
  })
})

describe('rayAt', () => {
  const pose = {
    eye: [0, -10, 0],
    azimuth: 0,
    elevation: 0,
    distance: 10,
    projection: 'perspective',
    fieldOfViewDegrees: 90,
  } as const
  const size = { width: 200, height: 100 }
  it('passes through the given screen position', () => {
    const centerRay = rayAt(pose, { x: 0, y: 0 }, size)
    expect(centerRay.direction).toEqual([0, 1, 0])
    const index = rayAt(pose, { x: 1, y: 1 }, size)
    expect(index.direction[0] / index.direction[1]).toBeCloseTo(2, 9)
    expect(index.direction[2] / index.direction[1]).toBeCloseTo(1, 9)
    expect(centerRay.pixelGrowth).toBeCloseTo(0.02, 9)
  })
  it('is parallel in an orthographic view and begins behind the camera', () => {
    const ray = rayAt({ ...pose, projection: 'orthographic' }, { x: 0.5, y: 0 }, size)
    expect(ray.direction).toEqual([0, 1, 0])
    expect(ray.origin[0]).toBeCloseTo(10, 9)
    expect(ray.origin[1]).toBeLessThan(-1000)
    expect(ray.pixelSize).toBeCloseTo(0.2, 9)
  })
})
