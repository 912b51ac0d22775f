import { describe, expect, it } from 'vitest'
import { FaceColors } from './face-colors.js'

describe('FaceColors', () => {
  const indices = Uint32Array.of(0, 0, 0, 0, 2, 1)

  it('returns the instance colour without vertex colours', () => {
    const own = Uint8Array.of(10, 20, 30)
    const colors = new FaceColors({ indices, colors: null }, own)
    expect([colors.of(3), colors.ofVertex(1)]).toEqual([own, own])
  })

  it('multiplies the mean of the three vertices by the instance colour', () => {
    const vertexColors = Uint8Array.of(30, 0, 255, 255, 60, 90, 255, 255, 90, 255, 255, 0)
    const colors = new FaceColors({ indices, colors: vertexColors }, Uint8Array.of(255, 51, 128))
    // Means 60, 115, 255; green 51 × 115 / 255 = 23.
    expect([...colors.of(3)]).toEqual([60, 23, 128])
    expect([...colors.of(0)]).toEqual([30, 0, 128])
  })

  it('multiplies the colour of one vertex by the instance colour', () => {
    const vertexColors = Uint8Array.of(1, 2, 3, 255, 255, 100, 10, 255)
    const colors = new FaceColors({ indices, colors: vertexColors }, Uint8Array.of(51, 255, 128))
    expect([...colors.ofVertex(1)]).toEqual([51, 100, 5])
    expect([...colors.ofVertex(0)]).toEqual([0, 2, 2])
  })
})
