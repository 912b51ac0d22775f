import type { SheetMatrix } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { testLayer, testSheet, testStyle, testViewport, type TestSheet } from '../../testing/test-sheet.js'
import type { LoadedSheet } from '../loaded-sheet.js'
import type { SheetPick, SheetPoint } from '../sheet-api.js'
import { pickEntity, type PickQuery } from './pick-entity.js'

const byNumber = (...sheets: LoadedSheet[]): ReadonlyMap<number, LoadedSheet> =>
  new Map(sheets.map((sheet) => [sheet.number, sheet]))

/** Picks on sheet 0 within five units. */
function pick(content: TestSheet, point: SheetPoint, more: Partial<PickQuery> = {}): SheetPick | null {
  return pickEntity(byNumber(testSheet(content)), 0, { point, tolerance: 5, isSeen: () => true, ...more })
}

describe('pick of a line', () => {
  const lines = [
    [
      { entity: 1, points: [0, 0, 100, 0, 100, 50] },
      { entity: 2, points: [0, 8, 100, 8] },
    ],
  ]

  it('is that of the nearest line within tolerance, at its nearest point', () => {
    expect(pick({ lines }, [40, 3])).toEqual({ sheet: 0, entity: 1, point: [40, 0], isVertex: false })
    expect(pick({ lines }, [40, 5])).toEqual({ sheet: 0, entity: 2, point: [40, 8], isVertex: false })
    expect(pick({ lines }, [40, 13.1])).toBeNull()
    expect(pick({ lines }, [102, 30])).toEqual({ sheet: 0, entity: 1, point: [100, 30], isVertex: false })
  })

  it('is at an end or a bend near it', () => {
    expect(pick({ lines }, [97, 1])).toEqual({ sheet: 0, entity: 1, point: [100, 0], isVertex: true })
    expect(pick({ lines }, [-3, -2])).toMatchObject({ point: [0, 0], isVertex: true })
    expect(pick({ lines }, [94, 1])).toMatchObject({ point: [94, 0], isVertex: false })
  })

  it('finds an end in whichever file the line is', () => {
    const far = { entity: 1, points: [0, 3, 100, 3] }
    const near = { entity: 2, points: [4, 0, 100, 0] }
    const expected = { sheet: 0, entity: 2, point: [4, 0], isVertex: true }
    expect(pick({ lines: [[far, near]] }, [4, -1])).toEqual(expected)
    // Four units to the end, one to the line, three to the line of the other file.
    expect(pick({ lines: [[near, far]] }, [8, -0.5])).toMatchObject({ point: [4, 0], isVertex: true })
    expect(pick({ lines: [[far], [near]] }, [8, -0.5])).toMatchObject({ point: [4, 0], isVertex: true })
  })

  it('includes the side that closes a ring', () => {
    const ring = [0, 0, 40, 0, 40, 40]
    expect(pick({ lines: [[{ points: ring, closed: true }]] }, [20, 21])).toMatchObject({ isVertex: false })
    expect(pick({ lines: [[{ points: ring }]] }, [20, 21])).toBeNull()
  })

  it('finds a single point as a dot', () => {
    expect(pick({ lines: [[{ entity: 7, points: [30, 30] }]] }, [32, 33])).toEqual({
      sheet: 0,
      entity: 7,
      point: [30, 30],
      isVertex: true,
    })
  })

  it('prefers the later of two lines on top of each other', () => {
    const same = [0, 0, 100, 0]
    expect(
      pick(
        {
          lines: [
            [
              { entity: 1, points: same },
              { entity: 2, points: same },
            ],
          ],
        },
        [40, 1],
      )?.entity,
    ).toBe(2)
  })

  it('skips lines of hidden layers', () => {
    const info = { layers: [testLayer(), testLayer({ name: 'off' })], styles: [testStyle(), testStyle({ layer: 1 })] }
    const two = [
      [
        { entity: 1, points: [0, 0, 100, 0] },
        { entity: 2, style: 1, points: [0, 1, 100, 1] },
      ],
    ]
    const isSeen = (_: number, layer: number): boolean => layer === 0
    expect(pick({ info, lines: two }, [40, 1], { isSeen })?.entity).toBe(1)
  })

  it('is the same as that of the nearest of all segments (seed 81)', () => {
    const random = testRandom(81)
    for (let round = 0; round < 30; round++) {
      const segments = Array.from({ length: 40 }, (_, entity) => ({
        entity,
        points: Array.from({ length: 4 }, () => Math.round(random() * 200)),
      }))
      const point: SheetPoint = [random() * 200, random() * 200]
      const distances = segments.map(({ points: [ax, ay, bx, by] }) => {
        const squared = (bx - ax) ** 2 + (by - ay) ** 2
        const share = Math.min(1, Math.max(0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / squared))
        return Math.hypot(ax + share * (bx - ax) - point[0], ay + share * (by - ay) - point[1])
      })
      const least = Math.min(...distances)
      const blocks = [segments.slice(0, 13), segments.slice(13, 25), segments.slice(25)]
      const pickedEntity = pick({ lines: blocks }, point, { tolerance: 9 })
      expect(pickedEntity?.entity ?? null).toBe(least > 9 ? null : distances.indexOf(least))
    }
  })
})

describe('pick without a line', () => {
  const area = { entity: 3, points: [0, 0, 100, 0, 100, 100, 0, 100] }
  const text = { entity: 4, origin: [20, 20], box: [0, 0, 10, 2] } as const
  const image = {
    entity: 5,
    level: 0,
    layer: 0,
    picture: 'a.png',
    origin: [-50, -50],
    xAxis: [200, 0],
    yAxis: [0, 200],
    clip: [],
    opacity: 1,
  } as const

  it('is that of a text, then of an area, then of an image', () => {
    const content = { fills: [area], texts: [text], info: { images: [image] } }
    expect(pick(content, [25, 21])).toEqual({ sheet: 0, entity: 4, point: [25, 21], isVertex: false })
    expect(pick(content, [25, 23])?.entity).toBe(3)
    expect(pick(content, [120, 120])?.entity).toBe(5)
    expect(pick(content, [160, 10])).toBeNull()
  })

  it('is that of a line before everything else', () => {
    const lines = [[{ entity: 9, points: [0, 24, 100, 24] }]]
    expect(pick({ lines, fills: [area], texts: [text] }, [25, 21])?.entity).toBe(9)
  })

  it('is that of the last drawn text and area', () => {
    expect(pick({ texts: [text, { ...text, entity: 8 }] }, [25, 21])?.entity).toBe(8)
    expect(pick({ fills: [area, { ...area, entity: 6 }] }, [50, 50])?.entity).toBe(6)
  })

  it('is in the frame of a rotated text', () => {
    // Upwards along y, from (20, 20): the box is ten units high and two wide, to the left.
    const rotated = { ...text, xAxis: [0, 1], yAxis: [-1, 0] } as const
    expect(pick({ texts: [rotated] }, [19, 29])?.entity).toBe(4)
    expect(pick({ texts: [rotated] }, [21, 29])).toBeNull()
    expect(pick({ texts: [rotated] }, [25, 21])).toBeNull()
  })

  it('is nothing in a text without extent', () => {
    expect(pick({ texts: [{ ...text, xAxis: [0, 0] }] }, [20, 20])).toBeNull()
  })

  it('is not in the hole of an area', () => {
    // A frame of four triangles each along two sides.
    const ring = { entity: 3, points: [0, 0, 90, 0, 90, 90, 30, 30, 60, 30], indices: [0, 1, 4, 0, 4, 3, 1, 2, 4] }
    expect(pick({ fills: [ring] }, [45, 10])?.entity).toBe(3)
    expect(pick({ fills: [ring] }, [50, 60])).toBeNull()
  })

  it('finds areas in either orientation of their triangles', () => {
    const clockwise = { ...area, indices: [0, 2, 1, 0, 3, 2] }
    expect(pick({ fills: [clockwise] }, [80, 20])?.entity).toBe(3)
    expect(pick({ fills: [clockwise] }, [20, 80])?.entity).toBe(3)
  })

  it('skips texts and areas of hidden layers', () => {
    expect(pick({ fills: [area], texts: [text] }, [25, 21], { isSeen: () => false })).toBeNull()
  })
})

describe('pick on a grid', () => {
  it('is in units of the sheet, however fine the grid is and wherever it begins', () => {
    const info = { origin: [1000, 2000], step: 0.25 } as const
    const lines = [[{ entity: 1, points: [0, 0, 400, 0] }]]
    expect(pick({ info, lines }, [1040, 2003])).toEqual({ sheet: 0, entity: 1, point: [1040, 2000], isVertex: false })
    expect(pick({ info, lines }, [1040, 2005.5])).toBeNull()
    expect(pick({ info, fills: [{ entity: 2, points: [0, 0, 40, 0, 40, 40] }] }, [1008, 2002])?.entity).toBe(2)
    expect(pick({ info, texts: [{ entity: 4, origin: [80, 80] }] }, [1025, 2021])?.entity).toBe(4)
  })
})

describe('pick through a viewport', () => {
  const half: SheetMatrix = [0.5, 0, 0, 0.5, 10, 20]
  const model = testSheet({
    number: 1,
    info: { layers: [testLayer(), testLayer({ name: 'axes' })], styles: [testStyle(), testStyle({ layer: 1 })] },
    lines: [
      [
        { entity: 5, points: [0, 0, 100, 0] },
        { entity: 6, style: 1, points: [0, 100, 100, 100] },
      ],
    ],
  })
  const layoutWith = (viewport: Parameters<typeof testViewport>[0], lines: TestSheet['lines'] = []): LoadedSheet =>
    testSheet({ number: 0, lines, info: { viewports: [testViewport({ matrix: half, ...viewport })] } })
  const pickOn = (layout: LoadedSheet, point: SheetPoint, more: Partial<PickQuery> = {}) =>
    pickEntity(byNumber(layout, model), 0, {
      point,
      tolerance: 5,
      isSeen: (_, layer, frozen) => !frozen.has(layer),
      ...more,
    })

  it('is of the shown sheet, at the point on the open one', () => {
    expect(pickOn(layoutWith({}), [30, 21])).toEqual({ sheet: 1, entity: 5, point: [30, 20], isVertex: false })
    expect(pickOn(layoutWith({}), [58, 22])).toEqual({ sheet: 1, entity: 5, point: [60, 20], isVertex: true })
  })

  it('has the tolerance of the open sheet', () => {
    expect(pickOn(layoutWith({}), [30, 24.9])?.entity).toBe(5)
    expect(pickOn(layoutWith({}), [30, 25.1])).toBeNull()
  })

  it('is only within the clip of the viewport, which may have holes', () => {
    const clip = [
      [0, 0, 100, 0, 100, 100, 0, 100],
      [20, 10, 40, 10, 40, 30, 20, 30],
    ]
    expect(pickOn(layoutWith({ clip }), [30, 21])).toBeNull()
    expect(pickOn(layoutWith({ clip }), [50, 21])?.entity).toBe(5)
    expect(pickOn(layoutWith({ clip: [] }), [50, 21])).toBeNull()
  })

  it('omits layers that are frozen in the viewport', () => {
    expect(pickOn(layoutWith({}), [30, 70])?.entity).toBe(6)
    expect(pickOn(layoutWith({ frozenLayers: [1] }), [30, 70])).toBeNull()
  })

  it('is of a nearer line on the layout, and of the model if that is nearer', () => {
    const own = [[{ entity: 2, points: [0, 23, 100, 23] }]]
    expect(pickOn(layoutWith({}, own), [30, 22])).toMatchObject({ sheet: 0, entity: 2 })
    expect(pickOn(layoutWith({}, own), [30, 21])).toMatchObject({ sheet: 1, entity: 5 })
  })

  it('is of the topmost of overlapping viewports', () => {
    const other = testSheet({ number: 2, lines: [[{ entity: 8, points: [0, 20, 100, 20] }]] })
    const viewports = [testViewport({ matrix: half, level: 1 }), testViewport({ shows: 2, level: 2 })]
    const layout = testSheet({ number: 0, info: { viewports } })
    const query = { point: [30, 21], tolerance: 5, isSeen: () => true } as const
    expect(pickEntity(byNumber(layout, model, other), 0, query)).toMatchObject({ sheet: 2, entity: 8 })
    const lower = testSheet({ number: 0, info: { viewports: [{ ...viewports[0], level: 3 }, viewports[1]] } })
    expect(pickEntity(byNumber(lower, model, other), 0, query)).toMatchObject({ sheet: 1, entity: 5 })
  })

  it('ends where sheets show each other, and at a viewport without a size', () => {
    const mutual = testSheet({ number: 1, info: { viewports: [testViewport({ shows: 0 })] } })
    const layout = testSheet({ number: 0, info: { viewports: [testViewport()] } })
    const query = { point: [30, 21], tolerance: 5, isSeen: () => true } as const
    expect(pickEntity(byNumber(layout, mutual), 0, query)).toBeNull()
    expect(pickOn(layoutWith({ matrix: [0, 0, 0, 0, 10, 20] }), [10, 20])).toBeNull()
    expect(pickEntity(byNumber(layout), 0, query)).toBeNull()
  })
})
