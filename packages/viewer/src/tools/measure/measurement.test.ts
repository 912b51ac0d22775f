import { describe, expect, it } from 'vitest'
import type { Point } from '../../engine/types.js'
import { measurementsCsv } from './csv.js'
import { arrangeLabels } from './arrange-labels.js'
import {
  readMeasurements,
  computeValues,
  type Measurement,
  type MeasureKind,
  type WorldReference,
} from './measurement.js'

const worldReference: WorldReference = { origin: [0, 0, 0], georeference: null }
const createMeasurement = (
  kind: MeasureKind,
  points: readonly Point[],
  more: Partial<Measurement> = {},
): Measurement => ({
  id: 'one',
  name: '',
  kind,
  points,
  ...more,
})
const numbers = (measurement: Measurement, world = worldReference): Record<string, number> =>
  Object.fromEntries(computeValues(measurement, world).map(({ name, value }) => [name, value]))

describe('measurement', () => {
  it('has a length with its components, and a total for chains', () => {
    const distance = numbers(
      createMeasurement('distance', [
        [1, 1, 1],
        [4, 5, 13],
      ]),
    )
    expect(distance).toEqual({ length: 13, horizontal: 5, dx: 3, dy: 4, dz: 12 })
    expect(
      numbers(
        createMeasurement('chain', [
          [0, 0, 0],
          [3, 4, 0],
          [3, 4, 2],
        ]),
      ),
    ).toEqual({ total: 7 })
  })

  it('has coordinates of the source and, with a georeference, of the map', () => {
    const georeference = { eastings: 500, northings: 1000, orthogonalHeight: 20, rotationDegrees: 90 }
    const point = numbers(createMeasurement('point', [[1, 2, 3]]), { origin: [10, 0, 0], georeference })
    expect(point).toMatchObject({ x: 11, y: 2, z: 3, height: 23 })
    expect(point['east']).toBeCloseTo(498, 9)
    expect(point['north']).toBeCloseTo(1011, 9)
    expect(Object.keys(numbers(createMeasurement('point', [[1, 2, 3]])))).toEqual(['x', 'y', 'z'])
  })

  it('has an angle, an area or a slope', () => {
    expect(
      numbers(
        createMeasurement('angle', [
          [1, 0, 0],
          [0, 0, 0],
          [0, 0, 2],
        ]),
      )['angle'],
    ).toBeCloseTo(90, 9)
    const square = numbers(
      createMeasurement('area', [
        [5, 5, 5],
        [5, 7, 5],
        [5, 7, 8],
        [5, 5, 8],
      ]),
    )
    expect([square['area'], square['perimeter']]).toEqual([6, 10])
    expect(
      numbers(
        createMeasurement('slope', [
          [0, 0, 0],
          [0, 10, 0.5],
        ]),
      )['slope'],
    ).toBeCloseTo(0.05, 9)
    expect(numbers(createMeasurement('slope', [[0, 0, 0]], { normal: [0, 0, 1] }))['slope']).toBe(0)
    expect(numbers(createMeasurement('slope', [[0, 0, 0]], { normal: [1, 0, 0] }))['slope']).toBe(Infinity)
  })

  it('has outward and inward distances along a perpendicular', () => {
    const laser = createMeasurement(
      'perpendicular',
      [
        [0, 0, 0],
        [0, -2, 0],
        [0, 0.3, 0],
      ],
      { normal: [0, -1, 0] },
    )
    expect(numbers(laser)).toEqual({ outwards: 2, inwards: 0.3, total: 2.3 })
    expect(numbers({ ...laser, points: laser.points.slice(0, 2) })).toEqual({ outwards: 2 })
  })

  it('has a volume only for closed bodies', () => {
    expect(numbers(createMeasurement('volume', [[0, 0, 0]], { area: 6, volume: 1 }))).toEqual({ volume: 1, surface: 6 })
    expect(numbers(createMeasurement('volume', [[0, 0, 0]], { area: 6 }))).toEqual({ surface: 6 })
    const circle = { center: [0, 0, 0], normal: [0, 0, 1], radius: 2 } as const
    expect(numbers(createMeasurement('radius', [[0, 0, 0]], { circle }))).toEqual({ radius: 2, diameter: 4 })
  })

  it('is read from a saved view only when well-formed', () => {
    const good = createMeasurement('distance', [
      [0, 0, 0],
      [1, 0, 0],
    ])
    const bad = [
      null,
      { ...good, kind: 'weight' },
      { ...good, points: [[0, 0]] },
      { ...good, points: [[0, 0, 0]] },
      {
        ...good,
        points: [
          [0, 0, Number.NaN],
          [1, 1, 1],
        ],
      },
      { ...good, name: 3 },
      { ...good, circle: { center: 1 } },
    ]
    expect(readMeasurements({ measurements: [...bad, good] })).toEqual([good])
    expect([undefined, null, 7, {}, { measurements: 1 }].flatMap(readMeasurements)).toEqual([])
  })

  it('has valid elements only, also from views that stored one', () => {
    const own = createMeasurement('point', [[0, 0, 0]])
    const read = (fields: object): unknown => readMeasurements({ measurements: [{ ...own, ...fields }] })
    expect(read({ elements: [4, 7] })).toEqual([{ ...own, elements: [4, 7] }])
    expect(read({ element: 4 })).toEqual([{ ...own, elements: [4] }])
    for (const fields of [{ elements: [-1] }, { elements: [1, 2, 3] }, { elements: 'two' }, { element: Number.NaN }])
      expect(read(fields)).toEqual([own])
  })
})

describe('measurementsCsv', () => {
  it('writes one line per value, quotes where needed and escapes formulas', () => {
    const list = [
      createMeasurement(
        'distance',
        [
          [0, 0, 0],
          [0, 0, 2],
        ],
        { name: '=SUM("a",b)', elements: [4] },
      ),
      createMeasurement(
        'angle',
        [
          [1, 0, 0],
          [0, 0, 0],
          [0, 1, 0],
        ],
        { name: 'Ступень' },
      ),
      createMeasurement(
        'clearance',
        [
          [0, 0, 0],
          [1, 0, 0],
        ],
        { elements: [4, 7] },
      ),
    ]
    const csv = measurementsCsv(list, {
      world: worldReference,
      unit: 'mm',
      texts: {
        header: ['Name', 'Kind', 'Value', 'Number', 'Unit', 'Element', 'Second element'],
        kind: (kind) => kind,
        value: (name) => name,
        element: (element) => `Wall ${element}`,
      },
    })
    const lines = csv.split('\r\n')
    expect(lines[0]).toBe('\uFEFFName,Kind,Value,Number,Unit,Element,Second element')
    expect(lines[1]).toBe(`"'=SUM(""a"",b)",distance,length,2000.0,mm,Wall 4,`)
    expect(lines).toContain('Ступень,angle,angle,90.0000,deg,,')
    expect(lines).toContain(',clearance,length,1000.0,mm,Wall 4,Wall 7')
    expect(lines.length).toBe(13)
  })
})

describe('arrangeLabels', () => {
  it('separates overlapping labels and leaves others in place', () => {
    const box = { x: 100, y: 100, width: 80, height: 20 }
    const boxes = arrangeLabels([box, { ...box, x: 110 }, { ...box, y: 300 }, { ...box, x: 90, y: 104 }])
    expect([boxes[0], boxes[2]]).toEqual([box, { ...box, y: 300 }])
    const clustered = [boxes[0], boxes[1], boxes[3]].map((box) => box?.y ?? 0).sort((a, b) => a - b)
    expect((clustered[1] ?? 0) - (clustered[0] ?? 0)).toBeGreaterThanOrEqual(20)
    expect((clustered[2] ?? 0) - (clustered[1] ?? 0)).toBeGreaterThanOrEqual(20)
  })

  it('moves a label by whole heights and a gap of three pixels, upwards first', () => {
    const box = { x: 100, y: 100, width: 80, height: 20 }
    const ys = arrangeLabels([box, { ...box, x: 110 }, { ...box, x: 90, y: 104 }]).map(({ y }) => y)
    expect(ys).toEqual([100, 77, 127])
    // Side by side with that gap they do not overlap.
    expect(arrangeLabels([box, { ...box, x: 183 }])[1]).toEqual({ ...box, x: 183 })
    expect(arrangeLabels([box, { ...box, x: 182.9 }])[1].y).toBe(77)
  })

  it('leaves a label where it is if six heights up and down are taken', () => {
    const box = { x: 100, y: 100, width: 80, height: 20 }
    const ys = arrangeLabels(Array.from({ length: 14 }, () => box)).map(({ y }) => y)
    expect(new Set(ys.slice(0, 13)).size).toBe(13)
    expect([Math.min(...ys), Math.max(...ys), ys[13]]).toEqual([100 - 6 * 23, 100 + 6 * 23, 100])
  })
})
