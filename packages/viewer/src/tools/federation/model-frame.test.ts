import type { Vector3 } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { modelFrame, unturned } from './model-frame.js'
import { ModelsExtension } from './models-extension.js'
import { computeMatrix, applyPlacement, unmoved } from './placement.js'
import type { Viewer } from '../../engine/api.js'

/** Returns the metres between two points. */
const gap = (one: Vector3, other: Vector3): number => Math.hypot(...one.map((value, axis) => value - other[axis]))

describe('model frame', () => {
  const origin: Vector3 = [1000, 2000, 30]
  const worldOrigin: Vector3 = [900, 2100, 0]
  const placement = { x: 5, y: -3, z: 2, rotationDegrees: 90, pivot: [1000, 2000, 30] } as const
  const frame = modelFrame(computeMatrix(placement, origin, worldOrigin), origin)

  it('converts points to the transformed view position and back', () => {
    const own: Vector3 = [1004, 2001, 33]
    const [x, y, z] = applyPlacement(placement, own)
    const viewPoint: Vector3 = [x - 900, y - 2100, z]
    expect(viewPoint).toEqual([104, -99, 35])
    expect(gap(frame.pointToView(own), viewPoint)).toBeLessThan(1e-9)
    expect(gap(frame.pointToFile(viewPoint), own)).toBeLessThan(1e-9)
  })
  it('rotates directions without translating them', () => {
    expect(gap(frame.directionToView([1, 0, 0]), [0, 1, 0])).toBeLessThan(1e-12)
    expect(gap(frame.directionToFile([0, 1, 0]), [1, 0, 0])).toBeLessThan(1e-12)
    expect(gap(frame.directionToView([0, 0, 2]), [0, 0, 2])).toBeLessThan(1e-12)
  })
  it('keeps a precision of 0.1 mm for nine-digit coordinates', () => {
    const far: Vector3 = [600_000_123.25, -480_000_987.5, 812.125]
    const rotatedPlacement = { x: 12.5, y: -7.25, z: 0.5, rotationDegrees: 37.5, pivot: far } as const
    const wide = modelFrame(computeMatrix(rotatedPlacement, far, [far[0] - 40, far[1] + 60, 800]), far)
    const own: Vector3 = [far[0] + 31.125, far[1] - 12.5, far[2] + 4]
    expect(gap(wide.pointToFile(wide.pointToView(own)), own)).toBeLessThan(1e-4)
  })
  it('is the model’s own only when the model is placed as if it were alone', () => {
    expect(frame.isOwn).toBe(false)
    expect(modelFrame(computeMatrix(unmoved, origin, worldOrigin), origin).isOwn).toBe(false)
    expect(modelFrame(computeMatrix(unmoved, origin, origin), origin).isOwn).toBe(true)
    expect(modelFrame(unturned, origin).pointToView([1001, 2000, 30])).toEqual([1, 0, 0])
  })
})

describe('frame of an open model', () => {
  /** Opens the parts of a viewer that the extension needs while a single model is open. */
  function openSingle(origin: Vector3): ModelsExtension {
    const states = { era: 0, reserve: () => undefined, flags: new Uint8Array(3) }
    const viewer = {
      on: () => () => undefined,
      states,
      model: { manifest: { counts: { nodes: 3 }, origin } },
    }
    const models = new ModelsExtension(viewer as unknown as Viewer)
    const loader = { fetchManifest: () => Promise.reject(new Error()), fetchFile: () => Promise.reject(new Error()) }
    models.begin({ key: 'house', label: 'house.ifc', loader })
    return models
  }

  it('removes the package origin for a single model, and is null for an unknown model', () => {
    const models = openSingle([10, 20, 0])
    const frame = models.findFrame('house')
    expect(frame?.pointToView([11, 22, 3])).toEqual([1, 2, 3])
    expect(frame?.pointToFile([1, 2, 3])).toEqual([11, 22, 3])
    expect(frame?.isOwn).toBe(true)
    expect(models.findFrame('pipes')).toBeNull()
  })
})
