import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { boxMesh, testRandom } from '../../testing/shapes.js'
import type { TestChunk } from '../../testing/test-chunk.js'
import { buildTestContent, modelVertices } from '../../testing/test-content.js'
import type { Pose } from '../camera/pose.js'
import { rayAt } from '../camera/view-ray.js'
import type { CullView } from '../cull/culler.js'
import type { ModelContent } from '../model/model-content.js'
import { Picker } from '../pick/picker.js'
import { CameraProjection } from '../render/camera-projection.js'
import { ElementStates } from '../store/element-states.js'
import { instanceFlag, placementStride, rangeStride } from '../store/gpu-chunk.js'
import type { Point } from '../types.js'
import { DepthGrid } from './depth-grid.js'
import { Occlusion } from './occlusion.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const size = { width: 1280, height: 720 }
const pose: Pose = {
  eye: [0, -30, 2],
  azimuth: 0,
  elevation: 0,
  distance: 30,
  projection: 'perspective',
  fieldOfViewDegrees: 50,
}

function createView(one: Pose, content: ModelContent, cuts: readonly number[] = []): CullView {
  const projection = new CameraProjection()
  projection.update(one, content.bounds, { size, tile: null })
  const view = projection.cullView(one, size.height)
  return { ...view, planes: Float64Array.from([...view.planes, ...cuts]) }
}

function visible(content: ModelContent, one: Pose = pose, cuts: readonly number[] = []): number[] | null {
  const bits = new Occlusion(content).visibleInstances(createView(one, content, cuts))
  if (bits === null) return null
  return Array.from({ length: content.instances.count }, (_, at) => at).filter(
    (at) => ((bits[at >> 3] >> (at & 7)) & 1) === 1,
  )
}

/** A wall of 20 × 8 m in the plane y = 0, and boxes of 1 m at these positions. */
function createScene(boxes: readonly Point[], wall: Partial<TestChunk['instances'][number]> = {}): TestChunk {
  return {
    meshes: [boxMesh([-10, 0, -2], [10, 0.3, 6]), boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])],
    colors: [
      [9, 9, 9, 255],
      [9, 9, 9, 90],
    ],
    instances: [{ geometry: 0, ...wall }, ...boxes.map((at) => ({ geometry: 1, at }))],
  }
}

describe('Occlusion', () => {
  it('hides what is behind a wall, and nothing beside it, before it or through it', () => {
    const content = buildTestContent(
      createScene([
        [0, 5, 2],
        [0, -5, 2],
        [14, 5, 2],
        [0, 0, 6],
        [5, 20, 2],
      ]),
    )
    // The wall, the box before it, the one beside it, and the one that looks over it.
    expect(visible(content)).toEqual([0, 2, 3, 4])
  })

  it.each(['perspective', 'orthographic'] as const)(
    'never hides what a ray through any pixel hits first in the %s view (seeds 1 to 6)',
    (projection) => {
      let hidden = 0
      const missing: string[] = []
      for (let seed = 1; seed <= 6; seed++) {
        const random = testRandom(seed)
        const next = (low: number, high: number): number => low + random() * (high - low)
        const walls = Array.from({ length: 6 }, () => {
          const angle = next(0, 6)
          return {
            geometry: 0,
            at: [next(-10, 10), next(-5, 25), next(-2, 2)] as const,
            linear: [Math.cos(angle), Math.sin(angle), 0, -Math.sin(angle), Math.cos(angle), 0, 0, 0, 1],
          }
        })
        const boxes = Array.from({ length: 120 }, () => ({
          geometry: 1,
          at: [next(-25, 25), next(-10, 60), next(-4, 10)] as const,
        }))
        const content = buildTestContent({ ...createScene([]), instances: [...walls, ...boxes] })
        const one: Pose = { ...pose, projection, azimuth: next(-0.4, 0.4), elevation: next(-0.3, 0.1) }
        const visibleSet = new Set(visible(content, one))
        const picker = new Picker(content)
        for (let row = 0; row < 60; row++)
          for (let column = 0; column < 100; column++) {
            const point = { x: (column / 50 - 0.99) * 0.999, y: (row / 30 - 0.99) * 0.999 }
            const hit = picker.pick(rayAt(one, point, size), () => true)
            if (hit !== null && !visibleSet.has(hit.instance)) missing.push(`seed ${seed}, instance ${hit.instance}`)
          }
        const inView = boxes.filter((_, at) => isInView(content, walls.length + at, one)).length
        hidden += inView - boxes.filter((_, at) => visibleSet.has(walls.length + at)).length
      }
      expect(missing).toEqual([])
      expect(hidden).toBeGreaterThan(60)
    },
  )

  it('is unknown without large objects, and without the matrix of the view', () => {
    const content = buildTestContent({ ...createScene([]), instances: [{ geometry: 1, at: [0, 5, 2] }] })
    expect(visible(content, { ...pose, eye: [0, -600, 2] })).toBeNull()
    const { toClip: _, ...view } = createView(pose, content)
    expect(new Occlusion(content).visibleInstances(view)).toBeNull()
  })

  it('hides nothing behind a transparent, textured, hidden or evicted wall', () => {
    const boxes: Point[] = [[0, 5, 2]]
    // Without any occluder the result is unknown: everything is drawn.
    const isDrawn = (content: ModelContent): boolean => visible(content)?.includes(1) ?? true
    expect(isDrawn(buildTestContent(createScene(boxes)))).toBe(false)
    expect(isDrawn(buildTestContent(createScene(boxes, { material: 1 })))).toBe(true)
    const textured = buildTestContent(createScene(boxes))
    textured.instances.placement[13] = -1
    expect(isDrawn(textured)).toBe(true)
    const states = new ElementStates()
    states.setHidden(0, true)
    expect(isDrawn(buildTestContent(createScene(boxes), states))).toBe(true)
    const evicted = buildTestContent(createScene(boxes))
    evicted.instances.ranges.fill(0, 0, rangeStride)
    expect(isDrawn(evicted)).toBe(true)
    const points = buildTestContent(createScene(boxes))
    points.instances.flags[0] |= instanceFlag.points
    expect(isDrawn(points)).toBe(true)
  })

  it('hides nothing behind the back of a closed wall, seen from inside', () => {
    const interior: TestChunk = {
      meshes: [boxMesh([-20, -40, -10], [20, 40, 10]), boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])],
      instances: [{ geometry: 0 }, { geometry: 1, at: [0, 60, 2] }],
    }
    // The eye is in the room; its far wall is a back face.
    expect(visible(buildTestContent(interior))).toEqual([0, 1])
    const open = buildTestContent(interior)
    open.instances.flags[0] &= ~instanceFlag.closed
    open.instanceColors.mode[0] = 2
    expect(visible(open)).toEqual([0])
  })

  it('looks through a wall that a section plane cuts, and not through its uncut part', () => {
    const content = buildTestContent(createScene([[0, 5, 2]]))
    // The side y ≥ 2 stays: the wall is cut away.
    expect(visible(content, pose, [0, 1, 0, -2])).toContain(1)
    // The side y ≤ 40 stays, which cuts nothing.
    expect(visible(content, pose, [0, -1, 0, 40])).toEqual([0])
  })

  it('draws section caps as occluders, except where another plane cuts them away', () => {
    // The second box is outside the view, so that the model reaches beyond the cap.
    const instances = [[0, 5, 2] as const, [0, -12, -40] as const].map((at) => ({ geometry: 1, at }))
    const content = buildTestContent({ ...createScene([]), instances })
    content.capTriangles = [-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, -9, 9, 0, 9, -9, 0, 9]
    expect(visible(content)).toEqual([])
    // The side z ≥ 5 stays.
    expect(visible(content, pose, [0, 0, 1, -5])).toEqual([])
    expect(visible(content, pose, [0, 0, -1, 5])).toEqual([0])
  })

  it('clips occluders that reach behind the eye', () => {
    const floor: TestChunk = {
      meshes: [boxMesh([-50, -80, -1], [50, 80, -0.5]), boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])],
      instances: [{ geometry: 0 }, { geometry: 1, at: [0, 20, -5] }, { geometry: 1, at: [0, 20, 2] }],
    }
    expect(visible(buildTestContent(floor))).toEqual([0, 2])
  })

  it('marks every occluder as visible, and forgets the view before', () => {
    const content = buildTestContent(createScene([[0, 5, 2]]))
    const occlusion = new Occlusion(content)
    const bits = (eye: Point): number => {
      const result = occlusion.visibleInstances(
        createView({ ...pose, eye, azimuth: eye[1] > 0 ? Math.PI : 0 }, content),
      )
      return result === null ? -1 : result[0]
    }
    expect([bits([0, -30, 2]), bits([0, 30, 2]), bits([0, -30, 2])]).toEqual([0b01, 0b11, 0b01])
  })

  it('keeps up with instances that arrive later', () => {
    const content = buildTestContent(createScene([]))
    const occlusion = new Occlusion(content)
    occlusion.visibleInstances(createView(pose, content))
    const more = buildTestContent(
      createScene([
        [0, 5, 2],
        [0, -5, 2],
      ]),
    )
    content.instances.append({
      ...more.instances,
      count: 2,
      node: more.instances.node.slice(1, 3),
      geometry: more.instances.geometry.slice(1, 3),
      color: more.instances.color.slice(4, 12),
      placement: more.instances.placement.slice(placementStride, 3 * placementStride),
      sphere: more.instances.sphere.slice(4, 12),
      levelError: more.instances.levelError.slice(2, 6),
      ranges: more.instances.ranges.slice(rangeStride, 3 * rangeStride),
      flags: more.instances.flags.slice(1, 3),
    })
    content.instanceColors.updateRange(1, 3)
    Object.assign(content, { bounds: more.bounds })
    const result = occlusion.visibleInstances(createView(pose, content))
    expect(result?.[0]).toBe(0b101)
  })
})

/** Returns whether any vertex of the instance is in the frame. */
function isInView(content: ModelContent, instance: number, one: Pose): boolean {
  const toClip = createView(one, content).toClip ?? []
  return modelVertices(content, instance).some(([x, y, z]) => {
    const row = (at: number): number => toClip[at] * x + toClip[at + 4] * y + toClip[at + 8] * z + toClip[at + 12]
    const w = row(3)
    return w > 0 && Math.abs(row(0)) < w && Math.abs(row(1)) < w
  })
}

describe('DepthGrid', () => {
  it.each([3, 4, 5])('holds the nearest polygon at every sample (seed %d)', (seed) => {
    const random = testRandom(seed)
    const grid = new DepthGrid()
    grid.clear()
    /** Planes of nearness over convex polygons, as half-planes. */
    const polygons = Array.from({ length: 8 }, () => {
      const [x, y, radius] = [random() * 640, random() * 360, 20 + random() * 200]
      const vertexCount = 3 + Math.floor(random() * 4)
      const slope = [random() * 0.004, random() * 0.004, random()]
      const vertices = Array.from({ length: vertexCount }, (_, at) => {
        const angle = (at / vertexCount) * 2 * Math.PI
        const point = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
        return [...point, slope[0] * point[0] + slope[1] * point[1] + slope[2]]
      })
      grid.fill(Float64Array.from(vertices.flat()), vertexCount, false)
      return { vertices, slope }
    })
    grid.finish()
    for (let round = 0; round < 400; round++) {
      const [column, row] = [1 + Math.floor(random() * 638), 1 + Math.floor(random() * 358)]
      // A query tests the sample with its eight neighbours.
      const samples = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [column + dx + 0.5, row + dy + 0.5]))
      const depths = samples.map(([x, y]) =>
        Math.max(
          -1e30,
          ...polygons
            .filter(({ vertices }) =>
              vertices.every(([ax, ay], at) => {
                const [bx, by] = vertices[(at + 1) % vertices.length]
                return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
              }),
            )
            .map(({ slope }) => slope[0] * x + slope[1] * y + slope[2]),
        ),
      )
      const farthest = Math.min(...depths)
      const at = { left: column + 0.5, right: column + 0.5, bottom: row + 0.5, top: row + 0.5 }
      // An empty sample hides nothing, however far it is.
      expect(grid.hides({ ...at, nearness: Math.max(farthest - 1e-4, -1e29) })).toBe(farthest > -1)
      expect(grid.hides({ ...at, nearness: Math.max(farthest, -1e29) + 1e-4 })).toBe(false)
    }
  })

  it('hides a footprint only while every sample of every tile is nearer', () => {
    const grid = new DepthGrid()
    grid.clear()
    grid.fill(Float64Array.of(0, 0, 1, 640, 0, 1, 640, 360, 1, 0, 360, 1), 4, false)
    grid.finish()
    const frame = { left: -10, right: 700, bottom: -10, top: 400, nearness: 0.5 }
    expect([grid.hides(frame), grid.hides({ ...frame, nearness: 1 })]).toEqual([true, false])
  })
})
