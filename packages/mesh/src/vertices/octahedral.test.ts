import { describe, expect, it } from 'vitest'
import { prepareMesh } from '../prepare-mesh.js'
import { decodeOctahedral } from './octahedral.js'

type Direction = readonly [x: number, y: number, z: number]

/** Stores a direction of any length as the normal of a triangle that faces the same side, and decodes it. */
function storeNormal([x, y, z]: Direction): readonly number[] {
  // Two directions that span the plane across the normal, counter-clockwise seen from its end.
  const other: Direction = Math.abs(x) > Math.abs(z) ? [-y, x, 0] : [0, -z, y]
  const third = [y * other[2] - z * other[1], z * other[0] - x * other[2], x * other[1] - y * other[0]]
  const mesh = prepareMesh({
    positions: Float64Array.of(0, 0, 0, ...other, ...third),
    indices: Uint32Array.of(0, 1, 2),
    normals: Float32Array.of(x, y, z, x, y, z, x, y, z),
  })
  if (mesh === null) throw new Error('nothing was left of the triangle')
  return decodeOctahedral(mesh.normals[0], mesh.normals[1])
}

describe('octahedral normals', () => {
  it('preserve every direction within 1.2 degrees', () => {
    for (let azimuth = 0; azimuth < 360; azimuth += 7) {
      for (let elevation = -90; elevation <= 90; elevation += 6) {
        const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
        const direction = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)] as const
        const cosine = storeNormal(direction).reduce((sum, value, axis) => sum + value * direction[axis], 0)
        expect(cosine).toBeGreaterThan(Math.cos((1.2 * Math.PI) / 180))
      }
    }
  })

  it('do not depend on length', () => {
    expect(storeNormal([0.3, 0.4, 9])).toEqual(storeNormal([3, 4, 90]))
  })

  it('preserve the axes exactly', () => {
    const axes: Direction[] = [
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
      [0, 0, 1],
    ]
    for (const axis of axes) expect(storeNormal(axis).map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual(axis)
  })
})
