import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { barMesh, boxMesh } from '../../testing/shapes.js'
import type { TestChunk } from '../../testing/test-chunk.js'
import { buildTestContent } from '../../testing/test-content.js'
import type { Pose } from '../camera/pose.js'
import { ScreenSpace } from '../camera/screen-space.js'
import { computeLength, dot, subtract } from '../math/vector.js'
import { ModelGeometry } from '../model/model-geometry.js'
import { Picker } from '../pick/picker.js'
import { cutThrough, type CutPlane } from '../store/cut.js'
import type { Point } from '../types.js'
import { pointsAround, Snapping, type Snap, type SnapWorld } from './snapping.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

/** Looks along +Y at the plane y = 0, with 100 pixels per metre there; x = 0, z = 0 is in the centre. */
const pose: Pose = {
  eye: [0, -10, 0],
  azimuth: 0,
  elevation: 0,
  distance: 10,
  projection: 'orthographic',
  fieldOfViewDegrees: (Math.atan(0.4) * 360) / Math.PI,
}
const size = { width: 800, height: 800 }
const space = new ScreenSpace(
  () => pose,
  () => size,
)

/** Creates the world of a model; without a chunk, of a box from −2 to 2, and y from 0 to 4. */
function createWorld(chunk?: TestChunk, cuts: readonly CutPlane[] = []): SnapWorld {
  const content = buildTestContent(
    chunk ?? { meshes: [boxMesh([-2, 0, -2], [2, 4, 2])], instances: [{ geometry: 0, node: 3 }] },
  )
  const picker = new Picker(content)
  const numbers = Float64Array.from(cuts.flatMap(({ normal, offset }) => [...normal, offset]))
  return {
    space,
    cuts,
    geometry: new ModelGeometry(content, () => false, picker),
    pick: (x, y) => picker.pick(space.rayThrough(x, y), () => true, numbers),
  }
}

const toScreen = (x: number, z: number): { x: number; y: number } => ({ x: 400 + x * 100, y: 400 - z * 100 })

function snapAt(
  world: SnapWorld,
  [x, z]: readonly [number, number],
  more: { from?: Point; generosity?: number; snapping?: Snapping } = {},
): Snap | null {
  const snapping = more.snapping ?? new Snapping()
  return snapping.at({ world, ...toScreen(x, z), from: more.from ?? null, generosity: more.generosity ?? 1 })
}
/** Returns the kind and the point of a snap, or what they should be, to a millimetre. */
const describeSnap = (snap: Snap | null): unknown => [snap?.kind, snap?.point]
const expectedSnap = (kind: Snap['kind'], point: Point): unknown => [
  kind,
  point.map((value) => expect.closeTo(value, 3)),
]

describe('Snapping', () => {
  it('has a scale of 100 pixels per metre', () => {
    expect(space.pixelsPerMetreAt([0, 0, 0])).toBeCloseTo(100, 6)
    expect(space.project([1, 0, 1])).toMatchObject({ x: expect.closeTo(500, 6), y: expect.closeTo(300, 6) })
  })

  it('prefers a vertex to a midpoint, that to an edge, and that to the face', () => {
    const world = createWorld()
    expect(describeSnap(snapAt(world, [-1.95, 1.95]))).toEqual(expectedSnap('vertex', [-2, 0, 2]))
    expect(describeSnap(snapAt(world, [0.05, 1.95]))).toEqual(expectedSnap('midpoint', [0, 0, 2]))
    expect(describeSnap(snapAt(world, [1, 1.95]))).toEqual(expectedSnap('edge', [1, 0, 2]))
    expect(describeSnap(snapAt(world, [1, 1.5]))).toEqual(expectedSnap('face', [1, 0, 1.5]))
    expect(snapAt(world, [1, 1.5])).toMatchObject({ element: 3, instance: 0, normal: [0, expect.closeTo(-1, 9), 0] })
  })

  it('reaches 11 pixels to a vertex and 8 to an edge, twice as far for a finger', () => {
    const world = createWorld()
    expect(snapAt(world, [-1.92, 1.93])?.kind).toBe('vertex')
    expect(snapAt(world, [-1.92, 1.91])?.kind).not.toBe('vertex')
    expect(snapAt(world, [1, 1.925])?.kind).toBe('edge')
    expect(snapAt(world, [1, 1.915])?.kind).toBe('face')
    expect(snapAt(world, [1, 1.845], { generosity: 2 })?.kind).toBe('edge')
    expect(snapAt(world, [1, 1.835], { generosity: 2 })?.kind).toBe('face')
  })

  it('finds the silhouette from just beside it, and nothing farther away', () => {
    const world = createWorld()
    expect(describeSnap(snapAt(world, [1, 2.07]))).toEqual(expectedSnap('edge', [1, 0, 2]))
    expect(snapAt(world, [1, 2.3])).toBeNull()
    // Beside the body a face is not hit.
    expect(snapAt(world, [1, 2.088])).toBeNull()
  })

  it('snaps to the foot of the perpendicular from the previous point', () => {
    const world = createWorld()
    // On an edge, within its ends.
    expect(describeSnap(snapAt(world, [0.52, 1.99], { from: [0.5, -3, 7] }))).toEqual(
      expectedSnap('perpendicular', [0.5, 0, 2]),
    )
    // On a face.
    expect(describeSnap(snapAt(world, [0.52, 0.52], { from: [0.5, -6, 0.5] }))).toEqual(
      expectedSnap('perpendicular', [0.5, 0, 0.5]),
    )
    expect(snapAt(world, [0.52, 0.52])?.kind).toBe('face')
    // A foot beyond the end of the edge is none.
    expect(snapAt(world, [1, 1.95], { from: [3, 0, 9] })?.kind).toBe('edge')
  })

  it('snaps to the centre of a circle and reports it', () => {
    const bar = { meshes: [barMesh(1, 4, 32)], instances: [{ geometry: 0, linear: [1, 0, 0, 0, 0, -1, 0, 1, 0] }] }
    const world = createWorld(bar)
    const snap = snapAt(world, [0.03, 0.03])
    expect(describeSnap(snap)).toEqual(expectedSnap('center', [0, 0, 0]))
    expect(snap?.circle?.radius).toBeCloseTo(1, 2)
    expect(Math.abs(dot(snap?.circle?.normal ?? [0, 0, 0], [0, 1, 0]))).toBeCloseTo(1, 4)
    const rim = snapAt(world, [0.7, 0.69])
    expect(rim === null ? null : new Snapping().circleNear(world, rim)?.radius).toBeCloseTo(1, 2)
    expect(new Snapping().circleNear(world, snap as Snap)).toBe(snap?.circle)
  })

  it('prefers the vertex on the picked surface to one that lies behind it', () => {
    for (const y of [0.05, -0.05]) {
      const plate = boxMesh([-2, Math.min(0, y), -2], [2, Math.max(0, y), 2])
      const world = createWorld({ meshes: [plate], instances: [{ geometry: 0 }] })
      for (const [x, z] of [
        [-2, -2],
        [2, -2],
        [-2, 2],
        [2, 2],
      ])
        expect(describeSnap(snapAt(world, [x * 0.98, z * 0.98]))).toEqual(
          expectedSnap('vertex', [x, Math.min(0, y), z]),
        )
    }
  })

  it('has no circle near a face in its middle, or on a body without any', () => {
    const world = createWorld()
    const snap = snapAt(world, [1, 1.5]) as Snap
    expect(new Snapping().circleNear(world, snap)).toBeNull()
    const bar = createWorld({
      meshes: [barMesh(1, 4, 32)],
      instances: [{ geometry: 0, linear: [1, 0, 0, 0, 0, -1, 0, 1, 0] }],
    })
    const face = { ...snap, instance: 0, point: [0.4, 0, 0] as Point }
    expect(new Snapping().circleNear(bar, face)).toBeNull()
  })

  it('snaps to the outline of a cut, with straight runs as one edge', () => {
    const cut = cutThrough([0, 1, 0], [0, 1, 0])
    const world = createWorld(undefined, [cut])
    expect(describeSnap(snapAt(world, [1.95, 0.5]))).toEqual(expectedSnap('edge', [2, 1, 0.5]))
    expect(describeSnap(snapAt(world, [1.95, 0.02]))).toEqual(expectedSnap('midpoint', [2, 1, 0]))
    expect(describeSnap(snapAt(world, [1.95, 1.95]))).toEqual(expectedSnap('vertex', [2, 1, 2]))
    const { edge } = snapAt(world, [1.95, 0.5]) as Snap
    expect(computeLength(subtract(edge?.[0] as Point, edge?.[1] as Point))).toBeCloseTo(4, 3)
  })

  it('ignores what a plane cuts away', () => {
    const cut = cutThrough([0, 0, 1], [0, 0, -1])
    const world = createWorld(undefined, [cut])
    expect(snapAt(world, [-1.95, 1.95])).toBeNull()
    expect(snapAt(world, [-1.95, 0.5])?.kind).toBe('edge')
  })

  it('follows a body that moved, once its caches are cleared', () => {
    const cut = cutThrough([0, 1, 0], [0, 1, 0])
    const snapping = new Snapping()
    const at = (x: number): TestChunk => ({
      meshes: [boxMesh([-2, 0, -2], [2, 4, 2])],
      instances: [{ geometry: 0, at: [x, 0, 0] }],
    })
    expect(describeSnap(snapAt(createWorld(at(0), [cut]), [1.95, 0.5], { snapping }))).toEqual(
      expectedSnap('edge', [2, 1, 0.5]),
    )
    snapping.clear()
    expect(describeSnap(snapAt(createWorld(at(-0.5), [cut]), [1.45, 0.5], { snapping }))).toEqual(
      expectedSnap('edge', [1.5, 1, 0.5]),
    )
  })

  it('searches each body once, however many pixels show it', () => {
    const snapping = new Snapping()
    snapAt(createWorld(), [0, 0], { snapping })
    expect(snapping.cost).toMatchObject({ picks: 5, instances: 1 })
    const pair = {
      meshes: [boxMesh([-2, 0, -2], [0, 4, 2])],
      instances: [{ geometry: 0 }, { geometry: 0, at: [2, 0, 0] as const }],
    }
    snapAt(createWorld(pair), [0.02, 0], { snapping })
    expect(snapping.cost).toMatchObject({ picks: 5, instances: 2 })
  })
})

describe('pointsAround', () => {
  it('is a closed polygon on the circle, whatever its direction', () => {
    for (const normal of [
      [0, 0, 1],
      [0, 1, 0],
      [0.6, 0, 0.8],
      [0, 0.28, -0.96],
    ] as Point[]) {
      const points = pointsAround({ center: [1, 2, 3], normal, radius: 5 }, 12)
      expect(points).toHaveLength(13)
      points[12].forEach((value, axis) => expect(value).toBeCloseTo(points[0][axis], 9))
      for (const point of points) {
        expect(computeLength(subtract(point, [1, 2, 3]))).toBeCloseTo(5, 9)
        expect(dot(subtract(point, [1, 2, 3]), normal)).toBeCloseTo(0, 9)
      }
      const sides = points.slice(1).map((point, at) => computeLength(subtract(point, points[at])))
      for (const side of sides) expect(side).toBeCloseTo(2 * 5 * Math.sin(Math.PI / 12), 9)
    }
    expect(pointsAround({ center: [0, 0, 0], normal: [0, 0, 1], radius: 1 })).toHaveLength(49)
  })
})
