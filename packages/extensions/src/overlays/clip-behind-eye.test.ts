import type { CameraView } from '@kamar/viewer'
import { expect, it } from 'vitest'
import { clipBehindEye } from './clip-behind-eye.js'

const view: CameraView = {
  eye: [0, 0, 0],
  target: [10, 0, 0],
  projection: 'perspective',
  fieldOfViewDegrees: 45,
  height: 8,
}

it('clipBehindEye keeps segments in front of the eye, clips crossing ones and drops those behind', () => {
  expect(
    clipBehindEye(
      [
        [1, 0, 0],
        [2, 5, 0],
      ],
      view,
    ),
  ).toEqual([
    [1, 0, 0],
    [2, 5, 0],
  ])
  expect(
    clipBehindEye(
      [
        [-1, 0, 0],
        [-2, 5, 0],
      ],
      view,
    ),
  ).toBeNull()
  const [from, to] =
    clipBehindEye(
      [
        [-1, 0, 0],
        [1, 2, 0],
      ],
      view,
    ) ?? []
  expect(from?.[0]).toBeCloseTo(0.001, 6)
  expect(from?.[1]).toBeCloseTo(1.001, 6)
  expect(to).toEqual([1, 2, 0])
  expect(
    clipBehindEye(
      [
        [1, 2, 0],
        [-1, 0, 0],
      ],
      view,
    )?.[1]?.[0],
  ).toBeCloseTo(0.001, 6)
})

it('clipBehindEye keeps all segments in orthographic projection', () => {
  const flat = { ...view, projection: 'orthographic' } as const
  expect(
    clipBehindEye(
      [
        [-1, 0, 0],
        [-2, 5, 0],
      ],
      flat,
    ),
  ).toEqual([
    [-1, 0, 0],
    [-2, 5, 0],
  ])
})
