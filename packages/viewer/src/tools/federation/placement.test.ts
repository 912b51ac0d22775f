import type { Vector3 } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { placementBy, waysToAlign, type Located } from './align.js'
import {
  composed,
  gapBetween,
  computeMatrix,
  movedBox,
  applyPlacement,
  placementByPoints,
  readPlacement,
  computeUnion,
  unmoved,
  applyInversePlacement,
  wayBetween,
} from './placement.js'

const near = (one: Vector3, other: Vector3, metres: number): void =>
  one.forEach((value, axis) => expect(Math.abs(value - other[axis])).toBeLessThan(metres))
const transform = (matrix: readonly number[], [x, y, z]: Vector3): Vector3 =>
  [0, 4, 8].map((row) => matrix[row] * x + matrix[row + 1] * y + matrix[row + 2] * z + matrix[row + 3]) as never

describe('model placement', () => {
  const placement = { x: 3, y: -2, z: 1.5, rotationDegrees: 90, pivot: [100, 50, 0] } as const

  it('rotates about its pivot, moves, and can be inverted', () => {
    near(applyPlacement(placement, [101, 50, 4]), [103, 49, 5.5], 1e-12)
    near(applyInversePlacement(placement, applyPlacement(placement, [7, 8, 9])), [7, 8, 9], 1e-12)
    near(applyPlacement({ ...placement, rotationDegrees: -270 }, [101, 50, 4]), [103, 49, 5.5], 1e-12)
    expect(applyPlacement(unmoved, [1, 2, 3])).toEqual([1, 2, 3])
  })
  it('composes with another placement', () => {
    const outer = { x: -4, y: 10, z: 0, rotationDegrees: 33, pivot: [5, 5, 5] } as const
    near(
      applyPlacement(composed(outer, placement), [12, 13, 14]),
      applyPlacement(outer, applyPlacement(placement, [12, 13, 14])),
      1e-9,
    )
    expect(composed({ ...outer, rotationDegrees: 170 }, placement).rotationDegrees).toBe(-100)
  })
  it('keeps a tenth of a millimetre at nine-digit coordinates', () => {
    const far: Vector3 = [600_000_123.25, -480_000_987.5, 812.125]
    const expected = { x: 12.5, y: -7.25, z: 0.5, rotationDegrees: 37.5, pivot: far } as const
    const matrix = computeMatrix(expected, far, [far[0] - 40, far[1] + 60, 800])
    const own: Vector3 = [31.125, -12.5, 4]
    const world = applyPlacement(expected, [far[0] + own[0], far[1] + own[1], far[2] + own[2]])
    near(transform(matrix, own), [world[0] - far[0] + 40, world[1] - far[1] - 60, world[2] - 800], 1e-4)
    // Single precision would break it: at 600,000,123 metres its steps are 64 metres.
    expect(Math.abs(Math.fround(far[0]) - far[0])).toBeGreaterThan(1)
  })
  it('is read back as saved, and is rejected when malformed', () => {
    expect(readPlacement(JSON.parse(JSON.stringify(placement)))).toEqual(placement)
    for (const wrong of [
      null,
      3,
      {},
      { ...placement, x: 'a' },
      { ...placement, pivot: [1, 2] },
      { ...placement, z: NaN },
    ])
      expect(readPlacement(wrong)).toBeNull()
  })
})

describe('bounding box', () => {
  const box = { min: [0, 0, 0], max: [4, 2, 3] } as const
  it('encloses a rotated model and unites several boxes', () => {
    const matrix = computeMatrix({ ...unmoved, x: 10, rotationDegrees: 90 }, [0, 0, 0], [0, 0, 0])
    expect(movedBox(box, matrix)).toEqual({ min: [8, 0, 0], max: [10, 4, 3] })
    expect(computeUnion([null, box, { min: [-1, 1, 1], max: [1, 1, 9] }])).toEqual({ min: [-1, 0, 0], max: [4, 2, 9] })
    expect(computeUnion([null])).toBeNull()
  })
  it('has a gap of the shortest distance to another box', () => {
    expect(gapBetween(box, { min: [7, 6, 1], max: [8, 8, 2] })).toBe(5)
    expect(gapBetween(box, { min: [3, 1, 1], max: [8, 8, 2] })).toBe(0)
  })
})

describe('placementByPoints', () => {
  const truth = { x: 250.125, y: -80.5, z: 3.25, rotationDegrees: -112.5, pivot: [1000, 2000, 0] } as const
  const [one, two]: [Vector3, Vector3] = [
    [1003, 2004, 1],
    [1015.5, 1998, 1],
  ]
  it('moves a model by one point pair and rotates it by a second', () => {
    const first = { target: applyPlacement(truth, one), own: one }
    const second = { target: applyPlacement(truth, two), own: two }
    const result = placementByPoints(first, second)
    for (const point of [one, two, [990, 2010, 7] as const])
      near(applyPlacement(result ?? unmoved, point), applyPlacement(truth, point), 1e-9)
    const shifted = placementByPoints(first, null, 15)
    near(applyPlacement(shifted ?? unmoved, one), first.target, 1e-9)
    expect(shifted?.rotationDegrees).toBe(15)
  })
  it('returns null when one point is above the other', () => {
    const above = { target: [0, 0, 5], own: [9, 9, 5] } as const
    expect(placementByPoints({ target: [0, 0, 0], own: [1, 1, 1] }, above)).toBeNull()
  })
})

describe('map alignment', () => {
  const system = 'EPSG:28992'
  const base: Located = {
    origin: [10, 20, 0],
    georeference: {
      coordinateReferenceSystem: system,
      eastings: 120_000,
      northings: 480_000,
      orthogonalHeight: 2,
      rotationDegrees: 30,
    },
  }
  const toMap = ({ georeference }: Located, point: Vector3): Vector3 => {
    const { eastings = 0, northings = 0, orthogonalHeight = 0, rotationDegrees = 0 } = georeference ?? {}
    return applyPlacement({ ...unmoved, x: eastings, y: northings, z: orthogonalHeight, rotationDegrees }, point)
  }
  it('gives both models the same map coordinates', () => {
    const other: Located = {
      origin: [-300, 40, 5],
      georeference: {
        coordinateReferenceSystem: 'epsg: 28992',
        eastings: 120_350.25,
        northings: 479_900,
        orthogonalHeight: -1,
        rotationDegrees: -25,
      },
    }
    expect(waysToAlign(other, base)).toEqual(['map', 'shared', 'hand'])
    const placement = placementBy('map', other, base)
    for (const point of [
      [-300, 40, 5],
      [12, -8, 3],
    ] as const)
      near(toMap(base, applyPlacement(placement ?? unmoved, point)), toMap(other, point), 1e-6)
    expect(placement?.rotationDegrees).toBeCloseTo(-55, 12)
  })
  it('rejects another coordinate reference system, and moves nothing by shared coordinates', () => {
    const other: Located = { ...base, georeference: { ...base.georeference, coordinateReferenceSystem: 'EPSG:32638' } }
    expect(waysToAlign(other, base)).toEqual(['shared', 'hand'])
    expect(placementBy('shared', other, base)).toEqual({ ...unmoved, pivot: base.origin })
    expect(placementBy('map', { ...other, georeference: null }, base)).toBeNull()
  })
  it('does not apply map coordinates again when the origin already contains them', () => {
    const doubled: Located = { origin: [120_010, 480_010, 0], georeference: base.georeference }
    const placement = placementBy('map', doubled, {
      ...base,
      georeference: { ...base.georeference, rotationDegrees: 0 },
    })
    expect(placement?.rotationDegrees).toBe(0)
    near(applyPlacement(placement ?? unmoved, [120_010, 480_010, 0]), [10, 10, -2], 1e-6)
  })
  it('derives the offset of two sites from latitude and longitude', () => {
    const site = (latitudeDegrees: number, longitudeDegrees: number): Located => ({
      origin: [0, 0, 0],
      georeference: { latitudeDegrees, longitudeDegrees },
    })
    // A minute of arc along the meridian at 40° is 1,850.7 m, along the parallel 1,423.1 m (WGS 84).
    const placement = placementBy('site', site(40 + 1 / 120, 44.5 + 1 / 60), site(40 - 1 / 120, 44.5))
    near(applyPlacement(placement ?? unmoved, [0, 0, 0]), [1423.1, 1850.7, 0], 0.3)
    expect(waysToAlign(site(1, 2), site(3, 4))).toEqual(['site', 'shared', 'hand'])
    expect(placementBy('site', site(0, 0), { origin: [0, 0, 0], georeference: null })).toBeNull()
  })

  it('computes the transform between two placements', () => {
    const one = { x: 601_000_000, y: 3, z: -2, rotationDegrees: 30, pivot: [7, -4, 0] } as const
    const other = { x: -5, y: 60, z: 1, rotationDegrees: 115, pivot: [100, 20, 3] } as const
    const [from, to] = [one, other].map((placement) => computeMatrix(placement, [12, 13, 14], [1, 2, 3]))
    const apply = (m: readonly number[], [x, y, z]: readonly number[]): number[] =>
      [0, 4, 8].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3])
    const point = [1.25, -8, 3]
    const expected = apply(to, point)
    apply(wayBetween(from, to), apply(from, point)).forEach((value, axis) =>
      expect(Math.abs(value - expected[axis])).toBeLessThan(1e-6),
    )
  })
})
