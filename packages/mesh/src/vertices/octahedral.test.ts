import { describe, expect, it } from 'vitest'
import { decodeOctahedral, encodeOctahedral } from './octahedral.js'

const unpack = (packed: number): [number, number] => [Math.floor(packed / 256) - 128, (packed % 256) - 128]

describe('octahedral normals', () => {
  it('preserve every direction within 1.2 degrees', () => {
    for (let azimuth = 0; azimuth < 360; azimuth += 7) {
      for (let elevation = -90; elevation <= 90; elevation += 6) {
        const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
        const direction = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)] as const
        const back = decodeOctahedral(...unpack(encodeOctahedral(...direction)))
        const cosine = back.reduce((sum, value, axis) => sum + value * direction[axis], 0)
        expect(cosine).toBeGreaterThan(Math.cos((1.2 * Math.PI) / 180))
      }
    }
  })

  it('do not depend on length and accept the zero vector', () => {
    expect(encodeOctahedral(0, 0, 9)).toBe(encodeOctahedral(0, 0, 0.1))
    expect(decodeOctahedral(...unpack(encodeOctahedral(0, 0, 0)))).toEqual([0, 0, 1])
  })

  it('preserve the axes exactly', () => {
    expect(decodeOctahedral(...unpack(encodeOctahedral(-1, 0, 0)))).toEqual([-1, 0, 0])
    expect(decodeOctahedral(...unpack(encodeOctahedral(0, 1, 0)))).toEqual([0, 1, 0])
    expect(
      decodeOctahedral(...unpack(encodeOctahedral(0, 0, -1))).map((value) => Math.round(value * 1e6) / 1e6 + 0),
    ).toEqual([0, 0, -1])
  })
})
