import type { RigidMatrix } from '@kamar/package-format/read'
import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { boxMesh, testRandom } from '../../testing/shapes.js'
import { buildTestContent, modelVertices } from '../../testing/test-content.js'
import { placedInstances } from '../../testing/test-instances.js'
import { ElementStates } from '../store/element-states.js'
import { placementStride } from '../store/gpu-chunk.js'
import type { Point } from '../types.js'
import { Arrangement } from './arrangement.js'
import type { ModelContent } from './model-content.js'
import { ModelGeometry } from './model-geometry.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

type Rearranged = readonly [start: number, box: ModelContent['bounds']]

function createContent(count = 6) {
  const calls: Rearranged[] = []
  const content = buildTestContent({
    meshes: [boxMesh([0, 0, 0], [1, 2, 3])],
    instances: Array.from({ length: count }, (_, at) => ({ geometry: 0, node: at, at: [at * 10, 0, 0] as const })),
  })
  Object.assign(content, { rearranged: (...call: Rearranged) => calls.push(call) })
  return { content, calls }
}

/** A turn by 90° about the vertical axis, then a shift. */
const quarter: RigidMatrix = [0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7]
const applied = (m: RigidMatrix, [x, y, z]: Point): Point => [
  m[0] * x + m[1] * y + m[2] * z + m[3],
  m[4] * x + m[5] * y + m[6] * z + m[7],
  m[8] * x + m[9] * y + m[10] * z + m[11],
]
const expectPoints = (actual: readonly Point[], expected: readonly Point[]): void => {
  expect(actual.length).toBe(expected.length)
  actual.forEach((point, at) => point.forEach((value, axis) => expect(value).toBeCloseTo(expected[at][axis], 3)))
}

describe('Arrangement', () => {
  it('moves the vertices and the sphere of every instance by the frame of its model', () => {
    const { content, calls } = createContent()
    const before = [0, 1, 2, 3].map((instance) => modelVertices(content, instance))
    const spheres = content.instances.sphere.slice(0, 24)
    const shifted: RigidMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 100]
    const arrangement = new Arrangement([
      { endElement: 2, matrix: quarter },
      { endElement: 3, matrix: shifted },
    ])
    arrangement.apply(content)
    expectPoints(
      modelVertices(content, 0),
      before[0].map((point) => applied(quarter, point)),
    )
    expectPoints(
      modelVertices(content, 1),
      before[1].map((point) => applied(quarter, point)),
    )
    expectPoints(
      modelVertices(content, 2),
      before[2].map((point) => applied(shifted, point)),
    )
    // Without a frame of their own, instances keep the placement of the package.
    expectPoints(modelVertices(content, 3), before[3])
    const [x, y, z, radius] = spheres.subarray(4, 8)
    const [px, py, pz, pradius] = content.instances.sphere.subarray(4, 8)
    expectPoints([[px, py, pz]], [applied(quarter, [x, y, z])])
    expect([pradius, calls]).toEqual([radius, [[0, null]]])
    expect(arrangement.isExploded).toBe(false)
  })

  it('adds the offset of the element after the frame, and reports the box of the exploded model', () => {
    const { content, calls } = createContent(2)
    const before = [0, 1].map((instance) => modelVertices(content, instance))
    const arrangement = new Arrangement([{ endElement: 2, matrix: quarter }])
    arrangement.setOffsets(Float32Array.of(0, 0, 0, 1, 2, 30))
    arrangement.apply(content)
    expectPoints(
      modelVertices(content, 0),
      before[0].map((point) => applied(quarter, point)),
    )
    const shifted = before[1].map((point) => applied(quarter, point)).map(([x, y, z]): Point => [x + 1, y + 2, z + 30])
    expectPoints(modelVertices(content, 1), shifted)
    const all = [0, 1].flatMap((instance) => modelVertices(content, instance))
    const [[start, box]] = calls
    expect([start, arrangement.isExploded]).toEqual([0, true])
    for (let axis = 0; axis < 3; axis++) {
      expect(box?.min[axis]).toBeCloseTo(Math.min(...all.map((point) => point[axis])), 3)
      expect(box?.max[axis]).toBeCloseTo(Math.max(...all.map((point) => point[axis])), 3)
    }
  })

  it('returns to the placement of the package exactly, however often it changed (seed 3)', () => {
    const random = testRandom(3)
    const { content } = createContent()
    const before = content.instances.placement.slice(0, 6 * placementStride)
    const spheres = content.instances.sphere.slice(0, 24)
    const arrangement = new Arrangement()
    for (let round = 0; round < 50; round++) {
      arrangement.setOffsets(Float32Array.from({ length: 18 }, () => random() * 1000))
      arrangement.setFrames([{ endElement: 3, matrix: quarter }])
      arrangement.apply(content)
    }
    arrangement.setOffsets(null)
    arrangement.setFrames([])
    arrangement.apply(content)
    expect(content.instances.placement.subarray(0, 6 * placementStride)).toEqual(before)
    expect(content.instances.sphere.subarray(0, 24)).toEqual(spheres)
  })

  it('moves later instances when they arrive, and the earlier ones only once', () => {
    const { content, calls } = createContent(2)
    const arrangement = new Arrangement([{ endElement: 100, matrix: quarter }])
    arrangement.apply(content)
    const first = content.instances.placement.slice(0, 2 * placementStride)
    arrangement.apply(content)
    expect(calls).toHaveLength(1)
    content.instances.append(placedInstances([{ center: [1, 2, 3], radius: 1 }]))
    arrangement.apply(content)
    expect(calls.map(([start]) => start)).toEqual([0, 2])
    expect(content.instances.placement.subarray(0, 2 * placementStride)).toEqual(first)
    const [x, y, z] = content.instances.sphere.subarray(8, 11)
    expectPoints([[x, y, z]], [applied(quarter, [1, 2, 3])])
  })

  it('keeps the edge coverage, the texture and the thickness of an instance', () => {
    const { content } = createContent(1)
    const before = content.instances.placement.slice(12, 16)
    new Arrangement([{ endElement: 1, matrix: quarter }]).apply(content)
    expect(content.instances.placement.subarray(12, 16)).toEqual(before)
  })

  it('begins anew with another content', () => {
    const one = createContent(2)
    const two = createContent(3)
    const arrangement = new Arrangement([{ endElement: 9, matrix: quarter }])
    arrangement.apply(one.content)
    const before = modelVertices(two.content, 0)
    arrangement.apply(two.content)
    expectPoints(
      modelVertices(two.content, 0),
      before.map((point) => applied(quarter, point)),
    )
    expect(two.calls).toEqual([[0, null]])
  })
})

describe('ModelGeometry', () => {
  it('has the box of each element over all its instances, and an infinite one without', () => {
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [1, 2, 3])],
      instances: [
        { geometry: 0, node: 2 },
        { geometry: 0, node: 0, at: [5, 5, 5] },
        { geometry: 0, node: 2, at: [10, 0, 0] },
      ],
    })
    const boxes = new ModelGeometry(content, () => false).elementBoxes(3)
    const rounded = [...boxes].map((value) => Math.round(value * 100) / 100)
    expect(rounded.slice(0, 6)).toEqual([5, 5, 5, 6, 7, 8])
    expect(rounded.slice(6, 12)).toEqual([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity])
    expect(rounded.slice(12)).toEqual([0, 0, 0, 11, 2, 3])
  })

  it('describes an instance: its element, its mesh, its matrix and whether it is solid', () => {
    const sheet = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
    const content = buildTestContent({
      meshes: [boxMesh([0, 0, 0], [1, 2, 3]), sheet],
      instances: [
        { geometry: 0, node: 4 },
        { geometry: 1, node: 7, at: [1, 2, 3] },
      ],
    })
    const geometry = new ModelGeometry(content, () => false)
    expect(geometry.getShape(1)).toMatchObject({ instance: 1, element: 7, geometry: 1, solid: false })
    expect(geometry.getShape(0)).toMatchObject({ element: 4, geometry: 0, solid: true })
    expect([3, 7, 11].map((at) => geometry.getShape(1).matrix[at])).toEqual([1, 2, 3])
    expect([geometry.count, geometry.elementOf(1), [...geometry.instancesOf(7)]]).toEqual([2, 7, [1]])
    expect([geometry.isSolid(0), geometry.isSolid(1), geometry.isResident(0)]).toEqual([true, false, true])
    expect(geometry.spheres).toBe(content.instances.sphere)
  })

  it('shows neither hidden instances nor ghosts, and reads the displayed colour', () => {
    const states = new ElementStates()
    const content = buildTestContent(
      {
        meshes: [boxMesh([0, 0, 0], [1, 1, 1])],
        colors: [
          [10, 20, 30, 255],
          [1, 2, 3, 100],
        ],
        instances: [{ geometry: 0 }, { geometry: 0, material: 1 }, { geometry: 0 }],
      },
      states,
    )
    content.instanceColors.mode[2] = 0
    states.setSelected(2, true)
    const geometry = new ModelGeometry(content, (element) => element === 1)
    expect([0, 1, 2].map((instance) => geometry.isShown(instance))).toEqual([true, false, false])
    expect([0, 1, 2].map((instance) => geometry.isSelected(instance))).toEqual([false, false, true])
    expect(geometry.getColor(0)).toEqual([10, 20, 30, 1])
    expect(geometry.getColor(1)).toEqual([1, 2, 3, expect.closeTo(50 / 127, 9)])
  })

  it('visits every instance at once where everything is resident, and asks the residency otherwise', async () => {
    const { content } = createContent(3)
    const geometry = new ModelGeometry(content, () => false)
    const visited: number[] = []
    await geometry.visit([2, 0], (instance) => visited.push(instance))
    await geometry.withResident([1], () => visited.push(9))
    expect(visited).toEqual([2, 0, 9])
    Object.assign(content, {
      residency: {
        kind: 'shapes',
        isResident: (instance: number) => instance === 1,
        visit: async (instances: Iterable<number>, visit: (instance: number) => void) => {
          for (const instance of instances) visit(instance + 100)
        },
        withResident: async (_: Iterable<number>, action: () => void) => action(),
      },
    })
    visited.length = 0
    await geometry.visit([2], (instance) => visited.push(instance))
    await geometry.withResident([2], () => visited.push(7))
    expect([visited, geometry.isResident(0), geometry.isResident(1)]).toEqual([[102, 7], false, true])
  })

  it('finds nothing near a box without a picker', () => {
    const { content } = createContent(1)
    const geometry = new ModelGeometry(content, () => false)
    let visits = 0
    geometry.near([0, 0, 0, 9, 9, 9], () => visits++)
    geometry.runsNear(geometry.getShape(0), [0, 0, 0, 9, 9, 9], () => visits++)
    expect(visits).toBe(0)
  })
})
