import { describe, expect, it } from 'vitest'
import { add, cross, dot, scale, subtract } from '../../engine/math/vector.js'
import type { Point } from '../../engine/types.js'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { chooseHatch, hatch } from '../../engine/geometry/hatch.js'
import {
  boxAxes,
  boxWithSide,
  computePosition,
  createSectionBox,
  listCutPlanes,
  noSections,
  planeAt,
  readSectionState,
  type SectionBox,
  type SectionPlane,
} from './section-state.js'

const randomBox = (random: () => number): SectionBox => ({
  center: [random() * 20 - 10, random() * 20 - 10, random() * 20 - 10],
  half: [0.5 + random() * 4, 0.5 + random() * 4, 0.5 + random() * 4],
  turnDegrees: random() * 720 - 360,
  enabled: true,
})

/** The centre of a side: 0 to 2 the lower ones, 3 to 5 the upper. */
const sideCenter = (box: SectionBox, side: number): Point =>
  add(box.center, scale(boxAxes(box)[side % 3], box.half[side % 3] * (side < 3 ? -1 : 1)))

describe('section box', () => {
  it('has right-handed axes of length 1, counter-clockwise by its angle', () => {
    const axes = (turnDegrees: number) =>
      boxAxes({ ...createSectionBox({ min: [0, 0, 0], max: [1, 1, 1] }), turnDegrees })
    expect(rounded(axes(0))).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
    expect(rounded(axes(30)[0])).toEqual([0.866, 0.5, 0])
    for (const degrees of [0, 17, 90, 200, -45]) {
      const [x, y, z] = axes(degrees)
      expect(rounded(cross(x, y), 9)).toEqual(rounded(z, 9))
      expect(dot(x, y)).toBeCloseTo(0, 12)
    }
  })

  it('keeps exactly the points within its half sizes, however it is rotated (seed 21)', () => {
    const random = testRandom(21)
    for (let round = 0; round < 50; round++) {
      const box = randomBox(random)
      const planes = listCutPlanes({ planes: [], box, hatched: true })
      expect(planes).toHaveLength(6)
      for (let point = 0; point < 20; point++) {
        const local = [random() * 12 - 6, random() * 12 - 6, random() * 12 - 6]
        const inModel = boxAxes(box).reduce<Point>((sum, axis, at) => add(sum, scale(axis, local[at])), box.center)
        const isInside = local.every((value, axis) => Math.abs(value) <= box.half[axis])
        expect(planes.every(({ normal, offset }) => dot(normal, inModel) + offset >= 0)).toBe(isInside)
      }
    }
  })

  it('moves one side alone (seed 22)', () => {
    const random = testRandom(22)
    for (let round = 0; round < 60; round++) {
      const box = randomBox(random)
      const side = Math.floor(random() * 6)
      const outwards = random() * 2 - 0.8
      const changed = boxWithSide(box, side, outwards)
      const direction = scale(boxAxes(box)[side % 3], side < 3 ? -1 : 1)
      const expected = add(sideCenter(box, side), scale(direction, outwards))
      for (let other = 0; other < 6; other++) {
        // The centres of the neighbouring sides slide along with the box.
        if (other % 3 !== side % 3) continue
        const center = other === side ? expected : sideCenter(box, other)
        expect(rounded(sideCenter(changed, other), 9)).toEqual(rounded(center, 9))
      }
      expect([changed.turnDegrees, changed.enabled]).toEqual([box.turnDegrees, box.enabled])
    }
  })

  it('is at least a centimetre in each direction', () => {
    const flat = createSectionBox({ min: [0, 0, 3], max: [4, 0, 3] })
    expect(rounded(flat.half)).toEqual([2.004, 0.005, 0.005])
    const box = randomBox(testRandom(5))
    for (let side = 0; side < 6; side++) {
      const inverted = boxWithSide(box, side, -1000)
      expect(inverted.half[side % 3]).toBeCloseTo(0.005, 9)
      // The opposite side did not move.
      const opposite = (side + 3) % 6
      expect(rounded(sideCenter(inverted, opposite), 9)).toEqual(rounded(sideCenter(box, opposite), 9))
    }
  })
})

describe('position of a plane', () => {
  const plane = (normal: Point, point: Point): SectionPlane => ({ id: 'a', kind: 'face', point, normal, enabled: true })

  it('is measured along the direction in which its strongest axis is positive', () => {
    expect(computePosition(plane([1, 0, 0], [5, 1, 2]))).toBe(5)
    expect(computePosition(plane([-1, 0, 0], [5, 1, 2]))).toBe(5)
    expect(computePosition(plane([0, -0.8, 0.6], [0, 10, 0]))).toBeCloseTo(8, 12)
    expect(computePosition(plane([0, 0.6, -0.8], [0, 10, 0]))).toBeCloseTo(-6, 12)
  })

  it.each([31, 32])('set by the user is the position read afterwards, and the normal stays (seed %d)', (seed) => {
    const random = testRandom(seed)
    for (let round = 0; round < 40; round++) {
      const azimuth = random() * 2 * Math.PI
      const elevation = (random() - 0.5) * Math.PI
      const normal: Point = [
        Math.cos(azimuth) * Math.cos(elevation),
        Math.sin(azimuth) * Math.cos(elevation),
        Math.sin(elevation),
      ]
      const before = plane(normal, [random() * 9, random() * 9, random() * 9])
      const position = random() * 100 - 50
      const shifted = planeAt(before, position)
      expect(computePosition(shifted)).toBeCloseTo(position, 9)
      expect(computePosition({ ...shifted, normal: scale(normal, -1) })).toBeCloseTo(position, 9)
      expect(shifted.normal).toBe(before.normal)
      // It moves along the normal alone.
      const by = subtract(shifted.point, before.point)
      expect(Math.hypot(...cross(by, normal))).toBeCloseTo(0, 9)
    }
  })
})

describe('cut planes of a state', () => {
  const plane: SectionPlane = { id: 'a', kind: 'x', point: [3, 0, 0], normal: [-1, 0, 0], enabled: true }

  it('are those that are enabled, single planes first', () => {
    const box = { ...createSectionBox({ min: [0, 0, 0], max: [2, 2, 2] }), enabled: true }
    const state = { planes: [plane, { ...plane, id: 'b', enabled: false }], box, hatched: false }
    expect(rounded(listCutPlanes(state)[0])).toEqual({ normal: [-1, 0, 0], offset: 3 })
    expect(listCutPlanes(state)).toHaveLength(7)
    expect(listCutPlanes({ ...state, box: { ...box, enabled: false } })).toHaveLength(1)
    expect(listCutPlanes(noSections)).toEqual([])
  })
})

describe('stored sections', () => {
  it('are read as they were written (seed 41)', () => {
    const random = testRandom(41)
    for (let round = 0; round < 30; round++) {
      const planes = Array.from({ length: Math.floor(random() * 4) }, (_, at): SectionPlane => {
        const angle = random() * 2 * Math.PI
        return {
          id: `plane-${at}`,
          kind: 'points',
          point: [random(), random(), random()],
          normal: [Math.cos(angle), Math.sin(angle), 0],
          enabled: random() < 0.5,
        }
      })
      const state = { planes, box: random() < 0.5 ? randomBox(random) : null, hatched: random() < 0.5 }
      const read = readSectionState(JSON.parse(JSON.stringify(state)))
      expect(rounded(read, 12)).toEqual(rounded(state, 12))
    }
  })

  it('are hatched and without a box unless they say otherwise', () => {
    expect(readSectionState({ planes: [] })).toEqual({ planes: [], box: null, hatched: true })
    expect(readSectionState({ planes: [], box: null, hatched: false })).toEqual({
      planes: [],
      box: null,
      hatched: false,
    })
  })

  const plane = { id: 'a', kind: 'x', point: [3, 0, 0], normal: [-1, 0, 0], enabled: true }
  const box = { center: [0, 0, 0], half: [1, 1, 1], turnDegrees: 0, enabled: true }
  it.each([
    ['an id that is no text', { planes: [{ ...plane, id: 7 }] }],
    ['a point of two numbers', { planes: [{ ...plane, point: [1, 2] }] }],
    ['a point with a text', { planes: [{ ...plane, point: [1, 2, '3'] }] }],
    ['a normal with an infinite part', { planes: [{ ...plane, normal: [0, 0, -Infinity] }] }],
    ['a plane that is neither enabled nor disabled', { planes: [{ ...plane, enabled: 1 }] }],
    ['one damaged plane among valid ones', { planes: [plane, plane, {}] }],
    ['planes that are no list', { planes: { 0: plane } }],
    ['a box without a centre', { planes: [], box: { ...box, center: undefined } }],
    ['a box with a size of two numbers', { planes: [], box: { ...box, half: [1, 1] } }],
    ['a box with an infinite angle', { planes: [], box: { ...box, turnDegrees: Number.NaN } }],
  ])('are refused with %s', (_, state) => {
    expect(readSectionState(state)).toBeNull()
  })
})

describe('hatch of a colour', () => {
  it.each([
    ['the darkest grey of concrete', [108, 108, 108, 1], hatch.concrete],
    ['the lightest grey of metal', [107, 107, 107, 1], hatch.metal],
    ['white', [255, 255, 255, 1], hatch.concrete],
    ['pure red', [255, 0, 0, 1], hatch.masonry],
    ['a red towards magenta', [255, 0, 60, 1], hatch.masonry],
    ['yellow', [255, 255, 0, 1], hatch.wood],
    ['pure green', [0, 255, 0, 1], hatch.insulation],
    ['cyan', [0, 255, 255, 1], hatch.glass],
    ['pure blue', [0, 0, 255, 1], hatch.glass],
    ['magenta', [255, 0, 255, 1], hatch.other],
    ['red that is a little transparent', [255, 0, 0, 0.7], hatch.masonry],
    ['red that is more transparent', [255, 0, 0, 0.69], hatch.glass],
  ] as const)('follows its hue: %s', (_, color, expected) => {
    expect(chooseHatch(color)).toBe(expected)
  })
})
