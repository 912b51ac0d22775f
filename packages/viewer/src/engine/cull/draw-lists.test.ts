import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { DrawLists, NamedRangeList, RangeList, SelectedLists } from './draw-lists.js'

const toRanges = (list: RangeList): [number, number][] =>
  Array.from({ length: list.length }, (_, at) => [list.starts[at] / 4, list.counts[at]])

function emptyList(): RangeList {
  const list = new RangeList()
  list.clear()
  return list
}

/** Returns the indices that a list draws, each as often as it is drawn. */
const covered = (list: RangeList): number[] =>
  toRanges(list)
    .flatMap(([start, count]) => Array.from({ length: count }, (_, at) => start + at))
    .sort((a, b) => a - b)

describe('RangeList', () => {
  it('covers exactly the added ranges, in as few ranges as each run allows (seed 3)', () => {
    const random = testRandom(3)
    for (let round = 0; round < 40; round++) {
      const list = emptyList()
      const expected: number[] = []
      const ends = [0, 10_000, 20_000, 30_000]
      let gaps = 0
      const last = [-1, -1, -1, -1]
      for (let step = 0; step < 60; step++) {
        const run = Math.floor(random() * 4)
        if (random() < 0.3) ends[run] += 1 + Math.floor(random() * 9)
        const count = 1 + Math.floor(random() * 12)
        if (last[run] !== ends[run]) gaps++
        list.add(ends[run], count, run)
        for (let at = 0; at < count; at++) expected.push(ends[run] + at)
        ends[run] += count
        last[run] = ends[run]
      }
      expect(covered(list)).toEqual(expected.sort((a, b) => a - b))
      expect(list.total).toBe(expected.length)
      expect(list.length).toBe(gaps)
    }
  })

  it('does not merge a range of one run with the end of another', () => {
    const list = emptyList()
    list.add(0, 10, 0)
    list.add(10, 10, 1)
    list.add(10, 5, 0)
    expect(toRanges(list)).toEqual([
      [0, 15],
      [10, 10],
    ])
  })

  it('does not merge with what was added before it was cleared', () => {
    const list = emptyList()
    list.add(0, 10, 0)
    list.clear()
    list.add(10, 5, 0)
    expect([toRanges(list), list.total]).toEqual([[[10, 5]], 5])
  })

  it.each([0, 1])('does not merge the first range, which begins at %d, into anything', (start) => {
    for (const list of [emptyList(), new RangeList()]) {
      list.add(start, 3, 2)
      expect(toRanges(list)).toEqual([[start, 3]])
    }
  })

  it('keeps single ranges apart, although they are adjacent', () => {
    const list = emptyList()
    list.addSingle(0, 6)
    list.addSingle(6, 6)
    expect([toRanges(list), list.total]).toEqual([
      [
        [0, 6],
        [6, 6],
      ],
      12,
    ])
  })
})

describe('NamedRangeList', () => {
  it('keeps the instance of each range beyond its first capacity', () => {
    const list = new NamedRangeList()
    list.clear()
    for (let range = 0; range < 200; range++) list.addNamed(range * 3, 3, 7000 + range)
    expect(list.length).toBe(200)
    for (const range of [0, 63, 64, 65, 199])
      expect([list.names[range], list.starts[range], list.counts[range]]).toEqual([7000 + range, range * 12, 3])
  })
})

describe('SelectedLists', () => {
  it('is empty until any of its lists has a range', () => {
    for (const name of ['surfaces', 'lines', 'points'] as const) {
      const lists = new SelectedLists()
      lists.clear()
      expect([lists.isEmpty, lists.bounds]).toEqual([true, null])
      lists[name].addNamed(0, 3, 1)
      expect(lists.isEmpty).toBe(false)
      lists.clear()
      expect(lists.isEmpty).toBe(true)
    }
  })

  it('has the box of its first sphere before it was ever cleared', () => {
    const lists = new SelectedLists()
    lists.points.addNamed(0, 1, 1)
    lists.growBounds(Float32Array.of(5, 6, 7, 1), 0)
    expect(lists.bounds).toEqual({ min: [4, 5, 6], max: [6, 7, 8] })
  })

  it('has the box around all spheres, and forgets it', () => {
    const lists = new SelectedLists()
    lists.clear()
    const spheres = Float32Array.of(9, 9, 9, 9, 0, 0, 0, 1, 4, -3, 2, 0.5)
    lists.surfaces.addNamed(0, 3, 1)
    lists.growBounds(spheres, 4)
    expect(lists.bounds).toEqual({ min: [-1, -1, -1], max: [1, 1, 1] })
    lists.growBounds(spheres, 8)
    expect(lists.bounds).toEqual({ min: [-1, -3.5, -1], max: [4.5, 1, 2.5] })
    lists.clear()
    lists.surfaces.addNamed(0, 3, 1)
    lists.growBounds(spheres, 8)
    expect(lists.bounds).toEqual({ min: [3.5, -3.5, 1.5], max: [4.5, -2.5, 2.5] })
  })
})

describe('DrawLists', () => {
  it('draws surfaces, then lines, then points, then transparent objects', () => {
    const lists = new DrawLists()
    const { closed, open, closedNamed, openNamed, axes, axesNamed, edges, edgesNamed, points, pointsNamed, clear } =
      lists
    expect(lists.all).toEqual([
      closed,
      open,
      closedNamed,
      openNamed,
      axes,
      axesNamed,
      edges,
      edgesNamed,
      points,
      pointsNamed,
      clear,
    ])
    expect(new Set(lists.all).size).toBe(11)
    expect(lists.lines).toEqual([axes, axesNamed, edges, edgesNamed])
    expect(lists.dots).toEqual([points, pointsNamed])
  })

  it('is empty after a reset, with the selection and all counts', () => {
    const lists = new DrawLists()
    for (const list of lists.all) list.addSingle(0, 3)
    lists.selected.surfaces.addNamed(0, 3, 1)
    lists.instances = 4
    lists.omitted = 2
    lists.reset()
    expect(lists.all.map(({ length, total }) => length + total)).toEqual(Array.from({ length: 11 }, () => 0))
    expect([lists.selected.isEmpty, lists.instances, lists.omitted]).toEqual([true, 0, 0])
  })
})
