import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'
import { facetColors } from './facet-colors.js'
import { computeBounds, isDrawable, solidMesh } from './solid.js'
import type { Solid } from './solid.js'

const headerWith = (text: string): Uint8Array => {
  const header = new Uint8Array(84)
  header.set(Array.from(text, (character) => character.charCodeAt(0)))
  return header
}

describe('STL facet colours', () => {
  it('follow VisCAM without a COLOR mark in the header', () => {
    const scheme = facetColors(headerWith('exported by some program'))
    expect(scheme.object).toBeNull()
    expect(scheme.of(0)).toBeNull()
    expect(scheme.of(0x7fff)).toBeNull()
    expect(scheme.of(0x8000)).toEqual([0, 0, 0])
    expect(scheme.of(0x8000 | 31)).toEqual([0, 0, 255])
    expect(scheme.of(0x8000 | (16 << 10))).toEqual([132, 0, 0])
  })

  it('follow Magics with a COLOR mark anywhere in the header', () => {
    for (const before of ['', 'some text ', 'x'.repeat(60)]) {
      const scheme = facetColors(headerWith(`${before}COLOR=\u0001\u0002\u0003\u00ff`))
      expect(scheme.object).toEqual([1, 2, 3])
      expect(scheme.of(31)).toEqual([255, 0, 0])
      expect(scheme.of(31 << 10)).toEqual([0, 0, 255])
      expect(scheme.of(0x8000)).toBeNull()
    }
  })

  it('have no object colour when the header ends too early for one', () => {
    expect(facetColors(headerWith(`${'x'.repeat(72)}COLOR=\u0001\u0002`)).object).toBeNull()
  })
})

describe('STL solid', () => {
  const solid = (): Solid => ({
    name: 'a',
    positions: Float32Array.of(10, 20, 30, 12, 20, 30, 10, 23, 34, 99, 99, 99, 99, 99, 99, 99, 99, 99),
    triangles: 1,
    colors: null,
  })

  it('has bounds of its used triangles only', () => {
    expect(computeBounds(solid())).toEqual({ min: [10, 20, 30], max: [12, 23, 34] })
  })

  it('is scaled relative to its minimum corner', () => {
    const complete = solid()
    const { mesh, origin, color } = solidMesh(complete, computeBounds(complete), 0.5)
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1.5, 2])
    expect([...mesh.indices]).toEqual([0, 1, 2])
    expect(origin).toEqual([5, 10, 15])
    expect(color).toBeNull()
    expect(mesh.colors).toBeUndefined()
  })

  it('has one colour when its facets agree, else vertex colours', () => {
    const two = { ...solid(), triangles: 2 }
    const same = solidMesh({ ...two, colors: Uint8Array.of(255, 0, 51, 255, 0, 51) }, computeBounds(two), 1)
    expect(same.color).toEqual([1, 0, 0.2])
    expect(same.mesh.colors).toBeUndefined()
    const mixed = solidMesh({ ...two, colors: Uint8Array.of(1, 2, 3, 4, 5, 6) }, computeBounds(two), 1)
    expect(mixed.color).toBeNull()
    expect([...(mixed.mesh.colors ?? [])]).toEqual(
      [
        [1, 2, 3, 255],
        [4, 5, 6, 255],
      ].flatMap((color) => [...color, ...color, ...color]),
    )
  })

  it('has a drawable facet only when all nine coordinates are valid', () => {
    expect(isDrawable(solid().positions, 0)).toBe(true)
    for (const value of [Number.NaN, Infinity, -1e13]) {
      for (let at = 0; at < 9; at++) expect(isDrawable(solid().positions.with(at, value), 0)).toBe(false)
    }
  })
})

describe('STL descriptor', () => {
  const text = (content: string): Uint8Array => new TextEncoder().encode(content)
  const detect = (content: string): string => descriptor.detect(text(content), content.length)

  it.each([
    ['solid a\nfacet normal 0 0 1\n', 'yes'],
    ['  SOLID\r\n  FACET NORMAL 0 0 1\r\n', 'yes'],
    ['solid a\nendsolid a\n', 'yes'],
    ['solid everything on one line facet normal 0 0 1 outer loop', 'yes'],
    ['solid', 'maybe'],
    ['solid a name that goes on and on', 'maybe'],
    ['solid advice\nfor builders\n', 'no'],
    ['solidity', 'no'],
    ['facet normal 0 0 1', 'no'],
    ['', 'no'],
  ])('classifies %j as %s', (content, expected) => {
    expect(detect(content)).toBe(expected)
  })

  function binary(declaredCount: number, facets: number, fill: (view: DataView, at: number) => void): Uint8Array {
    const bytes = new Uint8Array(84 + 50 * facets)
    const view = new DataView(bytes.buffer)
    view.setUint32(80, declaredCount, true)
    for (let facet = 0; facet < facets; facet++) fill(view, 84 + 50 * facet)
    return bytes
  }
  const plausible = (view: DataView, at: number): void => {
    view.setFloat32(at + 8, 1, true)
    view.setFloat32(at + 24, 5.5, true)
  }

  it('accepts a facet count that fits the file size, and checks the facets otherwise', () => {
    const honest = binary(3, 3, plausible)
    expect(descriptor.detect(honest.subarray(0, 100), honest.length)).toBe('yes')
    const cut = binary(9, 3, plausible)
    expect(descriptor.detect(cut, cut.length)).toBe('maybe')
    const flat = binary(9, 3, () => undefined)
    expect(descriptor.detect(flat, flat.length)).toBe('no')
    const longNormal = binary(9, 3, (view, at) => {
      plausible(view, at)
      view.setFloat32(at, 40, true)
    })
    expect(descriptor.detect(longNormal, longNormal.length)).toBe('no')
    expect(descriptor.detect(honest.subarray(0, 83), 83)).toBe('no')
  })
})
