import { prepareMesh, preparePoints } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { boxMesh } from '../test-support/written-package.js'
import { compareContent, computeContentHash, haveSameContent } from './geometry-content.js'
import type { PlacedGeometry } from '../pack/placed-scene.js'
import { quantiseLines } from './quantise-lines.js'

function prepareBox(): PreparedMesh {
  const mesh = prepareMesh(boxMesh(1, 2, 3))
  if (mesh === null) throw new Error('a box has triangles')
  return mesh
}

/** Copies an array with its last value changed. */
function change<Values extends Uint8Array | Int8Array | Uint16Array | Uint32Array>(values: Values): Values {
  const copy = values.slice() as Values
  copy[copy.length - 1]++
  return copy
}

const box = prepareBox()
const colors = new Uint8Array((box.positions.length / 3) * 4).fill(9)
const textureCoordinates = { values: new Uint16Array(box.positions.length).fill(3), offset: [0, 0], step: 0.5 } as const
const lines = quantiseLines({ positions: Float32Array.of(0, 0, 0, 1, 2, 3), indices: Uint32Array.of(0, 1) })
const points = preparePoints({ positions: Float32Array.of(0, 0, 0, 1, 2, 3) })

/** Geometries that differ from each other in one thing. */
const variants: readonly (readonly [string, PlacedGeometry])[] = [
  ['a mesh', box],
  ['other positions', { ...box, positions: change(box.positions) }],
  ['other normals', { ...box, normals: change(box.normals) }],
  ['other indices', { ...box, indices: change(box.indices) }],
  ['other edges', { ...box, edges: change(box.edges) }],
  ['fewer edges', { ...box, edges: box.edges.slice(2) }],
  ['another step', { ...box, step: box.step * 2 }],
  ['one side', { ...box, isSingleSided: true }],
  ['colours', { ...box, colors }],
  ['other colours', { ...box, colors: change(colors) }],
  ['texture coordinates', { ...box, textureCoordinates }],
  [
    'other texture coordinates',
    { ...box, textureCoordinates: { ...textureCoordinates, values: change(textureCoordinates.values) } },
  ],
  ['another texture offset', { ...box, textureCoordinates: { ...textureCoordinates, offset: [0, 1] } }],
  ['another texture step', { ...box, textureCoordinates: { ...textureCoordinates, step: 0.25 } }],
  ['lines', lines],
  ['other lines', { ...lines, edges: Uint32Array.of(1, 0) }],
  ['points', points],
  ['points with colours', { ...points, colors: new Uint8Array(8) }],
  ['points with other colours', { ...points, colors: new Uint8Array(8).fill(1) }],
]

describe('geometry content', () => {
  it.each(variants)('is equal for a copy elsewhere: %s', (_, geometry) => {
    const copy = { ...geometry, origin: [7, 8, 9] } as const
    expect(haveSameContent(geometry, copy)).toBe(true)
    expect(computeContentHash(copy)).toBe(computeContentHash(geometry))
    expect(compareContent(geometry, copy)).toBe(0)
  })

  it.each(variants)('differs between variants in equality, hash and order: %s', (_, one) => {
    for (const [name, other] of variants) {
      if (one === other) continue
      expect(haveSameContent(one, other), name).toBe(false)
      expect(Math.sign(compareContent(one, other)), name).toBe(-Math.sign(compareContent(other, one)))
      expect(compareContent(one, other), name).not.toBe(0)
      expect(computeContentHash(one), name).not.toBe(computeContentHash(other))
    }
  })

  it('has one order of all variants, whatever their order before', () => {
    const geometries = variants.map(([, geometry]) => geometry)
    const sorted = geometries.toSorted(compareContent)
    expect(geometries.toReversed().toSorted(compareContent)).toEqual(sorted)
    const kinds = sorted.map((geometry) =>
      'kind' in geometry ? 'points' : 'levels' in geometry ? 'triangles' : 'lines',
    )
    expect([...new Set(kinds)]).toEqual(['lines', 'points', 'triangles'])
    expect(kinds.toSorted()).toEqual(kinds)
  })

  it('sorts smaller steps first, then smaller values, then shorter arrays', () => {
    expect(compareContent({ ...lines, step: 1 }, { ...lines, step: 2 })).toBeLessThan(0)
    expect(compareContent(lines, { ...lines, positions: change(lines.positions) })).toBeLessThan(0)
    expect(compareContent(lines, { ...lines, edges: Uint32Array.of(0, 1, 0, 1) })).toBeLessThan(0)
    expect(compareContent(box, { ...box, colors })).toBeLessThan(0)
  })

  it('has a hash of 32 bits without a sign', () => {
    for (const [, geometry] of variants) {
      const hash = computeContentHash(geometry)
      expect(hash >>> 0).toBe(hash)
    }
  })
})
