import {
  byBlockColor,
  toIndexColor,
  type Dimension,
  type DimensionMeasurement,
  type DimensionStyle,
  type Entity,
  type Leader,
  type LeaderContent,
  type LeaderRoot,
  type MultiLeader,
  type Multiline,
  type Tolerance,
} from '@kamar/codecs/drawing'
import { writeSavedGraphics } from '@kamar/codecs/drawing/testing'
import type { Vector } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { computeBounds, drawEntities, listPolylines, ringArea, listRings, rounded } from '../../testing/draw-sheets.js'
import { createBlock, createEntity, createTextStyle } from '../../testing/records.js'

const points = (...values: readonly (readonly [number, number])[]): Vector[] => values.map(([x, y]) => [x, y, 0])
const listTexts = (sheet: { texts: readonly { paragraphs: readonly (readonly { text: string }[])[] }[] }): string[] =>
  sheet.texts.map(({ paragraphs }) => paragraphs.map((runs) => runs.map(({ text }) => text).join('')).join('|'))
const style = (more: Partial<DimensionStyle>): DimensionStyle => ({
  ...{ name: 'OWN', handle: 0, scale: 1, arrowSize: 1, textHeight: 1, decimalPlaces: 2, lengthFactor: 1 },
  textStyle: createTextStyle(),
  ...more,
})
/** Creates saved graphics of one line. */
const savedLine = (...ends: readonly Vector[]): Uint8Array =>
  writeSavedGraphics([6, Int32Array.of(ends.length), Float64Array.from(ends.flat())])

describe('DWG dimension', () => {
  const [first, second]: Vector[] = [
    [0, 0, 0],
    [30, 40, 0],
  ]
  const aligned = { kind: 'aligned', first, second, line: second } as const

  it('draws its block in place, by-block parts in its color', async () => {
    const part = createEntity('line', { start: [5, 5, 0], end: [15, 5, 0], color: byBlockColor })
    const block = createBlock('*D1', [part])
    const dimension = createEntity('dimension', { color: toIndexColor(1), block, measurement: aligned })
    const { sheet } = await drawEntities(dimension)
    expect(listPolylines(sheet)).toEqual([[5, 5, 15, 5]])
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.color).toBe(0xff0000)
    expect(sheet.entities[0]?.type).toBe('DIMENSION')
  })

  const measure = async (measurement: DimensionMeasurement, more: Partial<Dimension> = {}) => {
    const dimension = createEntity('dimension', { measurement, style: style({ decimalPlaces: 1 }), ...more })
    const { sheet, skipped } = await drawEntities(dimension)
    return { lines: listPolylines(sheet), texts: listTexts(sheet), text: sheet.texts[0], fills: sheet.fills, skipped }
  }

  it('draws lines, arrows and the measured value when it has no block', async () => {
    const { lines, texts, text, fills, skipped } = await measure(aligned, { textMiddlePoint: [15, 25, 0] })
    expect(lines).toContainEqual([0, 0, 30, 40])
    expect(texts).toEqual(['50.0'])
    expect(text).toMatchObject({ anchor: [15, 25], xAxis: [0.6, 0.8], horizontal: 'center', vertical: 'middle' })
    expect(fills).toHaveLength(2)
    expect(skipped).toEqual([])
  })

  it('measures along its rotation, at the line that it states', async () => {
    const { lines, texts } = await measure({ kind: 'linear', first, second, line: [50, 0, 0], rotation: Math.PI / 2 })
    expect(lines).toEqual([
      [0, 0, 50, 0],
      [30, 40, 50, 40],
      [50, 0, 50, 40],
    ])
    expect(texts).toEqual(['40.0'])
  })

  it('states radius and diameter with their signs, and the factor of its style', async () => {
    const chord = { center: first, chord: second }
    expect((await measure({ kind: 'radius', ...chord })).texts).toEqual(['R50.0'])
    expect((await measure({ kind: 'diameter', ...chord })).fills).toHaveLength(2)
    const metres = { style: style({ decimalPlaces: 0, lengthFactor: 10 }) }
    expect((await measure({ kind: 'diameter', ...chord }, metres)).texts).toEqual(['Ø500'])
  })

  it('draws the arc of an angle through its text', async () => {
    const angle = { kind: 'angular', vertex: [0, 0, 0], first: [1, 0, 0], second: [0, 1, 0] } as const
    const inner = await measure(angle, { textMiddlePoint: [3, 4, 0] })
    expect(inner.texts).toEqual(['90°'])
    const [arc = []] = inner.lines
    expect([...arc.slice(0, 2), ...arc.slice(-2)]).toEqual([5, 0, 0, 5])
    expect((await measure(angle, { textMiddlePoint: [-3, -4, 0] })).texts).toEqual(['270°'])
  })

  it('draws an ordinate as a line to its text', async () => {
    const ordinate = { kind: 'ordinate', origin: first, feature: [7, 8, 0], end: [7, 20, 0], isX: true } as const
    expect(await measure(ordinate)).toMatchObject({ lines: [[7, 8, 7, 20]], texts: ['7.0'] })
  })

  it('replaces the measured value by its own text', async () => {
    expect((await measure(aligned, { text: 'about <> mm' })).texts).toEqual(['about 50.0 mm'])
    expect((await measure(aligned, { text: ' ' })).texts).toEqual([])
  })

  it('draws its saved graphics when it cannot be measured, and is reported without them', async () => {
    const savedGraphics = savedLine([1, 1, 0], [2, 1, 0])
    expect((await measure({ kind: 'unknown' }, { savedGraphics })).lines).toEqual([[1, 1, 2, 1]])
    expect((await measure({ kind: 'unknown' })).skipped).toMatchObject([{ reason: 'block-missing' }])
    const point = { kind: 'aligned', first, second: first, line: first } as const
    expect((await measure(point)).skipped).toMatchObject([{ reason: 'block-missing' }])
  })

  it('ends at a cycle of blocks', async () => {
    const entities: Entity[] = [createEntity('line')]
    const block = createBlock('*D2', entities, { entityCount: 2 })
    entities.push(createEntity('dimension', { block, measurement: aligned }))
    const { sheet } = await drawEntities(createEntity('dimension', { block, measurement: aligned }))
    expect(sheet.polylines.length).toBeLessThanOrEqual(33)
  })
})

describe('DWG table', () => {
  it('draws its block at its insertion point', async () => {
    const block = createBlock('*T1', [createEntity('line', { end: [4, 0, 0] })])
    const { sheet } = await drawEntities(createEntity('table', { block, insertPoint: [10, 20, 0] }))
    expect(listPolylines(sheet)).toEqual([[10, 20, 14, 20]])
  })

  it('draws its saved graphics without a block, and is reported without either', async () => {
    const saved = createEntity('table', { savedGraphics: savedLine([1, 1, 0], [2, 1, 0]) })
    const { sheet, skipped } = await drawEntities(saved, createEntity('table'))
    expect(listPolylines(sheet)).toEqual([[1, 1, 2, 1]])
    expect(skipped.map(({ kind, reason }) => [kind, reason])).toEqual([['ACAD_TABLE', 'block-missing']])
  })
})

describe('DWG leader', () => {
  const leader = (more: Partial<Leader>): Leader =>
    createEntity('leader', {
      vertices: points([0, 0], [10, 0], [10, 5]),
      style: style({ arrowSize: 3, scale: 2 }),
      ...more,
    })

  it("follows its vertices, with an arrowhead of the style's size at the first", async () => {
    const { sheet } = await drawEntities(leader({ hasArrow: true }))
    expect(listPolylines(sheet)).toEqual([[0, 0, 10, 0, 10, 5]])
    // 3 times 2 long, and a third of that wide.
    expect(listRings(sheet)).toEqual([[[0, 0, 6, 1, 6, -1]]])
  })

  it('draws lines only when its arrowhead is off', async () => {
    const { sheet } = await drawEntities(leader({ hasArrow: false }))
    expect(sheet.fills).toEqual([])
  })

  it('passes smoothly through its vertices as a spline', async () => {
    const smooth = leader({ hasArrow: false, isSpline: true })
    const [line = []] = listPolylines((await drawEntities(smooth)).sheet)
    expect(line.length).toBeGreaterThan(20)
    expect([...line.slice(0, 2), ...line.slice(-2)]).toEqual([0, 0, 10, 5])
    expect(line.some((x, at) => at % 2 === 0 && x === 10 && line[at + 1] === 0)).toBe(true)
  })

  it('omits an arrowhead without a direction or a second vertex', async () => {
    const { sheet } = await drawEntities(
      leader({ hasArrow: true, vertices: points([1, 1], [1, 1], [2, 2]) }),
      leader({ hasArrow: true, vertices: points([1, 1]) }),
    )
    expect(sheet.fills).toEqual([])
    expect(sheet.polylines).toHaveLength(1)
  })
})

describe('DWG multileader', () => {
  const root: LeaderRoot = { connectionPoint: [10, 0, 0], direction: [2, 0, 0], landingLength: 8, lines: [[[0, 0, 0]]] }
  const multiLeader = (more: Partial<MultiLeader> = {}): MultiLeader =>
    createEntity('multiLeader', { hasLanding: true, arrowSize: 3, roots: [root], ...more })
  const text = (more: Partial<Extract<LeaderContent, { kind: 'text' }>> = {}): Partial<MultiLeader> => ({
    content: {
      ...{ kind: 'text', value: 'first\\Psecond', style: createTextStyle(), height: 4, location: [20, 2, 0] },
      ...{ direction: [0, 0, 0], rotation: 0, alignment: 0, width: 0 },
      ...more,
    },
  })

  it('runs to its connection point and on along the landing', async () => {
    const { sheet } = await drawEntities(multiLeader())
    expect(listPolylines(sheet).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
      [0, 0, 10, 0],
      [10, 0, 18, 0],
    ])
    expect(listRings(sheet)).toEqual([[[0, 0, 3, 0.5, 3, -0.5]]])
  })

  it('has no landing when disabled or of zero length', async () => {
    const off = multiLeader({ hasLanding: false })
    const short = multiLeader({ roots: [{ ...root, landingLength: 0 }] })
    const { sheet } = await drawEntities(off, short)
    expect(listPolylines(sheet)).toEqual([
      [0, 0, 10, 0],
      [0, 0, 10, 0],
    ])
  })

  it('anchors its text at the top of the first line', async () => {
    const { sheet } = await drawEntities(multiLeader(text({ width: 50 })))
    expect(sheet.texts[0]).toMatchObject({ anchor: [20, 2], horizontal: 'left', vertical: 'top', wrapWidth: 50 })
    expect(listTexts(sheet)).toEqual(['first|second'])
    expect(sheet.texts[0]?.paragraphs[0]?.[0]?.height).toBe(4)
  })

  it.each([
    [0, 'left'],
    [1, 'center'],
    [2, 'right'],
    [9, 'left'],
  ])('aligns text of alignment %i to the %s of its anchor', async (alignment, expected) => {
    const { sheet } = await drawEntities(multiLeader(text({ alignment })))
    expect(sheet.texts[0]?.horizontal).toBe(expected)
    expect(sheet.texts[0]).not.toHaveProperty('wrapWidth')
  })

  it('rotates its text about the anchor', async () => {
    const { sheet } = await drawEntities(multiLeader(text({ rotation: Math.PI / 2 })))
    const { anchor, xAxis, yAxis } = sheet.texts[0] ?? { anchor: [], xAxis: [], yAxis: [] }
    expect([anchor, xAxis, yAxis].map((values) => rounded(values))).toEqual([
      [20, 2],
      [0, 1],
      [-1, 0],
    ])
  })

  it('draws its block in scale, with the attribute values of the leader', async () => {
    const definition = createEntity('attributeDefinition', { tag: 'NO', value: 'usual', insertPoint: [1, 1] })
    const content: LeaderContent = {
      kind: 'block',
      block: createBlock('BALLOON', [createEntity('line'), definition]),
      location: [30, 10, 0],
      scale: [5, 5, 5],
      rotation: 0,
      attributes: [{ definition, text: '17' }],
    }
    const { sheet } = await drawEntities(multiLeader({ content, roots: [] }))
    expect(listPolylines(sheet)).toEqual([[30, 10, 35, 10]])
    expect(listTexts(sheet)).toEqual(['17'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [35, 15], xAxis: [5, 0] })
  })

  it('draws only its saved graphics where there are any', async () => {
    const leader = multiLeader({ ...text(), savedGraphics: savedLine([7, 7, 0], [8, 8, 0]) })
    const { sheet } = await drawEntities(leader)
    expect(listPolylines(sheet)).toEqual([[7, 7, 8, 8]])
    expect(sheet.texts).toEqual([])
  })
})

describe('DWG multiline', () => {
  type Vertex = Multiline['vertices'][number]
  const vertex = (x: number, y: number, [u, v]: readonly [number, number], offsets: readonly number[]): Vertex => ({
    position: [x, y, 0],
    miter: [u, v, 0],
    offsets,
  })
  const multiline = (...vertices: Vertex[]): Multiline => createEntity('multiline', { vertices })

  it('draws one line per element, offset along the miters', async () => {
    const across = Math.SQRT1_2
    const { sheet } = await drawEntities(
      multiline(
        vertex(0, 0, [0, 1], [1, -1]),
        vertex(10, 0, [-across, across], [Math.SQRT2, -Math.SQRT2]),
        vertex(10, 10, [-1, 0], [1, -1]),
      ),
    )
    expect(listPolylines(sheet)).toEqual([
      [0, 1, 9, 1, 9, 10],
      [0, -1, 11, -1, 11, 10],
    ])
  })

  it('closes when flagged and has the colors of its style', async () => {
    const one = multiline(vertex(0, 0, [0, 1], [0]), vertex(4, 0, [0, 1], [0]), vertex(4, 4, [0, 1], [0]))
    const wall = { name: 'WALL', handle: 0, elements: [{ offset: 0, color: toIndexColor(1) }] }
    const { sheet } = await drawEntities({ ...one, isClosed: true, style: wall })
    expect(sheet.polylines[0]?.closed).toBe(true)
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.color).toBe(0xff0000)
  })

  it('skips vertices without offsets, and draws nothing without vertices', async () => {
    const broken = multiline(vertex(0, 0, [0, 1], [1]), vertex(4, 0, [0, 1], []), vertex(8, 0, [0, 1], [1]))
    const { sheet } = await drawEntities(broken, multiline())
    expect(listPolylines(sheet)).toEqual([[0, 1, 8, 1]])
  })
})

describe('DWG tolerance', () => {
  const tolerance = (text: string, more: Partial<Tolerance> = {}): Tolerance =>
    createEntity('tolerance', { text, style: style({ textHeight: 2 }), ...more })

  it('draws adjacent frames with a symbol or a text each', async () => {
    const { sheet } = await drawEntities(tolerance('{\\Fgdt;j}%%v{\\Fgdt;n}0.1{\\Fgdt;m}%%vA%%v%%v'))
    expect(listTexts(sheet)).toEqual(['⌖', 'Ø0.1Ⓜ', 'A'])
    const boxes = listPolylines(sheet).map((line) => computeBounds(line))
    expect(boxes).toEqual([
      [0, -2, 3.5, 2],
      [3.5, -2, 13, 2],
      [13, -2, 16.5, 2],
    ])
    expect(sheet.texts.map(({ horizontal, vertical, anchor }) => [horizontal, vertical, ...anchor])).toEqual([
      ['center', 'middle', 1.75, 0],
      ['center', 'middle', 8.25, 0],
      ['center', 'middle', 14.75, 0],
    ])
    for (const { closed } of sheet.polylines) expect(closed).toBe(true)
  })

  it('stacks two rows below each other, rotated to its direction', async () => {
    const rotated = tolerance('a^Jb', { insertPoint: [10, 10, 0], direction: [0, 3, 0] })
    const { sheet } = await drawEntities(rotated)
    expect(sheet.polylines).toHaveLength(2)
    // Rotated by 90° to the left, below becomes right.
    expect(computeBounds(listPolylines(sheet)[0] ?? [])).toEqual([8, 10, 12, 13.5])
    expect(computeBounds(listPolylines(sheet)[1] ?? [])).toEqual([12, 10, 16, 13.5])
    expect(Math.abs(ringArea(listPolylines(sheet)[0] ?? []))).toBeCloseTo(14, 9)
  })

  it('draws nothing without a text', async () => {
    const { sheet } = await drawEntities(tolerance('%%v%%v%%v'))
    expect([sheet.polylines, sheet.texts]).toEqual([[], []])
  })
})
