import { describe, expect, it } from 'vitest'
import { findExteriorSet } from './exterior-set.js'
import { type Box, boxScene, hollowBox } from './test-support/box-scene.js'

const findVisible = (boxes: readonly Box[]): number[] => {
  const { scene, bounds } = boxScene(boxes)
  return [...findExteriorSet(scene, bounds)]
}
const furniture: Box = { min: [4, 4, 1], max: [5, 5, 2] }

describe('findExteriorSet', () => {
  it('omits objects in a closed room', () => {
    expect(findVisible([...hollowBox(10, 0.2), furniture])).toEqual([1, 1, 1, 1, 1, 1, 0])
  })

  it('includes glass and the objects behind it', () => {
    const walls = hollowBox(10, 0.2)
    const glazed = walls.map((wall, index) => (index === 5 ? { ...wall, color: [150, 200, 220, 110] as const } : wall))
    expect(findVisible([...glazed, furniture])).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  it('includes objects behind an opening', () => {
    expect(findVisible([...hollowBox(10, 0.2).slice(0, 5), furniture]).at(-1)).toBe(1)
  })

  it('keeps objects smaller than a sample on the outside, and omits them inside', () => {
    const tiny = (x: number): Box => ({ min: [x, 5, 5], max: [x + 0.002, 5.002, 5.002] })
    const visible = findVisible([...hollowBox(10, 0.2), tiny(10.01), tiny(5)])
    expect(visible.slice(-2)).toEqual([1, 0])
  })

  it('omits small objects just below a flat roof, and keeps those on it', () => {
    const lamps = Array.from({ length: 50 }, (_, lamp): Box => {
      const [x, y] = [10 + (lamp % 10) * 8, 10 + Math.floor(lamp / 10) * 16]
      return { min: [x, y, 99.75], max: [x + 0.3, y + 0.3, 99.8] }
    })
    expect(findVisible([...hollowBox(100, 0.2), ...lamps]).slice(6)).toEqual(lamps.map(() => 0))
    const above = lamps.map(({ min, max }): Box => ({
      min: [min[0], min[1], 100],
      max: [max[0], max[1], 100.05],
    }))
    expect(findVisible([...hollowBox(100, 0.2), ...above]).slice(6)).toEqual(above.map(() => 1))
  })

  it('omits hidden instances', () => {
    expect(
      findVisible([
        { min: [0, 0, 0], max: [1, 1, 1] },
        { min: [2, 0, 0], max: [3, 1, 1], hidden: true },
      ]),
    ).toEqual([1, 0])
  })

  it('stops when it is cancelled', () => {
    const { scene, bounds } = boxScene([furniture])
    const stop = (): void => {
      throw new RangeError('stop')
    }
    expect(() => findExteriorSet(scene, bounds, stop)).toThrow('stop')
  })

  it('accepts a scene without instances and one without extent', () => {
    expect(findExteriorSet(boxScene([]).scene, [0, 0, 0, 0, 0, 0])).toEqual(new Uint8Array(0))
    expect(findVisible([{ min: [1, 1, 1], max: [1, 1, 1] }])).toEqual([1])
  })
})
