import type { SavedCamera, SavedViewInput } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { cameraInMetres, isUsableCamera, writeViews } from './saved-views.js'

const pose = { eye: [10, 0, 4], direction: [0, 1, 0], up: [0, 0, 1], distanceMetres: 20 } as const
const perspective: SavedCamera = { kind: 'perspective', fieldOfViewDegrees: 45, ...pose }
const orthographic: SavedCamera = { kind: 'orthographic', heightMetres: 30, ...pose }

describe('saved camera', () => {
  it('has positions and heights converted to metres, but not angles', () => {
    const [feet, straight] = [cameraInMetres(orthographic, 0.3048), cameraInMetres(perspective, 0.001)]
    expect(feet.eye[0]).toBeCloseTo(3.048)
    expect(feet).toMatchObject({ kind: 'orthographic', direction: [0, 1, 0] })
    expect(feet.kind === 'orthographic' && feet.heightMetres).toBeCloseTo(9.144)
    expect(straight).toMatchObject({ fieldOfViewDegrees: 45, distanceMetres: 0.02 })
    const { distanceMetres: _, ...without } = perspective
    expect(cameraInMetres(without, 2)).not.toHaveProperty('distanceMetres')
  })

  it.each<[string, SavedCamera, boolean]>([
    ['a valid camera', perspective, true],
    ['zero field of view', { ...perspective, fieldOfViewDegrees: 0 }, false],
    ['excessive field of view', { ...perspective, fieldOfViewDegrees: 180 }, false],
    ['non-finite position', { ...perspective, eye: [Number.NaN, 0, 0] }, false],
    ['position far outside the range', { ...perspective, eye: [0, 1e13, 0] }, false],
    ['zero view direction', { ...perspective, direction: [0, 0, 0] }, false],
    ['zero up vector', { ...perspective, up: [0, 0, 0] }, false],
    ['zero view height', { ...orthographic, heightMetres: 0 }, false],
    ['target equal to the position', { ...orthographic, distanceMetres: 0 }, false],
  ])('is usable or not: %s', (_, camera, isUsable) => expect(isUsableCamera(camera)).toBe(isUsable))

  it('is counted as omitted when it is unusable or cannot be added', () => {
    const addedViews: SavedViewInput[] = []
    const addView = (view: SavedViewInput): boolean => addedViews.length < 1 && addedViews.push(view) > 0
    const views = [perspective, { ...perspective, fieldOfViewDegrees: -1 }, orthographic]
    const foundViews = views.map((camera, at) => ({ name: `${at}`, folders: [], camera }))
    expect(writeViews({ addView }, foundViews)).toBe(2)
    expect(addedViews.map(({ name }) => name)).toEqual(['0'])
  })
})
