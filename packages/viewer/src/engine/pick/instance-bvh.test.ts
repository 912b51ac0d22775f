import { mapAxes } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import type { Ray } from '../math/ray.js'
import { normalize } from '../math/vector.js'
import type { Point } from '../types.js'
import { InstanceBvh } from './instance-bvh.js'

const toRay = (origin: Point, direction: Point): Ray => ({
  origin,
  direction: normalize(direction),
  pixelSize: 0,
  pixelGrowth: 0,
})

/** Creates boxes of which some share a centre, some are flat, and some contain others. */
function createBoxes(random: () => number, count: number): Float32Array {
  const boxes = new Float32Array(count * 6)
  for (let box = 0; box < count; box++)
    for (let axis = 0; axis < 3; axis++) {
      const center = box % 7 === 0 ? 5 : Math.round(random() * 40) / 2
      const half = box % 5 === axis ? 0 : random() * (box % 11 === 0 ? 8 : 1)
      boxes[box * 6 + axis] = center - half
      boxes[box * 6 + axis + 3] = center + half
    }
  return boxes
}

/** Returns the entry distance by walking the three pairs of planes without divisions by 0; null for a miss. */
function enter(boxes: Float32Array, box: number, { origin, direction }: Ray): number | null {
  let from = 0
  let to = Infinity
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [boxes[box * 6 + axis], boxes[box * 6 + axis + 3]]
    if (direction[axis] === 0) {
      if (origin[axis] < low || origin[axis] > high) return null
      continue
    }
    const ends = [(low - origin[axis]) / direction[axis], (high - origin[axis]) / direction[axis]].sort((a, b) => a - b)
    from = Math.max(from, ends[0])
    to = Math.min(to, ends[1])
  }
  return from <= to ? from : null
}

function visited(bvh: InstanceBvh, ray: Ray): number[] {
  const result: number[] = []
  bvh.raycast(ray, (instance, farthest) => {
    result.push(instance)
    return farthest
  })
  return result.sort((a, b) => a - b)
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe('InstanceBvh', () => {
  it.each([
    [31, 0],
    [32, 1],
    [33, 4],
    [34, 5],
    [35, 9],
    [36, 300],
    [37, 1000],
  ])('visits exactly the boxes that a ray enters (seed %d, %d boxes)', (seed, count) => {
    const random = testRandom(seed)
    const boxes = createBoxes(random, count)
    const bvh = new InstanceBvh({ count, boxes })
    for (let round = 0; round < 60; round++) {
      const next = (): number => random() * 40 - 10
      const ray = toRay([next(), next(), next()], [random() - 0.5, random() - 0.5, random() - 0.5])
      expect(visited(bvh, ray)).toEqual(numbers(count).filter((box) => enter(boxes, box, ray) !== null))
    }
  })

  it.each([41, 42, 43])('visits the boxes of rays along the axes, also along their sides (seed %d)', (seed) => {
    const random = testRandom(seed)
    const boxes = createBoxes(random, 200)
    const bvh = new InstanceBvh({ count: 200, boxes })
    for (let round = 0; round < 120; round++) {
      const axis = round % 3
      const direction = mapAxes((each) => (each === axis ? (round % 2 ? 1 : -1) : 0))
      const touched = Math.floor(random() * 200)
      // Two coordinates are those of a side of some box.
      const origin = mapAxes((each) =>
        each === axis ? (round % 2 ? -50 : 50) : boxes[touched * 6 + each + (random() < 0.5 ? 3 : 0)],
      )
      const ray = toRay(origin, direction)
      const hit = visited(bvh, ray)
      expect(hit).toEqual(numbers(200).filter((box) => enter(boxes, box, ray) !== null))
      expect(hit).toContain(touched)
    }
  })

  it('finds no gap between two boxes that share a side', () => {
    const boxes = Float32Array.of(0, 0, 0, 5, 1, 3, 5, 0, 0, 10, 1, 3)
    const bvh = new InstanceBvh({ count: 2, boxes })
    expect(visited(bvh, toRay([5, -9, 1], [0, 1, 0]))).toEqual([0, 1])
    expect(visited(bvh, toRay([5, 0.5, 9], [-0, -0, -1]))).toEqual([0, 1])
  })

  it.each([51, 52, 53])('finds the nearest box with few visits (seed %d)', (seed) => {
    const random = testRandom(seed)
    const boxes = createBoxes(random, 600)
    const bvh = new InstanceBvh({ count: 600, boxes })
    let visits = 0
    let rays = 0
    for (let round = 0; round < 80; round++) {
      const ray = toRay([random() * 24 - 2, -40, random() * 24 - 2], [random() * 0.2 - 0.1, 1, random() * 0.2 - 0.1])
      const entries = numbers(600).flatMap((box) => enter(boxes, box, ray) ?? [])
      let nearest = Infinity
      bvh.raycast(ray, (box, farthest) => {
        visits++
        nearest = Math.min(nearest, enter(boxes, box, ray) ?? Infinity)
        return Math.min(farthest, nearest)
      })
      rays += entries.length > 0 ? 1 : 0
      expect(nearest).toBeCloseTo(Math.min(Infinity, ...entries), 4)
    }
    expect(rays).toBeGreaterThan(20)
    expect(visits / rays).toBeLessThan(8)
  })

  it('visits nothing farther than the distance that a visit returned', () => {
    const boxes = Float32Array.from(numbers(40).flatMap((at) => [at * 2, 0, 0, at * 2 + 1, 1, 1]))
    const bvh = new InstanceBvh({ count: 40, boxes })
    const order: number[] = []
    bvh.raycast(toRay([-5, 0.5, 0.5], [1, 0, 0]), (box) => {
      order.push(box)
      return 30
    })
    // The box at 2 n is entered at 2 n + 5.
    expect(order.every((box) => box * 2 + 5 < 30)).toBe(true)
    expect(new Set(order)).toEqual(new Set(numbers(13)))
  })

  it.each([61, 62])('lists exactly the boxes that intersect another (seed %d)', (seed) => {
    const random = testRandom(seed)
    const boxes = createBoxes(random, 500)
    const bvh = new InstanceBvh({ count: 500, boxes })
    for (let round = 0; round < 60; round++) {
      const low = [random() * 24 - 2, random() * 24 - 2, random() * 24 - 2]
      const box = [...low, ...low.map((value) => value + (round % 4 === 0 ? 0 : random() * 6))]
      const matches: number[] = []
      bvh.overlap(box, (instance) => matches.push(instance))
      const expected = numbers(500).filter((one) =>
        [0, 1, 2].every((axis) => boxes[one * 6 + axis] <= box[axis + 3] && boxes[one * 6 + axis + 3] >= box[axis]),
      )
      expect(matches.sort((a, b) => a - b)).toEqual(expected)
    }
  })

  it('counts a common side as an intersection, and finds nothing without boxes', () => {
    const bvh = new InstanceBvh({ count: 1, boxes: Float32Array.of(0, 0, 0, 1, 1, 1) })
    const matches: number[] = []
    bvh.overlap([1, 1, 1, 2, 2, 2], (instance) => matches.push(instance))
    bvh.overlap([-1, -1, -1, 0, 0, 0], (instance) => matches.push(instance))
    bvh.overlap([1.001, 1, 1, 2, 2, 2], (instance) => matches.push(instance))
    bvh.overlap([-1, -1, -1, 0, 0, -0.001], (instance) => matches.push(instance))
    new InstanceBvh({ count: 0, boxes: new Float32Array(0) }).overlap([0, 0, 0, 1, 1, 1], () => matches.push(9))
    expect(matches).toEqual([0, 0])
  })

  it('keeps many boxes at one position apart', () => {
    const boxes = Float32Array.from(numbers(64).flatMap(() => [0, 0, 0, 1, 1, 1]))
    const bvh = new InstanceBvh({ count: 64, boxes })
    expect(visited(bvh, toRay([0.5, -1, 0.5], [0, 1, 0]))).toEqual(numbers(64))
  })
})
