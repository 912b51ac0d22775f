import { Vector3, type OrthographicCamera, type PerspectiveCamera } from 'three'
import type { Box } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { depthRange } from '../camera/bounds.js'
import { computeFrame, type Pose } from '../camera/pose.js'
import { projectPoint } from '../camera/project.js'
import type { Point } from '../types.js'
import { CameraProjection } from './camera-projection.js'
import { Clipping, createCutDefines } from './clipping.js'

const size = { width: 900, height: 600 }
const box: Box = { min: [-5, -5, -5], max: [5, 5, 5] }

function randomPose(random: () => number, projection: Pose['projection']): Pose {
  return {
    eye: [random() * 60 - 30, random() * 60 - 30, random() * 60 - 30],
    azimuth: random() * 6,
    elevation: (random() - 0.5) * 3,
    distance: 5 + random() * 30,
    projection,
    fieldOfViewDegrees: 30 + random() * 50,
  }
}

describe.each(['perspective', 'orthographic'] as const)('CameraProjection of the %s view', (kind) => {
  it('projects points to where they are on screen, from −1 to 1 (seed 1)', () => {
    const random = testRandom(1)
    const projection = new CameraProjection()
    for (let round = 0; round < 40; round++) {
      const pose = randomPose(random, kind)
      projection.update(pose, box, { size, tile: null })
      const { forward } = computeFrame(pose)
      const point = pose.eye.map((value, axis) => value + forward[axis] * 12 + random() * 4 - 2) as unknown as Point
      const expected = projectPoint(pose, point, size)
      const actual = new Vector3(...point).project(projection.camera)
      expect(((actual.x + 1) / 2) * size.width).toBeCloseTo(expected?.x ?? 0, 3)
      expect(((1 - actual.y) / 2) * size.height).toBeCloseTo(expected?.y ?? 0, 3)
      const { toClip = [] } = projection.cullView(pose, size.height)
      const row = (at: number): number =>
        toClip[at] * point[0] + toClip[at + 4] * point[1] + toClip[at + 8] * point[2] + toClip[at + 12]
      expect(row(0) / row(3)).toBeCloseTo(actual.x, 6)
      expect(row(2) / row(3)).toBeCloseTo(actual.z, 6)
    }
  })

  it('has planes that point inwards and enclose exactly what is on screen (seed 2)', () => {
    const random = testRandom(2)
    const projection = new CameraProjection()
    let inside = 0
    for (let round = 0; round < 30; round++) {
      const pose = randomPose(random, kind)
      projection.update(pose, box, { size, tile: null })
      const { planes } = projection.cullView(pose, size.height)
      expect(planes).toHaveLength(24)
      for (let at = 0; at < 24; at += 4)
        expect(Math.hypot(planes[at], planes[at + 1], planes[at + 2])).toBeCloseTo(1, 9)
      const { near, far } = depthRange(pose, box)
      for (let step = 0; step < 60; step++) {
        const { forward } = computeFrame(pose)
        const depth = random() * 40
        const point = pose.eye.map(
          (value, axis) => value + forward[axis] * depth + (random() - 0.5) * 50,
        ) as unknown as Point
        const projected = projectPoint(pose, point, size)
        const isOnScreen =
          projected !== null &&
          projected.x > 0 &&
          projected.x < size.width &&
          projected.y > 0 &&
          projected.y < size.height &&
          projected.depth > near &&
          projected.depth < far
        const heights = [0, 4, 8, 12, 16, 20].map(
          (at) => planes[at] * point[0] + planes[at + 1] * point[1] + planes[at + 2] * point[2] + planes[at + 3],
        )
        if (Math.min(...heights.map(Math.abs)) < 1e-6) continue
        expect(heights.every((height) => height > 0)).toBe(isOnScreen)
        inside += isOnScreen ? 1 : 0
      }
    }
    expect(inside).toBeGreaterThan(20)
  })

  it('has the depth range of the model, and one of its own without a model', () => {
    const projection = new CameraProjection()
    const pose = { ...randomPose(testRandom(3), kind), eye: [0, -40, 0] as const, azimuth: 0, elevation: 0 }
    projection.update(pose, box, { size, tile: null })
    const camera = projection.camera as PerspectiveCamera | OrthographicCamera
    expect([camera.near, camera.far]).toEqual(
      Object.values(depthRange(pose, box)).map((value) => expect.closeTo(value, 9)),
    )
    projection.update(pose, null, { size, tile: null })
    expect(camera.far).toBeCloseTo(depthRange(pose, { min: [-10, -10, -10], max: [10, 10, 10] }).far, 9)
  })

  it('shows a tile of a larger frame as that frame does', () => {
    const projection = new CameraProjection()
    const pose = randomPose(testRandom(4), kind)
    const { forward } = computeFrame(pose)
    const point = new Vector3(...(pose.eye.map((value, axis) => value + forward[axis] * 12 + 0.3) as unknown as Point))
    projection.update(pose, box, { size, tile: null })
    const inFrame = point.clone().project(projection.camera)
    const tile = { x: 300, y: 150, width: 400, height: 300 }
    projection.update(pose, box, { size, tile })
    const part = point.clone().project(projection.camera)
    expect(tile.x + ((part.x + 1) / 2) * tile.width).toBeCloseTo(((inFrame.x + 1) / 2) * size.width, 6)
    expect(tile.y + ((1 - part.y) / 2) * tile.height).toBeCloseTo(((1 - inFrame.y) / 2) * size.height, 6)
    projection.update(pose, box, { size, tile: null })
    expect(point.clone().project(projection.camera).x).toBeCloseTo(inFrame.x, 9)
  })

  it('measures pixels per metre, at one metre or everywhere', () => {
    const projection = new CameraProjection()
    const pose = randomPose(testRandom(5), kind)
    projection.update(pose, box, { size, tile: null })
    const { pixelScale, orthographic, eye } = projection.cullView(pose, size.height)
    const tangent = Math.tan((pose.fieldOfViewDegrees * Math.PI) / 360)
    const height = kind === 'perspective' ? 2 * tangent : 2 * tangent * pose.distance
    expect(pixelScale).toBeCloseTo(size.height / height, 9)
    expect([orthographic, eye]).toEqual([kind === 'orthographic', pose.eye])
  })
})

describe('Clipping', () => {
  const createGl = (extension: object | null) => {
    const calls: string[] = []
    const gl = {
      getExtension: (name: string) => (name === 'WEBGL_clip_cull_distance' ? extension : null),
      getParameter: (name: number) => (name === 7 ? 8 : null),
      enable: (name: number) => calls.push(`enable ${name}`),
      disable: (name: number) => calls.push(`disable ${name}`),
    }
    return { clipping: new Clipping(gl as unknown as WebGL2RenderingContext), calls }
  }

  it('enables a distance for each plane while it draws', () => {
    const { clipping, calls } = createGl({ CLIP_DISTANCE0_WEBGL: 100, MAX_CLIP_DISTANCES_WEBGL: 7 })
    clipping.during(2, () => calls.push('draw'))
    clipping.during(0, () => calls.push('draw'))
    expect(calls).toEqual(['enable 100', 'enable 101', 'draw', 'disable 100', 'disable 101', 'draw'])
    expect(clipping.maxPlanes).toBe(8)
  })

  it('supports no planes without the extension', () => {
    const { clipping, calls } = createGl(null)
    clipping.during(0, () => calls.push('draw'))
    expect([clipping.maxPlanes, calls]).toEqual([0, ['draw']])
  })

  it('defines what the shaders compile for a number of planes', () => {
    expect(createCutDefines(0, 8)).toEqual({})
    expect(createCutDefines(3, 8)).toEqual({ CUT: '', CLIPPED: '3' })
    expect(createCutDefines(8, 8)).toEqual({ CUT: '', CLIPPED: '8' })
    expect(createCutDefines(9, 8)).toEqual({ CUT: '' })
    expect(createCutDefines(1, 0)).toEqual({ CUT: '' })
  })
})
