import { describe, expect, it } from 'vitest'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { testLayer, testSheet, testStyle, type TestFill, type TestLine } from '../../testing/test-sheet.js'
import { cloudOutline, inSeenStyle } from './cloud-outline.js'
import { computePanes } from './panes.js'
import { isEmptySubset, sheetSubset } from './sheet-subset.js'

describe('panes of a comparison', () => {
  it.each(['before', 'after', 'both'] as const)('are the whole canvas for %s', (displayed) => {
    expect(computePanes(displayed, { width: 800, height: 600 })).toEqual([
      { displayed, left: 0, top: 0, width: 800, height: 600 },
    ])
  })

  it('are side by side on a wide canvas and stacked on a high one, with a gap of two pixels', () => {
    expect(computePanes('side-by-side', { width: 802, height: 600 })).toEqual([
      { displayed: 'before', left: 0, top: 0, width: 400, height: 600 },
      { displayed: 'after', left: 402, top: 0, width: 400, height: 600 },
    ])
    expect(computePanes('side-by-side', { width: 390, height: 842 })).toEqual([
      { displayed: 'before', left: 0, top: 0, width: 390, height: 420 },
      { displayed: 'after', left: 0, top: 422, width: 390, height: 420 },
    ])
    expect(computePanes('side-by-side', { width: 500, height: 500 })[1]).toMatchObject({ left: 251, top: 0 })
  })
})

describe('revision clouds', () => {
  const sheet = testSheet({ info: { origin: [100, 200], step: 0.5 } })
  const getPoints = (cloud: ReturnType<typeof cloudOutline>, number: number): number[][] => {
    const [{ start, points }] = cloud.lines
    return Array.from({ length: start[number + 1] - start[number] }, (_, at) =>
      [0, 1].map((axis) => points[(start[number] + at) * 2 + axis]),
    )
  }

  it('are closed lines around each rectangle, on the grid of the sheet', () => {
    const cloud = cloudOutline(sheet, [
      [100, 200, 190, 245],
      [0, 0, 10, 10],
    ])
    const [{ count, closed, start }] = cloud.lines
    expect([count, [...closed]]).toEqual([2, [1, 1]])
    // Nine arcs along the longer side and five along the shorter one, of six chords each.
    expect(start[1]).toBe((9 + 5) * 2 * 6)
    expect(start[2] - start[1]).toBe(9 * 4 * 6)
    expect(getPoints(cloud, 0)[0]).toEqual([0, 0])
    expect(getPoints(cloud, 1)[0]).toEqual([-200, -400])
    expect([cloud.fills, cloud.texts]).toEqual([null, null])
  })

  it('bulge outwards by the radius of their arcs and never cross the rectangle (seed 111)', () => {
    const random = testRandom(111)
    for (let round = 0; round < 30; round++) {
      const [left, bottom] = [random() * 500, random() * 500]
      const box = [left, bottom, left + 5 + random() * 200, bottom + 5 + random() * 200] as const
      const points = getPoints(
        cloudOutline({ ...sheet, info: { ...sheet.info, origin: [0, 0], step: 0.01 } }, [box]),
        0,
      )
      const inUnits = points.map(([x, y]) => [x * 0.01, y * 0.01])
      const radius = Math.max(box[2] - box[0], box[3] - box[1]) / 9
      for (const [x, y] of inUnits) {
        const isInside = x > box[0] + 0.02 && x < box[2] - 0.02 && y > box[1] + 0.02 && y < box[3] - 0.02
        expect(isInside).toBe(false)
        expect(x).toBeGreaterThan(box[0] - radius)
        expect(x).toBeLessThan(box[2] + radius)
        expect(y).toBeGreaterThan(box[1] - radius)
        expect(y).toBeLessThan(box[3] + radius)
      }
      // The first arc rises from the lower left corner below the rectangle.
      expect(inUnits[3][1]).toBeLessThan(box[1] - 0.01)
    }
  })

  it('are finite around a rectangle without extent', () => {
    const cloud = cloudOutline(sheet, [[5, 5, 5, 5]])
    expect([...cloud.lines[0].points].every(Number.isFinite)).toBe(true)
  })
})

describe('style of highlights', () => {
  it('is one of a visible layer, as wide as possible is not needed and never the paper colour', () => {
    const layers = [testLayer({ on: false }), testLayer({ frozen: true }), testLayer()]
    const styles = [
      testStyle(),
      testStyle({ layer: 1 }),
      testStyle({ layer: 2, widthUnits: 3 }),
      testStyle({ layer: 2, color: 'background' }),
      testStyle({ layer: 2 }),
    ]
    const outline = testSheet({
      info: { layers, styles },
      lines: [[{ points: [0, 0, 1, 1] }, { points: [2, 2, 3, 3] }]],
    })
    expect([...inSeenStyle(outline).lines[0].style]).toEqual([4, 4])
  })

  it('is the first if all layers are hidden', () => {
    const outline = testSheet({
      info: { layers: [testLayer({ on: false })] },
      lines: [[{ style: 0, points: [0, 0, 1, 1] }]],
    })
    expect([...inSeenStyle(outline).lines[0].style]).toEqual([0])
  })
})

describe('subset of a sheet', () => {
  const random = testRandom(121)
  const randomPoints = (least: number): number[] =>
    Array.from({ length: 2 * (least + Math.floor(random() * 4)) }, () => Math.round(random() * 1000))
  const lines: TestLine[] = Array.from({ length: 40 }, () => ({
    entity: Math.floor(random() * 10),
    style: Math.floor(random() * 2),
    level: Math.floor(random() * 5),
    closed: random() < 0.5,
    points: randomPoints(1),
  }))
  const fills: TestFill[] = Array.from({ length: 30 }, () => ({
    entity: Math.floor(random() * 10),
    style: Math.floor(random() * 2),
    points: randomPoints(3),
  }))
  const image = {
    entity: 3,
    level: 0,
    layer: 0,
    picture: 'a.png',
    origin: [0, 0],
    xAxis: [1, 0],
    yAxis: [0, 1],
    clip: [],
    opacity: 0.8,
  } as const
  const sheet = testSheet({
    number: 4,
    info: {
      styles: [testStyle({ opacity: 0.6 }), testStyle({ color: 'background' })],
      images: [image, { ...image, entity: 4 }],
    },
    lines: [lines.slice(0, 25), lines.slice(25)],
    fills,
    texts: [{ entity: 3 }, { entity: 5 }],
  })

  it.each([
    ['some entities', (entity: number): boolean => entity % 3 === 0],
    ['one entity', (entity: number): boolean => entity === 7],
    ['all entities', (): boolean => true],
    ['no entity', (): boolean => false],
  ])('has the lines and areas of %s, unchanged and in order', (_, isMeant) => {
    const expected = testSheet({
      lines: [lines.slice(0, 25), lines.slice(25)].map((block) => block.filter(({ entity = 0 }) => isMeant(entity))),
      fills: fills.filter(({ entity = 0 }) => isMeant(entity)),
    })
    const subset = sheetSubset(sheet, isMeant)
    expect(subset.lines).toEqual(expected.lines)
    expect({ ...subset.fills, style: null }).toEqual({ ...expected.fills, style: null })
    expect(subset.number).toBe(4)
  })

  it('draws areas transparently, except for those in the paper colour', () => {
    const subset = sheetSubset(sheet, () => true)
    expect(subset.info.styles.map(({ opacity }) => rounded(opacity))).toEqual([0.6, 1, 0.21, 0.35])
    const own = sheet.fills?.style ?? new Uint32Array(0)
    expect([...(subset.fills?.style ?? [])]).toEqual([...own].map((style) => (style === 0 ? 2 : 1)))
  })

  it('has the texts and images of its entities', () => {
    const subset = sheetSubset(sheet, (entity) => entity === 3)
    expect(subset.texts?.texts.map(({ entity }) => entity)).toEqual([3])
    expect(subset.info.images.map(({ entity, opacity }) => [entity, rounded(opacity)])).toEqual([[3, 0.28]])
  })

  it('is empty without any of its entities', () => {
    expect(isEmptySubset(sheetSubset(sheet, () => false))).toBe(true)
    expect(isEmptySubset(testSheet())).toBe(true)
    for (const content of [
      { lines: [[{ points: [0, 0, 1, 1] }]] },
      { fills: [{ points: [0, 0, 1, 0, 1, 1] }] },
      { texts: [{}] },
      { info: { images: [image] } },
    ])
      expect(isEmptySubset(testSheet(content))).toBe(false)
  })
})
