import { describe, expect, test } from 'vitest'
import { keystoneIndex } from './arch.js'
import { archModel, depth, drawnShape } from './arch-model.js'

const parts = archModel(drawnShape)
const ofKind = (kind: string) => parts.filter((part) => part.kind === kind)
const points = (path: string): [number, number][] =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

describe('brand arch drawing', () => {
  test('paints the fronts of its five stones over all other faces', () => {
    expect(ofKind('front').map(({ stone }) => stone)).toEqual([4, 3, 2, 1, 0])
    expect(parts.slice(-5).every(({ kind }) => kind === 'front')).toBe(true)
  })

  test('stays inside its view box', () => {
    const all = parts.flatMap(({ path }) => points(path))
    for (const [x, y] of all) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(560)
      expect(y).toBeGreaterThanOrEqual(26)
      expect(y).toBeLessThanOrEqual(426)
    }
  })

  test('omits sides that face away from the viewer', () => {
    const faces = ofKind('face')
    expect(faces.length).toBeGreaterThan(50)
    for (const { path } of faces) {
      const [from, to] = points(path)
      const normal = [(from?.[1] ?? 0) - (to?.[1] ?? 0), (from?.[0] ?? 0) - (to?.[0] ?? 0)]
      expect((normal[0] ?? 0) * depth[0] + (normal[1] ?? 0) * depth[1]).not.toBe(0)
    }
    // The outside of the left leg and the inside of the right one face away.
    const leftmost = Math.min(...faces.flatMap(({ path }) => points(path).map(([x]) => x)))
    expect(leftmost).toBeGreaterThanOrEqual(drawnShape.centerX - drawnShape.innerRadius - 40)
  })

  test('is lit from above: the top of the keystone is brighter than the side of the right leg', () => {
    const brightest = (stone: number) =>
      Math.max(...ofKind('face').flatMap((part) => (part.stone === stone ? [part.light] : [])))
    const darkest = Math.min(...ofKind('face').flatMap((part) => (part.stone === 0 ? [part.light] : [])))
    expect(brightest(keystoneIndex)).toBeGreaterThan(darkest)
    for (const { light } of parts) {
      expect(light).toBeGreaterThanOrEqual(0)
      expect(light).toBeLessThanOrEqual(1)
    }
  })
})
