import { describe, expect, it } from 'vitest'
import { ScreenSpace } from '../../engine/camera/screen-space.js'
import { add, cross, dot, normalize, scale, subtract } from '../../engine/math/vector.js'
import type { Pose } from '../../engine/camera/pose.js'
import type { Point } from '../../engine/types.js'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { alongLine, bearingOn, computeScreenAngle, rotateVector } from './gizmo-geometry.js'

const randomPoint = (random: () => number): Point => [random() * 10 - 5, random() * 10 - 5, random() * 10 - 5]
const rayTo = (origin: Point, target: Point) => ({
  origin,
  direction: normalize(subtract(target, origin)),
  pixelSize: 0,
  pixelGrowth: 0,
})

describe('alongLine', () => {
  it('finds the point at which a ray meets the line (seed 51)', () => {
    const random = testRandom(51)
    for (let round = 0; round < 50; round++) {
      const point = randomPoint(random)
      const direction = normalize(randomPoint(random))
      const metres = random() * 8 - 4
      const ray = rayTo(add(randomPoint(random), [0, 0, 40]), add(point, scale(direction, metres)))
      const along = alongLine(ray, point, direction)
      // Some lines happen to point at the camera.
      expect(along ?? metres).toBeCloseTo(metres, 6)
    }
  })

  it('finds the nearest point of a line that the ray passes', () => {
    // The ray along y passes 3 m above the x axis at x = 2.
    const ray = { origin: [2, -10, 3], direction: [0, 1, 0], pixelSize: 0, pixelGrowth: 0 } as const
    expect(alongLine(ray, [0, 0, 0], [1, 0, 0])).toBeCloseTo(2, 12)
    expect(alongLine(ray, [0, 0, 0], [-1, 0, 0])).toBeCloseTo(-2, 12)
  })

  it('is null for a line that points at the camera', () => {
    const ray = { origin: [2, -10, 3], direction: [0, 1, 0], pixelSize: 0, pixelGrowth: 0 } as const
    expect(alongLine(ray, [0, 0, 0], [0, 1, 0])).toBeNull()
    expect(alongLine(ray, [0, 0, 0], normalize([0.1, 1, 0]))).toBeNull()
    expect(alongLine(ray, [0, 0, 0], normalize([0.3, 1, 0]))).not.toBeNull()
  })
})

describe('computeScreenAngle', () => {
  // Seen from the south: x is to the right, z upwards.
  const pose: Pose = {
    eye: [0, -10, 0],
    azimuth: 0,
    elevation: 0,
    distance: 10,
    projection: 'perspective',
    fieldOfViewDegrees: 60,
  }
  const space = new ScreenSpace(
    () => pose,
    () => ({ width: 800, height: 600 }),
  )
  it.each([
    ['right', [1, 0, 0], 0],
    ['left', [-1, 0, 0], 180],
    ['down', [0, 0, -1], 90],
    ['up', [0, 0, 1], -90],
    ['down to the right', normalize([1, 0, -1]), 45],
    ['away from the camera, which is not seen', [0, 1, 0], -90],
  ] as const)('is clockwise from the right: %s', (_, direction, degrees) => {
    expect(computeScreenAngle(space, [0, 0, 0], direction)).toBeCloseTo(degrees, 6)
  })
})

describe('rotateVector', () => {
  it('rotates right-handed about the axis', () => {
    expect(rounded(rotateVector([1, 0, 0], [0, 0, 1], Math.PI / 2))).toEqual([0, 1, 0])
    expect(rounded(rotateVector([0, 1, 0], [1, 0, 0], Math.PI / 2))).toEqual([0, 0, 1])
    expect(rounded(rotateVector([0, 0, 1], [0, 0, 1], 1))).toEqual([0, 0, 1])
  })

  it('keeps the length and the part along the axis, and is undone by the opposite angle (seed 52)', () => {
    const random = testRandom(52)
    for (let round = 0; round < 50; round++) {
      const [vector, axis] = [normalize(randomPoint(random)), normalize(randomPoint(random))]
      const angle = random() * 6 - 3
      const rotated = rotateVector(vector, axis, angle)
      expect(Math.hypot(...rotated)).toBeCloseTo(1, 12)
      expect(dot(rotated, axis)).toBeCloseTo(dot(vector, axis), 9)
      expect(rounded(rotateVector(rotated, axis, -angle), 9)).toEqual(rounded(vector, 9))
      const [from, to] = [cross(axis, vector), cross(axis, rotated)]
      expect(dot(from, to)).toBeCloseTo(Math.cos(angle) * dot(from, from), 9)
    }
  })
})

describe('bearingOn', () => {
  it('is the angle about the centre, counter-clockwise from x', () => {
    const at = (target: Point): number | null => bearingOn(rayTo([20, -30, 25], target), [1, 2, 3])
    expect(at([5, 2, 3])).toBeCloseTo(0, 9)
    expect(at([1, 6, 3])).toBeCloseTo(Math.PI / 2, 9)
    expect(at([-1, 0, 3])).toBeCloseTo((-3 * Math.PI) / 4, 9)
  })

  it('is null for a ray that never crosses the plane', () => {
    expect(bearingOn(rayTo([20, -30, 3], [5, 2, 3]), [1, 2, 3])).toBeNull()
  })
})
